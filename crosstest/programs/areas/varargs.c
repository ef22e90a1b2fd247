// Variable arguments of every type, lists that are passed on and copied.
#include <stdarg.h>
#include <stdio.h>

struct point { int x; double y; char name[5]; };

static double sum(const char *types, ...) {
    va_list list;
    va_start(list, types);
    double total = 0;
    for (; *types; ++types) {
        switch (*types) {
        case 'i': total += va_arg(list, int); break;
        case 'u': total += va_arg(list, unsigned) * 2.0; break;
        case 'l': total += (double)va_arg(list, long long) * 3; break;
        case 'd': total += va_arg(list, double) * 4; break;
        case 's': for (const char *s = va_arg(list, const char *); *s; ++s) total += *s; break;
        case 'p': { struct point p = va_arg(list, struct point); total += p.x * p.y + p.name[4]; break; }
        case 'f': total += va_arg(list, double (*)(double))(1.5); break;
        }
    }
    va_end(list);
    return total;
}
static double twice(double x) { return 2 * x; }
static int twice_over(char *to, unsigned size, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int first = vsnprintf(to, size, format, list);
    int second = vsnprintf(to + first, size - (unsigned)first, format, again);
    va_end(again);
    va_end(list);
    return first + second;
}

int main(void) {
    struct point p = {3, 2.5, "abcd"};
    p.name[4] = 9;
    printf("%.2f\n", sum("ildsu", -5, 1LL << 40, 2.25, "xyz", 7u));
    printf("%.2f\n", sum("pifpdl", p, 4, twice, p, -1.0, -2LL));
    printf("%.2f\n", sum("ddddddddiiiiiiii", 1., 2., 3., 4., 5., 6., 7., 8., 1, 2, 3, 4, 5, 6, 7, 8));
    char text[100];
    int size = twice_over(text, sizeof text, "<%d %s %c %lld>", 42, "word", 'x', -1LL);
    printf("%d %s\n", size, text);
    return 0;
}
