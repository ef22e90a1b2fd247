/* Types of threads and of what they wait for. All that are not attributes begin as zeros. */
#ifndef _SYS__PTHREADTYPES_H_
#define _SYS__PTHREADTYPES_H_

#include <sys/lock.h>
#include <sys/sched.h>

typedef struct __pnacl_thread *pthread_t;
typedef unsigned pthread_key_t;

typedef struct {
    int is_initialized;
    int detachstate;
    __SIZE_TYPE__ stacksize;
    void *stackaddr;
    int schedpolicy;
    struct sched_param schedparam;
} pthread_attr_t;

typedef struct {
    _LOCK_T lock;
    int type;
} pthread_mutex_t;
typedef struct {
    int type;
} pthread_mutexattr_t;

typedef struct {
    unsigned sequence;
    int clock;
} pthread_cond_t;
typedef struct {
    int clock;
} pthread_condattr_t;

typedef struct {
    int state;
} pthread_once_t;

/* readers: how many hold it, or -1 for a writer. */
typedef struct {
    _LOCK_T lock;
    int readers;
    unsigned sequence;
} pthread_rwlock_t;
typedef struct {
    int unused;
} pthread_rwlockattr_t;

typedef unsigned pthread_spinlock_t;

typedef struct {
    _LOCK_T lock;
    unsigned count, arrived, round;
} pthread_barrier_t;
typedef struct {
    int unused;
} pthread_barrierattr_t;

#endif
