// Unions: the same bytes as other types, tagged values, members of structures without names.
#include <stdio.h>

union bits { float f; unsigned u; struct { unsigned short low, high; }; unsigned char bytes[4]; };
struct value {
    enum { INTEGER, REAL, TEXT, LIST } kind;
    union { long long integer; double real; const char *text; struct { const struct value *items; int count; }; };
};

static double weight(const struct value *v) {
    switch (v->kind) {
    case INTEGER: return (double)v->integer;
    case REAL: return v->real * 10;
    case TEXT: return v->text[0] + v->text[1];
    case LIST: {
        double sum = 0.5;
        for (int i = 0; i < v->count; ++i) sum += weight(&v->items[i]);
        return sum;
    }
    }
    return -1;
}

int main(void) {
    union bits b = {1.0f};
    printf("%x %x %x %d\n", b.u, b.high, b.low, b.bytes[3]);
    b.u += 0x00800000, printf("%.2f ", (double)b.f);
    b.bytes[3] |= 0x80, printf("%.2f ", (double)b.f);
    b.high = 0x4049, b.low = 0x0fdb, printf("%.5f\n", (double)b.f);
    const struct value inner[] = {{INTEGER, .integer = -4}, {REAL, .real = 2.25}}, items[] = {{TEXT, .text = "ab"}, {LIST, .items = inner, .count = 2}};
    struct value all = {LIST, {.items = items, .count = 2}}, copy = all;
    copy.count = 1;
    printf("%.2f %.2f %u\n", weight(&all), weight(&copy), (unsigned)sizeof(struct value));
    union { long long wide; int halves[2]; double d; } w = {.d = -2};
    printf("%llx %x %x\n", (unsigned long long)w.wide, w.halves[0], w.halves[1]);
    return 0;
}
