// Integers of widths that C did not have: _BitInt from 3 to 61 bits.
#include <stdio.h>

typedef _BitInt(13) s13;
typedef unsigned _BitInt(13) u13;
typedef _BitInt(37) s37;
typedef unsigned _BitInt(61) u61;
typedef unsigned _BitInt(3) u3;

struct packed { s13 a; u3 b; s37 c; };

__attribute__((noinline)) static s37 mixed(s13 a, u3 b, s37 c, u61 d) { return (s37)(a * 3) + (s37)b - c / 7 + (s37)(d >> 30); }

int main(void) {
    u13 u = 8000;
    s13 s = -4000;
    u3 three = 5;
    u61 wide = 1;
    for (int i = 0; i < 12; ++i) {
        u = u * (u13)3 + (u13)1, s = (s13)(s / (s13)2 + (s13)i), three = (u3)(three + (u3)3), wide = wide * (u61)10 + (u61)7;
        printf("%u %d %u %llu %lld\n", (unsigned)u, (int)s, (unsigned)three, (unsigned long long)wide, (long long)mixed(s, three, (s37)(1LL << (i + 20)), wide));
    }
    struct packed p = {s, three, -5};
    p.c *= (s37)1048576, p.a ^= (s13)0xfff, p.b = (u3)(p.b << 1);
    printf("%d %u %lld %d %d\n", (int)p.a, (unsigned)p.b, (long long)p.c, p.c < (s37)0, u > (u13)4000);
    return 0;
}
