/* Bytes: words counted in a hash table, compression and its inverse, base 64, numbers of many digits, a matcher of patterns, arguments. */
#include "start.h"

static const char TEXT[] =
    "a translator that nobody trusts is of little use and a translator that everybody trusts without a reason is of less use still so "
    "each of its passes is checked by a program that was written by someone else and each of those programs is checked by breaking "
    "the translator on purpose a fault that is found is a fault that is kept and a fault that is kept is not made again the words of "
    "this text are of no importance but that they repeat is and that some of them do not";

enum { BUCKETS = 64, WORDS = 128 };
static struct word {
    const char *at;
    u32 size, count;
    struct word *next;
} words[WORDS], *buckets[BUCKETS];
static u32 word_count;

static void count_word(const char *at, u32 size) {
    u32 hash = 5381;
    for (u32 i = 0; i < size; ++i) hash = hash * 33 ^ (u8)at[i];
    struct word **link = &buckets[hash % BUCKETS];
    for (; *link; link = &(*link)->next) {
        if ((*link)->size != size) continue;
        u32 i = 0;
        while (i < size && (*link)->at[i] == at[i]) ++i;
        if (i == size) {
            ++(*link)->count;
            return;
        }
    }
    words[word_count] = (struct word){at, size, 1, 0};
    *link = &words[word_count++];
}
static void count_words(void) {
    const char *at = TEXT;
    while (*at) {
        const char *end = at;
        while (*end && *end != ' ') ++end;
        count_word(at, (u32)(end - at));
        at = *end ? end + 1 : end;
    }
    for (u32 i = 0; i < word_count; ++i) {
        if (words[i].count < 4) continue;
        put_bytes("", 0);
        for (u32 k = 0; k < words[i].size; ++k) put_char(words[i].at[k]);
        put_char(' ');
        put_unsigned(words[i].count);
        put_char('\n');
    }
}

/* Repetitions by distance and length (after Lempel and Ziv), literals as they are. */
static u8 packed[2 * sizeof TEXT], unpacked[sizeof TEXT + 64];
static u32 pack(const u8 *from, u32 size, u8 *to) {
    u32 out = 0;
    for (u32 at = 0; at < size;) {
        u32 best = 0, distance = 0, reach = at < 255 ? at : 255;
        for (u32 back = 1; back <= reach; ++back) {
            u32 same = 0;
            while (at + same < size && same < 127 && from[at + same] == from[at + same - back]) ++same;
            if (same > best) best = same, distance = back;
        }
        if (best >= 3) {
            to[out++] = (u8)(0x80 | best);
            to[out++] = (u8)distance;
            at += best;
        } else {
            to[out++] = from[at++];
        }
    }
    return out;
}
static u32 unpack(const u8 *from, u32 size, u8 *to) {
    u32 out = 0;
    for (u32 at = 0; at < size;) {
        u8 head = from[at++];
        if (head < 0x80) {
            to[out++] = head;
            continue;
        }
        u32 distance = from[at++];
        for (u32 i = 0; i < (u32)(head & 0x7f); ++i, ++out) to[out] = to[out - distance];
    }
    return out;
}
static void base64(const u8 *bytes, u32 size) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (u32 at = 0; at < size; at += 3) {
        u32 rest = size - at, group = (u32)bytes[at] << 16;
        if (rest > 1) group |= (u32)bytes[at + 1] << 8;
        if (rest > 2) group |= bytes[at + 2];
        put_char(DIGITS[group >> 18]);
        put_char(DIGITS[group >> 12 & 63]);
        put_char(rest > 1 ? DIGITS[group >> 6 & 63] : '=');
        put_char(rest > 2 ? DIGITS[group & 63] : '=');
    }
    put_char('\n');
}

