/* x * y + z, rounded once (C11 7.12.13.1, F.10.10.1), which newlib rounds twice. */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FRACTION = 52, LEAST = -1074, TOP = 124 };

/* A magnitude: (high * 2^64 + low) * 2^exponent. */
struct wide {
    uint64_t high, low;
    int exponent;
};

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double number_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The magnitude of a finite number that is not zero, with its highest bit at FRACTION; its exponent. */
static uint64_t magnitude(double x, int *exponent) {
    uint64_t bits = bits_of(x) & INT64_MAX;
    int biased = bits >> FRACTION;
    if (biased != 0) {
        *exponent = biased - 1 + LEAST;
        return (bits & ((UINT64_C(1) << FRACTION) - 1)) | UINT64_C(1) << FRACTION;
    }
    int up = __builtin_clzll(bits) - (63 - FRACTION);
    *exponent = LEAST - up;
    return bits << up;
}

static struct wide shifted_left(struct wide a, int by) {
    if (by == 0) return a;
    if (by >= 64) return (struct wide){a.low << (by - 64), 0, a.exponent - by};
    return (struct wide){a.high << by | a.low >> (64 - by), a.low << by, a.exponent - by};
}

/* Down to an exponent; what is lost sets the lowest bit. */
static struct wide shifted_right(struct wide a, int by) {
    uint64_t lost;
    int exponent = a.exponent + by;
    if (by == 0) return a;
    if (by >= 128) return (struct wide){0, (a.high | a.low) != 0, exponent};
    if (by >= 64) {
        lost = a.low | (by > 64 ? a.high << (128 - by) : 0);
        return (struct wide){0, a.high >> (by - 64) | (lost != 0), exponent};
    }
    lost = a.low << (64 - by);
    return (struct wide){a.high >> by, a.high << (64 - by) | a.low >> by | (lost != 0), exponent};
}

/* The product of two magnitudes below 2^53, by its halves of 32 bits. */
static struct wide product(uint64_t a, uint64_t b, int exponent) {
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32), other = a_low * b_high + (uint32_t)middle;
    return (struct wide){a_high * b_high + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low, exponent};
}

static int is_less(struct wide a, struct wide b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

static struct wide sum(struct wide a, struct wide b) {
    uint64_t low = a.low + b.low;
    return (struct wide){a.high + b.high + (low < b.low), low, a.exponent};
}

static struct wide difference(struct wide a, struct wide b) {
    return (struct wide){a.high - b.high - (a.low < b.low), a.low - b.low, a.exponent};
}

/* The nearest number, the even one of two, of a magnitude that is not zero. */
static double rounded(struct wide a, int is_negative) {
    int highest = a.high != 0 ? 127 - __builtin_clzll(a.high) : 63 - __builtin_clzll(a.low);
    int by = highest - FRACTION;
    if (a.exponent + by < LEAST) by = LEAST - a.exponent;
    /* Two bits more than are kept: the half, and whether there is anything below it. */
    struct wide kept = by >= 2 ? shifted_right(a, by - 2) : shifted_left(a, 2 - by);
    uint64_t number = kept.low >> 2, rest = kept.low & 3;
    number += rest == 3 || (rest == 2 && number & 1);
    uint64_t bits = ((uint64_t)(a.exponent + by - LEAST) << FRACTION) + number;
    uint64_t infinity = UINT64_C(0x7ff) << FRACTION;
    if (a.exponent + by - LEAST > 0x7fe || bits > infinity) bits = infinity;
    return number_of(bits | (uint64_t)is_negative << 63);
}

double fma(double x, double y, double z) {
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0) return x * y + z;
    if (!isfinite(z)) return z + z;
    if (z == 0) return x * y;
    int x_exponent, y_exponent, z_exponent;
    uint64_t x_bits = magnitude(x, &x_exponent), y_bits = magnitude(y, &y_exponent), z_bits = magnitude(z, &z_exponent);
    /* Both with their highest bits at TOP or next to it: what is shifted out is far below what is rounded, unless nothing is. */
    struct wide a = shifted_left(product(x_bits, y_bits, x_exponent + y_exponent), TOP - 2 * FRACTION);
    struct wide b = shifted_left((struct wide){0, z_bits, z_exponent}, TOP - FRACTION);
    int a_negative = (signbit(x) != 0) != (signbit(y) != 0), b_negative = signbit(z) != 0;
    if (a.exponent > b.exponent) b = shifted_right(b, a.exponent - b.exponent);
    if (a.exponent < b.exponent) a = shifted_right(a, b.exponent - a.exponent);
    if (a_negative == b_negative) return rounded(sum(a, b), a_negative);
    if (is_less(a, b)) return rounded(difference(b, a), b_negative);
    struct wide left = difference(a, b);
    return (left.high | left.low) == 0 ? 0.0 : rounded(left, a_negative);
}

/* The product is a double; the sum is rounded to an odd one, which says to which side the float's rounding has to go. */
float fmaf(float x, float y, float z) {
    double exact = (double)x * y, sum = exact + z;
    if (!isfinite(sum)) return sum;
    double part = sum - exact, error = (exact - (sum - part)) + (z - part);
    uint64_t bits = bits_of(sum);
    if (error != 0 && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
    return number_of(bits);
}
