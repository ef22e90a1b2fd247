/* NaNs and infinities that a program computes: classified, printed, taken apart, and passed through the mathematical functions. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static volatile double zero = 0, one = 1;
static volatile float zerof = 0;

static void kind(const char *name, double x) {
    float f = (float)x;
    printf("%s: %d%d%d%d%d %d%d%d%d%d %d %d", name, fpclassify(x) == FP_NAN, fpclassify(x) == FP_INFINITE,
           fpclassify(x) == FP_NORMAL, fpclassify(x) == FP_SUBNORMAL, fpclassify(x) == FP_ZERO, fpclassify(f) == FP_NAN,
           fpclassify(f) == FP_INFINITE, fpclassify(f) == FP_NORMAL, fpclassify(f) == FP_SUBNORMAL, fpclassify(f) == FP_ZERO,
           isfinite(x) != 0, (isnan)(x) + 2 * !!(isinf)(x) + 4 * !!finite(x));
    /* The sign that is printed of a NaN differs between machines. */
    if (!isnan(x)) printf(" %f %g", x, f);
    printf("\n");
}

static void parts(double x) {
    double whole;
    double part = modf(x, &whole);
    float wholef;
    float partf = modff((float)x, &wholef);
    printf("%d %d %d %d", isnan(part) != 0, isnan(whole) != 0, isnan(partf) != 0, isnan(wholef) != 0);
    if (!isnan(x)) printf(" %g %g %d %g %g", part, whole, signbit(part) != 0, partf, wholef);
    printf("\n");
}

int main(void) {
    double nan = zero / zero, infinity = one / zero;
    kind("nan", nan);
    kind("infinity", infinity);
    kind("-infinity", -infinity);
    kind("one", one);
    kind("tiny", 1e-310);
    kind("small", 1e-40);
    kind("zero", zero);
    parts(nan);
    parts(infinity);
    parts(-infinity);
    parts(-2.5);
    parts(-2);
    parts(0.25);
    parts(1e300);
    int power;
    double results[] = {floor(nan), ceil(nan), round(nan), trunc(nan), rint(nan), fmod(nan, 2), sqrt(nan), sin(nan), cos(nan),
                        cbrt(nan), ldexp(nan, 1), frexp(nan, &power), remainder(nan, 2), fma(nan, 1, 1), acos(2 * one),
                        sqrt(-one), infinity - infinity};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) printf("%d", isnan(results[i]) != 0);
    printf("\n%g %g %g %d\n", fmax(nan, 1), fmin(1, nan), fma(one, 2, 3), isnan(zerof / zerof) != 0);
    double (*volatile magnitude)(double) = fabs;
    float (*volatile magnitudef)(float) = fabsf;
    printf("%d %d %g %g\n", magnitude(nan) > -1, magnitudef(zerof / zerof) > -1, magnitude(-one), magnitudef(-infinity));
    int whole = 0;
    for (int i = -1074; i < 1024; i++) whole += log2(ldexp(one, i)) == i && (i < -149 || i > 127 || log2f(ldexpf(1, i)) == i);
    printf("%d %.12g %.12g %.6g %d %d\n", whole, log2(3 * one), log2(one / 3), log2f(5), isnan(log2(-one)) != 0, log2(zero) == -infinity);
    errno = 0;
    volatile size_t many = 0x10001, few = 3;
    void *volatile much = calloc(many, 0x10000), *volatile little = calloc(few, 5);
    printf("%d %d %d\n", much == NULL, errno == ENOMEM, ((char *)little)[14]);
    return 0;
}
