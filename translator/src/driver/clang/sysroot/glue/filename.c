/* Functions on names of files. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "stat.h"

IRT_INTERFACE(irt_filename, filename, "nacl-irt-dev-filename-0.3", "nacl-irt-dev-filename-0.2", "nacl-irt-filename-0.1")

/* Flags of `open`: newlib's are not those of the interface. */
static int flags_of(int flags) {
    int told = flags & O_ACCMODE;
    if (flags & O_CREAT) told |= 0100;
    if (flags & O_EXCL) told |= 0200;
    if (flags & O_TRUNC) told |= 01000;
    if (flags & O_APPEND) told |= 02000;
#ifdef O_DIRECTORY
    if (flags & O_DIRECTORY) told |= 0200000;
#endif
    return told;
}

WEAK int open(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    int file = -1;
    return finish(IRT_CALL(filename(), open, name, flags_of(flags), mode, &file)) == 0 ? file : -1;
}

WEAK int stat(const char *restrict name, struct stat *restrict stat) {
    struct irt_stat told;
    return put_stat(IRT_CALL(filename(), stat, name, &told), &told, stat);
}

WEAK int lstat(const char *restrict name, struct stat *restrict buffer) {
    struct irt_stat told;
    if (filename()->lstat == NULL) return stat(name, buffer);
    return put_stat(IRT_CALL(filename(), lstat, name, &told), &told, buffer);
}

WEAK int mkdir(const char *name, mode_t mode) { return finish(IRT_CALL(filename(), mkdir, name, mode)); }
WEAK int rmdir(const char *name) { return finish(IRT_CALL(filename(), rmdir, name)); }
WEAK int chdir(const char *name) { return finish(IRT_CALL(filename(), chdir, name)); }
WEAK int unlink(const char *name) { return finish(IRT_CALL(filename(), unlink, name)); }
WEAK int truncate(const char *name, off_t size) { return finish(IRT_CALL(filename(), truncate, name, size)); }
WEAK int link(const char *from, const char *to) { return finish(IRT_CALL(filename(), link, from, to)); }
WEAK int symlink(const char *from, const char *to) { return finish(IRT_CALL(filename(), symlink, from, to)); }
WEAK int rename(const char *from, const char *to) { return finish(IRT_CALL(filename(), rename, from, to)); }
WEAK int chmod(const char *name, mode_t mode) { return finish(IRT_CALL(filename(), chmod, name, mode)); }
WEAK int access(const char *name, int mode) { return finish(IRT_CALL(filename(), access, name, mode)); }

/* A file, or an empty directory: newlib's takes files alone. */
WEAK int remove(const char *name) { return unlink(name) == 0 ? 0 : errno == EISDIR ? rmdir(name) : -1; }

/* What newlib itself calls. */
WEAK int _remove_r(struct _reent *of, const char *name) { return (void)of, remove(name); }
WEAK int _rename(const char *from, const char *to) { return rename(from, to); }

WEAK ssize_t readlink(const char *restrict name, char *restrict buffer, size_t size) {
    size_t done = 0;
    return finish(IRT_CALL(filename(), readlink, name, buffer, size, &done)) == 0 ? (ssize_t)done : -1;
}

WEAK int utimes(const char *name, const struct timeval times[2]) { return finish(IRT_CALL(filename(), utimes, name, times)); }

WEAK int lutimes(const char *name, const struct timeval times[2]) { return utimes(name, times); }

WEAK int utime(const char *name, const struct utimbuf *times) {
    if (times == NULL) return utimes(name, NULL);
    struct timeval both[2] = {{.tv_sec = times->actime}, {.tv_sec = times->modtime}};
    return utimes(name, both);
}

/* Owners are nobody's business here. */
WEAK int chown(const char *name, uid_t owner, gid_t group) {
    struct stat told;
    (void)owner, (void)group;
    return stat(name, &told);
}
WEAK int lchown(const char *name, uid_t owner, gid_t group) { return chown(name, owner, group); }
WEAK int fchown(int file, uid_t owner, gid_t group) {
    struct stat told;
    (void)owner, (void)group;
    return fstat(file, &told);
}

WEAK char *getcwd(char *buffer, size_t size) {
    char *own = NULL;
    if (buffer == NULL) {
        if (size == 0) size = 4096;
        buffer = own = malloc(size);
        if (own == NULL) return NULL;
    }
    if (finish(IRT_CALL(filename(), getcwd, buffer, size)) == 0) return buffer;
    free(own);
    return NULL;
}

WEAK char *get_current_dir_name(void) { return getcwd(NULL, 0); }

/* Links are never followed, so that a path is a matter of its text; but the file must be there. */
WEAK char *realpath(const char *restrict name, char *restrict buffer) {
    struct stat told;
    char whole[4096], *own = NULL;
    size_t used = 0;
    if (name[0] != '/') {
        if (getcwd(whole, sizeof whole) == NULL) return NULL;
        used = strcmp(whole, "/") == 0 ? 0 : strlen(whole);
    }
    for (const char *at = name; *at != 0;) {
        size_t length = strcspn(at, "/");
        if (length == 2 && memcmp(at, "..", 2) == 0) {
            while (used > 0 && whole[--used] != '/') {}
        } else if (length > 0 && !(length == 1 && *at == '.')) {
            if (used + length + 2 > sizeof whole) {
                errno = ENAMETOOLONG;
                return NULL;
            }
            whole[used++] = '/';
            memcpy(whole + used, at, length);
            used += length;
        }
        at += length + (at[length] == '/');
    }
    if (used == 0) whole[used++] = '/';
    whole[used] = 0;
    if (stat(whole, &told) != 0) return NULL;
    if (buffer == NULL && (buffer = own = malloc(used + 1)) == NULL) return NULL;
    return memcpy(buffer, whole, used + 1);
}
