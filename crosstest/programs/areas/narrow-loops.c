// Loops that count in 8 and 16 bits, and sums that are kept in them.
#include <stdio.h>

static unsigned char checksum(const char *s) {
    unsigned char a = 1, b = 0;
    while (*s) a = (unsigned char)(a + *s++), b = (unsigned char)(b + a);
    return a ^ b;
}

int main(void) {
    unsigned char steps = 0;
    for (unsigned char i = 1; i != 0; i = (unsigned char)(i + 3)) ++steps;
    int count = 0;
    for (signed char i = -100; i < 100; i += 17) count = count * 3 + i;
    unsigned short fib[2] = {1, 1};
    for (int i = 0; i < 40; ++i) fib[i & 1] = (unsigned short)(fib[0] + fib[1]);
    printf("%d %d %d %d\n", steps, count, fib[0], fib[1]);
    printf("%d %d\n", checksum("the quick brown fox"), checksum(""));
    short product = 1;
    for (short i = 1; i < 12; ++i) product = (short)(product * i);
    printf("%d\n", product);
    return 0;
}
