/* Formatted output and input, numbers, strings, wide characters, time, jumps, signals, mathematics, memory. */
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
static jmp_buf jb;
static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static volatile int sig;
static void handler(int s) { sig = s; }
int main(int argc, char **argv) {
    printf("%d %u %lld %llu %llx %#o %+d % d %05d %-5d| %.3d\n", -1, 4000000000u, LLONG_MIN, ULLONG_MAX,
           0x123456789abcdefULL, 8, 3, 4, 42, 42, 7);
    printf("%hhd %hd %ld %zd %jd %td %p\n", (signed char)300, (short)70000, -5L, (size_t)7, (intmax_t)-9, (ptrdiff_t)3,
           (void *)0x1234);
    printf("%f %e %g %a %.10f %10.3f|%-10.2e|%G %A\n", 3.14159, 1e100, 1e-5, 1.0, 1 / 3.0, 2.5, 1e-300, 1e20, -0.1);
    printf("%f %f %f %g\n", INFINITY, -INFINITY, NAN, -0.0);
    printf("%s %.3s %10s|%-10s|%c%%\n", "abc", "abcdef", "r", "l", 'x');
    printf("%2$s %1$d %3$Lf\n", 5, "pos", 1.25L);
    int n;
    fflush(stdout);
    printf("abc%n\n", &n);
    printf("%d\n", n);
    int a;
    unsigned b;
    long long c;
    float f;
    double d;
    char s[20];
    char cc;
    int r = sscanf("12 0xff -9223372036854775808 1.5 2.5e3 word Z", "%d %x %lld %f %lf %19s %c", &a, &b, &c, &f, &d, s,
                   &cc);
    printf("%d: %d %u %lld %f %f %s %c\n", r, a, b, c, f, d, s, cc);
    r = sscanf("abc123", "%[a-c]%i", s, &a);
    printf("%d %s %d\n", r, s, a);
    const char *nums[] = {"0.1", "1e308", "1e309",   "123456789.123456789",    "-0",
                          "inf", "nan",   "0x1.8p3", "1.7976931348623157e308", "9007199254740993"};
    for (unsigned i = 0; i < sizeof nums / sizeof *nums; i++) {
        char *e;
        errno = 0;
        double v = strtod(nums[i], &e);
        printf("%s %.17g %d %d\n", nums[i], v, (int)*e, errno == ERANGE);
    }
    unsigned seed = 1;
    for (int i = 0; i < 200; i++) {
        union {
            double d;
            uint64_t u;
        } u;
        uint64_t hi;
        seed = seed * 1103515245 + 12345;
        hi = seed;
        seed = seed * 1103515245 + 12345;
        u.u = (hi << 32) | seed;
        if (isnan(u.d) || isinf(u.d))
            continue;
        char buf[64];
        sprintf(buf, "%.17g", u.d);
        if (strtod(buf, 0) != u.d)
            printf("BAD %s\n", buf);
    }
    printf("%ld %lu %lld %llu\n", strtol("-777", 0, 8), strtoul("zz", 0, 36), strtoll("-0x7fffffffffffffff", 0, 0),
           strtoull("18446744073709551616", 0, 10));
    int arr[50];
    for (int i = 0; i < 50; i++)
        arr[i] = (i * 37) % 50;
    qsort(arr, 50, 4, cmp);
    for (int i = 0; i < 50; i++)
        if (arr[i] != i)
            puts("qsort bad");
    int key = 33;
    int *p = bsearch(&key, arr, 50, 4, cmp);
    printf("%d\n", (int)(p - arr));
    printf("%s\n", setlocale(LC_ALL, "C.UTF-8"));
    wchar_t w[20];
    size_t k = mbstowcs(w, "h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80", 20);
    printf("%d %x %x %x\n", (int)k, (unsigned)w[1], (unsigned)w[6], (unsigned)w[8]);
    char mb[40];
    k = wcstombs(mb, w, 40);
    printf("%d %s\n", (int)k, mb);
    wchar_t wb[40];
    swprintf(wb, 40, L"%ls %d %.2f", L"wide", 5, 2.25);
    printf("%ls\n", wb);
    printf("%d %d %d\n", (int)wcslen(wb), wcscmp(L"a", L"b") < 0, (int)towupper(L'\u00e9'));
    time_t t = 1000000000;
    struct tm *tm = gmtime(&t);
    char tb[80];
    strftime(tb, 80, "%Y-%m-%d %H:%M:%S %a %b %j %U %w", tm);
    puts(tb);
    printf("%s", asctime(tm));
    struct tm m = {.tm_year = 100, .tm_mon = 1, .tm_mday = 30};
    printf("%lld\n", (long long)mktime(&m));
    switch (setjmp(jb)) {
    case 0:
        longjmp(jb, 5);
    case 5: {
        puts("jumped");
        /* By a pointer, as libpng does. */
        void (*volatile jump)(jmp_buf, int) = longjmp;
        jump(jb, 6);
    }
    case 6:
        puts("jumped by a pointer");
        break;
    default:
        puts("?");
    }
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    printf("sig %d\n", sig == SIGUSR1);
    errno = 0;
    FILE *fp = fopen("/nonexistent", "r");
    printf("%d %d %s\n", fp == 0, errno == ENOENT, strerror(ENOENT));
    char *t0 = strdup("a,b");
    char *t1 = strtok(t0, ",");
    printf("%s %s %s\n", t1, strtok(0, ","), strrchr("path/to/x", '/'));
    printf("%g %g %g %g %g %g %g\n", sin(1), cos(1), tan(1), exp(1), log(10), pow(2, 0.5), sqrt(2));
    printf("%.17g %.17g %.17g %.17g %.17g\n", sin(1e22), exp(-745), log1p(1e-10), cbrt(27), hypot(3, 4));
    printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", tgamma(1), lgamma(0.5), erf(0.5), fmod(5.5, 2), remainder(5.5, 2),
           atan2(1, -1));
    printf("%.9g %.9g %.9g %.9g\n", sinf(1), powf(2, 0.5f), expf(1), logf(3));
    printf("%g %g %g %g %g %ld %g\n", floor(-1.5), ceil(-1.5), round(2.5), rint(2.5), trunc(-1.7), lround(2.5),
           nearbyint(3.5));
    int ex;
    double fr = frexp(10, &ex);
    printf("%g %d %g %g\n", fr, ex, ldexp(0.5, 4), nextafter(1, 2) - 1);
    double complex z = (1 + 2 * I) * (3 - I) / (2 + I);
    printf("%g %g %g\n", creal(z), cimag(z), cabs(z));
    printf("%d %d %d\n", isalpha('a') != 0, isdigit('x'), toupper('q'));
    char *big = malloc(10000000);
    memset(big, 1, 10000000);
    big = realloc(big, 20000000);
    printf("%d\n", big[9999999]);
    free(big);
    void *ptrs[1000];
    for (int i = 0; i < 1000; i++) {
        ptrs[i] = malloc(i * 13 % 777 + 1);
        memset(ptrs[i], i, i * 13 % 777 + 1);
    }
    for (int i = 0; i < 1000; i += 2)
        free(ptrs[i]);
    for (int i = 0; i < 1000; i += 2)
        ptrs[i] = calloc(1, 50);
    for (int i = 0; i < 1000; i++)
        free(ptrs[i]);
    puts("malloc ok");
    fprintf(stderr, "err\n");
    puts("");
    fputs("no newline", stdout);
    putchar('\n');
    printf("%" PRId64 " %" PRIx32 "\n", (int64_t)-5, (uint32_t)255);
    ldiv_t q = ldiv(-7, 2);
    printf("%ld %ld %d\n", q.quot, q.rem, abs(-3));
    char buf[10];
    n = snprintf(buf, 10, "%s", "longer than ten");
    printf("%d %s\n", n, buf);
    printf("argc %d\n", argc);
    srand(1);
    rand();
    return 3;
}
