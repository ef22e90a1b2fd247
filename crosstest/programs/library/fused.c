/* Sums of products rounded once: numbers near each other, near halves, below the least normal one, and beyond the greatest. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t fraction(void) {
    switch (next() % 6) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return UINT64_C(1) << next() % 52;
    case 3: return next() & next() & next();
    case 4: return ~(UINT64_C(1) << next() % 52);
    default: return next();
    }
}

static double wide(unsigned exponent) {
    uint64_t bits = (fraction() & 0xfffffffffffffu) | (uint64_t)(exponent & 0x7ff) << 52;
    bits |= next() << 63;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float narrow(unsigned exponent) {
    uint32_t bits = ((uint32_t)fraction() & 0x7fffff) | (exponent & 0xff) << 23;
    bits |= (uint32_t)next() << 31;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t hash = 0xcbf29ce484222325u;
static void add(uint64_t bits) { hash = (hash ^ bits) * 0x100000001b3u; }

static void check(double x, double y, double z) {
    double result = fma(x, y, z);
    uint64_t bits = 0;
    if (!isnan(result)) memcpy(&bits, &result, sizeof bits);
    add(bits);
}

static void checkf(float x, float y, float z) {
    float result = fmaf(x, y, z);
    uint32_t bits = 0;
    if (!isnan(result)) memcpy(&bits, &result, sizeof bits);
    add(bits);
}

int main(void) {
    /* Each is another number if it is rounded twice. */
    printf("%a %a %a\n", fma(0x1p-1074, 0x1p-1, 0x1p-1022), fma(0x1.0000001p0, 0x1.0000001p0, 0x1p-60), fma(0x1p1000, 0x1p1000, -INFINITY));
    printf("%a %a\n", fma(0x1.00000000ffffffp+63, -0x1.ffffffff8p+960, 0x1p1023), fma(0x1.0000000000001p-1021, -0x1.e77907813890ep-422, 0.0));
    printf("%a %a\n", fmaf(0x1.000002p0f, 0x1.000002p0f, 0x1p-60f), fmaf(0x1.fffffep127f, 2, -0x1.fffffep127f));
    /* The product lies halfway between two floats, and the sum next to it. */
    printf("%a %a %a\n", fmaf(0x1.001p0f, 0x1.001p0f, 0x1p-80f), fmaf(0x1.001p0f, 0x1.001p0f, -0x1p-80f), fmaf(-0x1.001p0f, 0x1.001p0f, -0x1p-80f));
    for (unsigned i = 0; i < 1500; i++) {
        unsigned x = next() % 2048, y = next() % 2048, z = x + y - 1023 + next() % 120 - 60;
        double a = wide(x), b = wide(y), c = wide(i % 4 ? z : next() % 60);
        check(a, b, c);
        check(a, b, -a * b);
        a = wide(1023 - x % 64), b = wide(x % 64), c = wide(next() % 3);
        check(a, b, c);
        x &= 255, y &= 255;
        float d = narrow(x), e = narrow(y), f = narrow(x + y - 127 + next() % 60 - 30);
        checkf(d, e, f);
        d = narrow(127 - x % 32), e = narrow(x % 32), f = narrow(next() % 3);
        checkf(d, e, f);
        if (i % 1000 == 999) printf("%016llx\n", (unsigned long long)hash);
    }
    return 0;
}
