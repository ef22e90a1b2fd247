// Arguments of every kind, more than registers hold, in every order.
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

NOINLINE static double mixed(int a, double b, long long c, float d, char e, short f, unsigned long long g, double h, unsigned char i, float j, int k, long long l) {
    return a + 2 * b + 3 * (double)c + 4 * d + 5 * e + 6 * f + 7 * (double)g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * (double)l;
}
NOINLINE static long long wide(long long a, int b, long long c, int d, long long e, int f, long long g) { return a - b + c * d - e / (f + 1) + g; }
NOINLINE static float floats(float a, float b, float c, float d, float e, float f, float g, float h, float i, float j) {
    return a - b * c + d * e - f + g * h - i * j;
}
NOINLINE static signed char narrow(signed char a, unsigned char b, short c, unsigned short d, _Bool e) { return (signed char)(a + b - c * 2 + d * 3 + e); }

int main(void) {
    for (int i = 0; i < 4; ++i) {
        double r = mixed(i, 0.5 * i, -7LL * (1LL << (8 * i)), 1.25f, (char)(i - 2), (short)(-300 * i), 1ull << (10 * i), 3.75, (unsigned char)(250 + i), -2.5f, 1 << i, 5LL * i);
        printf("%.3f %lld ", r, wide(1LL << (16 * i), i, -3, 7, 1LL << 40, i, 99));
        printf("%.2f %d\n", (double)floats(1, 2, 3, (float)i, 5, 6, 7, 8, 0.5f, 10), narrow((signed char)(-100 + i), 200, -150, 60000, i & 1));
    }
    return 0;
}
