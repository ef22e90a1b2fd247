// Fixed point: products of 64 bits shifted back, rounding, square roots, a rotation, gradients.
#include <stdio.h>

typedef int fixed; /* 16.16 */
static fixed mul(fixed a, fixed b) { return (fixed)(((long long)a * b + 0x8000) >> 16); }
static fixed quotient(fixed a, fixed b) { return (fixed)((long long)a * 65536 / b); }
static fixed root(fixed x) {
    unsigned long long n = (unsigned long long)x << 16, r = 0, bit = 1ull << 46;
    for (; bit; bit >>= 2) {
        if (n >= r + bit) n -= r + bit, r = (r >> 1) + bit;
        else r >>= 1;
    }
    return (fixed)r;
}
static void print(fixed x) { printf("%s%d.%04d ", x < 0 ? "-" : "", (x < 0 ? -x : x) >> 16, (int)((((x < 0 ? -x : x) & 0xffff) * 10000LL) >> 16)); }

int main(void) {
    fixed x = 3 << 16, y = 65536 / 3;
    print(x), print(y), print(mul(x, y)), print(quotient(x, y)), print(root(x)), print(mul(-x, y));
    fixed cosine = 64553, sine = 11303, px = 100 << 16, py = 0; /* of 9.93 degrees */
    for (int i = 0; i < 36; ++i) {
        fixed qx = mul(px, cosine) - mul(py, sine);
        py = mul(px, sine) + mul(py, cosine), px = qx;
        if (i % 9 == 8) print(px), print(py);
    }
    unsigned short pixel = 0;
    for (unsigned char r = 0; r < 250; r = (unsigned char)(r + 25)) pixel = (unsigned short)(pixel * 3 + ((r >> 3) << 11 | ((255 - r) >> 2) << 5 | (r ^ 0x5a) >> 3));
    printf("%x\n", pixel);
    return 0;
}
