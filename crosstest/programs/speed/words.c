/* Counts words in a table by hash, with collisions in chains: pointers that are followed, bytes that are compared, calls. The argument says
   how many thousand words. */
#include "../c/start.h"

struct entry {
    struct entry *next;
    u32 hash, count;
    char text[8];
};

enum { LISTS = 1024, ENTRIES = 8192 };
static struct entry *lists[LISTS], entries[ENTRIES];
static u32 used;

static u32 hash_of(const char *text) {
    u32 hash = 2166136261u;
    for (; *text; ++text) hash = (hash ^ (u8)*text) * 16777619u;
    return hash;
}

static __attribute__((noinline)) struct entry *find(const char *text) {
    u32 hash = hash_of(text);
    struct entry **list = &lists[hash % LISTS];
    for (struct entry *at = *list; at; at = at->next) {
        if (at->hash == hash && same(at->text, text)) return at;
    }
    if (used == ENTRIES) return 0;
    struct entry *made = &entries[used++];
    for (int i = 0; i < 8; ++i) made->text[i] = text[i];
    made->hash = hash;
    made->next = *list;
    *list = made;
    return made;
}

static int program(int argc, char **argv) {
    int thousands = argument(argc, argv, 1, 10);
    for (int i = 0; i < thousands * 1000; ++i) {
        char word[8] = {0};
        u64 bits = random64();
        int letters = 1 + (int)(bits % 3);
        for (int at = 0; at < letters; ++at) word[at] = (char)('a' + (bits >> (8 + 5 * at)) % 16);
        struct entry *entry = find(word);
        if (entry) ++entry->count;
    }
    u32 most = 0, sum = 0;
    for (u32 i = 0; i < used; ++i) {
        if (entries[i].count > most) most = entries[i].count;
        sum = sum * 31 + entries[i].count;
    }
    put_named("words", used);
    put_named("most", most);
    put_named("sum", sum);
    return 0;
}
