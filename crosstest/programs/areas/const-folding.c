// The same expressions on constants and on variables: what a compiler folds is what a machine computes.
#include <stdio.h>

#define LIST(X) \
    X(a + b) X(a - b) X(a * b) X(a / b) X(a % b) X(a & b) X(a | b) X(a ^ b) X(a << (b & 7)) X(a >> (b & 7)) X(~a) X(-b) X(!a) \
    X(a < b) X(a == b) X(a && b) X(a ? b : 3) X((unsigned char)(a * b)) X((short)(a << 9)) X(a * 7 / 7) X((a ^ b) % 5)

#define CHECK(e) differ += (long long)FOLDED(e) != (long long)COMPUTED(e), sum = sum * 31 + (unsigned long long)COMPUTED(e);
#define FOLDED(e) ({ const T a = A, b = B; (e); })
#define COMPUTED(e) ({ volatile T va = A, vb = B; T a = va, b = vb; (e); })

int main(void) {
    int differ = 0;
    unsigned long long sum = 0;
#define T int
#define A 12345
#define B 67
    LIST(CHECK)
#undef T
#undef A
#undef B
#define T unsigned
#define A 0xfedcba98u
#define B 13u
    LIST(CHECK)
#undef T
#undef A
#undef B
#define T unsigned long long
#define A 0xfedcba9876543210ull
#define B 0x123456789ull
    LIST(CHECK)
    printf("%d %llx\n", differ, sum);
    return 0;
}
