// Static data: designated, nested, with addresses of each other, strings shared and cut, unions.
#include <stdio.h>

struct node { const char *name; struct node *next; int *counter; unsigned char flags[3]; };
static int counters[4] = {[1] = 10, [3] = 30};
static struct node list[] = {
    [2] = {"third", 0, &counters[3], "xyz"},
    [0] = {"first", &list[1], counters + 1, {1}},
    [1] = {.next = &list[2], .name = &"not second"[4], .flags = {[2] = 9}},
};
static const char cut[3] = "abc", text[] = "one\0two";
static union { float f; unsigned u; char c[8]; } either = {1.5f};
static const double table[2][3] = {{1, 2.5}, {-0.0, 1e300, 3}};
static int (*const functions[])(const char *) = {puts};
static struct { short a; int *inside; long long big; } tail = {-5, (int *)((char *)counters + 12), 1LL << 62};

int main(void) {
    for (struct node *n = list; n; n = n->next) {
        printf("%s %d %u%u%u\n", n->name, n->counter ? (*n->counter)++ : -1, n->flags[0], n->flags[1], n->flags[2]);
    }
    printf("%d %d %d %d\n", counters[0], counters[1], counters[2], counters[3]);
    printf("%.3s %s %u %x %.1f %g\n", cut, text + 4, (unsigned)sizeof text, either.u, table[0][2], table[1][1]);
    printf("%d %d %lld %d\n", tail.a, *tail.inside, tail.big, functions[0]("put") >= 0);
    return 0;
}
