#ifndef MINI_CTYPE
#define MINI_CTYPE
#include <mini-types.h>
MINI_C int isdigit(int), isalpha(int), isalnum(int), isspace(int), isupper(int), islower(int), isprint(int), ispunct(int), isxdigit(int);
MINI_C int toupper(int), tolower(int);
#endif
