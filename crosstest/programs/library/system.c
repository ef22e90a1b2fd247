/* What a program asks of a system: which descriptors are ready, limits, terminals, its own name, names in an open directory. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static long millis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* What a call gave, and why it failed: systems have numbers of their own. */
static void told(const char *what, long result) {
    static const struct {
        int number;
        const char *name;
    } errors[] = {
        {EBADF, " EBADF"}, {EINVAL, " EINVAL"}, {EISDIR, " EISDIR"}, {ENOENT, " ENOENT"}, {ENOTDIR, " ENOTDIR"},
        {ENOTTY, " ENOTTY"}, {EPERM, " EPERM"},
    };
    const char *name = result < 0 ? " another" : "";
    for (size_t i = 0; result < 0 && i < sizeof errors / sizeof *errors; ++i)
        if (errors[i].number == errno) name = errors[i].name;
    printf("%s: %ld%s\n", what, result, name);
}

static void ready(int file) {
    struct pollfd files[4] = {{file, POLLIN | POLLOUT | POLLPRI, 99}, {-1, POLLIN, 99}, {77, POLLIN, 99}, {file, 0, 99}};
    int count = poll(files, 4, -1);
    printf("%d: %x %x %x %x\n", count, files[0].revents, files[1].revents, files[2].revents, files[3].revents);
    long before = millis();
    told("nothing to wait for", poll(files + 1, 1, 30));
    told("nothing is wanted", poll(files + 3, 1, 0));
    fd_set reads, writes, others;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_ZERO(&others);
    FD_SET(file, &reads);
    FD_SET(file, &writes);
    FD_SET(file, &others);
    int ready = select(file + 1, &reads, &writes, &others, NULL);
    printf("%d: %d %d %d\n", ready, !!FD_ISSET(file, &reads), !!FD_ISSET(file, &writes), !!FD_ISSET(file, &others));
    FD_SET(77, &reads);
    struct timeval none = {0, 0}, some = {0, 20000}, wrong = {-1, 0};
    told("closed", select(78, &reads, NULL, NULL, &none));
    told("not among them", select(file + 1, &reads, NULL, NULL, &none));
    FD_ZERO(&reads);
    FD_SET(file, &others);
    told("in vain", select(file + 1, &reads, NULL, &others, &some));
    printf("%d\n", !!FD_ISSET(file, &others));
    told("before", select(0, NULL, NULL, NULL, &wrong));
    struct timespec spec = {0, 10000000}, odd = {0, 1000000000};
    told("pselect", pselect(0, NULL, NULL, NULL, &spec, NULL));
    told("pselect", pselect(0, NULL, NULL, NULL, &odd, NULL));
    long waited = millis() - before;
    printf("%d\n", waited >= 59 && FD_SETSIZE >= 256);
}

static void limits(void) {
    struct rlimit limit = {1, 1};
    told("getrlimit", getrlimit(RLIMIT_NOFILE, &limit));
    printf("%d\n", limit.rlim_cur >= 256 && limit.rlim_cur <= limit.rlim_max && (long)limit.rlim_cur == getdtablesize());
    limit.rlim_cur = 100;
    told("setrlimit", setrlimit(RLIMIT_NOFILE, &limit));
    getrlimit(RLIMIT_NOFILE, &limit);
    printf("%d\n", (int)limit.rlim_cur);
    limit.rlim_cur = limit.rlim_max;
    told("setrlimit", setrlimit(RLIMIT_NOFILE, &limit));
    limit.rlim_cur = 2, limit.rlim_max = 1;
    told("setrlimit", setrlimit(RLIMIT_FSIZE, &limit));
    told("getrlimit", getrlimit(1000, &limit));
    getrlimit(RLIMIT_CPU, &limit);
    printf("%d\n", limit.rlim_cur == RLIM_INFINITY && limit.rlim_max == RLIM_INFINITY && sizeof(rlim_t) == 8);
    struct rusage usage = {.ru_maxrss = -1};
    told("getrusage", getrusage(RUSAGE_SELF, &usage));
    printf("%d\n", usage.ru_utime.tv_sec >= 0 && usage.ru_utime.tv_usec < 1000000 && usage.ru_maxrss >= 0);
    told("getrusage", getrusage(1000, &usage));
    told("getpriority", getpriority(PRIO_PROCESS, 0));
    told("setpriority", setpriority(PRIO_PROCESS, 0, 3));
    told("getpriority", getpriority(PRIO_PROCESS, getpid()));
    told("nice", nice(2));
    told("getpriority", getpriority(99, 0));
}

static void terminal(int file) {
    struct termios how = {.c_lflag = ECHO | ICANON | TOSTOP};
    struct winsize size;
    told("tcgetattr", tcgetattr(file, &how));
    told("tcgetattr", tcgetattr(77, &how));
    told("tcsetattr", tcsetattr(file, TCSANOW, &how));
    told("ioctl", ioctl(file, TIOCGWINSZ, &size));
    told("ioctl", ioctl(77, TIOCGWINSZ, &size));
    told("tcgetpgrp", tcgetpgrp(file));
    printf("%d\n", ttyname(file) == NULL);
    cfmakeraw(&how);
    cfsetospeed(&how, B9600);
    printf("%d %d %d\n", how.c_lflag == TOSTOP, how.c_cc[VMIN], cfgetospeed(&how) == B9600);
}

