// Labels as values: an interpreter that jumps from instruction to instruction.
#include <stdio.h>

static int run(const unsigned char *code, int x) {
    static void *const table[] = {&&halt, &&add, &&multiply, &&decrement_and_branch, &&negate};
    int sum = 0;
    const unsigned char *pc = code;
    goto *table[*pc++];
add:
    sum += *pc++;
    goto *table[*pc++];
multiply:
    sum *= *pc++;
    goto *table[*pc++];
decrement_and_branch:
    if (--x > 0) pc = code + *pc;
    else ++pc;
    goto *table[*pc++];
negate:
    sum = -sum;
    goto *table[*pc++];
halt:
    return sum;
}

int main(void) {
    static const unsigned char loop[] = {1, 3, 2, 2, 3, 0, 4, 0};
    static const unsigned char line[] = {1, 200, 2, 9, 1, 17, 0};
    for (int x = 1; x < 6; ++x) printf("%d ", run(loop, x));
    printf("%d\n", run(line, 1));
    return 0;
}
