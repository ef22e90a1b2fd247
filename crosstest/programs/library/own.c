/* A program with a function of the library that is its own, and others of the same kind that are not; functions that are macros, too. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static int calls;

void *memcpy(void *to, const void *from, size_t size) {
    char *d = to;
    const char *s = from;
    ++calls;
    while (size-- != 0) *d++ = *s++;
    return to;
}

int main(int count, char **words) {
    char text[40];
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    void *(*volatile move)(void *, const void *, size_t) = memmove;
    void *(*volatile fill)(void *, int, size_t) = memset;
    calls = 0;
    fill(text, '.', sizeof text);
    copy(text, "abc", 3);
    move(text + 1, text, 3);
    text[6] = 0;
    printf("%s %d %d\n", text, calls, words != NULL && count >= 0);

    atomic_flag flag = ATOMIC_FLAG_INIT;
    (atomic_thread_fence)(memory_order_seq_cst);
    (atomic_signal_fence)(memory_order_acquire);
    int first = (atomic_flag_test_and_set)(&flag), second = (atomic_flag_test_and_set_explicit)(&flag, memory_order_acquire);
    (atomic_flag_clear)(&flag);
    int third = (atomic_flag_test_and_set)(&flag);
    (atomic_flag_clear_explicit)(&flag, memory_order_release);
    printf("%d %d %d\n", first, second, third);

    volatile float small = 0x1.cp-147f, half = 0x1.8p-149f, large = 0x1.8p100f;
    printf("%a %a %a\n", scalbnf(small, -3), ldexpf(small, -2), scalbnf(half, -1));
    printf("%a %a %a\n", scalbnf(large, 27), scalbnf(large, -250), scalbnf(-large, -280));
    printf("%a %a\n", scalbnf(0x1p-149f, 276), ldexpf(1.5f, -150));
    return 0;
}
