/* The magnitude of a number, by the instruction: newlib clears a bit of the upper half, and of the bits of a NaN nobody says more than that
   it is one. Compilers mostly make the instruction themselves; at -O0, and of pointers to functions, this is called. */
#include <math.h>

#undef fabs
#undef fabsf

double fabs(double x) { return __builtin_fabs(x); }
float fabsf(float x) { return __builtin_fabsf(x); }
