/* Values that each thread has its own of, and what happens once. */
#include "thread.h"

static struct {
    int is_used;
    void (*destroy)(void *);
} keys[PTHREAD_KEYS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread void *values[PTHREAD_KEYS_MAX];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    int error = EAGAIN;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < PTHREAD_KEYS_MAX && error != 0; ++i) {
        if (keys[i].is_used) continue;
        keys[i].is_used = 1;
        keys[i].destroy = destroy;
        values[i] = NULL;
        *key = i;
        error = 0;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

int pthread_key_delete(pthread_key_t key) {
    if (key >= PTHREAD_KEYS_MAX || !keys[key].is_used) return EINVAL;
    pthread_mutex_lock(&lock);
    keys[key].is_used = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= PTHREAD_KEYS_MAX || !keys[key].is_used) return EINVAL;
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key) { return key < PTHREAD_KEYS_MAX ? values[key] : NULL; }

/* A destructor may set values; after a few rounds they are given up. */
void __pnacl_end_specifics(void) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
        for (unsigned i = 0; i < PTHREAD_KEYS_MAX; ++i) {
            void *value = values[i];
            values[i] = NULL;
            if (value != NULL && keys[i].is_used && keys[i].destroy != NULL) keys[i].destroy(value);
        }
    }
}

enum { BEFORE, DURING, AFTER };

int pthread_once(pthread_once_t *once, void (*function)(void)) {
    unsigned *state = (unsigned *)&once->state, expected = BEFORE;
    if (__atomic_load_n(state, __ATOMIC_ACQUIRE) == AFTER) return 0;
    if (__atomic_compare_exchange_n(state, &expected, DURING, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        function();
        __atomic_store_n(state, AFTER, __ATOMIC_RELEASE);
        __pnacl_wake(state, 0x7fffffff);
        return 0;
    }
    while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != AFTER) __pnacl_wait(state, DURING, NULL);
    return 0;
}
