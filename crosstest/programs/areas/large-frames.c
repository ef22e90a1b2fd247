// Frames larger than immediate operands reach, and many objects in one.
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

NOINLINE static unsigned mixed(unsigned seed) {
    unsigned char bytes[5000];
    short halves[9000];
    unsigned words[20000];
    for (unsigned i = 0; i < 5000; ++i) bytes[i] = (unsigned char)(seed + i);
    for (unsigned i = 0; i < 9000; ++i) halves[i] = (short)(seed * i);
    for (unsigned i = 0; i < 20000; ++i) words[i] = seed ^ i * 2654435761u;
    unsigned sum = 0;
    for (unsigned i = 0; i < 20000; i += 7) sum = sum * 5 + words[19999 - i] + bytes[i % 5000] + (unsigned)halves[i % 9000];
    return sum;
}
NOINLINE static unsigned deep(unsigned depth) {
    unsigned block[1500];
    for (unsigned i = 0; i < 1500; i += 100) block[i] = depth * i;
    unsigned below = depth ? deep(depth - 1) : 1;
    return below + block[1400] + block[depth * 100];
}

int main(void) {
    printf("%u %u\n", mixed(1), mixed(77));
    printf("%u\n", deep(10));
    return 0;
}
