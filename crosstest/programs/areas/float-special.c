// NaNs, infinities, signed zeros and numbers below the normal ones.
#include <math.h>
#include <stdio.h>

static volatile double zero = 0, one = 1, tiny = 4.9e-324, huge = 1.7e308;

static const char *kind(double x) { return x != x ? "nan" : x > huge ? "inf" : x < -huge ? "-inf" : x == 0 ? (1 / x < 0 ? "-0" : "0") : "finite"; }

int main(void) {
    double values[] = {zero, -zero, one / zero, -one / zero, zero / zero, tiny, -tiny, huge, one};
    enum { N = sizeof values / sizeof *values };
    for (int i = 0; i < N; ++i) {
        int bits = 0;
        for (int j = 0; j < N; ++j) {
            double a = values[i], b = values[j];
            bits = bits * 3 + (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * !(a > b) + 32 * __builtin_isunordered(a, b);
        }
        double x = values[i];
        printf("%s %s %s %s %s %d\n", kind(x), kind(x + x), kind(x * x), kind(x - x), kind(-x), bits);
    }
    printf("%s %s %s\n", kind(tiny / 2), kind(huge * 10), kind(huge * 10 - huge * 10));
    printf("%d %d\n", tiny * 3 == 1.5e-323, tiny > 0);
    return 0;
}
