/* Integer arithmetic of all widths as digests and checks do it: SHA-256, CRC-32, Adler-32, SipHash-2-4, a 64-bit mixer, modular powers
   and a primality test with 64-bit products and remainders. */
#include "start.h"

static u32 rotate_right(u32 value, int by) { return value >> by | value << (32 - by); }
static u64 rotate_left(u64 value, int by) { return value << by | value >> (64 - by); }

/* FIPS 180-4. The constants are the first bits of roots of primes; they are computed, not written down. */
static u32 constants[64], initial[8];

static u32 root_bits(u32 prime, int power) {
    /* floor(2^32 * frac(prime^(1/power))), by bisection over integers of 128 bits in four parts would be long: the cube of a number of
       35 bits needs 105. Doubles carry 53 bits, which is enough for 32 behind the point of numbers below 32. */
    double low = 1, high = 32;
    for (int i = 0; i < 60; ++i) {
        double middle = (low + high) / 2;
        double raised = power == 2 ? middle * middle : middle * middle * middle;
        if (raised <= (double)prime) low = middle;
        else high = middle;
    }
    return (u32)(i64)((low - (double)(int)low) * 4294967296.0);
}
static void make_constants(void) {
    int count = 0;
    for (u32 number = 2; count < 64; ++number) {
        int prime = 1;
        for (u32 by = 2; by * by <= number; ++by) prime &= number % by != 0;
        if (!prime) continue;
        if (count < 8) initial[count] = root_bits(number, 2);
        constants[count++] = root_bits(number, 3);
    }
}
static void sha256_block(u32 *state, const u8 *block) {
    u32 w[64];
    for (int i = 0; i < 16; ++i)
        w[i] = (u32)block[4 * i] << 24 | (u32)block[4 * i + 1] << 16 | (u32)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
        u32 s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ w[i - 15] >> 3;
        u32 s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    u32 a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; ++i) {
        u32 s1 = rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25);
        u32 first = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        u32 s0 = rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22);
        u32 second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}
static void sha256(const u8 *bytes, u32 size) {
    u32 state[8];
    u8 last[128];
    for (int i = 0; i < 8; ++i) state[i] = initial[i];
    u32 at = 0;
    for (; at + 64 <= size; at += 64) sha256_block(state, bytes + at);
    u32 rest = size - at, padded = rest < 56 ? 64 : 128;
    for (u32 i = 0; i < padded; ++i) last[i] = i < rest ? bytes[at + i] : i == rest ? 0x80 : 0;
    for (int i = 0; i < 8; ++i) last[padded - 1 - i] = (u8)((u64)size * 8 >> (8 * i));
    sha256_block(state, last);
    if (padded == 128) sha256_block(state, last + 64);
    for (int i = 0; i < 8; ++i) put_hex(state[i], 8);
    put_char('\n');
}

