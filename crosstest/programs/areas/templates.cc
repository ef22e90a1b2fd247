// C++: templates, overloading, operators, references, lambdas, static members.
#include <stdio.h>

template <typename T, int N> struct Ring {
    T items[N] = {};
    int next = 0;
    void push(T item) { items[next++ % N] = item; }
    template <typename F> T fold(T start, F f) const {
        for (const T &item : items) start = f(start, item);
        return start;
    }
    static int pushes;
};
template <typename T, int N> int Ring<T, N>::pushes = N * 10;

struct Fraction {
    long long n, d;
    Fraction operator+(const Fraction &o) const { return {n * o.d + o.n * d, d * o.d}; }
    Fraction &operator*=(int k) { return n *= k, *this; }
    bool operator<(const Fraction &o) const { return n * o.d < o.n * d; }
};
template <typename T> const T &larger(const T &a, const T &b) { return a < b ? b : a; }
static const char *kind(int) { return "int"; }
static const char *kind(double) { return "double"; }
static const char *kind(const char *) { return "text"; }
template <int N> struct Factorial { static constexpr long long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr long long value = 1; };

int main() {
    Ring<double, 4> ring;
    for (int i = 0; i < 7; ++i) ring.push(i * 1.5);
    int calls = 0;
    double sum = ring.fold(0.5, [&calls](double a, double b) { return ++calls, a + b; });
    Fraction f = Fraction{1, 3} + Fraction{1, 4};
    f *= 2;
    const Fraction &g = larger(f, Fraction{1, 1});
    printf("%.2f %d %lld/%lld %lld\n", sum, calls, g.n, g.d, Factorial<15>::value);
    printf("%s %s %s %d\n", kind(1), kind(1.0), kind("1"), Ring<char, 7>::pushes);
    return 0;
}
