// Loops with two entries, jumps into loops, and a state machine of gotos.
#include <stdio.h>

static int two_entries(int n, int second) {
    int steps = 0, sum = 0;
    if (second) goto middle;
top:
    sum += 2 * n;
    if (++steps > 20) return sum;
middle:
    sum -= 3;
    if (n-- > 0) goto top;
    return sum * 100 + steps;
}
static int device(int n, int *to, const int *from) {
    int count = (n + 3) / 4, done = 0;
    switch (n % 4) {
    case 0: do { to[done] = from[done], ++done;
    case 3: to[done] = from[done], ++done;
    case 2: to[done] = from[done], ++done;
    case 1: to[done] = from[done], ++done;
            } while (--count > 0);
    }
    return done;
}
static int automaton(const char *s) {
    int words = 0;
outside:
    if (!*s) return words;
    if (*s++ == ' ') goto outside;
    ++words;
inside:
    if (!*s) return words;
    if (*s++ != ' ') goto inside;
    goto outside;
}

int main(void) {
    for (int n = 0; n < 30; n += 7) printf("%d %d ", two_entries(n, 0), two_entries(n, 1));
    int from[11], to[11] = {0};
    for (int i = 0; i < 11; ++i) from[i] = i * i;
    printf("\n%d %d %d\n", device(11, to, from), to[10], to[3]);
    printf("%d %d %d\n", automaton("  a bc  def "), automaton(""), automaton("x"));
    return 0;
}
