/* newlib's, which takes types for granted. */
#ifndef _PNACL_REGEX_H
#define _PNACL_REGEX_H

#include <sys/types.h>

#include_next <regex.h>
#endif
