/* A program without a C library: it calls what the table of interfaces has, and ends. */
typedef int (*query_function)(const char *name, void *table, unsigned size);

/* The auxiliary vector stands behind arguments and environment; entry 32 is the query function. */
static query_function query_of(unsigned *info) {
    unsigned *entry = info + 3 + info[2] + 1 + info[1] + 1;
    while (entry[0] != 32) entry += 2;
    return (query_function)entry[1];
}

void _start(unsigned *info) {
    void (*basic[6])(int);
    query_of(info)("nacl-irt-basic-0.1", basic, sizeof basic);
    basic[0](7);
}
