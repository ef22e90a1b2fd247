// _Bool: conversions to it, arithmetic on it, arrays of it, short circuits and what they skip.
#include <stdio.h>

static int calls;
static _Bool call(_Bool result) { return ++calls, result; }
static _Bool flags[10];
struct options { _Bool verbose, quiet : 1; unsigned char level; };
static int use(_Bool a, _Bool b, struct options o) { return a * 8 + b * 4 + o.verbose * 2 + o.quiet + o.level * 100; }

int main(void) {
    double small = 0.25;
    void *pointer = flags, *none = 0;
    _Bool a = 256, b = small, c = 1LL << 40, d = pointer, e = none, f = -0.0;
    printf("%d%d%d%d%d%d\n", a, b, c, d, e, f);
    for (int i = 0; i < 10; ++i) flags[i] = i & 5;
    int count = 0;
    for (int i = 0; i < 10; ++i) count += flags[i], flags[i] = !flags[i], flags[i] |= i == 9;
    a = 0, a--, b++, b ^= c, c += c, d &= !e;
    printf("%d %d%d%d%d %d\n", count, a, b, c, d, flags[9] + flags[0]);
    int r = (call(1) && call(0) && call(1)) || (call(0) || call(1)) ? call(1) ? 5 : 6 : 7;
    printf("%d %d %d\n", r, calls, use(2, call(0), (struct options){7, 1, 3}));
    printf("%d %d\n", (_Bool)0.5 + (int)0.5, !!8 << 3);
    return call(0) || !call(1);
}
