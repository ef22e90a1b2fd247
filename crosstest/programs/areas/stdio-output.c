// Output in every way: characters, lines, blocks, in the order in which it was written.
#include <stdio.h>
#include <string.h>

static char line[300];

int main(void) {
    puts("puts ends the line");
    for (const char *s = "putchar\n"; *s; ++s) putchar(*s);
    fputs("fputs does not\n", stdout);
    fputc('!', stdout);
    putc('\n', stdout);
    memset(line, 'x', sizeof line - 2);
    line[sizeof line - 2] = '\n';
    printf("%u\n", (unsigned)fwrite(line, 1, 80, stdout));
    for (int i = 0; i < 40; ++i) printf("%d: %s", i, line + 250 - i * 2);
    fflush(stdout);
    return 3;
}
