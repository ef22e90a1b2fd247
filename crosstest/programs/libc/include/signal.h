/* Signals do not exist; a handler is never called. */
#ifndef MINI_SIGNAL
#define MINI_SIGNAL
#define SIGABRT 6
#define SIGFPE 8
#define SIGSEGV 11
static __inline int signal(int number, void (*handler)(int)) { return (void)number, (void)handler, 0; }
#endif
