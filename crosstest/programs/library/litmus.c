/* Litmus tests: what two or four threads may see of each other's atomic accesses, by the memory model of C11. Each is tried in batches of
 * cells, at which all threads begin together. Prints how often each saw what it must not, and what it may. Arguments: rounds, by default
 * 500; the exit status is 1 if anything was seen that may not be. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 256, THREADS = 4 };

/* What the threads write, each location on a line of its own; what they read. */
struct cell {
    _Alignas(64) _Atomic uint32_t x;
    _Alignas(64) _Atomic uint32_t y;
    _Alignas(64) uint32_t plain;
    _Alignas(64) uint32_t seen[THREADS][2];
};
static struct cell cells[CELLS];

/* What is counted up, and what has two halves. */
static _Atomic uint8_t bytes[4];
static _Atomic uint16_t halves[2];
static _Atomic uint32_t word;
static _Atomic uint64_t wide, torn;
static uint32_t guarded;
static _Atomic uint32_t lock;

#define STORE(place, order) atomic_store_explicit(&c->place, 1, order)
#define LOAD(place, order) atomic_load_explicit(&c->place, order)
#define TEST(name) static void name(struct cell *c, int thread, uint32_t *seen)

/* Store buffering: of two threads that write and then look at what the other writes, one has to see it. */
#define BUFFERING(name, store, between, load) \
    TEST(name) { \
        if (thread == 0) { \
            store(x); \
            between; \
            seen[0] = load(y); \
        } else { \
            store(y); \
            between; \
            seen[0] = load(x); \
        } \
    }
#define STORE_SC(place) STORE(place, memory_order_seq_cst)
#define STORE_RLX(place) STORE(place, memory_order_relaxed)
#define STORE_REL(place) STORE(place, memory_order_release)
#define LOAD_SC(place) LOAD(place, memory_order_seq_cst)
#define LOAD_RLX(place) LOAD(place, memory_order_relaxed)
#define LOAD_ACQ(place) LOAD(place, memory_order_acquire)
#define EXCHANGE(place) atomic_exchange_explicit(&c->place, 1, memory_order_seq_cst)
#define COMPARE(place) atomic_compare_exchange_strong_explicit(&c->place, &(uint32_t){0}, 1, memory_order_seq_cst, memory_order_seq_cst)
#define FENCE atomic_thread_fence(memory_order_seq_cst)
BUFFERING(buffering_sc, STORE_SC, (void)0, LOAD_SC)
BUFFERING(buffering_exchange, EXCHANGE, (void)0, LOAD_SC)
BUFFERING(buffering_compare, COMPARE, (void)0, LOAD_SC)
BUFFERING(buffering_fence, STORE_RLX, FENCE, LOAD_RLX)
BUFFERING(buffering_relaxed, STORE_RLX, (void)0, LOAD_RLX)
BUFFERING(buffering_release, STORE_REL, (void)0, LOAD_ACQ)
static int nobody_saw(const struct cell *c) { return c->seen[0][0] == 0 && c->seen[1][0] == 0; }

/* Message passing: who sees the flag sees the message. */
#define PASSING(name, message, release, acquire, look) \
    TEST(name) { \
        if (thread == 0) { \
            message; \
            release; \
        } else { \
            seen[0] = acquire; \
            seen[1] = look; \
        } \
    }
PASSING(passing_plain, c->plain = 1, STORE_REL(y), LOAD_ACQ(y), seen[0] ? c->plain : 0)
PASSING(passing_relaxed_message, STORE_RLX(x), STORE_REL(y), LOAD_ACQ(y), LOAD_RLX(x))
PASSING(passing_sc, STORE_SC(x), STORE_SC(y), LOAD_SC(y), LOAD_SC(x))
PASSING(passing_fences, STORE_RLX(x), (atomic_thread_fence(memory_order_release), STORE_RLX(y)), LOAD_RLX(y),
        (atomic_thread_fence(memory_order_acquire), LOAD_RLX(x)))
PASSING(passing_exchange, STORE_RLX(x), (void)atomic_exchange_explicit(&c->y, 1, memory_order_release),
        atomic_fetch_add_explicit(&c->y, 0, memory_order_acquire), LOAD_RLX(x))
static int flag_without_message(const struct cell *c) { return c->seen[1][0] == 1 && c->seen[1][1] == 0; }

/* Load buffering: nobody sees what the other writes only after it has seen this one's. */
TEST(loads) {
    if (thread == 0) {
        seen[0] = LOAD_ACQ(x);
        STORE_REL(y);
    } else {
        seen[0] = LOAD_ACQ(y);
        STORE_REL(x);
    }
}
static int both_saw(const struct cell *c) { return c->seen[0][0] == 1 && c->seen[1][0] == 1; }

/* Independent reads of independent writes: all agree about which came first. */
TEST(independent) {
    if (thread == 0)
        STORE_SC(x);
    else if (thread == 1)
        STORE_SC(y);
    else if (thread == 2) {
        seen[0] = LOAD_SC(x);
        seen[1] = LOAD_SC(y);
    } else {
        seen[0] = LOAD_SC(y);
        seen[1] = LOAD_SC(x);
    }
}
static int disagree(const struct cell *c) {
    return c->seen[2][0] == 1 && c->seen[2][1] == 0 && c->seen[3][0] == 1 && c->seen[3][1] == 0;
}

