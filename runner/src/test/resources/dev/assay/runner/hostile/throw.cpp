#include "hostile.h"

extern "C" void hostile_throw(void) { throw 42; }