static void names(void) {
    printf("%d %d\n", strchr(program_invocation_short_name, '/') == NULL, strstr(program_invocation_name, program_invocation_short_name) != NULL);
    setenv("TZ", "XYZ5ABC", 1);
    tzset();
    printf("%ld %d %s %s\n", timezone, daylight != 0, tzname[0], tzname[1]);
    char bytes[40] = {0};
    int filled = (int)getrandom(bytes, sizeof bytes, 0);
    printf("%d %d\n", filled, memcmp(bytes, bytes + 20, 20) != 0);
    program_invocation_short_name = "self";
    fflush(stdout);
    dup2(1, 2);
    errno = ENOENT;
    warn("%d", 5);
    warnx("%s", "only text");
    errno = EACCES;
    warn(NULL);
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* What lies in the directory d. */
static void lists(int file) {
    glob_t fitting;
    told("glob", glob("d/*", 0, NULL, &fitting));
    printf("%d %s\n", (int)fitting.gl_pathc, fitting.gl_pathv[0]);
    printf("%d\n", glob("d/*", GLOB_APPEND, NULL, &fitting) == 0 && fitting.gl_pathc == 2);
    printf("%d %d\n", glob("none*", GLOB_APPEND, NULL, &fitting) == GLOB_NOMATCH, glob("none*", GLOB_NOCHECK, NULL, &fitting));
    struct dirent **entries;
    int count = scandir("d", &entries, visible, alphasort);
    printf("%d %s\n", count, entries[0]->d_name);
    told("scandir", scandir("none", &entries, NULL, NULL));
    told("flock", flock(file, LOCK_EX));
    told("flock", flock(77, LOCK_EX));
    told("setuid", setuid(getuid()));
    flockfile(stdout);
    printf("%d\n", SSIZE_MAX == (ssize_t)(SIZE_MAX / 2));
    funlockfile(stdout);
}

static void directories(int file) {
    char text[20] = {0};
    struct stat found;
    told("mkdirat", mkdirat(AT_FDCWD, "d", 0777));
    int directory = open("d", O_RDONLY | O_DIRECTORY);
    int made = openat(directory, "x", O_CREAT | O_RDWR, 0666);
    printf("%d %d\n", directory >= 0, made >= 0);
    told("write", write(made, "text", 4));
    told("fstatat", fstatat(directory, "x", &found, 0));
    printf("%d\n", (int)found.st_size);
    told("fstatat", fstatat(made, "", &found, AT_EMPTY_PATH));
    told("fstatat", fstatat(directory, "", &found, 0));
    told("fstatat", fstatat(directory, "none", &found, AT_SYMLINK_NOFOLLOW));
    told("fstatat", fstatat(made, "x", &found, 0));
    told("fstatat", fstatat(77, "x", &found, 0));
    told("faccessat", faccessat(directory, "x", R_OK, 0));
    told("fchmodat", fchmodat(directory, "x", 0600, 0));
    told("readlinkat", readlinkat(directory, "x", text, sizeof text));
    struct timespec times[2] = {{.tv_sec = 1, .tv_nsec = UTIME_NOW}, {.tv_sec = 2, .tv_nsec = UTIME_OMIT}};
    told("utimensat", utimensat(directory, "x", times, 0));
    lists(file);
    told("mkdirat", mkdirat(directory, "sub", 0777));
    told("renameat", renameat(directory, "x", directory, "sub/y"));
    chdir("d/sub");
    int other = openat(directory, "sub/../sub/y", O_RDONLY);
    told("read", read(other, text, sizeof text));
    puts(text);
    told("openat", openat(directory, "sub/y/", O_RDONLY));
    told("stat", stat("y/", &found));
    told("open", open("new/", O_CREAT | O_WRONLY, 0666));
    told("access", access("./", R_OK));
    told("unlinkat", unlinkat(directory, "sub/y", 0));
    chdir("../..");
    told("unlinkat", unlinkat(directory, "sub", 0));
    told("unlinkat", unlinkat(directory, "sub", AT_REMOVEDIR));
    printf("%d\n", fdopendir(file) == NULL);
    DIR *entries = fdopendir(directory);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) count += entry->d_name[0] != '.';
    printf("%d %d\n", count, closedir(entries));
    told("rmdir", rmdir("d/"));
    struct timespec at;
    told("timespec_get", timespec_get(&at, TIME_UTC));
    told("timespec_get of no time", timespec_get(&at, 77));
    int again = open("/dev/stdout", O_WRONLY);
    fflush(stdout);
    told("write", write(again, "by name\n", 8));
}

int main(void) {
    int file = open("file", O_CREAT | O_RDWR, 0666);
    ready(file);
    limits();
    terminal(file);
    names();
    directories(file);
    printf("%x %x %x %x\n", (unsigned)htonl(0x01020380), (unsigned)ntohl(0xfffe0000), htons(0x0180), ntohs(0xff01));
    return 0;
}
