/* Logarithms to the base of two: of powers of two they are whole numbers, which newlib's quotient of two logarithms is not. */
#include <math.h>

double log2(double x) {
    if (!(x > 0) || isinf(x)) return log(x);
    int exponent;
    double fraction = frexp(x, &exponent);
    if (fraction < M_SQRT1_2) {
        fraction *= 2;
        exponent--;
    }
    return exponent + log(fraction) / M_LN2;
}

float log2f(float x) { return log2(x); }
