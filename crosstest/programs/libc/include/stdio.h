#ifndef MINI_STDIO
#define MINI_STDIO
#include <mini-types.h>
typedef struct mini_file FILE;
#define EOF (-1)
MINI_C FILE *stdout, *stderr;
#define stdout stdout
#define stderr stderr
MINI_C int printf(const char *, ...), fprintf(FILE *, const char *, ...), sprintf(char *, const char *, ...);
MINI_C int snprintf(char *, size_t, const char *, ...), vprintf(const char *, va_list), vfprintf(FILE *, const char *, va_list);
MINI_C int vsprintf(char *, const char *, va_list), vsnprintf(char *, size_t, const char *, va_list);
MINI_C int puts(const char *), putchar(int), fputs(const char *, FILE *), fputc(int, FILE *), putc(int, FILE *), fflush(FILE *);
MINI_C size_t fwrite(const void *, size_t, size_t, FILE *);
#endif
