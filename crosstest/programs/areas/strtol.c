// Text to integers in every base, and where reading ends.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const char *const texts[] = {"0", "42", "-17", "+8x", "  \t99 bottles", "0x1fg", "077", "zz", "7fffffff", "-", "", "1010102"};
    static const int bases[] = {0, 10, 16, 8, 2, 36};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) {
        for (unsigned j = 0; j < sizeof bases / sizeof *bases; ++j) {
            char *end;
            long long value = strtoll(texts[i], &end, bases[j]);
            printf("%lld", value);
            if (value) printf("@%d", (int)(end - texts[i]));
            printf(" ");
        }
        printf("\n");
    }
    printf("%lld %llu %d %ld\n", strtoll("-9223372036854775807", NULL, 10), strtoull("18446744073709551615", NULL, 10), atoi("  -12 "), atol("77"));
    return 0;
}
