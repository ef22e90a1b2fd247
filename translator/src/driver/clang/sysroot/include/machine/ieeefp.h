/* How floating-point numbers lie in memory, and which of newlib's two mathematics is used: the newer, which relies on IEEE 754. */
#ifndef __IEEE_LITTLE_ENDIAN
#define __IEEE_LITTLE_ENDIAN
#endif
#define __OBSOLETE_MATH_DEFAULT 0
#ifndef __OBSOLETE_MATH
#define __OBSOLETE_MATH 0
#endif
