/* Messages about errors, as the BSDs have them. */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

#define __PNACL_ERR_FORMAT(number) __attribute__((__format__(__printf__, number, number + 1)))
#define __PNACL_ERR_LIST(number) __attribute__((__format__(__printf__, number, 0)))

void warn(const char *, ...) __PNACL_ERR_FORMAT(1);
void warnx(const char *, ...) __PNACL_ERR_FORMAT(1);
void vwarn(const char *, va_list) __PNACL_ERR_LIST(1);
void vwarnx(const char *, va_list) __PNACL_ERR_LIST(1);
void err(int, const char *, ...) __attribute__((__noreturn__)) __PNACL_ERR_FORMAT(2);
void errx(int, const char *, ...) __attribute__((__noreturn__)) __PNACL_ERR_FORMAT(2);
void verr(int, const char *, va_list) __attribute__((__noreturn__)) __PNACL_ERR_LIST(2);
void verrx(int, const char *, va_list) __attribute__((__noreturn__)) __PNACL_ERR_LIST(2);

#undef __PNACL_ERR_FORMAT
#undef __PNACL_ERR_LIST

#ifdef __cplusplus
}
#endif
#endif
