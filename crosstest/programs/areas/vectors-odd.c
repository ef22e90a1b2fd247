// Vectors that no machine has: three lanes, 64 bytes, single bytes; in structures and through memory.
#include <stdio.h>

typedef int v3 __attribute__((ext_vector_type(3)));
typedef short v32 __attribute__((vector_size(64)));
typedef unsigned char b4 __attribute__((vector_size(4)));
typedef float f8 __attribute__((vector_size(32)));

struct holder { char c; v3 v; b4 b; };

int main(void) {
    struct holder h = {'h', {1, -2, 3}, {250, 251, 252, 253}};
    h.v = h.v * h.v.zxy + 1, h.b += (b4){10, 10, 10, 10};
    printf("%d %d %d %u %u %c\n", h.v.x, h.v.y, h.v.z, h.b[0], h.b[3], h.c);
    v32 big;
    for (int i = 0; i < 32; ++i) big[i] = (short)(i * 1111);
    big = big * big - (big >> 3);
    unsigned sum = 0;
    for (int i = 0; i < 32; ++i) sum = sum * 3 + (unsigned)big[i];
    f8 f = {1, 2, 3, 4, 5, 6, 7, 8}, g = f / (f + 1);
    printf("%u %.5f %.5f\n", sum, (double)g[0], (double)g[7]);
    volatile int lane = 5;
    f[lane] = -1, g[lane & 3] += 10;
    printf("%.1f %.5f %u\n", (double)f[5], (double)g[1], (unsigned)sizeof(struct holder));
    return 0;
}
