// Calls in tail position, to itself, to another, through a pointer, with more arguments than the caller.
#include <stdio.h>

static unsigned loop(unsigned n, unsigned a, unsigned b) { return n == 0 ? a : loop(n - 1, b, a + b); }
static long long count(int n, long long sum);
__attribute__((noinline)) static long long odd(int n, long long sum) { return n <= 0 ? sum : count(n - 1, sum + n); }
__attribute__((noinline)) static long long count(int n, long long sum) { return n <= 0 ? -sum : odd(n - 1, sum ^ n); }

struct state;
typedef struct state *(*step)(struct state *);
struct state { const char *at; int digits, letters; step next; };
static struct state *letter(struct state *s);
static struct state *digit(struct state *s) {
    s->digits++;
    s->next = s->at[1] >= 'a' ? letter : digit;
    return s->at++, s;
}
static struct state *letter(struct state *s) {
    s->letters++;
    s->next = s->at[1] && s->at[1] <= '9' ? digit : letter;
    return s->at++, s;
}
__attribute__((noinline)) static int many(int a, int b, int c, int d, int e, int f, int g, int h) { return a - b + c - d + e - f + g * h; }
__attribute__((noinline)) static int few(int a, int b) { return many(a, b, a + 1, b + 1, a * 2, b * 2, a ^ b, 3); }

int main(void) {
    printf("%u %lld %lld\n", loop(90, 0, 1), count(1000, 0), odd(999, 5));
    struct state s = {"12ab3c45def", 0, 0, digit};
    while (*s.at) s.next(&s);
    printf("%d %d %d\n", s.digits, s.letters, few(10, 3));
    return 0;
}
