/* What every C library has besides what libgcc does: the memory functions, and what ARM's division by zero calls. */
#include <stddef.h>

int raise(int signal) { (void)signal; for (;;) {} }

void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if ((size_t)to - (size_t)from >= count) return memcpy(to, from, count);
    while (count-- > 0) ((char *)to)[count] = ((const char *)from)[count];
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = (char)byte;
    return to;
}
