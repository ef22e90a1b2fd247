// Functions of math.h that are exact: rounding, roots, remainders, signs, scaling.
#include <math.h>
#include <stdio.h>

int main(void) {
    static const double values[] = {0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 1e15 + 0.5, 4503599627370497.0, -1e300, 0.1};
    for (unsigned i = 0; i < sizeof values / sizeof *values; ++i) {
        double v = values[i];
        printf("%.1f %.1f %.1f %.1f %.1f ", floor(v), ceil(v), trunc(v), round(v), rint(v));
        printf("%.17g %.17g %.17g %.1f\n", sqrt(fabs(v)), fmod(v, 0.7), fmod(1e10, fabs(v) + 0.3), copysign(3, v));
        float f = (float)v;
        printf("%.9g %.9g %.9g\n", (double)sqrtf(fabsf(f)), (double)floorf(f), (double)truncf(f));
    }
    printf("%.17g %.17g %.17g\n", ldexp(0.75, 10), ldexp(1, -1060), ldexp(3, 1000));
    printf("%d %d %d\n", isnan(sqrt(-1.0)), isnan(fmod(1, 0)), sqrt(INFINITY) == INFINITY);
    return 0;
}
