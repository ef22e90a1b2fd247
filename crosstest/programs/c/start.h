/* What every program here stands on: a start without a C library, and printing. As PNaCl code the process is found by way of the
   interface query function (NaCl IRT); with -DNATIVE the host's C library does the same, so that a test can ask another compiler what a
   program should print. Nothing here depends on how wide a pointer is. */
#ifndef START_H
#define START_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

/* The program: arguments as in C, the result is the exit status. */
static int program(int argc, char **argv);

#ifdef NATIVE
#include <stdlib.h>
#include <unistd.h>
static void put_bytes(const char *bytes, u32 size) {
    while (size > 0) {
        ssize_t done = write(1, bytes, size);
        if (done <= 0) _exit(111);
        bytes += done;
        size -= (u32)done;
    }
}
static void leave(int status);
#else
/* Interfaces as the IRT lays them out: tables of functions. */
typedef u32 (*query_function)(const char *name, void *table, u32 size);
static struct {
    int (*close)(int);
    int (*dup)(int, int *);
    int (*dup2)(int, int);
    int (*read)(int, void *, u32, u32 *);
    int (*write)(int, const void *, u32, u32 *);
    int (*seek)(int, i64, int, i64 *);
    int (*fstat)(int, void *);
    int (*getdents)(int, void *, u32, u32 *);
} fdio;
static struct {
    void (*exit)(int);
    int (*gettod)(void *);
    int (*clock)(void *);
    int (*nanosleep)(const void *, void *);
    int (*sched_yield)(void);
    int (*sysconf)(int, int *);
} basic;
static void put_bytes(const char *bytes, u32 size) {
    while (size > 0) {
        u32 done = 0;
        if (fdio.write(1, bytes, size, &done) != 0 || done == 0) basic.exit(111);
        bytes += done;
        size -= done;
    }
}
static void leave(int status);
#endif

/* Output is collected and written in pieces. */
enum { PIECE = 4096 };
static char piece[PIECE];
static u32 in_piece;

static void flush(void) {
    u32 size = in_piece;
    in_piece = 0;
    put_bytes(piece, size);
}
static void put_char(char c) {
    if (in_piece == PIECE) flush();
    piece[in_piece++] = c;
}
static void put_text(const char *text) {
    while (*text) put_char(*text++);
}
static void put_line(const char *text) {
    put_text(text);
    put_char('\n');
}
static void put_unsigned(u64 value) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count > 0) put_char(digits[--count]);
}
static void put_int(i64 value) {
    if (value < 0) put_char('-');
    put_unsigned(value < 0 ? 0 - (u64)value : (u64)value);
}
static void put_hex(u64 value, int digits) {
    while (digits-- > 0) put_char("0123456789abcdef"[value >> (4 * digits) & 15]);
}
/* Fixed notation; for magnitudes below 2^53 / 10^places. */
static void put_double(double value, int places) {
    if (value != value) {
        put_text("nan");
        return;
    }
    if (value < 0) {
        put_char('-');
        value = -value;
    }
    u64 scale = 1;
    for (int i = 0; i < places; ++i) scale *= 10;
    u64 whole = (u64)(i64)(value * (double)scale + 0.5);
    put_unsigned(whole / scale);
    if (places > 0) put_char('.');
    for (u64 rest = scale / 10; rest > 0; rest /= 10) put_char((char)('0' + whole / rest % 10));
}
/* A name and its value, on a line. */
static void put_named(const char *name, u64 value) {
    put_text(name);
    put_text(": ");
    put_hex(value, 16);
    put_char('\n');
}

static u32 length(const char *text) {
    u32 count = 0;
    while (text[count]) ++count;
    return count;
}
static int same(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return *a == *b;
}
/* The number that an argument spells; `other` without that argument. */
static int argument(int argc, char **argv, int index, int other) {
    if (index >= argc) return other;
    int value = 0;
    for (const char *at = argv[index]; *at >= '0' && *at <= '9'; ++at) value = value * 10 + (*at - '0');
    return value;
}
static u64 random_state = 88172645463325252ull;
static u64 random64(void) { /* xorshift, Marsaglia 2003 */
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

#ifdef NATIVE
static void leave(int status) {
    flush();
    _exit(status);
}
int main(int argc, char **argv) { leave(program(argc, argv)); }
#else
static void leave(int status) {
    flush();
    basic.exit(status);
}
/* info: cleanup function, count of environment variables, count of arguments, arguments, 0, environment, 0, auxiliary vector. */
void _start(u32 *info) {
    u32 *aux = info + 3 + info[2] + 1 + info[1] + 1;
    while (aux[0] != 32) aux += 2; /* AT_SYSINFO: the query function */
    query_function query = (query_function)aux[1];
    query("nacl-irt-fdio-0.1", &fdio, sizeof fdio);
    query("nacl-irt-basic-0.1", &basic, sizeof basic);
    leave(program((int)info[2], (char **)(info + 3)));
}
#endif
#endif
