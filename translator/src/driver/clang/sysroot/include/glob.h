/* newlib's, and what POSIX has beside it: that nothing fits is told. */
#ifndef _PNACL_GLOB_H
#define _PNACL_GLOB_H

#ifdef _COMPILING_NEWLIB
#define glob __pnacl_newlib_glob
#endif

#include_next <glob.h>

#define GLOB_ABORTED GLOB_ABEND
#define GLOB_NOMATCH (-3)
#define GLOB_NOSYS (-4)

#ifndef _COMPILING_NEWLIB
#ifdef __cplusplus
extern "C" {
#endif

int __pnacl_newlib_glob(const char *__restrict, int, int (*)(const char *, int), glob_t *__restrict);

#ifdef __cplusplus
}
#endif
#endif
#endif
