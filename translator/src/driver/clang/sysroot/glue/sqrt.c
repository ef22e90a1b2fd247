/* Square roots and remainders: instructions of PNaCl. newlib's fmod decides by the bits of a NaN, which nobody says. */
double __ieee754_sqrt(double x) { return __builtin_sqrt(x); }
float __ieee754_sqrtf(float x) { return __builtin_sqrtf(x); }
double __ieee754_fmod(double x, double y) { return __builtin_fmod(x, y); }
float __ieee754_fmodf(float x, float y) { return __builtin_fmodf(x, y); }
