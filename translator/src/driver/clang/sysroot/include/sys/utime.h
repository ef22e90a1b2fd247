/* newlib's, which takes types for granted. */
#ifndef _PNACL_SYS_UTIME_H
#define _PNACL_SYS_UTIME_H

#include <sys/types.h>

#include_next <sys/utime.h>
#endif
