/* Functions on names that begin at an open directory. The interfaces have none, but names of what lies in open directories: those of
   descriptors, with more behind. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "stat.h"

/* A name that means the same from the working directory; NULL if there is none. The buffer takes it if it is another. */
struct name {
    char text[4096];
};

static const char *whole(int directory, const char *name, struct name *buffer) {
    if (directory == AT_FDCWD || name[0] == '/') return name;
    struct stat told;
    if (fstat(directory, &told) != 0) return NULL;
    int error = !S_ISDIR(told.st_mode) ? ENOTDIR : name[0] == 0 ? ENOENT : strlen(name) + 24 > sizeof buffer->text ? ENAMETOOLONG : 0;
    if (finish(error) != 0) return NULL;
    /* Without stdio: what opens a file need not bring a printf. */
    char digits[12], *at = buffer->text;
    int count = 0;
    for (unsigned rest = (unsigned)directory; count == 0 || rest != 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    memcpy(at, "/dev/fd/", 8);
    at += 8;
    while (count > 0) *at++ = digits[--count];
    *at++ = '/';
    strcpy(at, name);
    return buffer->text;
}

WEAK int openat(int directory, const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : open(path, flags, mode);
}

WEAK int fstatat(int directory, const char *restrict name, struct stat *restrict told, int flags) {
    struct name buffer;
    if (name[0] == 0 && (flags & AT_EMPTY_PATH)) return directory == AT_FDCWD ? stat(".", told) : fstat(directory, told);
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : flags & AT_SYMLINK_NOFOLLOW ? lstat(path, told) : stat(path, told);
}

WEAK int unlinkat(int directory, const char *name, int flags) {
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

WEAK int mkdirat(int directory, const char *name, mode_t mode) {
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : mkdir(path, mode);
}

WEAK int faccessat(int directory, const char *name, int mode, int flags) {
    struct name buffer;
    (void)flags;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : access(path, mode);
}

WEAK int fchmodat(int directory, const char *name, mode_t mode, int flags) {
    struct name buffer;
    (void)flags;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : chmod(path, mode);
}

WEAK int fchownat(int directory, const char *name, uid_t owner, gid_t group, int flags) {
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : flags & AT_SYMLINK_NOFOLLOW ? lchown(path, owner, group) : chown(path, owner, group);
}

WEAK ssize_t readlinkat(int directory, const char *restrict name, char *restrict target, size_t size) {
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : readlink(path, target, size);
}

WEAK int symlinkat(const char *target, int directory, const char *name) {
    struct name buffer;
    const char *path = whole(directory, name, &buffer);
    return path == NULL ? -1 : symlink(target, path);
}

WEAK int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    struct name buffers[2];
    const char *before = whole(from_directory, from, &buffers[0]);
    const char *after = before == NULL ? NULL : whole(to_directory, to, &buffers[1]);
    return after == NULL ? -1 : rename(before, after);
}

WEAK int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
    struct name buffers[2];
    (void)flags;
    const char *before = whole(from_directory, from, &buffers[0]);
    const char *after = before == NULL ? NULL : whole(to_directory, to, &buffers[1]);
    return after == NULL ? -1 : link(before, after);
}

/* The interface tells microseconds, and when a file was read is not kept. */
WEAK int utimensat(int directory, const char *name, const struct timespec times[2], int flags) {
    struct name buffer;
    (void)flags;
    const char *path = whole(directory, name, &buffer);
    if (path == NULL) return -1;
    if (times == NULL || times[1].tv_nsec == UTIME_NOW) return utimes(path, NULL);
    if (times[1].tv_nsec == UTIME_OMIT) return access(path, F_OK);
    struct timeval changed = {.tv_sec = times[1].tv_sec, .tv_usec = times[1].tv_nsec / 1000};
    return utimes(path, (struct timeval[2]){changed, changed});
}

/* There is no interface for the times of an open file. Whoever is told so sets them by the file's name. */
WEAK int futimens(int file, const struct timespec times[2]) {
    struct stat told;
    (void)times;
    return fstat(file, &told) != 0 ? -1 : finish(ENOSYS);
}
