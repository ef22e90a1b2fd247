// Arithmetic that says whether it overflows, in every width.
#include <limits.h>
#include <stdio.h>

#define TRY(type, format, a, b) \
    do { \
        type x = (a), y = (b), r; \
        int o = __builtin_add_overflow(x, y, &r); \
        printf("%d " format " ", o, r); \
        o = __builtin_sub_overflow(x, y, &r); \
        printf("%d " format " ", o, r); \
        o = __builtin_mul_overflow(x, y, &r); \
        printf("%d " format "\n", o, r); \
    } while (0)

int main(void) {
    for (int i = -2; i < 3; ++i) {
        TRY(int, "%d", INT_MAX, i);
        TRY(int, "%d", INT_MIN, i);
        TRY(unsigned, "%u", 0x80000000u, (unsigned)i);
        TRY(long long, "%lld", LLONG_MAX, i);
        TRY(long long, "%lld", LLONG_MIN / 2, i);
        TRY(unsigned long long, "%llu", ~0ull >> 1, (unsigned long long)i);
        TRY(short, "%d", 300, (short)(i * 100));
        TRY(unsigned char, "%d", 100, (unsigned char)i);
    }
    short narrow;
    printf("%d ", __builtin_add_overflow(40000, -7233, &narrow));
    printf("%d\n", narrow);
    return 0;
}
