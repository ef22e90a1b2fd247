// Integers wider than 64 bits, by hand: factorials, Fibonacci numbers, division, decimal digits.
#include <stdio.h>
#include <string.h>

enum { WORDS = 12 };
struct number { unsigned w[WORDS]; };

static struct number plus(struct number a, struct number b) {
    unsigned long long carry = 0;
    for (int i = 0; i < WORDS; ++i) carry += (unsigned long long)a.w[i] + b.w[i], a.w[i] = (unsigned)carry, carry >>= 32;
    return a;
}
static struct number times(struct number a, unsigned by) {
    unsigned long long carry = 0;
    for (int i = 0; i < WORDS; ++i) carry += (unsigned long long)a.w[i] * by, a.w[i] = (unsigned)carry, carry >>= 32;
    return a;
}
static unsigned divide(struct number *a, unsigned by) {
    unsigned long long rest = 0;
    for (int i = WORDS; i-- > 0;) rest = rest << 32 | a->w[i], a->w[i] = (unsigned)(rest / by), rest %= by;
    return (unsigned)rest;
}
static void print(struct number a) {
    char digits[WORDS * 10 + 1];
    int at = WORDS * 10;
    digits[at] = 0;
    static const struct number zero;
    do digits[--at] = (char)('0' + divide(&a, 10));
    while (memcmp(&a, &zero, sizeof a));
    puts(digits + at);
}

int main(void) {
    struct number f = {{1}}, a = {{0}}, b = {{1}};
    for (unsigned i = 1; i <= 60; ++i) {
        f = times(f, i);
        struct number c = plus(a, b);
        a = b, b = c;
    }
    print(f), print(b), print(plus(f, times(b, 1000000007)));
    printf("%u\n", divide(&f, 1000003));
    return 0;
}
