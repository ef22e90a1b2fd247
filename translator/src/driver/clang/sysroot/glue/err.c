/* Messages about errors: the program's name, what happened, and with what reason. */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))

static void say(int error, const char *format, va_list list) {
    fprintf(stderr, "%s: ", getprogname());
    if (format != NULL) vfprintf(stderr, format, list);
    if (error >= 0) fprintf(stderr, "%s%s", format != NULL ? ": " : "", strerror(error));
    fputc('\n', stderr);
}

WEAK void vwarn(const char *format, va_list list) { say(errno, format, list); }
WEAK void vwarnx(const char *format, va_list list) { say(-1, format, list); }
WEAK void verr(int status, const char *format, va_list list) { say(errno, format, list), exit(status); }
WEAK void verrx(int status, const char *format, va_list list) { say(-1, format, list), exit(status); }

/* What takes its arguments one by one, by what takes a list. */
#define WITH_ARGUMENTS(...)                                                                                                            \
    va_list list;                                                                                                                      \
    va_start(list, format);                                                                                                            \
    __VA_ARGS__;                                                                                                                       \
    va_end(list)

WEAK void warn(const char *format, ...) { WITH_ARGUMENTS(vwarn(format, list)); }
WEAK void warnx(const char *format, ...) { WITH_ARGUMENTS(vwarnx(format, list)); }
WEAK void err(int status, const char *format, ...) { WITH_ARGUMENTS(verr(status, format, list)); }
WEAK void errx(int status, const char *format, ...) { WITH_ARGUMENTS(verrx(status, format, list)); }
