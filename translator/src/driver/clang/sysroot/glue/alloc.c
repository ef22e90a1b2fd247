/* Aligned memory, which newlib declares. */
#include <malloc.h>
#include <stdlib.h>

#include "irt.h"

WEAK int posix_memalign(void **memory, size_t align, size_t size) {
    if (align < sizeof(void *) || (align & (align - 1)) != 0) return EINVAL;
    void *made = memalign(align, size);
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}
