/* Waiting at a word of memory, and the recursive locks on it that newlib and the threads use. */
#include <sched.h>
#include <sys/lock.h>

#include "irt.h"

IRT_INTERFACE(irt_futex, futex, "nacl-irt-futex-0.1")

int __pnacl_wait(const volatile unsigned *word, unsigned value, const struct timespec *deadline) {
    return IRT_CALL(futex(), wait, word, value, deadline);
}

void __pnacl_wake(const volatile unsigned *word, int count) {
    int woken;
    (void)IRT_CALL(futex(), wake, word, count, &woken);
}

/* Its address is the thread's name. */
static __thread char self;

void __pnacl_lock_init(_LOCK_T *lock) { *lock = (_LOCK_T){0, 0, 0}; }

int __pnacl_lock_try(_LOCK_T *lock) {
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == &self) {
        ++lock->depth;
        return 0;
    }
    unsigned free = 0;
    if (!__atomic_compare_exchange_n(&lock->state, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return EBUSY;
    __atomic_store_n(&lock->owner, &self, __ATOMIC_RELAXED);
    return 0;
}

/* Who takes a lock after waiting cannot know whether others wait, and takes it that they do. */
int __pnacl_lock_until(_LOCK_T *lock, const struct timespec *deadline) {
    if (__pnacl_lock_try(lock) == 0) return 0;
    while (__atomic_exchange_n(&lock->state, 2, __ATOMIC_ACQUIRE) != 0) {
        int error = __pnacl_wait(&lock->state, 2, deadline);
        if (error != 0 && error != EAGAIN) return error;
    }
    __atomic_store_n(&lock->owner, &self, __ATOMIC_RELAXED);
    return 0;
}

void __pnacl_lock_acquire(_LOCK_T *lock) { __pnacl_lock_until(lock, NULL); }

void __pnacl_lock_release(_LOCK_T *lock) {
    if (lock->depth != 0) {
        --lock->depth;
        return;
    }
    __atomic_store_n(&lock->owner, NULL, __ATOMIC_RELAXED);
    if (__atomic_exchange_n(&lock->state, 0, __ATOMIC_RELEASE) == 2) __pnacl_wake(&lock->state, 1);
}

int __pnacl_lock_is_mine(const _LOCK_T *lock) { return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == &self; }
