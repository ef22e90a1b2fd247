/* Both parts of a number, as C has it (7.12.6.12, F.10.3.12): those of a NaN are NaNs, which newlib makes zeros. */
#include <math.h>

double modf(double x, double *whole) {
    if (__builtin_isnan(x)) return *whole = x;
    *whole = trunc(x);
    return copysign(__builtin_isinf(x) ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
    if (__builtin_isnan(x)) return *whole = x;
    *whole = truncf(x);
    return copysignf(__builtin_isinf(x) ? 0.0f : x - *whole, x);
}
