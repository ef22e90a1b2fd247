/* The locks inside of newlib: recursive ones on futexes. */
#ifndef __SYS_LOCK_H__
#define __SYS_LOCK_H__

#ifdef __cplusplus
extern "C" {
#endif

/* state: 0 free, 1 taken, 2 taken with threads waiting. owner: an address that each thread has its own of. */
struct __pnacl_lock {
    unsigned state;
    const void *owner;
    unsigned depth;
};
typedef struct __pnacl_lock _LOCK_T;
typedef struct __pnacl_lock _LOCK_RECURSIVE_T;

void __pnacl_lock_init(_LOCK_T *);
void __pnacl_lock_acquire(_LOCK_T *);
/* Whether it is taken now: 0 if so. */
int __pnacl_lock_try(_LOCK_T *);
void __pnacl_lock_release(_LOCK_T *);

#define __LOCK_INIT(class, lock) class _LOCK_T lock = {0, 0, 0};
#define __LOCK_INIT_RECURSIVE(class, lock) __LOCK_INIT(class, lock)
#define __lock_init(lock) __pnacl_lock_init(&(lock))
#define __lock_init_recursive(lock) __pnacl_lock_init(&(lock))
#define __lock_close(lock) ((void)0)
#define __lock_close_recursive(lock) ((void)0)
#define __lock_acquire(lock) __pnacl_lock_acquire(&(lock))
#define __lock_acquire_recursive(lock) __pnacl_lock_acquire(&(lock))
#define __lock_try_acquire(lock) __pnacl_lock_try(&(lock))
#define __lock_try_acquire_recursive(lock) __pnacl_lock_try(&(lock))
#define __lock_release(lock) __pnacl_lock_release(&(lock))
#define __lock_release_recursive(lock) __pnacl_lock_release(&(lock))

#ifdef __cplusplus
}
#endif
#endif
