/* newlib's, and what it declares for other systems alone. */
#ifndef _PNACL_UTIME_H
#define _PNACL_UTIME_H

#include <sys/types.h>
#include <sys/utime.h>

#ifdef __cplusplus
extern "C" {
#endif

int utime(const char *, const struct utimbuf *);

#ifdef __cplusplus
}
#endif
#endif
