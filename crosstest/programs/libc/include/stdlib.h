#ifndef MINI_STDLIB
#define MINI_STDLIB
#include <mini-types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fffffff
MINI_C void exit(int) __attribute__((noreturn)), abort(void) __attribute__((noreturn));
MINI_C int atexit(void (*)(void));
MINI_C void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
MINI_C int abs(int), atoi(const char *), rand(void);
MINI_C long labs(long), atol(const char *), strtol(const char *, char **, int);
MINI_C long long llabs(long long), strtoll(const char *, char **, int);
MINI_C unsigned long strtoul(const char *, char **, int);
MINI_C unsigned long long strtoull(const char *, char **, int);
MINI_C void srand(unsigned);
MINI_C void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
#endif
