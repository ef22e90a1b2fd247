/* newlib's, and what others have beside it. */
#include_next <time.h>

#ifndef _PNACL_TIME_H
#define _PNACL_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

#if __MISC_VISIBLE
time_t timegm(struct tm *);
#endif

#ifdef __cplusplus
}
#endif
#endif
