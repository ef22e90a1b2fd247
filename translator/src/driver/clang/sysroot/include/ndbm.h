/* newlib's, which takes macros for granted. */
#ifndef _PNACL_NDBM_H
#define _PNACL_NDBM_H

#include <sys/cdefs.h>
#include <sys/types.h>

#include_next <ndbm.h>
#endif
