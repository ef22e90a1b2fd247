// Thread-local variables of the main thread: initialised, zero, aligned, addresses of them.
#include <stdio.h>

static _Thread_local int counter = 41;
_Thread_local char name[9] = "initial";
static _Thread_local long long zero;
static _Thread_local struct { double d; char tag; } pair __attribute__((aligned(16))) = {2.5, 't'};
static __thread int *self;

static int *address(void) { return &counter; }
static int bump(int by) {
    static _Thread_local int calls;
    zero += by, counter += ++calls;
    return calls;
}

int main(void) {
    self = address();
    for (int i = 0; i < 5; ++i) bump(i);
    *self += 100;
    name[0] = 'I';
    printf("%d %s %lld %.1f %c %d\n", counter, name, zero, pair.d, pair.tag, bump(0));
    printf("%d %d\n", self == &counter, ((unsigned)(__UINTPTR_TYPE__)&pair & 15) == 0);
    return 0;
}
