// Values that change places in loops: swaps, rotations, and a step that depends on all of them.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned r = a % b;
        a = b, b = r;
    }
    return a;
}

int main(void) {
    int a = 1, b = 2, c = 3, d = 4;
    long long w = 5, v = -6;
    double x = 0.5, y = 2;
    for (int i = 0; i < 23; ++i) {
        int t = a;
        a = b, b = c, c = d, d = t;
        if (i % 3 == 0) {
            long long u = w;
            w = v, v = u + a;
        }
        if (i % 5 < 2) {
            double z = x;
            x = y, y = z;
        } else {
            x += d;
        }
        if (b > c) d += i;
    }
    printf("%d %d %d %d %lld %lld %.2f %.2f\n", a, b, c, d, w, v, x, y);
    printf("%u %u %u\n", gcd(1071, 462), gcd(17, 4000000007u), gcd(1u << 31, 96));
    unsigned low = 0, high = 1u << 30;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if ((unsigned long long)middle * middle <= 2000000000000ull) low = middle;
        else high = middle;
    }
    printf("%u\n", low);
    return 0;
}
