// The functions of string.h: copies, comparisons, searches, at every alignment.
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char buffer[64], other[64];
    for (int from = 0; from < 4; ++from)
        for (int to = 0; to < 4; ++to) {
            memset(buffer, '.', sizeof buffer), memset(other, 'a' + from, sizeof other);
            memcpy(buffer + to, other + from, 9);
            memmove(buffer + 5, buffer + to, 12);
            memmove(buffer + to, buffer + 7, 11);
            buffer[20] = 0;
            printf("%s ", buffer);
        }
    strcpy(buffer, "hello"), strcat(buffer, ", world"), strncpy(other, buffer, 5), other[5] = 0, strncat(other, "!!!!", 2);
    printf("\n%s %s %u\n", buffer, other, (unsigned)strlen(buffer));
    printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("abc", "ab")), sign(strncmp("abcx", "abcy", 3)), sign(memcmp("a\200", "a\1", 2)));
    printf("%s %s %s %d\n", strchr(buffer, 'o'), strrchr(buffer, 'o'), strstr(buffer, "wor"), strchr(buffer, 'z') == NULL);
    printf("%u %u %s\n", (unsigned)strspn("aabbc", "ab"), (unsigned)strcspn("aabbc", "c"), strpbrk("key=value", "=:"));
    printf("%d %d\n", memchr(buffer, 'w', 12) == buffer + 7, memchr(buffer, 'w', 3) == NULL);
    return 0;
}
