/* Thread-local variables: they lie right below the thread pointer, where its own address and the thread's descriptor are. */
#include <string.h>

#include "irt.h"

#define DISTANCE(from, to) ((uintptr_t)(to) - (uintptr_t)(from))
extern char __tls_template_start[], __tls_template_tdata_end[], __tls_template_end[];
extern uint32_t __tls_template_alignment;

static size_t alignment(void) { return __tls_template_alignment > 16 ? __tls_template_alignment : 16; }

static size_t variables(void) {
    size_t align = alignment();
    return (DISTANCE(__tls_template_start, __tls_template_end) + align - 1) & -align;
}

size_t __pnacl_tls_size(void) { return alignment() + variables() + 16; }

void *__pnacl_tls_fill(void *block, void *descriptor) {
    size_t size = variables(), initialized = DISTANCE(__tls_template_start, __tls_template_tdata_end);
    /* The template begins at a multiple of what its variables want, and ends at the pointer but for that. */
    size_t whole = (DISTANCE(__tls_template_start, __tls_template_end) + __tls_template_alignment - 1) & -(size_t)__tls_template_alignment;
    char *pointer = (char *)(((uintptr_t)block + alignment() - 1) & -alignment()) + size;
    memset(pointer - size, 0, size + 16);
    memcpy(pointer - whole, __tls_template_start, initialized);
    ((void **)pointer)[0] = pointer;
    ((void **)pointer)[1] = descriptor;
    return pointer;
}
