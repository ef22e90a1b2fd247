/* The start-up: finds the interfaces, sets up the main thread, runs constructors and main. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "irt.h"

typedef void (*function)(void);
/* As numbers: a compiler takes it that two arrays have two addresses. */
#define COUNT(from, to) (((uintptr_t)(to) - (uintptr_t)(from)) / sizeof(function))
extern function __init_array_start[], __init_array_end[], __fini_array_start[], __fini_array_end[];
extern char **environ;
int main(int argc, char **argv, char **envp);

/* The address tells C++'s destructors which program they belong to. */
void *__dso_handle = &__dso_handle;

static size_t (*query)(const char *, void *, size_t);

size_t __pnacl_query(const char *name, void *table, size_t size) { return query(name, table, size); }

static void run_destructors(void) {
    for (size_t i = COUNT(__fini_array_start, __fini_array_end); i > 0; --i) __fini_array_start[i - 1]();
}

static void set_up_thread(void) {
    struct irt_tls tls;
    void *block = sbrk((intptr_t)__pnacl_tls_size());
    if (block == (void *)-1 || query("nacl-irt-tls-0.1", &tls, sizeof tls) == 0) __builtin_trap();
    tls.init(__pnacl_tls_fill(block, NULL));
}

/* As glibc and the BSDs call it. */
WEAK char *program_invocation_name, *program_invocation_short_name;

WEAK const char *getprogname(void) { return program_invocation_short_name; }
WEAK void setprogname(const char *name) {
    const char *slash = strrchr(name, '/');
    program_invocation_short_name = (char *)(slash != NULL ? slash + 1 : name);
}

/* info: cleanup function, count of environment variables, count of arguments, arguments, 0, environment, 0, auxiliary vector. */
void _start(uint32_t *info) {
    char **argv = (char **)(info + 3), **envp = argv + info[2] + 1;
    uint32_t *aux = (uint32_t *)(envp + info[1] + 1);
    while (aux[0] != 32) aux += 2; /* AT_SYSINFO: the query function */
    query = (size_t(*)(const char *, void *, size_t))aux[1];
    set_up_thread();
    environ = envp;
    program_invocation_name = info[2] != 0 ? argv[0] : "";
    setprogname(program_invocation_name);
    if (COUNT(__fini_array_start, __fini_array_end) != 0) atexit(run_destructors);
    for (size_t i = 0; i < COUNT(__init_array_start, __init_array_end); ++i) __init_array_start[i]();
    exit(main((int)info[2], argv, envp));
}
