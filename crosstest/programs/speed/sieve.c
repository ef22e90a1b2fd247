/* Prime numbers below a million, by a sieve of bytes, and their sum: long loops over memory. The argument says how often. */
#include "../c/start.h"

enum { LIMIT = 1000000 };
static u8 is_composite[LIMIT];

static u64 sieve(void) {
    u64 sum = 0;
    for (u32 i = 0; i < LIMIT; ++i) is_composite[i] = 0;
    for (u32 i = 2; i < LIMIT; ++i) {
        if (is_composite[i]) continue;
        sum += i;
        for (u32 multiple = 2 * i; multiple < LIMIT; multiple += i) is_composite[multiple] = 1;
    }
    return sum;
}

static int program(int argc, char **argv) {
    int rounds = argument(argc, argv, 1, 1);
    u64 sum = 0;
    for (int i = 0; i < rounds; ++i) sum = sum * 3 + sieve();
    put_named("sum", sum);
    return 0;
}
