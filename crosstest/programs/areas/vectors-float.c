// Vectors of floating point, of PNaCl's width and of others, in memory, as arguments and results.
#include <stdio.h>

typedef float v4 __attribute__((vector_size(16)));
typedef float v2 __attribute__((vector_size(8)));
typedef double d4 __attribute__((vector_size(32)));
typedef int i4 __attribute__((vector_size(16)));
#define NOINLINE __attribute__((noinline))

NOINLINE static v4 cross(v4 a, v4 b) {
    v4 p = __builtin_shufflevector(a, a, 1, 2, 0, 3), q = __builtin_shufflevector(b, b, 2, 0, 1, 3);
    v4 r = __builtin_shufflevector(a, a, 2, 0, 1, 3), s = __builtin_shufflevector(b, b, 1, 2, 0, 3);
    return p * q - r * s;
}
NOINLINE static d4 widened(v4 a, d4 by) { return __builtin_convertvector(a, d4) * by; }

int main(void) {
    v4 a = {1, 2, 3, 4}, b = {-0.5f, 0.25f, 8, 1};
    v4 c = cross(a, b);
    d4 d = widened(c, (d4){1, 0.5, 0.25, 2});
    i4 less = a < b, truncated = __builtin_convertvector(a * b, i4);
    v2 e = {c[0], c[2]}, f = e * e + (v2){1, -1};
    for (int i = 0; i < 4; ++i) printf("%.3f %.4f %d %d\n", (double)c[i], d[i], less[i], truncated[i]);
    v4 table[5];
    for (int i = 0; i < 5; ++i) table[i] = a * (float)i + b;
    float total = 0;
    for (int i = 0; i < 20; ++i) total += table[i % 5][i % 4];
    printf("%.3f %.3f %.3f\n", (double)f[0], (double)f[1], (double)total);
    return 0;
}
