// Complex numbers: arithmetic, arguments, results, members.
#include <stdio.h>

typedef _Complex double z;
struct pole { z at; float _Complex residue; };
#define RE __real__
#define IM __imag__

static z make(double re, double im) {
    z r;
    RE r = re, IM r = im;
    return r;
}
__attribute__((noinline)) static z power(z base, int n) {
    z r = make(1, 0);
    // The parts by hand: multiplying complex numbers asks a library about NaNs.
    for (; n > 0; --n) r = make(RE r * RE base - IM r * IM base, RE r * IM base + IM r * RE base);
    return r;
}
__attribute__((noinline)) static float _Complex sum(const struct pole *poles, int count) {
    float _Complex total = 0;
    for (int i = 0; i < count; ++i) total += poles[i].residue;
    return total;
}

int main(void) {
    z a = make(1, 2), b = ~a + make(0.5, 0.25) - a;
    printf("%.3f %.3f %d\n", RE b, IM b, a == make(1, 2));
    for (int n = 0; n < 5; ++n) printf("(%.2f %.2f) ", RE power(a, n), IM power(a, n));
    struct pole poles[3];
    for (int i = 0; i < 3; ++i) {
        poles[i].at = -a * (double)i;
        RE poles[i].residue = (float)i, IM poles[i].residue = 0.5f;
    }
    float _Complex total = sum(poles, 3);
    printf("%.2f %.2f %.2f\n", (double)RE total, (double)IM total, IM poles[2].at);
    return 0;
}
