/* newlib's, and the names of the program, as glibc has them. */
#include_next <errno.h>

#ifndef _PNACL_ERRNO_H
#define _PNACL_ERRNO_H

#include <sys/features.h>

#ifdef __cplusplus
extern "C" {
#endif

#if __GNU_VISIBLE
extern char *program_invocation_name, *program_invocation_short_name;
#endif

#ifdef __cplusplus
}
#endif
#endif
