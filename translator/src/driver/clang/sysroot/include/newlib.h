/* What newlib is built with, in place of the file that its configure writes. */
#ifndef __NEWLIB_H__
#define __NEWLIB_H__ 1

#include <_newlib_version.h>

/* Every conversion of printf and scanf; long double is double. */
#define _WANT_IO_C99_FORMATS 1
#define _WANT_IO_LONG_LONG 1
#define _WANT_IO_LONG_DOUBLE 1
#define _WANT_IO_POS_ARGS 1
#define _HAVE_LONG_DOUBLE 1
#define _LDBL_EQ_DBL 1

/* UTF-8 and the other multibyte encodings. */
#define _MB_CAPABLE 1
#define _MB_LEN_MAX 8
#define _WIDE_ORIENT 1

#define _FVWRITE_IN_STREAMIO 1
#define _FSEEK_OPTIMIZATION 1
#define _UNBUF_STREAM_OPT 1
#define _ATEXIT_DYNAMIC_ALLOC 1
#define HAVE_INITFINI_ARRAY 1
#define _REENT_CHECK_VERIFY 1

/* errno and its kind belong to a thread, standard streams to the process. */
#define __DYNAMIC_REENT__ 1
#define _WANT_REENT_GLOBAL_STDIO_STREAMS 1

#endif
