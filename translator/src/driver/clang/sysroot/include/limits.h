/* The compiler's and newlib's, and the largest count of bytes. */
#include_next <limits.h>

#ifndef SSIZE_MAX
#define SSIZE_MAX __LONG_MAX__
#endif
