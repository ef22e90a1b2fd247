// Recursive descent over a text: nested lists, numbers, strings with escapes, errors with their place.
#include <stdio.h>
#include <string.h>

struct input { const char *start, *at, *error; };
static int fail(struct input *in, const char *why) { return in->error = in->error ? in->error : why, -1; }
static void skip(struct input *in) { in->at += strspn(in->at, " \n\t"); }
static int value(struct input *in, int depth);

static int list(struct input *in, int depth, char end) {
    int sum = 0, count = 0;
    for (skip(in); *in->at != end; skip(in)) {
        if (count++ && *in->at++ != ',') return fail(in, "a comma is missing");
        if (end == '}') {
            if (value(in, depth) < 0 || (skip(in), *in->at++ != ':')) return fail(in, "a key is missing");
        }
        int one = value(in, depth + 1);
        if (one < 0) return -1;
        sum += one * (depth + 1);
    }
    return ++in->at, sum + count;
}
static int text(struct input *in) {
    int size = 0;
    while (*in->at != '"') {
        if (!*in->at) return fail(in, "a string does not end");
        if (*in->at == '\\' && !strchr("\"\\n", *++in->at)) return fail(in, "an unknown escape");
        ++in->at, ++size;
    }
    return ++in->at, size;
}
static int value(struct input *in, int depth) {
    skip(in);
    char c = *in->at++;
    if (c == '[') return list(in, depth, ']');
    if (c == '{') return list(in, depth, '}');
    if (c == '"') return text(in);
    if (c < '0' || c > '9') return fail(in, "no value");
    int n = c - '0';
    while (*in->at >= '0' && *in->at <= '9') n = n * 10 + (*in->at++ - '0');
    return n;
}

int main(void) {
    static const char *const texts[] = {"[1, [2, 3, [4]], \"five\"]", "{\"a\": 1, \"b\": {\"c\": [10, 20]}}", "[1 2]", "\"a\\nb\\\"c\"", "\"\\x\"", "[", "{1:}", "\"open", "[]"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) {
        struct input in = {texts[i], texts[i], NULL};
        int result = value(&in, 0);
        if (in.error) printf("%d: %s\n", (int)(in.at - in.start), in.error);
        else printf("%d\n", result);
    }
    return 0;
}
