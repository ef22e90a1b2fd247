// Pointers to functions: tables, callbacks with state, functions that give functions, comparisons.
#include <stdio.h>

typedef int (*binary)(int, int);
typedef binary (*chooser)(char);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static long long wide(int a, long long b, double c) { return a + b + (long long)c; }
static const struct { char name; binary f; } table[] = {{'+', add}, {'-', sub}, {'*', mul}, {0, 0}};

static binary by_name(char name) {
    for (int i = 0; table[i].f; ++i)
        if (table[i].name == name) return table[i].f;
    return 0;
}
struct folder { binary f; int state, count; };
static void fold(struct folder *folder, int x) { folder->state = folder->f(folder->state, x), folder->count++; }
static void each(const int *items, int count, void (*f)(struct folder *, int), struct folder *to) {
    for (int i = 0; i < count; ++i) f(to, items[i]);
}

int main(void) {
    static const int items[] = {3, -4, 5, 7};
    chooser choose = by_name;
    for (const char *name = "+-*/"; *name; ++name) {
        binary f = choose(*name);
        struct folder folder = {f ? f : add, 1, 0};
        each(items, 4, fold, &folder);
        printf("%c %d %d %d\n", *name, folder.state, folder.count, f == mul);
    }
    long long (*volatile pointer)(int, long long, double) = wide;
    printf("%lld %d\n", pointer(1, 1LL << 40, 2.75), table[0].f != table[1].f);
    return 0;
}
