// newlib: the small library has no fmod. Every pair of special values; NaNs are computed, so that nothing says which bits they have.
#include <math.h>
#include <stdio.h>

static void show(double r) {
    if (r != r)
        printf(" nan");
    else
        printf(" %.17g", r);
}

int main(void) {
    volatile double zero = 0.0;
    const double values[] = {5.5, -5.5, 1e300, 2.25, 0.0, -0.0, 1.0 / zero, -1.0 / zero, zero / zero, 1e-310, 0x1p-1074};
    const int count = sizeof values / sizeof *values;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            show(fmod(values[i], values[j]));
        for (int j = 0; j < count; j++)
            show(fmodf((float)values[i], (float)values[j]));
        printf("\n");
    }
    return 0;
}