static u32 crc32(const u8 *bytes, u32 size) {
    static u32 table[256];
    for (u32 i = 0; i < 256; ++i) {
        u32 value = i;
        for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
        table[i] = value;
    }
    u32 sum = ~0u;
    for (u32 i = 0; i < size; ++i) sum = sum >> 8 ^ table[(u8)(sum ^ bytes[i])];
    return ~sum;
}
static u32 adler32(const u8 *bytes, u32 size) {
    u32 a = 1, b = 0;
    for (u32 i = 0; i < size; ++i) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* SipHash-2-4 (Aumasson, Bernstein 2012). */
static u64 sip_hash(u64 k0, u64 k1, const u8 *bytes, u32 size) {
    u64 v0 = k0 ^ 0x736f6d6570736575ull, v1 = k1 ^ 0x646f72616e646f6dull;
    u64 v2 = k0 ^ 0x6c7967656e657261ull, v3 = k1 ^ 0x7465646279746573ull;
#define ROUND                                                                                                                       \
    v0 += v1, v1 = rotate_left(v1, 13), v1 ^= v0, v0 = rotate_left(v0, 32), v2 += v3, v3 = rotate_left(v3, 16), v3 ^= v2, v0 += v3, \
        v3 = rotate_left(v3, 21), v3 ^= v0, v2 += v1, v1 = rotate_left(v1, 17), v1 ^= v2, v2 = rotate_left(v2, 32)
    for (u32 at = 0; at <= size; at += 8) {
        u64 word = 0;
        for (u32 i = 0; i < 8 && at + i < size; ++i) word |= (u64)bytes[at + i] << (8 * i);
        if (at + 8 > size) word |= (u64)size << 56;
        v3 ^= word;
        ROUND;
        ROUND;
        v0 ^= word;
    }
    v2 ^= 0xff;
    ROUND;
    ROUND;
    ROUND;
    ROUND;
#undef ROUND
    return v0 ^ v1 ^ v2 ^ v3;
}

/* a * b mod m without a wider type. */
static u64 multiply(u64 a, u64 b, u64 m) {
    u64 product = 0;
    a %= m;
    for (; b != 0; b >>= 1) {
        if (b & 1) product = product >= m - a ? product - (m - a) : product + a;
        a = a >= m - a ? a - (m - a) : a + a;
    }
    return product;
}
static u64 power(u64 base, u64 exponent, u64 m) {
    u64 result = 1 % m;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = multiply(result, base, m);
        base = multiply(base, base, m);
    }
    return result;
}
/* Miller and Rabin, with bases that decide below 2^32. */
static int is_prime(u64 n) {
    static const u8 BASES[] = {2, 3, 61};
    if (n < 2) return 0;
    for (u32 i = 0; i < sizeof BASES; ++i)
        if (n % BASES[i] == 0) return n == BASES[i];
    int twos = __builtin_ctzll(n - 1);
    for (u32 i = 0; i < sizeof BASES; ++i) {
        u64 value = power(BASES[i], (n - 1) >> twos, n);
        if (value == 1 || value == n - 1) continue;
        int round = 1;
        for (; round < twos && value != n - 1; ++round) value = multiply(value, value, n);
        if (value != n - 1) return 0;
    }
    return 1;
}
static u64 greatest_common_divisor(u64 a, u64 b) {
    while (b != 0) {
        u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
static i64 signed_work(int count) {
    i64 sum = 0;
    for (int i = 1; i <= count; ++i) {
        i64 a = (i64)random64(), b = (i64)(random64() >> (i % 60)) | 1;
        sum += a / b + a % b + (a >> (i & 63)) + (i32)a / ((i32)b | 1) + (short)a % (short)(b | 1) + (signed char)(a * b);
        sum ^= (i64)__builtin_clzll((u64)b) << 40 ^ (i64)__builtin_popcountll((u64)a) << 50;
        sum += (i64)__builtin_bswap64((u64)a) ^ __builtin_bswap32((u32)b) ^ __builtin_bswap16((u16)a);
    }
    return sum;
}

static u8 message[500];

static int program(int argc, char **argv) {
    make_constants();
    sha256((const u8 *)"", 0);
    sha256((const u8 *)"abc", 3);
    int rounds = argument(argc, argv, 1, 1);
    for (int round = 0; round < rounds; ++round) {
        for (u32 i = 0; i < sizeof message; ++i) message[i] = (u8)(random64() >> (i % 50));
        sha256(message, sizeof message);
        put_named("crc32", crc32(message, sizeof message));
        put_named("adler32", adler32(message, sizeof message));
        for (u32 size = 0; size < 40; size += 7) {
            u64 key = random64();
            put_named("siphash", sip_hash(key, random64(), message, size));
        }
    }
    put_named("crc32 123456789", crc32((const u8 *)"123456789", 9));
    put_named("power", power(3, 10007, 0xffffffffffffffc5ull));
    put_named("prime", (u64)is_prime(4294967291ull));
    put_named("prime", (u64)is_prime(4294967297ull - 10));
    put_named("gcd", greatest_common_divisor(600851475143ull * 9999991, 9999991ull * 104729));
    put_named("signed", (u64)signed_work(100));
    return 0;
}
