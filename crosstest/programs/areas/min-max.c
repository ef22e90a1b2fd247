// Choosing without branching: minima, maxima, clamps, signs, absolute values, in every type.
#include <stdio.h>
#include <stdlib.h>

#define FAMILY(name, type) \
    __attribute__((noinline)) static type name##_min(type a, type b) { return a < b ? a : b; } \
    __attribute__((noinline)) static type name##_clamp(type x, type low, type high) { return x < low ? low : x > high ? high : x; } \
    __attribute__((noinline)) static int name##_sign(type x) { return (x > 0) - (x < 0); }
FAMILY(i, int)
FAMILY(u, unsigned)
FAMILY(l, long long)
FAMILY(d, double)
FAMILY(f, float)
FAMILY(c, signed char)

static int middle(int a, int b, int c) { return a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b); }

int main(void) {
    static const int values[] = {0, -1, 1, -2147483647, 2147483647, 100, -100};
    for (int k = 0; k < 7; ++k) {
        int x = values[k], y = values[(k + 3) % 7];
        printf("%d %d %d | %u %u %d | ", i_min(x, y), i_clamp(x, -50, 50), i_sign(x), u_min((unsigned)x, (unsigned)y), u_clamp((unsigned)x, 10, 1000), u_sign((unsigned)x));
        printf("%lld %lld %d | ", l_min(x * 3LL, y * 5LL), l_clamp(x * 9LL, -999, 9999999999), l_sign(x));
        printf("%.1f %.1f %d %.1f %d | ", d_min(x * 0.5, y), d_clamp(x, -0.5, 0.5), d_sign(x), (double)f_clamp((float)x, -8, 8), f_sign((float)y));
        printf("%d %d %d %d %d\n", c_min((signed char)x, (signed char)y), c_clamp((signed char)x, -3, 3), abs(x), middle(x, y, 7), c_sign((signed char)y));
        printf("%lld %.1f\n", llabs(x * 4LL), __builtin_fabs(x * -0.25));
    }
    return 0;
}
