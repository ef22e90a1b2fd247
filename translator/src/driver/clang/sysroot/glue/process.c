/* The process: its end, its number, and what a program that is alone cannot do. */
#include <fcntl.h>
#include <nacl/nacl_random.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "irt.h"

IRT_INTERFACE(irt_basic, basic, "nacl-irt-basic-0.1")
IRT_INTERFACE(irt_random, randomness, "nacl-irt-random-0.1")

WEAK void _exit(int status) {
    for (;;) basic()->exit(status);
}

WEAK pid_t getpid(void) { return 1; }
WEAK pid_t getppid(void) { return 0; }
WEAK uid_t getuid(void) { return 1000; }
WEAK uid_t geteuid(void) { return 1000; }
WEAK gid_t getgid(void) { return 1000; }
WEAK gid_t getegid(void) { return 1000; }

/* A signal that nobody handles ends the program, with the status of which a shell tells. */
WEAK int kill(pid_t process, int signal) {
    if (process != getpid() && process != 0) return finish(ESRCH);
    if (signal != 0) _exit(128 + signal);
    return 0;
}

/* Nothing is delivered, so nothing is held back; handlers are those of signal() and raise(). */
WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    (void)how, (void)set;
    if (old != NULL) *old = 0;
    return 0;
}
WEAK int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) { return sigprocmask(how, set, old); }
WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    _sig_func_ptr before = action != NULL ? signal(number, action->sa_handler) : signal(number, SIG_DFL);
    if (before == SIG_ERR) return -1;
    if (action == NULL) signal(number, before);
    if (old != NULL) *old = (struct sigaction){.sa_handler = before};
    return 0;
}
WEAK int sigpending(sigset_t *set) { return *set = 0, 0; }
/* Who waits for a signal waits for ever. */
WEAK int sigwait(const sigset_t *set, int *number) { return (void)set, (void)number, EDEADLK; }
WEAK int sigsuspend(const sigset_t *set) { return (void)set, finish(EDEADLK); }
WEAK int pause(void) { return finish(EDEADLK); }
WEAK int setitimer(int which, const struct itimerval *restrict wanted, struct itimerval *restrict before) {
    return (void)which, (void)wanted, (void)before, finish(ENOSYS);
}
WEAK unsigned alarm(unsigned seconds) {
    (void)seconds;
    return 0;
}

WEAK pid_t fork(void) { return finish(ENOSYS); }
WEAK pid_t vfork(void) { return finish(ENOSYS); }
WEAK int execve(const char *name, char *const arguments[], char *const environment[]) {
    (void)name, (void)arguments, (void)environment;
    return finish(ENOSYS);
}
WEAK int execv(const char *name, char *const arguments[]) { return execve(name, arguments, NULL); }
WEAK int execvp(const char *name, char *const arguments[]) { return execve(name, arguments, NULL); }
WEAK int execl(const char *name, const char *argument, ...) { return (void)argument, execve(name, NULL, NULL); }
WEAK int execle(const char *name, const char *argument, ...) { return (void)argument, execve(name, NULL, NULL); }
WEAK int execlp(const char *name, const char *argument, ...) { return (void)argument, execve(name, NULL, NULL); }
WEAK pid_t getpgrp(void) { return getpid(); }
WEAK int setpgid(pid_t process, pid_t group) {
    (void)process, (void)group;
    return finish(ENOSYS);
}
WEAK int pipe(int files[2]) {
    (void)files;
    return finish(ENOSYS);
}
WEAK int pipe2(int files[2], int flags) { return (void)flags, pipe(files); }
WEAK int killpg(pid_t group, int signal) { return group == getpgrp() ? kill(0, signal) : finish(ESRCH); }
WEAK pid_t wait(int *status) {
    (void)status;
    return finish(ECHILD);
}
WEAK pid_t waitpid(pid_t process, int *status, int options) {
    (void)process, (void)status, (void)options;
    return finish(ECHILD);
}

WEAK char *getlogin(void) { return NULL; }
WEAK int issetugid(void) { return 0; }

WEAK mode_t umask(mode_t mode) {
    static mode_t current = 022;
    mode_t before = current;
    current = mode & 0777;
    return before;
}

WEAK int sched_yield(void) { return finish(IRT_CALL(basic(), sched_yield)); }

WEAK long sysconf(int name) {
    int value;
    switch (name) {
    case _SC_PAGESIZE: return getpagesize();
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 256;
    case _SC_ARG_MAX: return 65536;
    case _SC_THREADS: case _SC_TIMERS: case _SC_MONOTONIC_CLOCK: return 200809;
    case _SC_NPROCESSORS_ONLN: case _SC_NPROCESSORS_CONF: return finish(IRT_CALL(basic(), sysconf, 1, &value)) == 0 ? value : -1;
    default: return finish(EINVAL);
    }
}

WEAK int getdtablesize(void) { return sysconf(_SC_OPEN_MAX); }

WEAK long pathconf(const char *path, int name) {
    (void)path;
    switch (name) {
    case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX: return 4096;
    case _PC_LINK_MAX: return 1;
    default: return finish(EINVAL);
    }
}

WEAK long fpathconf(int file, int name) { return fcntl(file, F_GETFD) < 0 ? -1 : pathconf(".", name); }

WEAK int getentropy(void *bytes, size_t size) {
    size_t done = 0;
    if (size > 256) return finish(EIO);
    int error = IRT_CALL(randomness(), bytes, bytes, size, &done);
    return finish(error != 0 ? error : done == size ? 0 : EIO);
}

/* Flags say whether to wait for chance, which is always there. */
WEAK ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    size_t done = 0;
    (void)flags;
    return finish(IRT_CALL(randomness(), bytes, bytes, size, &done)) == 0 ? (ssize_t)done : -1;
}

WEAK int nacl_secure_random_init(void) { return 0; }

WEAK int nacl_secure_random(void *bytes, size_t size, size_t *done) { return IRT_CALL(randomness(), bytes, bytes, size, done); }

/* Of file systems nothing is known. */
WEAK int statvfs(const char *name, struct statvfs *known) { return (void)name, (void)known, finish(ENOSYS); }
WEAK int fstatvfs(int file, struct statvfs *known) { return (void)file, (void)known, finish(ENOSYS); }

WEAK int gethostname(char *name, size_t size) {
    strlcpy(name, "pnacl", size);
    return 0;
}

WEAK int uname(struct utsname *names) {
    *names = (struct utsname){"NaCl", "pnacl", "1", "1", "le32"};
    return 0;
}
