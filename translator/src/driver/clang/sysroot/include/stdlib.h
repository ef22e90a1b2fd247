/* newlib's, and the name of the program, as the BSDs have it. */
#include_next <stdlib.h>

#ifndef _PNACL_STDLIB_H
#define _PNACL_STDLIB_H

/* newlib has it here unless the standard is strict, whatever else was asked for. */
#if __MISC_VISIBLE
#include <alloca.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if __MISC_VISIBLE
const char *getprogname(void);
void setprogname(const char *);
#endif

#ifdef __cplusplus
}
#endif
#endif
