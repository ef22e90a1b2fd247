#ifndef MINI_SETJMP
#define MINI_SETJMP
typedef long long jmp_buf[128]; /* PNaCl's: 1024 bytes, aligned to 8 */
#ifdef __cplusplus
extern "C"
#endif
int setjmp(jmp_buf) __attribute__((returns_twice));
#ifdef __cplusplus
extern "C"
#endif
void longjmp(jmp_buf, int) __attribute__((noreturn));
#endif
