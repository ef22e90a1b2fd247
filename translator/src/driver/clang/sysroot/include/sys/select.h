/* newlib's, with room for every descriptor that there can be (newlib's own sets have 64). */
#ifndef FD_SETSIZE
#define FD_SETSIZE 256
#endif
#include_next <sys/select.h>
