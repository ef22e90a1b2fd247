/* Lines of any length, and programs at the other end of a stream. */
#include <stdio.h>

#include "irt.h"

WEAK ssize_t getdelim(char **line, size_t *size, int end, FILE *stream) { return __getdelim(line, size, end, stream); }
WEAK ssize_t getline(char **line, size_t *size, FILE *stream) { return __getline(line, size, stream); }

/* The lock that newlib's functions take themselves. */
WEAK void flockfile(FILE *stream) { _flockfile(stream); }
WEAK void funlockfile(FILE *stream) { _funlockfile(stream); }

/* There are no other programs. */
WEAK FILE *popen(const char *command, const char *mode) {
    (void)command, (void)mode;
    errno = ENOSYS;
    return NULL;
}
WEAK int pclose(FILE *stream) {
    (void)stream;
    return finish(ECHILD);
}
