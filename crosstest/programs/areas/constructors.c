// What runs before main and after it, in the order of its priority; exit in the middle.
#include <stdio.h>
#include <stdlib.h>

static int state;

__attribute__((constructor(202))) static void second(void) { state = state * 10 + 2; }
__attribute__((constructor(201))) static void first(void) { state = state * 10 + 1; }
__attribute__((constructor)) static void last(void) { state = state * 10 + 3; }
__attribute__((destructor)) static void after(void) {
    printf("after %d\n", state);
    fflush(stdout);
}
static void registered(void) { printf("registered %d\n", state += 1000); }
static void registered_later(void) { printf("later %d\n", state += 1000); }

int main(void) {
    printf("%d\n", state);
    atexit(registered);
    atexit(registered_later);
    if (state == 123) exit(7);
    return 1;
}
