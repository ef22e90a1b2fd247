/* All programs in one, as large as real programs are: what the translator is measured with. */
#include "start.h"

#define program digests
#include "digests.c"
#undef program
#define program lanes
#include "lanes.c"
#undef program
#define program lines
#include "lines.c"
#undef program
#define program lisp
#include "lisp.c"
#undef program
#define program machine
#include "machine.c"
#undef program
#define program numbers
#include "numbers.c"
#undef program
#define program sorts
#include "sorts.c"
#undef program
#define program texts
#include "texts.c"
#undef program

static int program(int argc, char **argv) {
    int (*const programs[])(int, char **) = {digests, lanes, lines, lisp, machine, numbers, sorts, texts};
    static const char *const names[] = {"digests", "lanes", "lines", "lisp", "machine", "numbers", "sorts", "texts"};
    int sum = 0;
    for (u32 i = 0; i < sizeof programs / sizeof *programs; ++i) {
        put_line(names[i]);
        sum += programs[i](argc, argv);
    }
    return sum;
}
