/* What kind of number it is, by comparisons. newlib asks the bits, and of those of a NaN nobody says more than that it is one. Programs may
   have functions of the names that C does not reserve. */
#include <math.h>

#include "irt.h"

#undef isinf
#undef isnan

#define KIND(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)

int __fpclassifyd(double x) { return KIND(x); }
int __fpclassifyf(float x) { return KIND(x); }

int __isnand(double x) { return __builtin_isnan(x); }
int __isnanf(float x) { return __builtin_isnan(x); }
WEAK int isnan(double x) { return __builtin_isnan(x); }
WEAK int isnanf(float x) { return __builtin_isnan(x); }

int __isinfd(double x) { return __builtin_isinf(x); }
int __isinff(float x) { return __builtin_isinf(x); }
WEAK int isinf(double x) { return __builtin_isinf(x); }
WEAK int isinff(float x) { return __builtin_isinf(x); }

WEAK int finite(double x) { return __builtin_isfinite(x); }
WEAK int finitef(float x) { return __builtin_isfinite(x); }
