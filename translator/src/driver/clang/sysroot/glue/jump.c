/* An intrinsic of PNaCl, which has no address: who takes the address of longjmp gets a function that calls it. setjmp cannot be one. */
#include <setjmp.h>

__attribute__((noreturn)) void nacl_longjmp(jmp_buf buffer, int value);

#undef longjmp
__attribute__((noreturn)) void longjmp(jmp_buf buffer, int value) { nacl_longjmp(buffer, value); }
