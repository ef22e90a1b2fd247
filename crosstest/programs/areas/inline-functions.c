// static inline functions, constants that are known, statement expressions, typeof, __auto_type.
#include <stdio.h>

#define MAX(a, b) ({ __auto_type x_ = (a); __auto_type y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b), (b) = t_; } while (0)
#define KIND(x) _Generic((x), int: "int", unsigned char: "byte", double: "double", float *: "floats", default: "other")

static inline __attribute__((always_inline)) unsigned mix(unsigned h, unsigned x) { return (h ^ x) * 16777619u; }
static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
static int calls;
static int next(void) { return ++calls; }

int main(void) {
    double d = 1.5, e = -2;
    SWAP(d, e);
    int m = MAX(next(), next() * 10);
    printf("%.1f %.1f %d %d\n", d, e, m, calls);
    printf("%s %s %s %s %s\n", KIND(1), KIND((unsigned char)1), KIND(1.0), KIND((float *)0), KIND("x"));
    unsigned h = 2166136261u;
    for (const char *s = "inline"; *s; ++s) h = mix(h, (unsigned char)*s);
    printf("%x %d %d %d\n", h, clamp(5, 0, 3), clamp(-5, 0, 3), clamp(2, 0, 3));
    int fallback = next() ?: 99, array[] = {[0 ... 1] = 7, [2] = 1, [4] = 7};
    printf("%d %d %d\n", fallback, array[4] + array[2], (int)sizeof(char[MAX(3, 4) > 3 ? 2 : 1]));
    return __builtin_choose_expr(1, 0, "never");
}
