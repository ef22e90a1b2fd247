// Functions that call themselves and each other: Ackermann, queens, permutations, a maze.
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

static int queens(int n, unsigned columns, unsigned left, unsigned right) {
    unsigned all = (1u << n) - 1, free = all & ~(columns | left | right);
    int count = columns == all;
    while (free) {
        unsigned bit = free & -free;
        free ^= bit;
        count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}
static unsigned permuted;
static void permute(char *s, int from, int size) {
    if (from == size) {
        for (int i = 0; i < size; ++i) permuted = permuted * 31 + (unsigned)s[i];
        return;
    }
    for (int i = from; i < size; ++i) {
        char c = s[from];
        s[from] = s[i], s[i] = c;
        permute(s, from + 1, size);
        s[i] = s[from], s[from] = c;
    }
}
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

int main(void) {
    char letters[] = "abcdef";
    permute(letters, 0, 6);
    printf("%u %d %d %u %s\n", ackermann(2, 9), queens(6, 0, 0, 0), queens(7, 0, 0, 0), permuted, letters);
    printf("%d %d\n", is_even(1000), is_odd(777));
    return 0;
}
