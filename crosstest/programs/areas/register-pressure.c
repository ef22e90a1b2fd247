// More values alive than there are registers, of all kinds, across calls.
#include <stdio.h>

__attribute__((noinline)) static unsigned step(unsigned x) { return x * 1664525 + 1013904223; }
__attribute__((noinline)) static double half(double x) { return x / 2 + 1; }

int main(void) {
    unsigned s = 1;
    unsigned a = s = step(s), b = s = step(s), c = s = step(s), d = s = step(s), e = s = step(s), f = s = step(s), g = s = step(s), h = s = step(s);
    unsigned long long p = (unsigned long long)a * b, q = (unsigned long long)c * d, r = (unsigned long long)e * f, t = (unsigned long long)g * h;
    double u = a, v = b, w = c, x = d, y = e, z = f;
    for (int i = 0; i < 10; ++i) {
        a += b ^ c, b -= d & e, c ^= f | g, d += h << 1, e -= a >> 1, f ^= b * 3, g += c % 1000, h -= d / 7;
        p += q ^ a, q -= r & b, r ^= t | c, t += p >> 5;
        u = half(u) + v / 3, v = half(v) - w, w = half(w) + x, x = half(x) - y, y = half(y) + z, z = half(z) - u;
        s = step(s ^ a ^ (unsigned)p);
    }
    printf("%x %x %x %x %x %x %x %x %x\n", a, b, c, d, e, f, g, h, s);
    printf("%llx %llx %llx %llx\n", p, q, r, t);
    printf("%.6g %.6g %.6g %.6g %.6g %.6g\n", u, v, w, x, y, z);
    return 0;
}
