// Functions that run when a variable goes out of scope, by every way out of it.
#include <stdio.h>

static void left(const char **name) { printf("-%s ", *name); }
#define SCOPED __attribute__((cleanup(left))) const char *

static int ways(int which) {
    SCOPED outer = "outer";
    for (int i = 0; i < 3; ++i) {
        SCOPED loop = i ? "again" : "loop";
        if (which == 0 && i == 1) break;
        if (which == 1 && i == 0) continue;
        if (which == 2) return i * 10;
        {
            SCOPED inner = "inner";
            if (which == 3) goto out;
            printf("%s%d ", inner, i);
        }
    }
    printf("end ");
out:
    return which;
}

int main(void) {
    for (int which = 0; which < 5; ++which) printf("= %d\n", ways(which));
    return 0;
}
