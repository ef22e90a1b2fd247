/* Locks of readers and writers, barriers, spin locks, semaphores. */
#include <sched.h>
#include <semaphore.h>

#include "thread.h"

int pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    *rwlock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *rwlock) { return rwlock->readers != 0 ? EBUSY : 0; }

static int try_rwlock(pthread_rwlock_t *rwlock, int writes) {
    __pnacl_lock_acquire(&rwlock->lock);
    int can = writes ? rwlock->readers == 0 : rwlock->readers >= 0;
    if (can) rwlock->readers = writes ? -1 : rwlock->readers + 1;
    __pnacl_lock_release(&rwlock->lock);
    return can ? 0 : EBUSY;
}

static int take_rwlock(pthread_rwlock_t *rwlock, int writes) {
    for (;;) {
        unsigned before = __atomic_load_n(&rwlock->sequence, __ATOMIC_ACQUIRE);
        if (try_rwlock(rwlock, writes) == 0) return 0;
        __pnacl_wait(&rwlock->sequence, before, NULL);
    }
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock) { return take_rwlock(rwlock, 0); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock) { return try_rwlock(rwlock, 0); }
int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock) { return take_rwlock(rwlock, 1); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock) { return try_rwlock(rwlock, 1); }
int pthread_rwlock_unlock(pthread_rwlock_t *rwlock) {
    __pnacl_lock_acquire(&rwlock->lock);
    rwlock->readers = rwlock->readers < 0 ? 0 : rwlock->readers - 1;
    __pnacl_lock_release(&rwlock->lock);
    __atomic_fetch_add(&rwlock->sequence, 1, __ATOMIC_RELEASE);
    __pnacl_wake(&rwlock->sequence, 0x7fffffff);
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *spin, int shared) {
    (void)shared;
    *spin = 0;
    return 0;
}
int pthread_spin_destroy(pthread_spinlock_t *spin) { return *spin != 0 ? EBUSY : 0; }
int pthread_spin_trylock(pthread_spinlock_t *spin) { return __atomic_exchange_n(spin, 1, __ATOMIC_ACQUIRE) != 0 ? EBUSY : 0; }
int pthread_spin_lock(pthread_spinlock_t *spin) {
    while (pthread_spin_trylock(spin) != 0) sched_yield();
    return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *spin) {
    __atomic_store_n(spin, 0, __ATOMIC_RELEASE);
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
    (void)attributes;
    if (count == 0) return EINVAL;
    *barrier = (pthread_barrier_t){.count = count};
    return 0;
}
int pthread_barrier_destroy(pthread_barrier_t *barrier) { return barrier->arrived != 0 ? EBUSY : 0; }
int pthread_barrier_wait(pthread_barrier_t *barrier) {
    __pnacl_lock_acquire(&barrier->lock);
    unsigned round = barrier->round;
    int is_last = ++barrier->arrived == barrier->count;
    if (is_last) {
        barrier->arrived = 0;
        __atomic_store_n(&barrier->round, round + 1, __ATOMIC_RELEASE);
    }
    __pnacl_lock_release(&barrier->lock);
    if (is_last) {
        __pnacl_wake(&barrier->round, 0x7fffffff);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    while (__atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) == round) __pnacl_wait(&barrier->round, round, NULL);
    return 0;
}

int sem_init(sem_t *sem, int shared, unsigned units) {
    (void)shared;
    if (units > SEM_VALUE_MAX) return finish(EINVAL);
    sem->units = units;
    return 0;
}
int sem_destroy(sem_t *sem) {
    (void)sem;
    return 0;
}
int sem_trywait(sem_t *sem) {
    unsigned units = __atomic_load_n(&sem->units, __ATOMIC_RELAXED);
    while (units != 0)
        if (__atomic_compare_exchange_n(&sem->units, &units, units - 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 0;
    return finish(EAGAIN);
}
int sem_timedwait(sem_t *sem, const struct timespec *deadline) {
    while (sem_trywait(sem) != 0) {
        int error = __pnacl_wait(&sem->units, 0, deadline);
        if (error != 0 && error != EAGAIN) return finish(error);
    }
    return 0;
}
int sem_wait(sem_t *sem) { return sem_timedwait(sem, NULL); }
int sem_post(sem_t *sem) {
    if (__atomic_fetch_add(&sem->units, 1, __ATOMIC_RELEASE) >= SEM_VALUE_MAX) {
        __atomic_fetch_sub(&sem->units, 1, __ATOMIC_RELAXED);
        return finish(EOVERFLOW);
    }
    __pnacl_wake(&sem->units, 1);
    return 0;
}
int sem_getvalue(sem_t *sem, int *units) {
    *units = (int)__atomic_load_n(&sem->units, __ATOMIC_RELAXED);
    return 0;
}
