// Integers of 8 and 16 bits: where they wrap, where they are extended, and what compares how.
#include <stdio.h>

static volatile unsigned char u8;
static volatile signed char s8;
static volatile unsigned short u16;
static volatile short s16;

int main(void) {
    u8 = 250, s8 = 120, u16 = 65530, s16 = 32760;
    for (int i = 0; i < 12; ++i) {
        printf("%d %d %d %d\n", u8, s8, u16, s16);
        u8++, s8++, u16++, s16++;
    }
    u8 = 200, s8 = -56;
    printf("%d %d %d\n", u8 == s8, (unsigned char)s8 == u8, (signed char)u8 == s8);
    printf("%d %d %d %d\n", u8 / 7, s8 / 7, u8 % 7, s8 % 7);
    printf("%d %d\n", (unsigned char)(u8 << 1), (signed char)(s8 * 2));
    printf("%d %d\n", ~u8, (unsigned char)~u8);
    s16 = -1, u16 = (unsigned short)s16;
    printf("%u %d %u\n", u16, s16 < u16, (unsigned)s16 > 5u);
    return 0;
}
