/* What a translated program needs of the outside, for one thread, on bare Linux: an entry point, the interface query function, and the
   interfaces that newlib asks for (see crosstest/src/irt/table.rs for names and layouts). No libc: a few system calls.
   x86-64 code with 32-bit pointers is compiled as x32, but runs in an ordinary 64-bit process, whose stack lies beyond 4 GiB: it gets
   another one. */
#include <stdint.h>

typedef uint32_t word;

/* System calls. */
#if defined(__i386__)
enum { SYS_read = 3, SYS_write = 4, SYS_exit = 252, SYS_nanosleep = 162, SYS_gettime = 403, SYS_getres = 406, SYS_getrandom = 355 };
typedef int32_t time_word;
static int syscall3(int number, word a, word b, word c) {
    int result;
    asm volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}
asm(".globl irt_entry\nirt_entry: mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push %eax\n call irt_main\n");
#elif defined(__x86_64__)
enum { SYS_read = 0, SYS_write = 1, SYS_exit = 231, SYS_nanosleep = 35, SYS_gettime = 228, SYS_getres = 229, SYS_getrandom = 318 };
typedef int64_t time_word;
static int syscall3(int number, word a, word b, word c) {
    int result;
    asm volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}
static char stack[8 << 20] __attribute__((aligned(16), used));
asm(".globl irt_entry\nirt_entry: mov %rsp, %rdi\n mov $stack + (8 << 20), %esp\n call irt_main\n");
#elif defined(__arm__)
enum { SYS_read = 3, SYS_write = 4, SYS_exit = 248, SYS_nanosleep = 162, SYS_gettime = 403, SYS_getres = 406, SYS_getrandom = 384 };
typedef int32_t time_word;
static int syscall3(int number, word a, word b, word c) {
    register word r0 asm("r0") = a, r1 asm("r1") = b, r2 asm("r2") = c, r7 asm("r7") = (word)number;
    asm volatile("svc #0" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r7) : "memory");
    return (int)r0;
}
asm(".globl irt_entry\n.type irt_entry, %function\nirt_entry: mov r0, sp\n bic sp, sp, #7\n bl irt_main\n");
#elif defined(__mips__)
enum { SYS_read = 4003, SYS_write = 4004, SYS_exit = 4246, SYS_nanosleep = 4166 };
enum { SYS_gettime = 4403, SYS_getres = 4406, SYS_getrandom = 4353 };
typedef int32_t time_word;
static int syscall3(int number, word a, word b, word c) {
    register word v0 asm("$2") = (word)number, a0 asm("$4") = a, a1 asm("$5") = b, a2 asm("$6") = c, a3 asm("$7");
    asm volatile("syscall" : "+r"(v0), "=r"(a3) : "r"(a0), "r"(a1), "r"(a2)
                 : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25", "memory");
    return a3 ? -(int)v0 : (int)v0;
}
asm(".set push\n.set noreorder\n.globl irt_entry\n.type irt_entry, %function\nirt_entry: move $4, $29\n li $8, -8\n and $29, $29, $8\n"
    " jal irt_main\n addiu $29, $29, -32\n.set pop\n");
#endif

enum { OK = 0, EBADF = 9, ENOMEM = 12, EINVAL = 22, ESPIPE = 29, ENOSYS = 38 };
enum { PAGE = 0x10000 };

static int not_provided(void) { return ENOSYS; }

/* basic, clock, random: the kernel's. Its times with 64 bits for seconds and 64 for nanoseconds have PNaCl's layout. */
static void basic_exit(int status) { syscall3(SYS_exit, (word)status, 0, 0); }
static int clock_gettime_(int id, int64_t *time) { return -syscall3(SYS_gettime, (word)id, (word)(uintptr_t)time, 0); }
static int clock_getres_(int id, int64_t *time) { return -syscall3(SYS_getres, (word)id, (word)(uintptr_t)time, 0); }
static int gettod(int64_t *time) {
    int error = clock_gettime_(0, time);
    time[1] = (int)time[1] / 1000;
    return error;
}
static int clock_(word *ticks) {
    int64_t time[2] = {0, 0};
    int error = clock_gettime_(2, time); /* the process's */
    *ticks = (word)time[0] * 1000000 + (word)time[1] / 1000;
    return error;
}
static int nanosleep_(const word *time, word *rest) {
    time_word wanted[2] = {(time_word)time[0], (time_word)time[2]}, left[2] = {0, 0};
    int error = -syscall3(SYS_nanosleep, (word)(uintptr_t)wanted, (word)(uintptr_t)left, 0);
    if (rest && error) rest[0] = (word)left[0], rest[1] = 0, rest[2] = (word)left[1];
    return error;
}
static int sched_yield_(void) { return OK; }
static int sysconf_(int name, word *value) {
    *value = name == 1 ? 1 : PAGE;
    return name == 1 || name == 2 ? OK : EINVAL;
}
static int get_random_bytes(char *bytes, word count, word *done) {
    int result = syscall3(SYS_getrandom, (word)(uintptr_t)bytes, count, 0);
    *done = result < 0 ? 0 : (word)result;
    return result < 0 ? -result : OK;
}

/* fdio: the standard streams. */
static int transfer(int call, int fd, void *bytes, word count, word *done) {
    int result = fd <= 2 ? syscall3(call, (word)fd, (word)(uintptr_t)bytes, count) : -EBADF;
    if (result < 0) return -result;
    *done = (word)result;
    return OK;
}
static int read_(int fd, void *bytes, word count, word *done) { return transfer(SYS_read, fd, bytes, count, done); }
static int write_(int fd, void *bytes, word count, word *done) { return transfer(SYS_write, fd, bytes, count, done); }
static int close_(int fd) { return (word)fd <= 2 ? OK : EBADF; }
static int seek_(int fd, int64_t offset, int whence, int64_t *at) { (void)fd; (void)offset; (void)whence; (void)at; return ESPIPE; }
static int fstat_(int fd, word *stat) {
    if ((word)fd > 2) return EBADF;
    for (int index = 0; index < 26; index++) stat[index] = 0;
    stat[4] = 020000 | 0600; /* mode: a character device, but no terminal */
    stat[5] = 1;             /* links */
    stat[12] = 4096;         /* preferred block */
    return OK;
}
static int isatty_(int fd, int *result) { (void)fd; *result = 0; return OK; }

/* memory: an arena, from below for sysbrk and from above for mmap; what is given back is not used again. */
static char arena[64 << 20] __attribute__((aligned(PAGE)));
static word low = 0, high = sizeof arena;

static int sysbrk(word *brk) {
    word wanted = *brk - (word)(uintptr_t)arena;
    if (*brk != 0 && wanted <= high) low = wanted;
    *brk = (word)(uintptr_t)arena + low;
    return OK;
}
static int mmap_(word *addr, word size, int prot, int flags, int fd, int64_t offset) {
    (void)prot; (void)offset;
    if (!(flags & 0x20) || fd != -1) return ENOSYS;
    size = (size + PAGE - 1) & -PAGE;
    if (flags & 0x10) { /* at a fixed address: in the place of what is there */
        for (word index = 0; index < size; index++) ((volatile char *)(uintptr_t)*addr)[index] = 0;
        return OK;
    }
    if (size == 0 || size > high - ((low + PAGE - 1) & -PAGE)) return ENOMEM;
    high -= size;
    *addr = (word)(uintptr_t)arena + high;
    return OK;
}
static int munmap_(word addr, word size) { (void)addr; (void)size; return OK; }
static int mprotect_(word addr, word size, int prot) { (void)addr; (void)size; (void)prot; return OK; }

/* tls, futex, mutex, cond, sem: nobody else is there to wait for. */
static void *thread_pointer;
static int tls_init(void *pointer) { thread_pointer = pointer; return OK; }
static void *tls_get(void) { return thread_pointer; }
void *__nacl_read_tp(void) { return thread_pointer; }
static int futex_wake(int *addr, int limit, int *count) { (void)addr; (void)limit; *count = 0; return OK; }
static int create(word *handle) { *handle = 0x100000; return OK; }
static int succeed(void) { return OK; }

/* What each interface is made of. */
typedef void (*entry)(void);
#define E(function) (entry)(function)
#define FDIO E(close_), E(not_provided), E(not_provided), E(read_), E(write_), E(seek_), E(fstat_), E(not_provided)
static const entry basic[] = {E(basic_exit), E(gettod), E(clock_), E(nanosleep_), E(sched_yield_), E(sysconf_)};
static const entry fdio[] = {FDIO, E(not_provided), E(not_provided), E(succeed), E(succeed), E(not_provided), E(isatty_)};
static const entry memory[] = {E(sysbrk), E(mmap_), E(munmap_), E(mprotect_)};
static const entry tls[] = {E(tls_init), E(tls_get)};
static const entry futex[] = {E(not_provided), E(futex_wake)};
static const entry objects[] = {E(create), E(succeed), E(succeed), E(succeed), E(succeed), E(succeed)};
static const entry absent[] = {E(not_provided), E(not_provided), E(not_provided)};
static const entry random_[] = {E(get_random_bytes)};
static const entry clocks[] = {E(clock_getres_), E(clock_gettime_)};

static const struct { const char *name; const entry *functions; word count; } interfaces[] = {
    {"nacl-irt-basic-0.1", basic, 6},      {"nacl-irt-fdio-0.1", fdio, 8},        {"nacl-irt-dev-fdio-0.1", fdio, 8},
    {"nacl-irt-dev-fdio-0.2", fdio, 13},   {"nacl-irt-dev-fdio-0.3", fdio, 14},   {"nacl-irt-filename-0.1", absent, 2},
    {"nacl-irt-memory-0.1", memory, 3},    {"nacl-irt-memory-0.2", memory, 4},    {"nacl-irt-memory-0.3", memory + 1, 3},
    {"nacl-irt-tls-0.1", tls, 2},          {"nacl-irt-thread-0.1", absent, 3},    {"nacl-irt-futex-0.1", futex, 2},
    {"nacl-irt-mutex-0.1", objects, 5},    {"nacl-irt-cond-0.1", objects, 6},     {"nacl-irt-sem-0.1", objects, 4},
    {"nacl-irt-random-0.1", random_, 1},   {"nacl-irt-clock_get-0.1", clocks, 2},
};

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static word query(const char *name, entry *table, word size) {
    for (word index = 0; index < sizeof interfaces / sizeof *interfaces; index++) {
        word count = interfaces[index].count;
        if (!same(name, interfaces[index].name)) continue;
        if (count * sizeof(entry) > size) return 0;
        for (word at = 0; at < count; at++) table[at] = interfaces[index].functions[at];
        return count * sizeof(entry);
    }
    return 0;
}

/* The stack as the kernel leaves it: the number of arguments, their addresses. */
#ifdef __x86_64__
typedef uint64_t stack_word;
static stack_word fetch(stack_word addr) {
    stack_word value;
    asm volatile("movq (%1), %0" : "=r"(value) : "r"(addr));
    return value;
}
static char fetch_byte(stack_word addr) { return (char)fetch(addr); }
#else
typedef word stack_word;
static stack_word fetch(stack_word addr) { return *(word *)addr; }
static char fetch_byte(stack_word addr) { return *(char *)addr; }
#endif

void _start(word *info);

/* Texts of arguments and environment, where 32-bit addresses reach. */
static char text[1 << 18];
static word text_used = 0;

static word copied(stack_word from) {
    word start = text_used;
    do {
        if (text_used == sizeof text) basic_exit(126);
    } while ((text[text_used++] = fetch_byte(from++)) != 0);
    return (word)(uintptr_t)(text + start);
}

/* Hands the arguments on in the form of PNaCl: {fini, envc, argc, argv..., 0, envp..., 0, auxiliary vector}. */
void irt_main(stack_word sp) {
    static word info[1 << 14];
    word argc = (word)fetch(sp), at = 3;
    stack_word next = sp + sizeof(stack_word);
    info[2] = argc;
    for (int list = 0; list < 2; list++) { /* arguments, environment: each ends with a zero */
        for (stack_word from; (from = fetch(next)) != 0; next += sizeof(stack_word)) {
            if (at + 5 > sizeof info / sizeof *info) basic_exit(126);
            info[at++] = copied(from);
            if (list == 1) info[1]++;
        }
        at++;
        next += sizeof(stack_word);
    }
    info[at++] = 32; /* AT_SYSINFO */
    info[at++] = (word)(uintptr_t)query;
    _start(info);
    basic_exit(125);
}
