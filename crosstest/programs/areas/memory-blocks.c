// Copies, moves and fills of every small size, and of structures, as builtins and as assignments.
#include <stdio.h>
#include <string.h>

static unsigned char area[256], other[256];
static unsigned hash(const unsigned char *p, int size) {
    unsigned h = 0;
    while (size-- > 0) h = h * 33 + *p++;
    return h;
}
#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(9) X(12) X(15) X(16) X(17) X(24) X(31) X(32) X(33) X(64) X(100)
#define ONE(n) \
    memcpy(area + n % 7, other + n % 5, n), memmove(area + 100, area + 100 + n % 9, n), memmove(area + 140, area + 139, n), memset(other + n, n, n), h = h * 17 + hash(area, 256) + hash(other, 256);

struct s1 { char c[1]; };
struct s7 { char c[7]; };
struct s40 { int i[10]; };

int main(void) {
    for (int i = 0; i < 256; ++i) area[i] = (unsigned char)(i * 7), other[i] = (unsigned char)(255 - i);
    unsigned h = 0;
    SIZES(ONE)
    printf("%x\n", h);
    struct s40 a[3] = {{{1, 2, 3}}, {{4}}, {{5}}}, b = a[0];
    a[2] = a[0], a[0] = a[1], a[1] = b;
    struct s7 c = {"abcdef"}, d = c;
    struct s1 e = {{'x'}}, f[3] = {e, e, e};
    d.c[3] = f[2].c[0];
    printf("%d %d %d %s %s\n", a[0].i[0], a[1].i[2], a[2].i[1], c.c, d.c);
    for (int n = 0; n < 20; n += 3) printf("%d ", memcmp(area, area + 140, (size_t)n) == 0);
    printf("\n");
    return 0;
}
