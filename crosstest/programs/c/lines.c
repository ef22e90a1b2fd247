/* As many numbered lines as the argument says; each is written at once. */
#include "start.h"

static int program(int argc, char **argv) {
    int count = argument(argc, argv, 1, 3);
    for (int i = 1; i <= count; ++i) {
        put_text("line ");
        put_int(i);
        put_char('\n');
        flush();
    }
    return 0;
}