/* Coherence: one place's values are seen in order. */
TEST(coherence) {
    if (thread == 0)
        atomic_fetch_add_explicit(&c->x, 1, memory_order_relaxed);
    else {
        seen[0] = LOAD_RLX(x);
        seen[1] = LOAD_RLX(x);
    }
}
static int backwards(const struct cell *c) { return c->seen[1][0] == 1 && c->seen[1][1] == 0; }

/* Read, modify, write: no computation is lost, of bytes beside others neither. */
TEST(counts) {
    (void)c;
    atomic_fetch_add(&bytes[thread], 3);
    atomic_fetch_add(&bytes[thread ^ 1], 1);
    atomic_fetch_sub(&halves[thread], 1);
    atomic_fetch_add(&word, 1);
    atomic_fetch_add(&wide, UINT64_C(0x100000001));
    uint32_t old = 0;
    while (!atomic_compare_exchange_weak_explicit(&lock, &old, 1, memory_order_acquire, memory_order_relaxed)) {
        old = 0;
        sched_yield();
    }
    guarded += 1;
    atomic_store_explicit(&lock, 0, memory_order_release);
    /* A value of 64 bits is written and read at once. */
    atomic_store_explicit(&torn, thread ? ~UINT64_C(0) : 0, memory_order_relaxed);
    uint64_t value = atomic_load_explicit(&torn, memory_order_relaxed);
    seen[0] = value != 0 && value != ~UINT64_C(0);
}
static int torn_apart(const struct cell *c) { return c->seen[0][0] || c->seen[1][0]; }

static const struct test {
    const char *name;
    int threads;
    void (*run)(struct cell *, int, uint32_t *);
    int (*looks)(const struct cell *);
    /* Whether what it looks for may be seen. */
    int may;
} tests[] = {
    {"buffering_sc", 2, buffering_sc, nobody_saw, 0},
    {"buffering_exchange", 2, buffering_exchange, nobody_saw, 0},
    {"buffering_compare", 2, buffering_compare, nobody_saw, 0},
    {"buffering_fence", 2, buffering_fence, nobody_saw, 0},
    {"buffering_relaxed", 2, buffering_relaxed, nobody_saw, 1},
    {"buffering_release", 2, buffering_release, nobody_saw, 1},
    {"passing_plain", 2, passing_plain, flag_without_message, 0},
    {"passing_relaxed_message", 2, passing_relaxed_message, flag_without_message, 0},
    {"passing_sc", 2, passing_sc, flag_without_message, 0},
    {"passing_fences", 2, passing_fences, flag_without_message, 0},
    {"passing_exchange", 2, passing_exchange, flag_without_message, 0},
    {"loads", 2, loads, both_saw, 0},
    {"independent", 4, independent, disagree, 0},
    {"coherence", 2, coherence, backwards, 0},
    {"counts", 2, counts, torn_apart, 0},
};

static const struct test *test;
static int rounds = 500;
static _Atomic int arrived;
static int forbidden;

/* All threads begin a batch together. */
static void meet(int number) {
    atomic_fetch_add(&arrived, 1);
    for (int spins = 0; atomic_load(&arrived) < number * test->threads; spins++)
        if (spins > 2000)
            sched_yield();
}

static void *run(void *argument) {
    int thread = (int)(intptr_t)argument;
    for (int round = 0; round < rounds; round++) {
        meet(3 * round + 1);
        for (int i = 0; i < CELLS; i++)
            test->run(&cells[i], thread, cells[i].seen[thread]);
        meet(3 * round + 2);
        if (thread == 0) {
            for (int i = 0; i < CELLS; i++)
                forbidden += test->looks(&cells[i]);
            memset(cells, 0, sizeof cells);
        }
        meet(3 * round + 3);
    }
    return 0;
}

/* Whether all that was counted is there. */
static int is_complete(void) {
    uint32_t each = (uint32_t)rounds * CELLS;
    int right = (uint8_t)(each * 4) == bytes[0] && bytes[0] == bytes[1] && bytes[2] == 0 && bytes[3] == 0;
    right = right && halves[0] == (uint16_t)-each && halves[1] == (uint16_t)-each && word == 2 * each && guarded == 2 * each;
    return right && wide == (UINT64_C(0x100000001) * 2 * each);
}

int main(int argc, char **argv) {
    int wrong = 0;
    if (argc > 1)
        rounds = atoi(argv[1]);
    for (test = tests; test < tests + sizeof tests / sizeof *tests; test++) {
        pthread_t threads[THREADS];
        atomic_store(&arrived, 0);
        forbidden = 0;
        memset(cells, 0, sizeof cells);
        for (int i = 0; i < test->threads; i++)
            pthread_create(&threads[i], 0, run, (void *)(intptr_t)i);
        for (int i = 0; i < test->threads; i++)
            pthread_join(threads[i], 0);
        printf("%s: %d of %d%s\n", test->name, forbidden, rounds * CELLS, test->may ? " (it may)" : "");
        wrong += !test->may && forbidden;
    }
    if (!is_complete()) {
        puts("counts: some are lost");
        wrong++;
    }
    return wrong != 0;
}
