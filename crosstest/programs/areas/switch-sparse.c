// Switches whose cases lie far apart, of 64 bits, of bytes, of enumerations.
#include <stdio.h>

enum colour { RED = 1, GREEN = 1000, BLUE = 1000000, LAST = 0x7fffffff };

static const char *name(enum colour c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    case LAST: return "last";
    }
    return "none";
}
static int wide(long long x) {
    switch (x) {
    case 0: return 0;
    case 1LL << 32: return 1;
    case 1LL << 33: return 2;
    case -1: return 3;
    case (1LL << 32) + 1: return 4;
    case (-0x7fffffffffffffffLL - 1): return 5;
    default: return 9;
    }
}
static int byte(unsigned char c) {
    switch (c) {
    case 0: return 1;
    case 128: return 2;
    case 255: return 3;
    case 65 ... 90: return c;
    }
    return -1;
}

int main(void) {
    static const int colours[] = {1, 2, 1000, 999, 1000000, 0x7fffffff};
    for (int i = 0; i < 6; ++i) printf("%s ", name((enum colour)colours[i]));
    for (int i = 30; i < 36; ++i) printf("%d%d ", wide(1LL << i), wide((1LL << i) + 1));
    printf("%d %d %d\n", wide(0), wide(-1), wide((long long)(1ULL << 63)));
    for (int i = 0; i < 256; i += 5) printf("%d ", byte((unsigned char)i));
    printf("%d\n", byte(255));
    return 0;
}
