// Bit fields: signed and unsigned, across units, zero-width, read and written in place.
#include <stdio.h>
#include <string.h>

struct mixed {
    unsigned a : 3;
    int b : 5;
    unsigned c : 17, d : 9;
    int : 0;
    signed char e : 4;
    unsigned long long f : 37;
    _Bool g : 1;
};

static void show(const struct mixed *m) {
    printf("%u %d %u %u %d %llu %d\n", m->a, m->b, m->c, m->d, m->e, (unsigned long long)m->f, m->g);
}

int main(void) {
    struct mixed m;
    memset(&m, 0, sizeof m);
    m.a = 9 & 7, m.b = -7, m.c = 100000, m.d = 300, m.e = -3, m.f = 0x1234567890ULL, m.g = 1;
    show(&m);
    for (int i = 0; i < 10; ++i) {
        m.a++, m.b += 5, m.c -= 33333u, m.d ^= 0x155, m.e = (signed char)(m.e * 3 + 1), m.f += m.f >> 3, m.g = !m.g;
        show(&m);
    }
    unsigned char bytes[sizeof m];
    memcpy(bytes, &m, sizeof m);
    printf("%02x%02x%02x%02x\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    return 0;
}
