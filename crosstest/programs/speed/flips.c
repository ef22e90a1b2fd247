/* All orders of some numbers: beginnings as long as the first number says are turned round until that is the least. Short loops over
   small arrays. The argument says how many numbers. */
#include "../c/start.h"

enum { MOST = 12 };

static int program(int argc, char **argv) {
    int count = argument(argc, argv, 1, 7), order[MOST], turns[MOST], now[MOST], most = 0;
    u32 sum = 0;
    if (count < 1 || count > MOST) return 1;
    for (int i = 0; i < count; ++i) {
        order[i] = i;
        turns[i] = 0;
    }
    for (int depth = 0; depth < count;) {
        /* Heap's way through all orders. */
        for (int i = 0; i < count; ++i) now[i] = order[i];
        int flips = 0;
        while (now[0] != 0) {
            for (int low = 0, high = now[0]; low < high; ++low, --high) {
                int held = now[low];
                now[low] = now[high];
                now[high] = held;
            }
            ++flips;
        }
        if (flips > most) most = flips;
        sum = sum * 31 + (u32)flips;
        for (depth = 1; depth < count && turns[depth] == depth; ++depth) turns[depth] = 0;
        if (depth < count) {
            int other = depth % 2 == 1 ? turns[depth] : 0, held = order[depth];
            order[depth] = order[other];
            order[other] = held;
            ++turns[depth];
        }
    }
    put_named("most", (u64)most);
    put_named("sum", sum);
    return 0;
}
