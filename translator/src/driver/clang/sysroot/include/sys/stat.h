/* newlib's, and what it declares for other systems alone. */
#ifndef _PNACL_SYS_STAT_H
#define _PNACL_SYS_STAT_H

#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nanoseconds that stand for the present and for no change. */
#define UTIME_NOW (-2L)
#define UTIME_OMIT (-1L)

int lstat(const char *__restrict, struct stat *__restrict);

#ifdef __cplusplus
}
#endif
#endif
