// Where members lie and how large things are, on a machine that aligns 64 bits to 8 bytes.
#include <stddef.h>
#include <stdio.h>

struct a { char c; long long l; char d; };
struct b { char c; double d; short s; float f; char e; };
struct c { char x[3]; struct a in; union { int i; char c; } u; };
struct __attribute__((aligned(32))) d { int i; };
struct e { int n; struct d d; char last; };
struct __attribute__((packed, aligned(2))) f { char c; int i; };

#define SHOW(type, member) printf(#type "." #member " %u\n", (unsigned)offsetof(struct type, member))

int main(void) {
    printf("%u %u %u %u %u %u\n", (unsigned)sizeof(struct a), (unsigned)sizeof(struct b), (unsigned)sizeof(struct c), (unsigned)sizeof(struct d), (unsigned)sizeof(struct e), (unsigned)sizeof(struct f));
    SHOW(a, l), SHOW(a, d), SHOW(b, d), SHOW(b, f), SHOW(b, e), SHOW(c, in), SHOW(c, u), SHOW(e, d), SHOW(e, last), SHOW(f, i);
    printf("%u %u %u %u\n", (unsigned)sizeof(long), (unsigned)sizeof(void *), (unsigned)sizeof(size_t), (unsigned)sizeof(wchar_t));
    static struct e es[2];
    static struct c cs[2];
    printf("%d %d\n", (int)((char *)&es[1].d - (char *)&es[0].d), (int)((char *)&cs[1].in.l - (char *)&cs[0]));
    printf("%d\n", (int)((size_t)&es[1].d % 32));
    return 0;
}
