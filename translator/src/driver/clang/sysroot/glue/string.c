/* Blocks of memory: intrinsics of PNaCl. These are for calls that a compiler does not see through; a program may have one of its own. */
#include <stddef.h>

#include "irt.h"

WEAK void *memcpy(void *restrict to, const void *restrict from, size_t size) { return __builtin_memcpy(to, from, size); }
WEAK void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
WEAK void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
