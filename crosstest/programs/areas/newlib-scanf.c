// newlib: the small library has no scanf. (newlib reads no hexadecimal floating point.) Every conversion, widths, sets, and where reading ends.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void integers(void) {
    int d = 0, i = 0, j = 0, k = 0, n = 0;
    unsigned u = 0, o = 0, x = 0, big_x = 0;
    int count = sscanf("-12 0x1f 017 19 4000000000 777 beef CAFE rest", "%d %i %i %i %u %o %x %X%n", &d, &i, &j, &k, &u, &o, &x, &big_x, &n);
    printf("%d: %d %d %d %d %u %o %x %X @%d\n", count, d, i, j, k, u, o, x, big_x, n);
    signed char hh = 0;
    short h = 0;
    long l = 0;
    long long ll = 0;
    intmax_t max = 0;
    size_t size = 0;
    ptrdiff_t difference = 0;
    count = sscanf("-7 -300 123456 -9000000000 9000000001 42 -43", "%hhd %hd %ld %lld %jd %zu %td", &hh, &h, &l, &ll, &max, &size, &difference);
    printf("%d: %d %d %ld %lld %" PRIdMAX " %u %d\n", count, hh, h, l, ll, max, (unsigned)size, (int)difference);
    unsigned char uhh = 0;
    unsigned short uh = 0;
    unsigned long long ull = 0;
    count = sscanf("255 65535 18446744073709551615", "%hhu %hu %llu", &uhh, &uh, &ull);
    printf("%d: %u %u %llu\n", count, uhh, uh, ull);
    int a = 0, b = 0, c = 0;
    count = sscanf("123456789", "%3d%2d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", count, a, b, c);
    count = sscanf("1,2;3", "%d,%d,%d", &a, &b, &c);
    printf("%d: %d %d %d\n", count, a, b, c);
    count = sscanf("10 20 30", "%*d %d %*d", &a);
    printf("%d: %d\n", count, a);
}

static void floats(void) {
    float f = 0, e = 0, g = 0;
    double lf = 0, a = 0, narrow = 0;
    int count = sscanf("1.5 -2e3 .25 3.14159 -.5e+2 1234.5678", "%f %e %g %lf %la %6lf", &f, &e, &g, &lf, &a, &narrow);
    printf("%d: %g %g %g %.5f %g %g\n", count, f, e, g, lf, a, narrow);
    long double wide = 0;
    count = sscanf("6.5 inf nan", "%Lf %lf %f", &wide, &lf, &f);
    printf("%d: %.2f %g %d\n", count, (double)wide, lf, f != f);
    count = sscanf("x", "%lf", &lf);
    printf("%d\n", count);
}

static void texts(void) {
    char word[16], part[16], set[16], other[16], range[16], chars[8] = "-------", c = 0;
    int n = 0, m = 0;
    int count = sscanf("  hello wonderful aabbccd,rest]x", " %15s %4s%*s %[a-c]%c", word, part, set, &c);
    printf("%d: %s %s %s %c\n", count, word, part, set, c);
    count = sscanf("key=value;]-z!", "%[^=]=%[^;];%[]a-z-]%n", word, other, range, &n);
    printf("%d: %s %s %s @%d\n", count, word, other, range, n);
    count = sscanf("abcdefg", "%3c%n%2c", chars, &n, chars + 4);
    printf("%d: %s @%d\n", count, chars, n);
    count = sscanf("50% done", "%d%% %s%n", &m, word, &n);
    printf("%d: %d %s @%d\n", count, m, word, n);
    wchar_t wide[8] = {0};
    count = sscanf("wide", "%ls", wide);
    printf("%d: %d %d %d\n", count, (int)wide[0], (int)wide[3], (int)wide[4]);
    char text[32];
    void *pointer = &count, *back = NULL;
    snprintf(text, sizeof text, "%p", pointer);
    count = sscanf(text, "%p", &back);
    printf("%d: %d\n", count, pointer == back);
}

static void ends(void) {
    int a = 5, b = 6;
    char word[8] = "";
    printf("%d", sscanf("", "%d", &a));
    printf(" %d", sscanf("   ", "%d", &a));
    printf(" %d", sscanf("z", "%d", &a));
    printf(" %d", sscanf("1", "%d %d", &a, &b));
    printf(" %d", sscanf("1 z", "%d %d", &a, &b));
    printf(" %d", sscanf("", "%[a]", word));
    printf(" %d", sscanf("abc", "abd%d", &a));
    printf(" %d", sscanf("-", "%d", &a));
    printf(" %d %d\n", a, b);
}

int main(void) {
    integers();
    floats();
    texts();
    ends();
    return 0;
}
