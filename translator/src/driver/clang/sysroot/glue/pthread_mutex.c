/* Mutexes and condition variables. */
#include "thread.h"

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    *mutex = (pthread_mutex_t){.type = attributes != NULL ? attributes->type : PTHREAD_MUTEX_DEFAULT};
    return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->lock.state != 0 ? EBUSY : 0; }

static int take(pthread_mutex_t *mutex, const struct timespec *deadline) {
    if (mutex->type != PTHREAD_MUTEX_RECURSIVE && __pnacl_lock_is_mine(&mutex->lock)) {
        if (mutex->type == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
        /* It waits for itself, for ever or until it is late. */
        unsigned never = 0;
        int error;
        while ((error = __pnacl_wait(&never, 0, deadline)) == 0 || error == EAGAIN) {}
        return error;
    }
    return __pnacl_lock_until(&mutex->lock, deadline);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) { return take(mutex, NULL); }
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) { return take(mutex, deadline); }
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (mutex->type != PTHREAD_MUTEX_RECURSIVE && __pnacl_lock_is_mine(&mutex->lock)) return EBUSY;
    return __pnacl_lock_try(&mutex->lock);
}
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (mutex->type != PTHREAD_MUTEX_NORMAL && !__pnacl_lock_is_mine(&mutex->lock)) return EPERM;
    __pnacl_lock_release(&mutex->lock);
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    attributes->type = PTHREAD_MUTEX_DEFAULT;
    return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void)attributes;
    return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK) return EINVAL;
    attributes->type = type;
    return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type) {
    *type = attributes->type;
    return 0;
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attributes) {
    *cond = (pthread_cond_t){.clock = attributes != NULL ? attributes->clock : 0};
    return 0;
}
int pthread_cond_destroy(pthread_cond_t *cond) {
    (void)cond;
    return 0;
}

/* The same moment by the real-time clock. */
static int by_real_time(int clock, const struct timespec *deadline, struct timespec *real) {
    struct timespec now, then;
    if (clock_gettime((clockid_t)clock, &then) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0) return errno;
    long long nanos = (long long)(deadline->tv_nsec - then.tv_nsec) + now.tv_nsec;
    long long seconds = deadline->tv_sec - then.tv_sec + now.tv_sec;
    for (; nanos < 0; nanos += 1000000000) --seconds;
    for (; nanos >= 1000000000; nanos -= 1000000000) ++seconds;
    *real = (struct timespec){.tv_sec = seconds, .tv_nsec = (long)nanos};
    return 0;
}

/* A signal is a change of the number: it cannot be missed between the unlock and the wait. */
static int wait_for(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline) {
    unsigned before = __atomic_load_n(&cond->sequence, __ATOMIC_ACQUIRE);
    int error = pthread_mutex_unlock(mutex);
    if (error != 0) return error;
    int waited = __pnacl_wait(&cond->sequence, before, deadline);
    error = pthread_mutex_lock(mutex);
    return error != 0 ? error : waited == ETIMEDOUT || waited == EINVAL ? waited : 0;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) { return wait_for(cond, mutex, NULL); }
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline) {
    struct timespec real = *deadline;
    if (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000) return EINVAL;
    if (cond->clock != 0) {
        int error = by_real_time(cond->clock, deadline, &real);
        if (error != 0) return error;
    }
    return wait_for(cond, mutex, &real);
}

static int wake(pthread_cond_t *cond, int count) {
    __atomic_fetch_add(&cond->sequence, 1, __ATOMIC_ACQ_REL);
    __pnacl_wake(&cond->sequence, count);
    return 0;
}
int pthread_cond_signal(pthread_cond_t *cond) { return wake(cond, 1); }
int pthread_cond_broadcast(pthread_cond_t *cond) { return wake(cond, 0x7fffffff); }

int pthread_condattr_init(pthread_condattr_t *attributes) {
    attributes->clock = 0;
    return 0;
}
int pthread_condattr_destroy(pthread_condattr_t *attributes) {
    (void)attributes;
    return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    attributes->clock = clock == CLOCK_REALTIME ? 0 : (int)clock;
    return 0;
}
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    *clock = attributes->clock == 0 ? CLOCK_REALTIME : (clockid_t)attributes->clock;
    return 0;
}
