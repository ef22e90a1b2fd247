// Counting, finding, swapping and reversing bits.
#include <stdio.h>

static unsigned reversed(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i) r = r << 1 | (x >> i & 1);
    return r;
}

int main(void) {
    unsigned x = 0x9e3779b9;
    for (int i = 0; i < 12; ++i, x = x * 1664525 + 1013904223) {
        unsigned long long w = (unsigned long long)x << 32 | reversed(x);
        printf("%08x %d %d %d %d ", x, __builtin_popcount(x), __builtin_clz(x | 1), __builtin_ctz(x | 0x80000000), __builtin_ffs((int)x));
        printf("%d %d %d %d ", __builtin_popcountll(w), __builtin_clzll(w | 1), __builtin_ctzll(w | 1ULL << 63), __builtin_parity(x));
        printf("%x %llx %x %x\n", __builtin_bswap32(x), (unsigned long long)__builtin_bswap64(w), __builtin_bswap16((unsigned short)x), reversed(x));
    }
    return 0;
}
