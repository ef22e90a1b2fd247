// Kinds of characters, and words and numbers picked out of a text by them.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = 0; c < 128; c += 1) {
        unsigned kinds = !!isdigit(c) | !!isalpha(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 | !!islower(c) << 5 | !!ispunct(c) << 6 | !!isxdigit(c) << 7 | !!isprint(c) << 8;
        printf("%x ", kinds + (unsigned)(toupper(c) - c + 32) * 512 + (unsigned)(tolower(c) - c));
    }
    printf("\n");
    const char *text = "In 1969, 3 men flew 384400 km!";
    int words = 0, numbers = 0, sum = 0;
    while (*text) {
        if (isalpha((unsigned char)*text)) {
            ++words;
            while (isalpha((unsigned char)*text)) putchar(toupper((unsigned char)*text++));
            putchar(' ');
        } else if (isdigit((unsigned char)*text)) {
            ++numbers;
            int n = 0;
            while (isdigit((unsigned char)*text)) n = n * 10 + (*text++ - '0');
            sum += n;
        } else {
            ++text;
        }
    }
    printf("%d %d %d\n", words, numbers, sum);
    return 0;
}
