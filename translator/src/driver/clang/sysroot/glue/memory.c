/* Memory from the system. */
#include <sys/mman.h>
#include <unistd.h>

#include "irt.h"

IRT_INTERFACE(irt_memory, memory, "nacl-irt-memory-0.2", "nacl-irt-memory-0.1")

WEAK int brk(void *end) {
    void *now = end;
    int error = IRT_CALL(memory(), sysbrk, &now);
    return finish(error != 0 ? error : now == end ? 0 : ENOMEM);
}

WEAK void *sbrk(intptr_t size) {
    void *before = NULL;
    if (finish(IRT_CALL(memory(), sysbrk, &before)) != 0) return (void *)-1;
    if (size != 0 && brk((char *)before + size) != 0) return (void *)-1;
    return before;
}

WEAK void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    return finish(IRT_CALL(memory(), mmap, &address, size, protection, flags, file, offset)) == 0 ? address : MAP_FAILED;
}

WEAK int munmap(void *address, size_t size) { return finish(IRT_CALL(memory(), munmap, address, size)); }
WEAK int mprotect(void *address, size_t size, int protection) {
    return finish(IRT_CALL(memory(), mprotect, address, size, protection));
}

/* Mappings that can be written are private: there is nothing to bring to a file. */
WEAK int msync(void *address, size_t size, int flags) {
    (void)address, (void)size, (void)flags;
    return 0;
}

WEAK int getpagesize(void) { return 65536; }
