// Between integers of every width and floating point, where the value fits.
#include <stdio.h>
#include <string.h>

static unsigned long long bits(double x) {
    unsigned long long u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static volatile double d;
static volatile float f;
static volatile long long i64;
static volatile unsigned long long u64;

int main(void) {
    static const double values[] = {0, 0.5, 1.5, 2.5, 100.999, 127.5, 255.0, 32767.25, 65535.75, 2147483647.0, 4294967295.0, 9007199254740993.0};
    for (unsigned k = 0; k < sizeof values / sizeof *values; ++k) {
        d = values[k], f = (float)d;
        printf("%lld %llu %lld", (long long)d, (unsigned long long)d, (long long)-d);
        if (d < 4294967296.0) printf(" %u", (unsigned)d);
        if (d < 2147483648.0) printf(" %d %d", (int)d, (int)-d);
        if (d < 256) printf(" %d %d", (unsigned char)d, (signed char)(d / 2));
        printf(" %lld\n", (long long)f);
    }
    i64 = -1;
    for (int k = 0; k < 63; k += 3) {
        i64 = i64 * 8 + 5, u64 = (unsigned long long)i64;
        printf("%llx %llx %llx %llx\n", bits((double)i64), bits((double)u64), bits((double)(float)i64), bits((double)(float)u64));
    }
    return 0;
}
