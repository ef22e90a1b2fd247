/* Maps a linked image at its addresses, makes calls of its functions, each in a process of its own, and writes what came of them.
   In: the image's file as the argument; the calls, generated where the mark stands. Out: for each call one byte (R returned, T trapped, F
   took too long) and, if it returned, 16 bytes of result and the bytes of all regions. Little-endian machines only. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

typedef int32_t v4i32 __attribute__((vector_size(16)));
typedef int16_t v8i16 __attribute__((vector_size(16)));
typedef int8_t v16i8 __attribute__((vector_size(16)));
typedef float v4f32 __attribute__((vector_size(16)));

struct call {
    void (*make)(const unsigned char *args, unsigned char *result);
    const unsigned char *args;
};

/*CALLS*/

enum { SECONDS = 10, RESULT = 16, STACK = 8 << 20 };
static const uintptr_t STACK_AT = 0x50000000;
static unsigned char *shared;
static size_t shared_size;
static const struct call *current;
static ucontext_t outside, inside;

static void fail(const char *what) {
    perror(what);
    exit(99);
}

static uint32_t word(FILE *file) {
    uint32_t value;
    if (fread(&value, 4, 1, file) != 1) fail("image");
    return value;
}

static void *map(uintptr_t addr, size_t len) {
    void *at = mmap((void *)addr, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (at != (void *)addr) fail("mmap");
    return at;
}

static void load(const char *path) {
    static struct { uint32_t addr, len, rights; } segments[64];
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    uint32_t count = word(file);
    if (count > 64) fail("segments");
    for (uint32_t i = 0; i < count; i++) {
        segments[i].addr = word(file);
        segments[i].len = word(file);
        segments[i].rights = word(file);
        map(segments[i].addr, segments[i].len);
    }
    for (uint32_t chunks = word(file); chunks > 0; chunks--) {
        uint32_t addr = word(file), len = word(file);
        if (fread((void *)(uintptr_t)addr, 1, len, file) != len) fail("image");
    }
    for (uint32_t i = 0; i < count; i++) {
        char *start = (char *)(uintptr_t)segments[i].addr;
        int rights = PROT_READ | (segments[i].rights & 1 ? PROT_WRITE : 0) | (segments[i].rights & 2 ? PROT_EXEC : 0);
        __builtin___clear_cache(start, start + segments[i].len);
        if (mprotect(start, segments[i].len, rights)) fail("mprotect");
    }
    fclose(file);
}

static void body(void) { current->make(current->args, shared); }

static void child(void) {
    static const int all[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGALRM};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) signal(all[i], SIG_DFL);
    alarm(SECONDS);
    getcontext(&inside);
    inside.uc_stack.ss_sp = (void *)STACK_AT;
    inside.uc_stack.ss_size = STACK;
    inside.uc_link = &outside;
    makecontext(&inside, body, 0);
    swapcontext(&outside, &inside);
    unsigned char *to = shared + RESULT;
    for (size_t i = 0; i < REGIONS; i++) {
        memcpy(to, (void *)(uintptr_t)regions[i][0], regions[i][1]);
        to += regions[i][1];
    }
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc < 2) return 99;
    load(argv[1]);
    map(STACK_AT, STACK);
    shared_size = RESULT;
    for (size_t i = 0; i < REGIONS; i++) shared_size += regions[i][1];
    shared = mmap(NULL, shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("mmap");
    for (size_t i = 0; i < CALLS; i++) {
        int status;
        current = &calls[i];
        memset(shared, 0, RESULT);
        fflush(stdout);
        pid_t pid = fork();
        if (pid < 0) fail("fork");
        if (pid == 0) child();
        if (waitpid(pid, &status, 0) != pid) fail("waitpid");
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            putchar('R');
            fwrite(shared, 1, shared_size, stdout);
        } else {
            putchar(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? 'F' : 'T');
        }
    }
    return fflush(stdout) ? 99 : 0;
}
