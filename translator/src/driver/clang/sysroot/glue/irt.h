/* The interfaces that a program asks its runtime for, as tables of functions, and what the glue shares. */
#ifndef PNACL_IRT_H
#define PNACL_IRT_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* A program that defines a function of the same name has its own. */
#define WEAK __attribute__((weak))

struct irt_stat {
    uint64_t device, inode;
    uint32_t mode, links, user, group;
    uint64_t special;
    int64_t size;
    int32_t block_size, blocks;
    int64_t access_time, access_nanos, modify_time, modify_nanos, change_time, change_nanos;
};

struct irt_basic {
    void (*exit)(int);
    int (*gettod)(void *);
    int (*clock)(uint32_t *);
    int (*nanosleep)(const struct timespec *, struct timespec *);
    int (*sched_yield)(void);
    int (*sysconf)(int, int *);
};

struct irt_fdio {
    int (*close)(int);
    int (*dup)(int, int *);
    int (*dup2)(int, int);
    int (*read)(int, void *, size_t, size_t *);
    int (*write)(int, const void *, size_t, size_t *);
    int (*seek)(int, int64_t, int, int64_t *);
    int (*fstat)(int, struct irt_stat *);
    int (*getdents)(int, void *, size_t, size_t *);
    int (*fchdir)(int);
    int (*fchmod)(int, mode_t);
    int (*fsync)(int);
    int (*fdatasync)(int);
    int (*ftruncate)(int, int64_t);
    int (*isatty)(int, int *);
};

struct irt_filename {
    int (*open)(const char *, int, mode_t, int *);
    int (*stat)(const char *, struct irt_stat *);
    int (*mkdir)(const char *, mode_t);
    int (*rmdir)(const char *);
    int (*chdir)(const char *);
    int (*getcwd)(char *, size_t);
    int (*unlink)(const char *);
    int (*truncate)(const char *, int64_t);
    int (*lstat)(const char *, struct irt_stat *);
    int (*link)(const char *, const char *);
    int (*rename)(const char *, const char *);
    int (*symlink)(const char *, const char *);
    int (*chmod)(const char *, mode_t);
    int (*access)(const char *, int);
    int (*readlink)(const char *, char *, size_t, size_t *);
    int (*utimes)(const char *, const void *);
};

struct irt_memory {
    int (*sysbrk)(void **);
    int (*mmap)(void **, size_t, int, int, int, int64_t);
    int (*munmap)(void *, size_t);
    int (*mprotect)(void *, size_t, int);
};

struct irt_tls {
    int (*init)(void *);
    void *(*get)(void);
};

struct irt_thread {
    int (*create)(void (*)(void), void *, void *);
    void (*exit)(int32_t *);
    int (*nice)(int);
};

struct irt_futex {
    int (*wait)(const volatile unsigned *, unsigned, const struct timespec *);
    int (*wake)(const volatile unsigned *, int, int *);
};

struct irt_clock {
    int (*getres)(int, struct timespec *);
    int (*gettime)(int, struct timespec *);
};

struct irt_random {
    int (*bytes)(void *, size_t, size_t *);
};

/* Asks for an interface; the parts of the table that it does not have stay zero. */
size_t __pnacl_query(const char *name, void *table, size_t size);

/* Defines a function that gives the table of an interface, by the first of the names that is known. Two threads that ask at the same time
   write the same. */
#define IRT_INTERFACE(type, function, ...)                                                                                             \
    static const struct type *function(void) {                                                                                         \
        static struct type table;                                                                                                      \
        static int known;                                                                                                              \
        static const char *const names[] = {__VA_ARGS__};                                                                              \
        if (!__atomic_load_n(&known, __ATOMIC_ACQUIRE)) {                                                                              \
            for (size_t i = 0; i < sizeof names / sizeof *names; ++i)                                                                  \
                if (__pnacl_query(names[i], &table, sizeof table) != 0) break;                                                         \
            __atomic_store_n(&known, 1, __ATOMIC_RELEASE);                                                                             \
        }                                                                                                                              \
        return &table;                                                                                                                 \
    }

/* An error number of an interface as one of ours; a function that is not there. */
int __pnacl_errno(int number);
#define IRT_CALL(table, function, ...) ((table)->function ? __pnacl_errno((table)->function(__VA_ARGS__)) : ENOSYS)

/* 0 for no error; else sets errno. */
static inline int finish(int error) {
    if (error == 0) return 0;
    errno = error;
    return -1;
}

/* Waits until *word is not value, or somebody wakes it, or it is late (by the real-time clock). */
int __pnacl_wait(const volatile unsigned *word, unsigned value, const struct timespec *deadline);
void __pnacl_wake(const volatile unsigned *word, int count);

/* A block for thread-local variables: what it takes, and its filling. The thread pointer is the result. */
size_t __pnacl_tls_size(void);
void *__pnacl_tls_fill(void *block, void *descriptor);

#endif
