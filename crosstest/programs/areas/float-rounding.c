// Sums and products that round, in float and in double; the order of operations counts.
#include <stdio.h>
#include <string.h>

static unsigned bits(float x) {
    unsigned u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static unsigned long long bits64(double x) {
    unsigned long long u;
    memcpy(&u, &x, sizeof u);
    return u;
}

int main(void) {
    float f = 0, g = 1;
    double d = 0, e = 1;
    for (int i = 1; i <= 40; ++i) {
        f += 1.0f / (float)i, g *= 1.0f + 1.0f / (float)(i * i);
        d += 1.0 / i, e *= 1.0 + 1.0 / (i * i);
        if (i % 8 == 0) printf("%08x %08x %016llx %016llx\n", bits(f), bits(g), bits64(d), bits64(e));
    }
    float third = 1.0f / 3.0f;
    printf("%08x %016llx %d\n", bits(third * 3), bits64((double)third * 3), (double)third * 3 == 1);
    printf("%d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f);
    printf("%08x %08x\n", bits(16777217.0f), bits((float)16777217));
    printf("%08x %08x\n", bits((float)1e-40), bits((float)3.5e38 / 2));
    return 0;
}
