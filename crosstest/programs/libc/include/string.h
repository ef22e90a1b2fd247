#ifndef MINI_STRING
#define MINI_STRING
#include <mini-types.h>
MINI_C void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
MINI_C void *memchr(const void *, int, size_t), *mempcpy(void *, const void *, size_t);
MINI_C int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
MINI_C size_t strlen(const char *), strnlen(const char *, size_t), strspn(const char *, const char *), strcspn(const char *, const char *);
MINI_C char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t), *stpcpy(char *, const char *);
MINI_C char *stpncpy(char *, const char *, size_t), *strcat(char *, const char *), *strncat(char *, const char *, size_t);
MINI_C char *strchr(const char *, int), *strrchr(const char *, int), *strpbrk(const char *, const char *), *strstr(const char *, const char *);
#endif
