/* newlib's, and the size of an address of a socket, for which configure scripts ask. */
#include_next <sys/types.h>

#ifndef _SOCKLEN_T_DECLARED
#define _SOCKLEN_T_DECLARED
typedef __UINT32_TYPE__ socklen_t;
#endif
