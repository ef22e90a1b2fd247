// Memory on demand: lists, trees, blocks that grow, zeros, what is given back and taken again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree { struct tree *left, *right; int key, count; };

static void insert(struct tree **at, int key) {
    while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    if (!*at) *at = calloc(1, sizeof **at), (*at)->key = key;
    (*at)->count++;
}
static int walk(struct tree *t, int depth, unsigned *hash) {
    if (!t) return depth;
    int left = walk(t->left, depth + 1, hash);
    *hash = *hash * 31 + (unsigned)t->key * (unsigned)t->count;
    int right = walk(t->right, depth + 1, hash);
    free(t);
    return left > right ? left : right;
}

int main(void) {
    struct tree *root = NULL;
    unsigned seed = 7, hash = 0;
    for (int i = 0; i < 300; ++i) seed = seed * 1103515245 + 12345, insert(&root, (int)(seed >> 16 & 127));
    int depth = walk(root, 0, &hash);
    printf("%d %x\n", depth, hash);
    char *text = NULL;
    size_t size = 0;
    for (int i = 0; i < 50; ++i) {
        text = realloc(text, size + 8);
        size += (size_t)sprintf(text + size, "%d,", i * i);
    }
    printf("%u %.20s\n", (unsigned)size, text + 60);
    free(text);
    int *zeros = calloc(1000, sizeof *zeros), sum = 0;
    for (int i = 0; i < 1000; ++i) sum |= zeros[i];
    printf("%d %d\n", sum, ((unsigned)zeros & 7) == 0);
    free(zeros);
    return 0;
}
