/* Calls every function of module.ll and is called by them; counts what went wrong. Built by gcc, as a program that prints the count, or
   with -DFREESTANDING as an object whose check() returns it. */
#include <stdint.h>
#ifdef FREESTANDING
#define REPORT(what) ((void)0)
#else
#include <stdio.h>
#define REPORT(what) printf("wrong: %s\n", what)
#endif

typedef int32_t v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef int16_t v8h __attribute__((vector_size(16)));
typedef int8_t v16b __attribute__((vector_size(16)));

#define MIXED int32_t a, int64_t b, float c, double d, int32_t e, int64_t f, float g, double h, int32_t i, int64_t j, float k, double l
extern int32_t t_mixed(MIXED), t_forward(MIXED), t_apply(int32_t (*)(int32_t), int32_t), t_alloca(int32_t);
extern int64_t t_i64(int64_t, int64_t);
extern float t_float(float, float);
extern double t_double(uint64_t, double);
extern v4i t_vectors(v4i, int32_t, v4f, v8h, v16b, v4i);
extern int32_t *t_words(void);
extern int32_t words[2];

static uint32_t mix(MIXED) {
    return a * 3u + (uint32_t)b * 5u + (uint32_t)(b >> 32) * 7u + (int32_t)c * 11u + (int32_t)d * 13u + e * 17u + (uint32_t)f * 19u +
           (uint32_t)(f >> 32) * 23u + (int32_t)g * 29u + (int32_t)h * 31u + i * 37u + (uint32_t)j * 41u + (uint32_t)(j >> 32) * 43u +
           (int32_t)k * 47u + (int32_t)l * 53u;
}

/* The alignment of the stack that the ABI promises, and a register that a call preserves. */
#ifdef __arm__
#define STACK_ALIGN 8
#define KEPT "r8"
#elif defined(__mips__)
#define STACK_ALIGN 8
#define KEPT "s0"
#elif defined(__i386__)
#define STACK_ALIGN 16
#define KEPT "ebx"
#else
#define STACK_ALIGN 16
#define KEPT "r12"
#endif

/* Wants the stack aligned as the ABI says: on x86, gcc stores vectors to it with movaps. */
static int aligned(void) {
    volatile v4i on_stack = {1, 2, 3, 4};
    return ((uintptr_t)&on_stack & (STACK_ALIGN - 1)) == 0 && on_stack[2] == 3;
}

int32_t c_mixed(MIXED) { return aligned() ? (int32_t)mix(a, b, c, d, e, f, g, h, i, j, k, l) : -1; }
int64_t c_i64(int64_t x) { return aligned() ? x ^ 0x0123456789abcdefLL : -1; }
float c_float(float x) { return x * 2; }
double c_double(double x) { return x / 4; }
v4i c_vectors(v4i a, int32_t n, v4f f, v8h h, v16b b, v4i c) {
    v4i r;
    for (int lane = 0; lane < 4; lane++) r[lane] = a[lane] * n + (int32_t)f[lane] + h[lane + 4] * 100 + b[lane + 12] * 10000 + c[lane] * 2;
    return r;
}
static int32_t triple(int32_t x) { return 3 * x; }

static int failures;
#define CHECK(what) do { if (!(what)) { REPORT(#what); failures++; } } while (0)

static int same(v4i x, v4i y) {
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2] && x[3] == y[3];
}

int check(void) {
    register int kept asm(KEPT) = 1234567;
    asm volatile("" : "+r"(kept));
    CHECK(t_mixed(1, 0x200000003LL, 4.5f, -5.5, 6, -7, 8.25f, 9.75, 10, 0x0b0000000cLL, -13, 14) ==
          (int32_t)mix(1, 0x200000003LL, 4.5f, -5.5, 6, -7, 8.25f, 9.75, 10, 0x0b0000000cLL, -13, 14));
    CHECK(t_forward(-1, 0x7fffffffffffffffLL, 1e6f, 1e9, 5, 6, -7, -8, 9, -10, 11, 12) ==
          (int32_t)mix(-1, 0x7fffffffffffffffLL, 1e6f, 1e9, 5, 6, -7, -8, 9, -10, 11, 12));
    CHECK(t_i64(-1000000007LL * 1000, 12345) == ((-1000000007LL * 1000 / 12345 * 1000003 + -1000000007LL * 1000 % 12345) ^ 0x0123456789abcdefLL));
    CHECK(t_float(10.5f, 4) == 5.0f);
    CHECK(t_double(0xfffffffffffff800u, 0.0) == 18446744073709549568.0 / 4);
    v4i a = {1, 2, 3, 4}, c = {50, 60, 70, 80}, got, want;
    v4f f = {5, 6, 7, 8};
    v8h h = {0, 0, 0, 0, 9, 10, 11, 12};
    v16b b = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 14, 15, 16};
    got = t_vectors(a, 1000, f, h, b, c);
    want = c_vectors(a, 1000, f, h, b, c) - c;
    CHECK(same(got, want));
    CHECK(t_apply(triple, 14) == 42);
    CHECK(t_words() == words && words[1] == 0 && ((unsigned char *)(intptr_t)words[0])[3] == 4);
    for (int size = 1; size < 5000; size += 777) CHECK(t_alloca(size) == 7);
    CHECK(kept == 1234567);
    return failures;
}

#ifndef FREESTANDING
int main(void) {
    int count = check();
    printf("%d failures\n", count);
    return count != 0;
}
#endif
