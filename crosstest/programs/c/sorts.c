/* Sorting of records by functions that compare: quicksort, heapsort, merge sort, insertion sort; binary search; a tree. */
#include "start.h"

struct record {
    u32 key;
    u16 group;
    u8 flags;
    char name[9];
    double weight;
};
typedef int (*compare)(const struct record *, const struct record *);

enum { COUNT = 150 };
static struct record table[COUNT], scratch[COUNT];

static int by_key(const struct record *a, const struct record *b) { return a->key < b->key ? -1 : a->key > b->key; }
static int by_group(const struct record *a, const struct record *b) {
    return a->group != b->group ? (int)a->group - (int)b->group : by_key(a, b);
}
static int by_name(const struct record *a, const struct record *b) {
    for (int i = 0; i < 9; ++i)
        if (a->name[i] != b->name[i]) return (u8)a->name[i] - (u8)b->name[i];
    return by_key(a, b);
}
static int by_weight(const struct record *a, const struct record *b) {
    return a->weight < b->weight ? -1 : a->weight > b->weight ? 1 : by_key(a, b);
}
static int by_flags(const struct record *a, const struct record *b) {
    int left = __builtin_popcount(a->flags), right = __builtin_popcount(b->flags);
    return left != right ? right - left : by_key(b, a);
}
static const struct {
    const char *name;
    compare order;
} ORDERS[] = {{"key", by_key}, {"group", by_group}, {"name", by_name}, {"weight", by_weight}, {"flags", by_flags}};

static void fill(void) {
    for (int i = 0; i < COUNT; ++i) {
        u64 bits = random64();
        struct record *it = &table[i];
        it->key = (u32)bits;
        it->group = (u16)(bits >> 32) % 37;
        it->flags = (u8)(bits >> 48);
        for (int at = 0; at < 8; ++at) it->name[at] = (char)('a' + (bits >> (at * 7) & 127) % 26);
        it->name[8] = 0;
        it->weight = (double)(i64)(bits >> 20) / 1000.0 - 1e9;
    }
}
static void swap(struct record *a, struct record *b) {
    struct record kept = *a;
    *a = *b;
    *b = kept;
}
static void insertion(struct record *from, int count, compare order) {
    for (int i = 1; i < count; ++i) {
        struct record it = from[i];
        int at = i;
        for (; at > 0 && order(&it, &from[at - 1]) < 0; --at) from[at] = from[at - 1];
        from[at] = it;
    }
}
static void quick(struct record *from, int count, compare order) {
    while (count > 12) {
        struct record pivot = from[count / 2];
        int low = 0, high = count - 1;
        while (low <= high) {
            while (order(&from[low], &pivot) < 0) ++low;
            while (order(&pivot, &from[high]) < 0) --high;
            if (low <= high) swap(&from[low++], &from[high--]);
        }
        quick(from, high + 1, order);
        from += low;
        count -= low;
    }
    insertion(from, count, order);
}
static void sift(struct record *from, int at, int count, compare order) {
    for (;;) {
        int child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && order(&from[child], &from[child + 1]) < 0) ++child;
        if (order(&from[at], &from[child]) >= 0) return;
        swap(&from[at], &from[child]);
        at = child;
    }
}
static void heap(struct record *from, int count, compare order) {
    for (int at = count / 2; at-- > 0;) sift(from, at, count, order);
    for (int end = count; end-- > 1;) {
        swap(&from[0], &from[end]);
        sift(from, 0, end, order);
    }
}
static void merge(struct record *from, int count, compare order) {
    if (count < 2) return;
    int half = count / 2;
    merge(from, half, order);
    merge(from + half, count - half, order);
    for (int i = 0; i < half; ++i) scratch[i] = from[i];
    int left = 0, right = half, to = 0;
    while (left < half) from[to++] = right < count && order(&from[right], &scratch[left]) < 0 ? from[right++] : scratch[left++];
}
static void (*const SORTS[])(struct record *, int, compare) = {quick, heap, merge, insertion};

static u64 digest(const struct record *from, int count) {
    u64 sum = 14695981039346656037ull; /* FNV-1a */
    for (int i = 0; i < count; ++i) {
        sum = (sum ^ from[i].key) * 1099511628211ull;
        sum = (sum ^ (u64)from[i].group << 8 ^ from[i].flags) * 1099511628211ull;
        sum = (sum ^ (u64)(i64)from[i].weight) * 1099511628211ull;
    }
    return sum;
}
static int find(const struct record *from, int count, u32 key) {
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (from[middle].key < key) low = middle + 1;
        else high = middle;
    }
    return low < count && from[low].key == key ? low : -1;
}

/* A search tree in an array. */
struct node {
    u32 key;
    i32 left, right, size;
};
static struct node nodes[COUNT];
static int in_tree;
static int insert(int at, u32 key) {
    if (at < 0) {
        nodes[in_tree] = (struct node){key, -1, -1, 1};
        return in_tree++;
    }
    if (key < nodes[at].key) nodes[at].left = insert(nodes[at].left, key);
    else nodes[at].right = insert(nodes[at].right, key);
    ++nodes[at].size;
    return at;
}
static int depth(int at) {
    if (at < 0) return 0;
    int left = depth(nodes[at].left), right = depth(nodes[at].right);
    return 1 + (left > right ? left : right);
}
static u32 ranked(int at, int rank) {
    int left = nodes[at].left < 0 ? 0 : nodes[nodes[at].left].size;
    if (rank == left) return nodes[at].key;
    return rank < left ? ranked(nodes[at].left, rank) : ranked(nodes[at].right, rank - left - 1);
}

static int program(int argc, char **argv) {
    int rounds = argument(argc, argv, 1, 1), wrong = 0;
    for (int round = 0; round < rounds; ++round)
        for (u32 order = 0; order < sizeof ORDERS / sizeof *ORDERS; ++order)
            for (u32 sort = 0; sort < sizeof SORTS / sizeof *SORTS; ++sort) {
                fill();
                int count = sort == 3 ? COUNT / 8 : COUNT;
                SORTS[sort](table, count, ORDERS[order].order);
                for (int i = 1; i < count; ++i) wrong += ORDERS[order].order(&table[i - 1], &table[i]) > 0;
                put_named(ORDERS[order].name, digest(table, count));
            }
    quick(table, COUNT, by_key);
    int found = 0, root = -1;
    for (int i = 0; i < COUNT; ++i) found += find(table, COUNT, table[i].key) == i;
    put_named("found", (u64)found);
    put_int(find(table, COUNT, 12345));
    put_char('\n');
    for (int i = 0; i < COUNT; ++i) root = insert(root, table[(i * 7919 + 13) % COUNT].key);
    put_named("depth", (u64)depth(root));
    for (int i = 0; i < COUNT; ++i) wrong += ranked(root, i) != table[i].key;
    put_named("wrong", (u64)wrong);
    return wrong;
}
