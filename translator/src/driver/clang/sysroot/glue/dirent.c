/* Directories. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "irt.h"

struct __pnacl_directory {
    int file;
    size_t filled, next;
    long place;
    struct dirent entry;
    _Alignas(8) char bytes[4096];
};

IRT_INTERFACE(irt_fdio, fdio, "nacl-irt-fdio-0.1")

DIR *fdopendir(int file) {
    struct stat told;
    if (fstat(file, &told) != 0 || (!S_ISDIR(told.st_mode) && finish(ENOTDIR) != 0)) return NULL;
    DIR *directory = calloc(1, sizeof *directory);
    if (directory != NULL) directory->file = file;
    return directory;
}

DIR *opendir(const char *name) {
    int file = open(name, O_RDONLY | O_DIRECTORY);
    if (file < 0) return NULL;
    DIR *directory = fdopendir(file);
    if (directory == NULL) close(file);
    return directory;
}

struct dirent *readdir(DIR *directory) {
    if (directory->next >= directory->filled) {
        directory->next = 0;
        int error = IRT_CALL(fdio(), getdents, directory->file, directory->bytes, sizeof directory->bytes, &directory->filled);
        if (finish(error) != 0 || directory->filled == 0) return NULL;
    }
    /* A record: number, offset of the next, length, name. */
    const char *record = directory->bytes + directory->next;
    memcpy(&directory->entry.d_ino, record, 8);
    memcpy(&directory->entry.d_off, record + 8, 8);
    memcpy(&directory->entry.d_reclen, record + 16, 2);
    strlcpy(directory->entry.d_name, record + 18, sizeof directory->entry.d_name);
    directory->next += directory->entry.d_reclen;
    directory->place = (long)directory->entry.d_off;
    return &directory->entry;
}

int readdir_r(DIR *restrict directory, struct dirent *restrict entry, struct dirent **restrict result) {
    int before = errno;
    errno = 0;
    struct dirent *read = readdir(directory);
    int error = errno;
    errno = before;
    if (read != NULL) memcpy(entry, read, sizeof *entry);
    *result = read == NULL ? NULL : entry;
    return read == NULL ? error : 0;
}

long telldir(DIR *directory) { return directory->place; }

void seekdir(DIR *directory, long place) {
    lseek(directory->file, place, SEEK_SET);
    directory->place = place;
    directory->next = directory->filled = 0;
}

void rewinddir(DIR *directory) { seekdir(directory, 0); }

int dirfd(DIR *directory) { return directory->file; }

int closedir(DIR *directory) {
    int result = close(directory->file);
    free(directory);
    return result;
}

WEAK int alphasort(const struct dirent **one, const struct dirent **other) { return strcmp((*one)->d_name, (*other)->d_name); }

WEAK int scandir(const char *name, struct dirent ***entries, int (*wanted)(const struct dirent *),
                 int (*order)(const struct dirent **, const struct dirent **)) {
    DIR *directory = opendir(name);
    if (directory == NULL) return -1;
    struct dirent **all = NULL, *entry;
    size_t count = 0;
    int before = errno;
    for (errno = 0; (entry = readdir(directory)) != NULL; errno = 0) {
        if (wanted != NULL && !wanted(entry)) continue;
        struct dirent **more = realloc(all, (count + 1) * sizeof *all), *copy = malloc(sizeof *copy);
        if (more != NULL) all = more;
        if (more != NULL && copy != NULL) {
            *copy = *entry;
            all[count++] = copy;
            continue;
        }
        free(copy);
        errno = ENOMEM;
        break;
    }
    int error = errno;
    closedir(directory);
    if (error != 0) {
        while (count > 0) free(all[--count]);
        free(all);
        return finish(error);
    }
    errno = before;
    if (order != NULL) qsort(all, count, sizeof *all, (int (*)(const void *, const void *))order);
    *entries = all;
    return (int)count;
}
