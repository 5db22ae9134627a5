# Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#
# Builds ./solution from every *.cpp, *.cc and *.c in this folder and in src/. A Makefile of your own
# can set any of the variables below and then say: include assay/build.mk

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
CXXFLAGS ?= -std=c++20 -O2 -march=native
CFLAGS ?= -std=gnu17 -O2 -march=native
ASSAY_SOURCES ?= $(wildcard *.cpp *.cc *.c src/*.cpp src/*.cc src/*.c)

ASSAY_OBJECTS := $(ASSAY_SOURCES:%=assay/objects/%.o)

# The harness is a translation unit of its own, never part of link-time optimisation: so the call
# that is measured stays a call.
solution: $(ASSAY_OBJECTS) assay/objects/harness.o
	$(CXX) $(CXXFLAGS) $(LDFLAGS) -pthread -Wl,-z,now -o $@ $^ $(LDLIBS)

assay/objects/harness.o: assay/harness.cpp $(wildcard assay/*.hpp assay/*.h)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O2 -fno-lto -Wall -Wextra -c -o $@ $<

assay/objects/%.cpp.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) -I. $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

assay/objects/%.cc.o: %.cc
	@mkdir -p $(@D)
	$(CXX) -I. $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

assay/objects/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(ASSAY_OBJECTS:.o=.d)
