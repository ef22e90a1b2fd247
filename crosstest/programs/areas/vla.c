// Arrays whose size is known when they are made: of one and two dimensions, in loops, as arguments.
#include <stdio.h>

static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += m[i][i];
    return sum;
}
static int power_trace(int n, int times) {
    int a[n][n], b[n][n];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i][j] = (i * 3 + j * 5) % 7, b[i][j] = i == j;
    while (times-- > 0) {
        int c[n][n];
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                c[i][j] = 0;
                for (int k = 0; k < n; ++k) c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % 1009;
            }
        __builtin_memcpy(b, c, sizeof b);
    }
    return trace(n, b) * 1000 + (int)sizeof b;
}
static unsigned nested(unsigned depth) {
    char local[depth * 7 + 1];
    for (unsigned i = 0; i < sizeof local; ++i) local[i] = (char)(i * depth);
    unsigned below = depth ? nested(depth - 1) : 0;
    for (unsigned i = 0; i < sizeof local; ++i) below = below * 3 + (unsigned char)local[i];
    return below;
}

int main(void) {
    for (int n = 1; n < 7; ++n) printf("%d ", power_trace(n, n + 1));
    printf("%u\n", nested(12));
    return 0;
}
