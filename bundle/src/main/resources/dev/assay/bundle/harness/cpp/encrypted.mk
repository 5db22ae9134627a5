# Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#
# Builds ./solution from every *.cpp, *.cc and *.c in this folder and in src/, and from the bundle's
# envelope. A Makefile of your own can set any of the variables below and then say: include
# assay/build.mk. What the envelope needs of the image stands in assay/envelope/envelope.mk:
# ENVELOPE_CPPFLAGS, ENVELOPE_CXXFLAGS, ENVELOPE_LDLIBS.

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
CXXFLAGS ?= -std=c++20 -O2 -march=native
CFLAGS ?= -std=gnu17 -O2 -march=native
ASSAY_SOURCES ?= $(wildcard *.cpp *.cc *.c src/*.cpp src/*.cc src/*.c)
-include assay/envelope/envelope.mk
ENVELOPE_CXXFLAGS ?= -std=c++20 -O2

ASSAY_OBJECTS := $(ASSAY_SOURCES:%=assay/objects/%.o)
ASSAY_ENVELOPE := $(patsubst %.cpp,assay/objects/%.o,$(wildcard assay/envelope/*.cpp))
# Without an author's code it is the client's half alone.
ASSAY_HALF := $(if $(strip $(ASSAY_SOURCES)),,-DASSAY_VAULT)

# The harness and the envelope are never part of link-time optimisation: so the call that is measured
# stays a call.
solution: $(ASSAY_OBJECTS) $(ASSAY_ENVELOPE) assay/objects/harness.o
	$(CXX) $(CXXFLAGS) $(LDFLAGS) -pthread -Wl,-z,now -o $@ $^ $(LDLIBS) $(ENVELOPE_LDLIBS)

assay/objects/harness.o: assay/harness.cpp $(wildcard assay/*.hpp assay/envelope/*.hpp)
	@mkdir -p $(@D)
	$(CXX) $(ENVELOPE_CPPFLAGS) -std=c++20 -O2 -fno-lto -Wall -Wextra $(ASSAY_HALF) -c -o $@ $<

assay/objects/assay/envelope/%.o: assay/envelope/%.cpp $(wildcard assay/*.hpp assay/envelope/*.hpp)
	@mkdir -p $(@D)
	$(CXX) -I. $(ENVELOPE_CPPFLAGS) $(ENVELOPE_CXXFLAGS) -fno-lto -c -o $@ $<

assay/objects/%.cpp.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) -I. $(ENVELOPE_CPPFLAGS) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

assay/objects/%.cc.o: %.cc
	@mkdir -p $(@D)
	$(CXX) -I. $(ENVELOPE_CPPFLAGS) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<

assay/objects/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(ASSAY_OBJECTS:.o=.d)
