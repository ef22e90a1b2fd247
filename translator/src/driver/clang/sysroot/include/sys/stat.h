/* newlib's, and what it declares for other systems alone. */
#ifndef _PNACL_SYS_STAT_H
#define _PNACL_SYS_STAT_H

#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

int lstat(const char *__restrict, struct stat *__restrict);

#ifdef __cplusplus
}
#endif
#endif
