// A table of words with chains: counting, growing, deleting, in the order of insertion.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *chain, *later; unsigned hash; int count; char word[]; };
struct table { struct entry **buckets, *first, **last; unsigned size, used; };

static unsigned hash_of(const char *s, size_t size) {
    unsigned h = 5381;
    while (size-- > 0) h = h * 33 ^ (unsigned char)*s++;
    return h;
}
static void grow(struct table *t) {
    unsigned size = t->size ? t->size * 2 : 4;
    struct entry **buckets = calloc(size, sizeof *buckets);
    for (struct entry *e = t->first; e; e = e->later) e->chain = buckets[e->hash % size], buckets[e->hash % size] = e;
    free(t->buckets);
    t->buckets = buckets, t->size = size;
}
static struct entry *find(struct table *t, const char *word, size_t size) {
    unsigned h = hash_of(word, size);
    for (struct entry *e = t->size ? t->buckets[h % t->size] : NULL; e; e = e->chain)
        if (e->hash == h && strlen(e->word) == size && memcmp(e->word, word, size) == 0) return e;
    if (t->used >= t->size) grow(t);
    struct entry *e = malloc(sizeof *e + size + 1);
    memcpy(e->word, word, size), e->word[size] = 0;
    e->hash = h, e->count = 0, e->chain = t->buckets[h % t->size], e->later = NULL;
    t->buckets[h % t->size] = e, *t->last = e, t->last = &e->later, t->used++;
    return e;
}

int main(void) {
    const char *text = "the cat sat on the mat and the dog sat on the cat while a cat and a dog ate the mat";
    struct table t = {0};
    t.last = &t.first;
    while (*text) {
        size_t size = strcspn(text, " ");
        find(&t, text, size)->count++;
        text += size + strspn(text + size, " ");
    }
    for (struct entry *e = t.first, *later; e; e = later) printf("%s %d, ", e->word, e->count), later = e->later, free(e);
    printf("%u %u\n", t.used, t.size);
    free(t.buckets);
    return 0;
}
