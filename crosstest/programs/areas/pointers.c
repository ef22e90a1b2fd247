// Arithmetic and comparison of pointers, into arrays of every size of element, through void and integers.
#include <stdint.h>
#include <stdio.h>

struct odd { char bytes[13]; };
static struct odd odds[10];
static int grid[4][5][6];

static int distance(const void *a, const void *b) { return (int)((const char *)b - (const char *)a); }

int main(void) {
    struct odd *first = odds, *last = &odds[9];
    printf("%d %d %d\n", (int)(last - first), distance(first, last), first < last);
    for (struct odd *p = last; p > first; p -= 3) printf("%d ", (int)(p - odds));
    int (*plane)[5][6] = grid + 2, *cell = &(*plane)[3][4];
    *cell = 7, plane[-1][4][5] = 8;
    printf("%d %d %d\n", grid[2][3][4], grid[1][4][5], distance(grid, cell) / (int)sizeof(int));
    uintptr_t number = (uintptr_t)&grid[1][1][1];
    int *back = (int *)(number + 4 * sizeof(int));
    *back = 9;
    printf("%d %d\n", grid[1][1][5], (int)((number & 3) == 0));
    int *ends[2] = {&grid[0][0][0], &grid[4 - 1][4][5]}, **walk = ends;
    printf("%d %d\n", (int)(walk[1] - *walk), *walk != walk[1]);
    const char *text = "pointer", *at = text;
    while (*at++) ;
    printf("%d %c %c\n", (int)(at - text), at[-2], text[-1 + 3]);
    return 0;
}
