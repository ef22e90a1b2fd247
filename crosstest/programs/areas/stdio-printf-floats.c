// printf: every conversion of floating point with flags, widths and precisions.
#include <stdio.h>

int main(void) {
    static const double values[] = {0, 1, -1.5, 3.14159265358979, 1e10, 123456789.125, 1e-5, 6.02214076e23, 0.1, 99.995};
    for (unsigned i = 0; i < sizeof values / sizeof *values; ++i) {
        double v = values[i];
        printf("[%f][%.2f][%10.1f][%-10.3f][%+.1f][%010.2f][%.0f]\n", v, v, v, v, v, v, v);
        printf("[%e][%.2e][%12.3e][%E][%g][%.3g][%G][%10.4g]\n", v, v, v, v, v, v, v, v);
    }
    printf("[%.0f][%.0f][%.0f][%.0f][%.1f]\n", 0.5, 1.5, 2.5, 3.5, 0.25);
    printf("[%.20f][%.15g][%.17g]\n", 0.1, 0.1, 0.1);
    printf("[%g][%g][%g][%g]\n", 100000.0, 1000000.0, 0.0001, 0.00001);
    return 0;
}
