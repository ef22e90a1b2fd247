// Text in UTF-8, UTF-16 and UTF-32: literals, and conversions between them.
#include <stddef.h>
#include <stdio.h>

static int encode(unsigned c, char *to) {
    if (c < 0x80) return to[0] = (char)c, 1;
    if (c < 0x800) return to[0] = (char)(0xc0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000) return to[0] = (char)(0xe0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)), to[2] = (char)(0x80 | (c & 63)), 3;
    return to[0] = (char)(0xf0 | c >> 18), to[1] = (char)(0x80 | (c >> 12 & 63)), to[2] = (char)(0x80 | (c >> 6 & 63)), to[3] = (char)(0x80 | (c & 63)), 4;
}

int main(void) {
    static const unsigned points[] = {'A', 0xe9, 0x20ac, 0x1d11e, 0x7ff, 0x800, 0xffff};
    for (unsigned i = 0; i < sizeof points / sizeof *points; ++i) {
        char bytes[4];
        int size = encode(points[i], bytes);
        printf("%x:", points[i]);
        for (int k = 0; k < size; ++k) printf(" %02x", (unsigned char)bytes[k]);
        if (points[i] > 0xffff) printf(" (%x %x)", 0xd800 + ((points[i] - 0x10000) >> 10), 0xdc00 + (points[i] & 0x3ff));
        printf("\n");
    }
    static const __CHAR16_TYPE__ half[] = u"a\u20ac\U0001d11e";
    static const __CHAR32_TYPE__ full[] = U"a\u20ac\U0001d11e";
    static const wchar_t wide[] = L"na\u00efve";
    printf("%u %u %u %x %x %x\n", (unsigned)sizeof half, (unsigned)sizeof full, (unsigned)sizeof wide, half[3], (unsigned)full[2], (unsigned)wide[2]);
    printf("%s %u\n", "caf\xc3\xa9" " \u00bd", (unsigned)sizeof u8"\u00bd");
    return 0;
}
