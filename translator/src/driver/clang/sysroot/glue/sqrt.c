/* Square roots and absolute values: instructions of PNaCl. */
double __ieee754_sqrt(double x) { return __builtin_sqrt(x); }
float __ieee754_sqrtf(float x) { return __builtin_sqrtf(x); }
