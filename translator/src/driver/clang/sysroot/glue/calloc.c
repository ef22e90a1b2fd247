/* Cleared memory. newlib takes what is left of a product that is too large for memory's size. */
#include <errno.h>
#include <reent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *_calloc_r(struct _reent *reent, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        reent->_errno = ENOMEM;
        return NULL;
    }
    void *made = _malloc_r(reent, count * size);
    return made == NULL ? NULL : memset(made, 0, count * size);
}
