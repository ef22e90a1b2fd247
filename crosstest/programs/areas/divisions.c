// Division and remainder by constants: powers of two, numbers near them, negative ones, in every width.
#include <stdio.h>

#define DIVISORS(X) X(1) X(2) X(3) X(5) X(7) X(8) X(10) X(16) X(25) X(60) X(100) X(125) X(127) X(128) X(255) X(641) X(1000) X(65535) X(65537) X(1000003)
#define ONE(d) \
    s = s * 3 + (unsigned)(x / d) + (unsigned)(x % d) * 5 + (unsigned)(x / -d) * 7 + (unsigned)(x % -d) * 11; \
    s = s * 3 + u / d + u % d * 5 + (unsigned)(w / d) + (unsigned)(w % d) + (unsigned)((long long)w / -d) * 7;

int main(void) {
    unsigned s = 0, u = 1;
    for (int i = 0; i < 40; ++i) {
        u = u * 2891336453u + 7;
        int x = (int)u;
        unsigned long long w = (unsigned long long)u * u + (unsigned)i;
        DIVISORS(ONE)
        signed char b = (signed char)u;
        unsigned short h = (unsigned short)u;
        s += (unsigned)(b / 3 + b % 7 + h / 10 + h % 1000);
        if (i % 10 == 9) printf("%x\n", s);
    }
    return 0;
}
