// Structures of all sizes as arguments and results.
#include <stdio.h>

struct one { char c; };
struct two { short a, b; };
struct four { float x, y, z, w; };
struct pair { long long first; int second; };
struct big { int values[20]; struct pair inner; };
union either { double d; int words[2]; };
#define NOINLINE __attribute__((noinline))

NOINLINE static struct one next(struct one o) { o.c++; return o; }
NOINLINE static struct two swapped(struct two t) { struct two r = {t.b, t.a}; return r; }
NOINLINE static struct four scaled(struct four f, float by) { f.x *= by, f.y *= by, f.z *= by, f.w *= by; return f; }
NOINLINE static struct pair joined(struct one o, struct pair p, struct two t) { p.first += o.c, p.second += t.a * t.b; return p; }
NOINLINE static struct big filled(int start, struct big b) {
    for (int i = 0; i < 20; ++i) b.values[i] += start + i;
    b.inner.first *= 2;
    return b;
}
NOINLINE static union either halved(union either e) { e.d /= 2; return e; }

int main(void) {
    struct one o = next(next((struct one){'a'}));
    struct two t = swapped((struct two){-3, 40});
    struct four f = scaled((struct four){1, 2, 3, 4}, 1.5f);
    struct pair p = joined(o, (struct pair){1LL << 33, 5}, t);
    struct big b = {{0}, {7, 8}};
    struct big c = filled(10, filled(1, b));
    union either e = halved((union either){.d = 5});
    printf("%c %d %d %.1f %.1f %lld %d\n", o.c, t.a, t.b, (double)f.x, (double)f.w, p.first, p.second);
    printf("%d %d %lld %d %d %.2f\n", b.values[3], c.values[19], c.inner.first, b.inner.second, c.values[0], e.d);
    return 0;
}
