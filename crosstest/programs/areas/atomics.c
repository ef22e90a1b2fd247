// Atomic operations of every width: exchange, compare and exchange, arithmetic and logic.
#include <stdio.h>

#define TRY(type, format, start) \
    do { \
        type x = (type)(start), expected = 3, old; \
        old = __atomic_fetch_add(&x, 5, __ATOMIC_SEQ_CST), printf(format " ", old); \
        old = __atomic_fetch_sub(&x, 7, __ATOMIC_ACQ_REL), printf(format " ", old); \
        old = __atomic_fetch_and(&x, (type)0x7f7f7f7f, __ATOMIC_RELAXED), printf(format " ", old); \
        old = __atomic_fetch_or(&x, 0x11, __ATOMIC_SEQ_CST), printf(format " ", old); \
        old = __atomic_xor_fetch(&x, 0x2a, __ATOMIC_SEQ_CST), printf(format " ", old); \
        old = __atomic_exchange_n(&x, 3, __ATOMIC_SEQ_CST), printf(format " ", old); \
        int swapped = __atomic_compare_exchange_n(&x, &expected, (type)-9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); \
        int again = __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); \
        printf("%d %d " format " " format "\n", swapped, again, expected, __atomic_load_n(&x, __ATOMIC_ACQUIRE)); \
    } while (0)

static _Atomic int counter;
static int plain = 5;
static _Atomic long long wide = 1LL << 40;

int main(void) {
    TRY(unsigned char, "%u", 250);
    TRY(short, "%d", -32768);
    TRY(int, "%d", 0x7ffffff0 - 20);
    TRY(unsigned long long, "%llu", 1ull << 63);
    for (int i = 0; i < 10; ++i) counter += i, wide -= counter, wide ^= 1;
    int before = __sync_fetch_and_nand(&plain, 6);
    printf("%d %lld %d %d %d\n", counter, wide, before, plain, __sync_bool_compare_and_swap(&plain, ~4, 6));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
}
