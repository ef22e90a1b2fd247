/* For newlib's formatted input and output, which take the address of a parameter of type va_list. Ours is an array, whose parameters are
   pointers, so that the address would have another type than a function expects that is given it. Here it is a pointer from the start. */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

typedef __typeof__(&(*(va_list *)0)[0]) __pnacl_va_list;
#define va_list __pnacl_va_list
