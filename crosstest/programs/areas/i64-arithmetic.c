// 64-bit integers: products, quotients and remainders of every sign, carries over the middle.
#include <stdio.h>

static const unsigned long long edges[] = {
    0, 1, 2, 10, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x123456789abcdef, 0x7fffffffffffffff,
    0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff,
};
enum { N = sizeof edges / sizeof *edges };

int main(void) {
    unsigned long long sum = 0;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
            unsigned long long a = edges[i], b = edges[j];
            sum = sum * 31 + (a + b) + (a - b) * 3 + (a * b) * 5;
            if (b) sum = sum * 7 + a / b + a % b;
            long long s = (long long)a, t = (long long)b;
            if (t && !(t == -1 && a == edges[10])) sum ^= (unsigned long long)(s / t) * 11 + (unsigned long long)(s % t);
            sum += (unsigned)((a < b) | (s < t) << 1 | (a >= b) << 2 | (s >= t) << 3 | (a == b) << 4);
        }
        printf("%d %llu %lld %llx\n", i, edges[i], (long long)edges[i], sum);
    }
    return 0;
}
