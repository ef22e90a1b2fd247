/* newlib's, and what others have beside it. */
#define _timezone timezone
#define _daylight daylight
#include_next <time.h>

#ifndef _PNACL_TIME_H
#define _PNACL_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Under these names since newlib is compiled to have them. */
#if __MISC_VISIBLE || __XSI_VISIBLE
extern long timezone;
extern int daylight;
#endif

#if __MISC_VISIBLE
time_t timegm(struct tm *);
#endif

#if __ISO_C_VISIBLE >= 2011 || __cplusplus >= 201703L
#define TIME_UTC 1
int timespec_get(struct timespec *, int);
#endif

#ifdef __cplusplus
}
#endif
#endif
