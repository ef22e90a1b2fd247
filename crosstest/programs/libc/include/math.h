#ifndef MINI_MATH
#define MINI_MATH
#include <mini-types.h>
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(x) __builtin_isnan(x)
MINI_C double floor(double), ceil(double), trunc(double), round(double), rint(double), fabs(double), copysign(double, double);
MINI_C double sqrt(double), fmod(double, double), ldexp(double, int);
MINI_C float floorf(float), ceilf(float), truncf(float), roundf(float), rintf(float), fabsf(float), copysignf(float, float), sqrtf(float);
#endif
