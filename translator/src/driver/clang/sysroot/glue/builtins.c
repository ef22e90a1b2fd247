/* What a compiler calls for operations that have no instruction. */

double __powidf2(double base, int exponent) {
    unsigned count = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    double power = 1;
    for (; count != 0; count >>= 1, base *= base)
        if (count & 1) power *= base;
    return exponent < 0 ? 1 / power : power;
}

float __powisf2(float base, int exponent) {
    unsigned count = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    float power = 1;
    for (; count != 0; count >>= 1, base *= base)
        if (count & 1) power *= base;
    return exponent < 0 ? 1 / power : power;
}

#define INFINITE(x) __builtin_isinf(x)
#define NAN_OF(x) __builtin_isnan(x)

/* C11 annex G: a product with an infinite operand is infinite, even where the formula gives two NaNs. */
#define PRODUCT(name, type, sign)                                                                                                      \
    _Complex type name(type a, type b, type c, type d) {                                                                               \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c, re = ac - bd, im = ad + bc;                                               \
        if (NAN_OF(re) && NAN_OF(im)) {                                                                                                \
            int again = 0;                                                                                                             \
            if (INFINITE(a) || INFINITE(b)) {                                                                                          \
                a = sign(INFINITE(a) ? 1 : 0, a), b = sign(INFINITE(b) ? 1 : 0, b);                                                    \
                if (NAN_OF(c)) c = sign(0, c);                                                                                         \
                if (NAN_OF(d)) d = sign(0, d);                                                                                         \
                again = 1;                                                                                                             \
            }                                                                                                                          \
            if (INFINITE(c) || INFINITE(d)) {                                                                                          \
                c = sign(INFINITE(c) ? 1 : 0, c), d = sign(INFINITE(d) ? 1 : 0, d);                                                    \
                if (NAN_OF(a)) a = sign(0, a);                                                                                         \
                if (NAN_OF(b)) b = sign(0, b);                                                                                         \
                again = 1;                                                                                                             \
            }                                                                                                                          \
            if (!again && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {                                            \
                if (NAN_OF(a)) a = sign(0, a);                                                                                         \
                if (NAN_OF(b)) b = sign(0, b);                                                                                         \
                if (NAN_OF(c)) c = sign(0, c);                                                                                         \
                if (NAN_OF(d)) d = sign(0, d);                                                                                         \
                again = 1;                                                                                                             \
            }                                                                                                                          \
            if (again) re = (type)__builtin_inf() * (a * c - b * d), im = (type)__builtin_inf() * (a * d + b * c);                     \
        }                                                                                                                              \
        _Complex type product;                                                                                                         \
        __real__ product = re;                                                                                                         \
        __imag__ product = im;                                                                                                         \
        return product;                                                                                                                \
    }

PRODUCT(__muldc3, double, __builtin_copysign)
PRODUCT(__mulsc3, float, __builtin_copysignf)

static int exponent_of(double x) {
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, 8);
    return (int)(bits >> 52 & 2047) - 1023;
}
static double scaled(double x, int exponent) {
    for (; exponent > 1000; exponent -= 1000) x *= 0x1p1000;
    for (; exponent < -1000; exponent += 1000) x *= 0x1p-1000;
    unsigned long long bits = (unsigned long long)(exponent + 1023) << 52;
    double factor;
    __builtin_memcpy(&factor, &bits, 8);
    return x * factor;
}

/* C11 annex G: the divisor is scaled to about 1, so that neither its square overflows nor becomes zero. */
_Complex double __divdc3(double a, double b, double c, double d) {
    double greater = __builtin_fabs(c) > __builtin_fabs(d) || NAN_OF(d) ? __builtin_fabs(c) : __builtin_fabs(d);
    int exponent = greater == 0 || INFINITE(greater) || NAN_OF(greater) ? 0 : exponent_of(greater);
    if (exponent != 0) c = scaled(c, -exponent), d = scaled(d, -exponent);
    double square = c * c + d * d;
    double re = scaled((a * c + b * d) / square, -exponent), im = scaled((b * c - a * d) / square, -exponent);
    if (NAN_OF(re) && NAN_OF(im)) {
        if (square == 0 && (!NAN_OF(a) || !NAN_OF(b))) {
            re = __builtin_copysign(__builtin_inf(), c) * a;
            im = __builtin_copysign(__builtin_inf(), c) * b;
        } else if ((INFINITE(a) || INFINITE(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
            a = __builtin_copysign(INFINITE(a) ? 1 : 0, a), b = __builtin_copysign(INFINITE(b) ? 1 : 0, b);
            re = __builtin_inf() * (a * c + b * d);
            im = __builtin_inf() * (b * c - a * d);
        } else if (INFINITE(greater) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
            c = __builtin_copysign(INFINITE(c) ? 1 : 0, c), d = __builtin_copysign(INFINITE(d) ? 1 : 0, d);
            re = 0 * (a * c + b * d);
            im = 0 * (b * c - a * d);
        }
    }
    _Complex double quotient;
    __real__ quotient = re;
    __imag__ quotient = im;
    return quotient;
}

/* In double, nothing overflows. */
_Complex float __divsc3(float a, float b, float c, float d) {
    _Complex double quotient = __divdc3(a, b, c, d);
    _Complex float narrow;
    __real__ narrow = (float)__real__ quotient;
    __imag__ narrow = (float)__imag__ quotient;
    return narrow;
}
