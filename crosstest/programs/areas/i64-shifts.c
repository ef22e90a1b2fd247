// Shifts and rotations of 64 bits by every amount, constant and not.
#include <stdio.h>

static unsigned long long rotated(unsigned long long x, unsigned by) { return x << (by & 63) | x >> (-by & 63); }

int main(void) {
    unsigned long long x = 0x8123456789abcdefULL, sum = 0;
    for (unsigned by = 0; by < 64; ++by) {
        unsigned long long left = x << by, right = x >> by;
        long long arithmetic = (long long)x >> by;
        sum = rotated(sum, 5) ^ left ^ right ^ (unsigned long long)arithmetic ^ rotated(x, by);
        if (by % 8 == 0) printf("%u %llx %llx %llx %llx\n", by, left, right, (unsigned long long)arithmetic, rotated(x, by));
    }
    printf("%llx\n", sum);
    printf("%llx %llx %llx\n", x << 1, x >> 31, (unsigned long long)((long long)x >> 33));
    printf("%llx %llx\n", x << 32 | x >> 32, (x & 0xffffffff) << 32);
    return 0;
}