/* Numbers of many digits, nine to a word. */
enum { PLACES = 40 };
struct big {
    u32 word[PLACES];
    int used;
};
static void multiply_big(struct big *it, u32 by) {
    u64 carry = 0;
    for (int i = 0; i < it->used; ++i) {
        carry += (u64)it->word[i] * by;
        it->word[i] = (u32)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry != 0) it->word[it->used++] = (u32)carry;
}
static void put_big(const struct big *it) {
    put_unsigned(it->word[it->used - 1]);
    for (int i = it->used - 1; i-- > 0;)
        for (u32 place = 100000000; place > 0; place /= 10) put_char((char)('0' + it->word[i] / place % 10));
    put_char('\n');
}
/* The digits of pi by a spigot (Rabinowitz and Wagon 1995). */
static void pi_digits(int count) {
    static u32 remainders[400];
    int size = count * 10 / 3 + 1, nines = 0, held = 0, begun = 0;
    for (int i = 0; i < size; ++i) remainders[i] = 2;
    for (int digit = 0; digit < count; ++digit) {
        u32 carry = 0;
        for (int i = size; i > 0; --i) {
            u32 value = 10 * remainders[i - 1] + carry * (u32)i;
            remainders[i - 1] = value % (2 * (u32)i - 1);
            carry = value / (2 * (u32)i - 1);
        }
        remainders[0] = carry % 10;
        u32 next = carry / 10;
        if (next == 9) {
            ++nines;
            continue;
        }
        if (begun) put_char((char)('0' + held + (next == 10)));
        for (; nines > 0; --nines) put_char(next == 10 ? '0' : '9');
        held = next == 10 ? 0 : (int)next;
        begun = 1;
    }
    put_char('\n');
}

/* Patterns: `.` any, `c*` any number, `[a-z]` a range, `^` and `$` the ends. */
static int match_here(const char *pattern, const char *text);
static int one(const char **pattern, char c) {
    const char *at = *pattern;
    if (*at == '[') {
        int hit = 0;
        for (++at; *at != ']'; ++at) {
            if (at[1] == '-' && at[2] != ']') {
                hit |= at[0] <= c && c <= at[2];
                at += 2;
            } else {
                hit |= *at == c;
            }
        }
        *pattern = at + 1;
        return hit && c;
    }
    *pattern = at + 1;
    return c && (*at == '.' || *at == c);
}
static int match_here(const char *pattern, const char *text) {
    if (*pattern == 0) return 1;
    if (*pattern == '$' && pattern[1] == 0) return *text == 0;
    const char *after = pattern;
    int hit = one(&after, *text);
    if (*after == '*') {
        for (;;) {
            if (match_here(after + 1, text)) return 1;
            const char *again = pattern;
            if (!one(&again, *text)) return 0;
            ++text;
        }
    }
    return hit && match_here(after, text + 1);
}
static int match(const char *pattern, const char *text) {
    if (*pattern == '^') return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text)) return 1;
    } while (*text++);
    return 0;
}

static int program(int argc, char **argv) {
    static const char *const PATTERNS[] = {"^a t.*not$", "tr[a-u]*s", "[0-9]", "k[^a]", "kep[a-z] .*ag", "zzz*", "t$", "^the"};
    for (int i = 1; i < argc; ++i) {
        put_line(argv[i]);
        put_unsigned(length(argv[i]) + (u32)same(argv[i], "same"));
        put_char('\n');
    }
    count_words();
    u32 size = pack((const u8 *)TEXT, sizeof TEXT - 1, packed);
    put_named("packed", size);
    u32 back = unpack(packed, size, unpacked);
    unpacked[back] = 0;
    put_line(same((const char *)unpacked, TEXT) ? "the same" : "another");
    base64(packed, 75);
    base64(packed, 76);
    struct big factorial = {{1}, 1};
    for (u32 i = 2; i <= 90; ++i) multiply_big(&factorial, i);
    put_big(&factorial);
    pi_digits(50);
    for (u32 i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; ++i) put_char(match(PATTERNS[i], TEXT) ? 'y' : 'n');
    put_char('\n');
    return argc - 1;
}
