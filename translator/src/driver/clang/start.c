/* The start-up of a program that brings none: finds the interfaces (NaCl IRT), sets up the main thread's own variables, runs constructors, main,
   and what stands in the way of its exit status. Everything but _start is weak: a C library replaces it. */
typedef unsigned int u32;
typedef u32 (*query_function)(const char *name, void *table, u32 size);
#define WEAK __attribute__((weak))

static struct {
    int (*close)(int), (*dup)(int, int *), (*dup2)(int, int), (*read)(int, void *, u32, u32 *), (*write)(int, const void *, u32, u32 *);
    int (*seek)(int, long long, int, long long *), (*fstat)(int, void *), (*getdents)(int, void *, u32, u32 *);
} fdio;
static struct {
    void (*exit)(int);
    int (*gettod)(void *), (*clock)(void *), (*nanosleep)(const void *, void *), (*sched_yield)(void), (*sysconf)(int, int *);
} basic;
static struct {
    int (*tls_init)(void *);
    void *(*tls_get)(void);
} tls;

/* The interface query function, for whatever else a program asks for. */
WEAK query_function __nacl_irt_query;

typedef void (*function)(void);
/* As numbers: a compiler takes it that two arrays have two addresses. */
#define DISTANCE(from, to) ((u32)(to) - (u32)(from))
extern function __init_array_start[], __init_array_end[], __fini_array_start[], __fini_array_end[];
extern char __tls_template_start[], __tls_template_tdata_end[], __tls_template_end[];
extern u32 __tls_template_alignment;
int main(int argc, char **argv, char **envp);

WEAK __attribute__((noreturn)) void _exit(int status) {
    for (;;) basic.exit(status);
}
static function at_exit[64];
static u32 at_exit_count;
WEAK int atexit(function f) {
    if (at_exit_count == sizeof at_exit / sizeof *at_exit) return -1;
    at_exit[at_exit_count++] = f;
    return 0;
}
WEAK __attribute__((noreturn)) void exit(int status) {
    while (at_exit_count > 0) at_exit[--at_exit_count]();
    for (u32 i = 0; i < DISTANCE(__fini_array_start, __fini_array_end) / 4; ++i) __fini_array_start[i]();
    _exit(status);
}
/* As a shell reports a process that SIGABRT ended. */
WEAK __attribute__((noreturn)) void abort(void) { _exit(134); }
WEAK int write(int file, const void *bytes, u32 size) {
    u32 done = 0;
    return fdio.write(file, bytes, size, &done) == 0 ? (int)done : -1;
}
WEAK int read(int file, void *bytes, u32 size) {
    u32 done = 0;
    return fdio.read(file, bytes, size, &done) == 0 ? (int)done : -1;
}

static void set_up_thread(void) {
    static char block[4096] __attribute__((aligned(64)));
    u32 align = __tls_template_alignment, size = DISTANCE(__tls_template_start, __tls_template_end);
    u32 whole = (size + align - 1) & ~(align - 1);
    if (align > 64 || whole + 64 > sizeof block) __builtin_trap();
    char *pointer = block + sizeof block - 64;
    for (u32 i = 0; i < DISTANCE(__tls_template_start, __tls_template_tdata_end); ++i) pointer[i - whole] = __tls_template_start[i];
    *(void **)pointer = pointer;
    tls.tls_init(pointer);
}

/* info: cleanup function, count of environment variables, count of arguments, arguments, 0, environment, 0, auxiliary vector. */
void _start(u32 *info) {
    char **argv = (char **)(info + 3), **envp = argv + info[2] + 1;
    u32 *aux = (u32 *)(envp + info[1] + 1);
    while (aux[0] != 32) aux += 2; /* AT_SYSINFO: the query function */
    __nacl_irt_query = (query_function)aux[1];
    __nacl_irt_query("nacl-irt-fdio-0.1", &fdio, sizeof fdio);
    __nacl_irt_query("nacl-irt-basic-0.1", &basic, sizeof basic);
    if (DISTANCE(__tls_template_start, __tls_template_end) != 0) {
        __nacl_irt_query("nacl-irt-tls-0.1", &tls, sizeof tls);
        set_up_thread();
    }
    for (u32 i = 0; i < DISTANCE(__init_array_start, __init_array_end) / 4; ++i) __init_array_start[i]();
    exit(main((int)info[2], argv, envp));
}
