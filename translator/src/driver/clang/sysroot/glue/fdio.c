/* Functions on descriptors. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/uio.h>
#include <unistd.h>

#include "stat.h"

IRT_INTERFACE(irt_fdio, fdio, "nacl-irt-dev-fdio-0.3", "nacl-irt-dev-fdio-0.2", "nacl-irt-fdio-0.1")

WEAK int close(int file) { return finish(IRT_CALL(fdio(), close, file)); }
WEAK int dup2(int file, int wanted) { return finish(IRT_CALL(fdio(), dup2, file, wanted)) == 0 ? wanted : -1; }
WEAK int fchdir(int file) { return finish(IRT_CALL(fdio(), fchdir, file)); }
WEAK int fchmod(int file, mode_t mode) { return finish(IRT_CALL(fdio(), fchmod, file, mode)); }
WEAK int fsync(int file) { return finish(IRT_CALL(fdio(), fsync, file)); }
WEAK int fdatasync(int file) { return finish(IRT_CALL(fdio(), fdatasync, file)); }
WEAK int ftruncate(int file, off_t size) { return finish(IRT_CALL(fdio(), ftruncate, file, size)); }

WEAK int dup(int file) {
    int copy = -1;
    return finish(IRT_CALL(fdio(), dup, file, &copy)) == 0 ? copy : -1;
}

WEAK _READ_WRITE_RETURN_TYPE read(int file, void *bytes, size_t size) {
    size_t done = 0;
    return finish(IRT_CALL(fdio(), read, file, bytes, size, &done)) == 0 ? (_READ_WRITE_RETURN_TYPE)done : -1;
}

WEAK _READ_WRITE_RETURN_TYPE write(int file, const void *bytes, size_t size) {
    size_t done = 0;
    return finish(IRT_CALL(fdio(), write, file, bytes, size, &done)) == 0 ? (_READ_WRITE_RETURN_TYPE)done : -1;
}

WEAK off_t lseek(int file, off_t offset, int whence) {
    int64_t place = 0;
    return finish(IRT_CALL(fdio(), seek, file, offset, whence, &place)) == 0 ? place : -1;
}

WEAK int fstat(int file, struct stat *stat) {
    struct irt_stat told;
    return put_stat(IRT_CALL(fdio(), fstat, file, &told), &told, stat);
}

WEAK int isatty(int file) {
    int is_terminal = 0;
    if (finish(IRT_CALL(fdio(), isatty, file, &is_terminal)) != 0) return 0;
    if (!is_terminal) errno = ENOTTY;
    return is_terminal;
}

/* Locks are always granted: nobody else has the file. */
WEAK int fcntl(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    int value = command == F_DUPFD || command == F_DUPFD_CLOEXEC ? va_arg(list, int) : 0;
    struct flock *lock = command == F_GETLK ? va_arg(list, struct flock *) : NULL;
    va_end(list);
    struct stat stat;
    if (fstat(file, &stat) != 0) return -1;
    switch (command) {
    case F_DUPFD: case F_DUPFD_CLOEXEC: {
        /* The lowest that is free and not below `value`: those below are taken for a while. */
        int copy = dup(file);
        if (copy < 0 || copy >= value) return copy;
        int next = fcntl(file, F_DUPFD, value);
        close(copy);
        return next;
    }
    case F_GETFL: return O_RDWR;
    case F_GETLK: lock->l_type = F_UNLCK; return 0;
    case F_GETFD: case F_SETFD: case F_SETFL: case F_SETLK: case F_SETLKW: return 0;
    default: return finish(EINVAL);
    }
}

/* Nobody else has files that could be locked, and what is written is written. */
WEAK int flock(int file, int what) { return (void)what, fcntl(file, F_GETFD); }
WEAK int lockf(int file, int what, off_t size) { return (void)what, (void)size, fcntl(file, F_GETFD); }
WEAK void sync(void) {}

WEAK ssize_t readv(int file, const struct iovec *pieces, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; ++i) {
        ssize_t done = read(file, pieces[i].iov_base, pieces[i].iov_len);
        if (done < 0) return sum == 0 ? -1 : sum;
        sum += done;
        if ((size_t)done < pieces[i].iov_len) break;
    }
    return sum;
}

WEAK ssize_t writev(int file, const struct iovec *pieces, int count) {
    ssize_t sum = 0;
    for (int i = 0; i < count; ++i) {
        ssize_t done = write(file, pieces[i].iov_base, pieces[i].iov_len);
        if (done < 0) return sum == 0 ? -1 : sum;
        sum += done;
        if ((size_t)done < pieces[i].iov_len) break;
    }
    return sum;
}
