/* What the headers here share. */
#ifndef MINI_TYPES
#define MINI_TYPES
#include <stdarg.h>
#include <stddef.h>
#ifdef __cplusplus
#define MINI_C extern "C"
#else
#define MINI_C extern
#endif
#endif
