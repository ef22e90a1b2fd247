// setjmp and longjmp: out of the depth, again and again, with values that survive.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf errors, retry;
static volatile int attempts;

static int parse(const char **s, int depth) {
    if (depth > 5) longjmp(errors, 2);
    int sum = 0;
    while (**s && **s != ')') {
        char c = *(*s)++;
        if (c == '(') {
            sum += 10 * parse(s, depth + 1);
            if (*(*s)++ != ')') longjmp(errors, 3);
        } else if (c >= '0' && c <= '9') {
            sum += c - '0';
        } else {
            longjmp(errors, c);
        }
    }
    return sum;
}
static int evaluate(const char *text) {
    int code = setjmp(errors);
    if (code) return -code;
    return parse(&text, 0);
}

int main(void) {
    printf("%d %d %d %d %d\n", evaluate("12(3(4)5)6"), evaluate("1(2"), evaluate("((((((1))))))"), evaluate("1x2"), evaluate(""));
    volatile int total = 0;
    int round = setjmp(retry);
    total += round * 10;
    if (++attempts < 5) longjmp(retry, attempts);
    printf("%d %d %d\n", attempts, total, round);
    if (setjmp(retry) == 0) longjmp(retry, 0);
    printf("zero becomes one\n");
    return 0;
}
