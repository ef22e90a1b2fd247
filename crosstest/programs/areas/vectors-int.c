// Vectors of integers: arithmetic, comparisons, selections, lanes, shuffles.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned short v8 __attribute__((vector_size(16)));
typedef signed char v16 __attribute__((vector_size(16)));
typedef long long w2 __attribute__((vector_size(16)));

int main(void) {
    v4 a = {1, -2, 3000000, -40}, b = {7, 7, -7, 3};
    v4 sum = a + b * a - (b << 2), less = a < b, chosen = (less & a) | (~less & b);
    for (int i = 0; i < 4; ++i) printf("%d %d %d %d %d\n", sum[i], less[i], chosen[i], (a / b)[i], (a >> 1)[i]);
    v8 c, d;
    for (int i = 0; i < 8; ++i) c[i] = (unsigned short)(i * 9001), d[i] = (unsigned short)(65000 - i * 300);
    v8 e = c * d + (c ^ d), f = (v8)(c > d);
    for (int i = 0; i < 8; ++i) printf("%u %u ", e[i], f[i]);
    v16 g, h = {0};
    for (int i = 0; i < 16; ++i) g[i] = (signed char)(i * 37);
    for (int i = 0; i < 16; ++i) h += g * (signed char)i;
    printf("\n");
    for (int i = 0; i < 16; ++i) printf("%d ", h[i]);
    w2 w = {1LL << 40, -5}, x = w * 3 - (w >> 2);
    v4 s = __builtin_shufflevector(a, b, 6, 1, 0, 7);
    printf("\n%lld %lld %d %d %d %d\n", x[0], x[1], s[0], s[1], s[2], s[3]);
    return 0;
}
