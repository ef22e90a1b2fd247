/* Names that fit a pattern: newlib's function does not tell that there are none. */
#include <glob.h>

#define WEAK __attribute__((weak))

WEAK int glob(const char *restrict pattern, int flags, int (*failed)(const char *, int), glob_t *restrict names) {
    int before = flags & GLOB_APPEND ? names->gl_pathc : 0;
    int result = __pnacl_newlib_glob(pattern, flags, failed, names);
    return result == 0 && names->gl_pathc == before ? GLOB_NOMATCH : result;
}
