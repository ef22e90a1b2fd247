/* newlib's, and what it has under other names. */
#include_next <stdio.h>

#ifndef _PNACL_STDIO_H
#define _PNACL_STDIO_H

#ifdef __cplusplus
extern "C" {
#endif

#if __POSIX_VISIBLE >= 200809
ssize_t getdelim(char **, size_t *, int, FILE *);
ssize_t getline(char **, size_t *, FILE *);
#endif

#ifdef __cplusplus
}
#endif
#endif
