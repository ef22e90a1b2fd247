// Weak definitions and references, aliases, sections, and what nobody mentions.
#include <stdio.h>

extern int missing(void) __attribute__((weak));
extern int absent __attribute__((weak));
__attribute__((weak)) int present(int x) { return x + 1; }
int other(int x) __attribute__((alias("present")));
static int table[3] = {1, 2, 3};
extern int same[3] __attribute__((alias("table")));
__attribute__((section(".rare"), used)) static const char kept[] = "kept";
__attribute__((noinline, section(".rare.text"))) static int elsewhere(void) { return kept[1]; }

int main(void) {
    printf("%d %d\n", missing ? missing() : -1, &absent ? absent : -2);
    int (*volatile pointer)(int) = other;
    printf("%d %d %d\n", present(1), other(2), pointer(3));
    same[1] = 20;
    printf("%d %d %d\n", table[1], same[2], elsewhere());
    return 0;
}
