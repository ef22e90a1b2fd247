/* What C++ calls without a header: memory, static variables of functions, virtual functions that have no body. The names are mangled as
   the Itanium C++ ABI has it; nothing is thrown, so that memory that is not there ends the program unless it was asked for with nothrow. */
#include <malloc.h>
#include <stdlib.h>

#include "irt.h"

#define NAMED(declaration, name) declaration __asm__(name) WEAK
#define NEW(function, name) NAMED(void *function(size_t size), name)
#define NEW_ALIGNED(function, name) NAMED(void *function(size_t size, size_t align), name)

static void *needed(void *memory) {
    if (memory == NULL) abort();
    return memory;
}

NEW(new_one, "_Znwj");
NEW(new_array, "_Znaj");
void *new_one(size_t size) { return needed(malloc(size != 0 ? size : 1)); }
void *new_array(size_t size) { return new_one(size); }

NEW_ALIGNED(new_aligned, "_ZnwjSt11align_val_t");
NEW_ALIGNED(new_array_aligned, "_ZnajSt11align_val_t");
void *new_aligned(size_t size, size_t align) { return needed(memalign(align, size != 0 ? size : 1)); }
void *new_array_aligned(size_t size, size_t align) { return new_aligned(size, align); }

NAMED(void delete_one(void *memory), "_ZdlPv");
NAMED(void delete_array(void *memory), "_ZdaPv");
NAMED(void delete_aligned(void *memory, size_t align), "_ZdlPvSt11align_val_t");
NAMED(void delete_array_aligned(void *memory, size_t align), "_ZdaPvSt11align_val_t");
void delete_one(void *memory) { free(memory); }
void delete_array(void *memory) { delete_one(memory); }
void delete_aligned(void *memory, size_t align) { (void)align, free(memory); }
void delete_array_aligned(void *memory, size_t align) { delete_aligned(memory, align); }

/* All others end in these, which a program may replace ([new.delete.single], [new.delete.array]). One that must not fail ends the program
   instead; so who may be told is told before it is asked. */
__attribute__((noinline)) static int is_there(void *memory) {
    free(memory);
    return memory != NULL;
}
NAMED(void *new_nothrow(size_t size, const void *tag), "_ZnwjRKSt9nothrow_t");
NAMED(void *new_array_nothrow(size_t size, const void *tag), "_ZnajRKSt9nothrow_t");
NAMED(void *new_aligned_nothrow(size_t size, size_t align, const void *tag), "_ZnwjSt11align_val_tRKSt9nothrow_t");
NAMED(void *new_array_aligned_nothrow(size_t size, size_t align, const void *tag), "_ZnajSt11align_val_tRKSt9nothrow_t");
void *new_nothrow(size_t size, const void *tag) { return (void)tag, is_there(malloc(size)) ? new_one(size) : NULL; }
void *new_array_nothrow(size_t size, const void *tag) { return (void)tag, is_there(malloc(size)) ? new_array(size) : NULL; }
void *new_aligned_nothrow(size_t size, size_t align, const void *tag) {
    return (void)tag, is_there(memalign(align, size)) ? new_aligned(size, align) : NULL;
}
void *new_array_aligned_nothrow(size_t size, size_t align, const void *tag) {
    return (void)tag, is_there(memalign(align, size)) ? new_array_aligned(size, align) : NULL;
}

NAMED(void delete_sized(void *memory, size_t size), "_ZdlPvj");
NAMED(void delete_array_sized(void *memory, size_t size), "_ZdaPvj");
NAMED(void delete_sized_aligned(void *memory, size_t size, size_t align), "_ZdlPvjSt11align_val_t");
NAMED(void delete_array_sized_aligned(void *memory, size_t size, size_t align), "_ZdaPvjSt11align_val_t");
NAMED(void delete_nothrow(void *memory, const void *tag), "_ZdlPvRKSt9nothrow_t");
NAMED(void delete_array_nothrow(void *memory, const void *tag), "_ZdaPvRKSt9nothrow_t");
NAMED(void delete_aligned_nothrow(void *memory, size_t align, const void *tag), "_ZdlPvSt11align_val_tRKSt9nothrow_t");
NAMED(void delete_array_aligned_nothrow(void *memory, size_t align, const void *tag), "_ZdaPvSt11align_val_tRKSt9nothrow_t");
void delete_sized(void *memory, size_t size) { (void)size, delete_one(memory); }
void delete_array_sized(void *memory, size_t size) { (void)size, delete_array(memory); }
void delete_sized_aligned(void *memory, size_t size, size_t align) { (void)size, delete_aligned(memory, align); }
void delete_array_sized_aligned(void *memory, size_t size, size_t align) { (void)size, delete_array_aligned(memory, align); }
void delete_nothrow(void *memory, const void *tag) { (void)tag, delete_one(memory); }
void delete_array_nothrow(void *memory, const void *tag) { (void)tag, delete_array(memory); }
void delete_aligned_nothrow(void *memory, size_t align, const void *tag) { (void)tag, delete_aligned(memory, align); }
void delete_array_aligned_nothrow(void *memory, size_t align, const void *tag) { (void)tag, delete_array_aligned(memory, align); }

/* A guard's first byte says that the variable is there; its second word is 1 while a thread makes it. */
int __cxa_guard_acquire(unsigned *guard) {
    for (;;) {
        unsigned free = 0;
        if (__atomic_load_n((unsigned char *)guard, __ATOMIC_ACQUIRE) != 0) return 0;
        if (__atomic_compare_exchange_n(&guard[1], &free, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            if (__atomic_load_n((unsigned char *)guard, __ATOMIC_ACQUIRE) == 0) return 1;
            __atomic_store_n(&guard[1], 0, __ATOMIC_RELEASE);
            return 0;
        }
        __pnacl_wait(&guard[1], 1, NULL);
    }
}
static void leave(unsigned *guard) {
    __atomic_store_n(&guard[1], 0, __ATOMIC_RELEASE);
    __pnacl_wake(&guard[1], 0x7fffffff);
}
void __cxa_guard_release(unsigned *guard) {
    __atomic_store_n((unsigned char *)guard, 1, __ATOMIC_RELEASE);
    leave(guard);
}
void __cxa_guard_abort(unsigned *guard) { leave(guard); }

void __cxa_pure_virtual(void) { abort(); }
void __cxa_deleted_virtual(void) { abort(); }
