// Threads that add to the same numbers, with atomic operations and with a lock of their own, and wait for each other.
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 200, STACK = 65536 };
static int sum, turns, locked, done;
static long long wide;
static unsigned results[THREADS][4 * ROUNDS + 400];

#ifdef __pnacl__
extern unsigned (*__nacl_irt_query)(const char *name, void *table, unsigned size);
static struct { int (*create)(void (*start)(void), void *stack, void *pointer); void (*exit)(int *); int (*nice)(int); } threads;
static struct { int others[4]; int (*yield)(void); int last; } basic;
static int starting;
static void *work(void *which);
static void let_others(void) { basic.yield(); }
static void begin(void) {
    work((void *)(__INTPTR_TYPE__)(__atomic_fetch_add(&starting, 1, __ATOMIC_SEQ_CST) + 1));
    threads.exit(0);
}
static void start(int which) {
    static void *pointers[THREADS][8];
    threads.create(begin, (char *)malloc(STACK) + STACK, pointers[which]);
}
static void get_ready(void) {
    __nacl_irt_query("nacl-irt-thread-0.1", &threads, sizeof threads);
    __nacl_irt_query("nacl-irt-basic-0.1", &basic, sizeof basic);
}
#else
#include <pthread.h>
#include <sched.h>
static void *work(void *which);
static void let_others(void) { sched_yield(); }
static void start(int which) {
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)(__INTPTR_TYPE__)(which + 1));
}
static void get_ready(void) {}
#endif

static void *work(void *which) {
    for (int i = 0; i < ROUNDS; ++i) {
        __atomic_fetch_add(&sum, (int)(__INTPTR_TYPE__)which, __ATOMIC_SEQ_CST);
        while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE)) let_others();
        turns += 1, wide = wide * 3 % 1000003 + 1;
        __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
    }
    unsigned *own = results[(__INTPTR_TYPE__)which - 1], x = (unsigned)(__INTPTR_TYPE__)which;
    for (int i = 0; i < 4 * ROUNDS + 400; ++i) own[i] = x = x * 1664525 + 1013904223;
    __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
    return 0;
}

int main(void) {
    get_ready();
    for (int i = 0; i < THREADS; ++i) start(i);
    while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) != THREADS) let_others();
    printf("%d %d %lld %x %x\n", sum, turns, wide, results[0][1199], results[3][7]);
    return 0;
}
