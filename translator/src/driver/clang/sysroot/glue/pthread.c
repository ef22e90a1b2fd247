/* Threads: their start, their end, and who waits for it. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "thread.h"

enum { STACK = 1 << 20, PAGE = 65536 };
enum { JOINABLE, DETACHED, ENDED };

struct __pnacl_thread {
    void *(*function)(void *);
    void *value;
    struct _reent reent;
    /* Stack and thread-local variables. */
    void *memory;
    size_t size;
    /* ENDED once the value is the result. */
    unsigned state;
    /* Zero once the stack is not used any more. */
    volatile int32_t uses_stack;
    struct __pnacl_thread *next;
};

IRT_INTERFACE(irt_thread, threads, "nacl-irt-thread-0.1")
IRT_INTERFACE(irt_tls, tls, "nacl-irt-tls-0.1")

void __sinit(struct _reent *);

static struct __pnacl_thread main_thread;
static __thread struct __pnacl_thread *current;

/* Detached threads that have ended; those whose stacks are free go when the next one is made. */
static struct __pnacl_thread *ended;
static pthread_mutex_t ended_lock = PTHREAD_MUTEX_INITIALIZER;

pthread_t pthread_self(void) { return current != NULL ? current : &main_thread; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static void release(struct __pnacl_thread *thread) {
    munmap(thread->memory, thread->size);
    free(thread);
}

static void release_ended(void) {
    pthread_mutex_lock(&ended_lock);
    for (struct __pnacl_thread **at = &ended; *at != NULL;) {
        struct __pnacl_thread *thread = *at;
        if (thread->uses_stack) {
            at = &thread->next;
            continue;
        }
        *at = thread->next;
        release(thread);
    }
    pthread_mutex_unlock(&ended_lock);
}

void pthread_exit(void *value) {
    struct __pnacl_thread *thread = current;
    if (__pnacl_end_specifics) __pnacl_end_specifics();
    if (thread == NULL) {
        /* The other threads go on; the last one to end ends the process. */
        main_thread.value = value;
        threads()->exit(NULL);
        __builtin_trap();
    }
    _reclaim_reent(&thread->reent);
    __pnacl_reent_set(NULL);
    thread->value = value;
    if (__atomic_exchange_n(&thread->state, ENDED, __ATOMIC_ACQ_REL) == DETACHED) {
        pthread_mutex_lock(&ended_lock);
        thread->next = ended;
        ended = thread;
        pthread_mutex_unlock(&ended_lock);
    } else {
        __pnacl_wake(&thread->state, 0x7fffffff);
    }
    threads()->exit((int32_t *)&thread->uses_stack);
    __builtin_trap();
}

static void begin(void) {
    struct __pnacl_thread *thread = ((struct __pnacl_thread **)tls()->get())[1];
    current = thread;
    __pnacl_reent_set(&thread->reent);
    pthread_exit(thread->function(thread->value));
}

int pthread_create(pthread_t *made, const pthread_attr_t *attributes, void *(*function)(void *), void *value) {
    release_ended();
    __sinit(_GLOBAL_REENT);
    struct __pnacl_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return EAGAIN;
    size_t stack = attributes != NULL && attributes->stacksize != 0 ? (attributes->stacksize + 15) & -16u : STACK;
    thread->size = (stack + __pnacl_tls_size() + PAGE - 1) & -PAGE;
    thread->memory = mmap(NULL, thread->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (thread->memory == MAP_FAILED) {
        free(thread);
        return EAGAIN;
    }
    _REENT_INIT_PTR(&thread->reent);
    thread->function = function;
    thread->value = value;
    thread->state = attributes != NULL && attributes->detachstate == PTHREAD_CREATE_DETACHED ? DETACHED : JOINABLE;
    thread->uses_stack = 1;
    *made = thread;
    char *end = (char *)thread->memory + stack;
    int error = IRT_CALL(threads(), create, begin, end, __pnacl_tls_fill(end, thread));
    if (error != 0) release(thread);
    return error;
}

int pthread_join(pthread_t thread, void **value) {
    if (thread == pthread_self()) return EDEADLK;
    unsigned state;
    while ((state = __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE)) != ENDED) {
        if (state == DETACHED) return EINVAL;
        __pnacl_wait(&thread->state, state, NULL);
    }
    while (thread->uses_stack) sched_yield();
    if (value != NULL) *value = thread->value;
    release(thread);
    return 0;
}

int pthread_detach(pthread_t thread) {
    unsigned state = JOINABLE;
    if (__atomic_compare_exchange_n(&thread->state, &state, DETACHED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return 0;
    return state == ENDED ? pthread_join(thread, NULL) : EINVAL;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare, (void)parent, (void)child;
    return 0;
}

int pthread_attr_init(pthread_attr_t *attributes) {
    *attributes = (pthread_attr_t){.is_initialized = 1, .stacksize = STACK};
    return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) {
    attributes->is_initialized = 0;
    return 0;
}
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE) return EINVAL;
    attributes->detachstate = state;
    return 0;
}
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
    *state = attributes->detachstate;
    return 0;
}
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
    if (size < PTHREAD_STACK_MIN) return EINVAL;
    attributes->stacksize = size;
    return 0;
}
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
    *size = attributes->stacksize;
    return 0;
}
int pthread_attr_setscope(pthread_attr_t *attributes, int scope) {
    (void)attributes;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : ENOTSUP;
}
