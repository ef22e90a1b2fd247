// Loops of all forms: counting down and up by steps, several exits, breaks out of the depth, unrolled by hand.
#include <stdio.h>

static int collatz(unsigned long long n) {
    int steps = 0;
    while (n != 1) n = n & 1 ? 3 * n + 1 : n >> 1, ++steps;
    return steps;
}
static int first_repeat(const int *items, int count) {
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j)
            if (items[i] == items[j]) return i * 100 + j;
    return -1;
}
static int primes(int below) {
    static char composite[2000];
    int count = 0;
    for (int i = 2; i < below; ++i) {
        if (composite[i]) continue;
        ++count;
        for (int j = i * i; j < below; j += i) composite[j] = 1;
    }
    return count;
}

int main(void) {
    int most = 0, best = 0;
    for (int n = 1; n < 300; ++n) {
        int steps = collatz((unsigned)n);
        if (steps > most) most = steps, best = n;
    }
    static const int items[] = {4, 8, 15, 16, 23, 42, 15, 8};
    printf("%d %d %d %d\n", best, most, first_repeat(items, 8), primes(2000));
    int x = 0, y = 0;
    for (unsigned i = 10; i-- > 0; x += (int)i) {
        if (i == 7) continue;
        do y += (int)(i * i); while (y % 3 && y < 1000);
        if (y > 400) break;
    }
    for (long long wide = 1LL << 34; wide > 0; wide /= -3, wide = -wide) y ^= (int)wide;
    for (double d = 1; d < 100; d *= 1.5) x += (int)d;
    printf("%d %d\n", x, y);
    return 0;
}
