// Integers and floating point at odd addresses, through packed structures and copies.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record { char tag; short s; int i; long long l; float f; double d; char end; };

int main(void) {
    struct record r[3];
    memset(r, 0, sizeof r);
    for (int k = 0; k < 3; ++k) {
        r[k].tag = (char)('a' + k), r[k].s = (short)(-1000 * k), r[k].i = 0x12345678 + k, r[k].l = -(1LL << (20 * k));
        r[k].f = 1.5f * (float)k, r[k].d = 1.0 / (k + 1), r[k].end = '.';
    }
    printf("%u\n", (unsigned)sizeof(struct record));
    const unsigned char *bytes = (const unsigned char *)r;
    unsigned sum = 0;
    for (unsigned k = 0; k < sizeof r; ++k) sum = sum * 33 + bytes[k];
    printf("%x\n", sum);
    for (int at = 0; at < 8; ++at) {
        int word;
        long long wide;
        memcpy(&word, bytes + at, sizeof word), memcpy(&wide, bytes + at, sizeof wide);
        printf("%08x %016llx\n", (unsigned)word, (unsigned long long)wide);
    }
    for (int k = 0; k < 3; ++k) r[k].l += r[k].i, r[k].d *= r[k].f, printf("%c %d %lld %.4f%c\n", r[k].tag, r[k].s, r[k].l, r[k].d, r[k].end);
    return 0;
}
