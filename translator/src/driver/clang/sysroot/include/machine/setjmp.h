/* Jump buffers: 1024 bytes, as PNaCl's ABI has them. No signal interrupts a program, so there is no mask to keep. */
#ifndef _MACHINE_SETJMP_H
#define _MACHINE_SETJMP_H

#define _JBTYPE long long
#define _JBLEN 128

typedef _JBTYPE jmp_buf[_JBLEN];
typedef _JBTYPE sigjmp_buf[_JBLEN];
#define sigsetjmp(env, mask) ((void)(mask), setjmp(env))
#define siglongjmp(env, value) longjmp(env, value)
#define _setjmp(env) setjmp(env)
#define _longjmp(env, value) longjmp(env, value)

#endif
