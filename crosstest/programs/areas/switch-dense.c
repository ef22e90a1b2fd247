// Switches whose cases lie close together: falling through, default in the middle, nested.
#include <stdio.h>

static int score(int x) {
    int s = 0;
    switch (x) {
    case -3: s += 1;
    case -2: s += 10; break;
    case -1: return -x;
    default: s = 7; break;
    case 0: s = 100;
    case 1:
        switch (x + 1) {
        case 1: s += 5; break;
        case 2: s += 6;
        }
        break;
    case 2 ... 5: s = 50 + x; break;
    case 7: s = 70;
    }
    return s * 2;
}

static int machine(const char *program) {
    int stack[16], top = 0;
    for (; *program; ++program) {
        switch (*program) {
        case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            stack[top++] = *program - '0';
            break;
        case '+': --top, stack[top - 1] += stack[top]; break;
        case '-': --top, stack[top - 1] -= stack[top]; break;
        case '*': --top, stack[top - 1] *= stack[top]; break;
        case 'd': stack[top] = stack[top - 1], ++top; break;
        case 's': { int t = stack[top - 1]; stack[top - 1] = stack[top - 2], stack[top - 2] = t; }
        }
    }
    return stack[top - 1];
}

int main(void) {
    for (int x = -5; x < 10; ++x) printf("%d ", score(x));
    printf("\n%d %d\n", machine("34+5*d*"), machine("92s-7d*+"));
    return 0;
}
