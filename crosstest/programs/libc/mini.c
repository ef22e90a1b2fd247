/* A small C library, enough for test programs: memory, strings, numbers as text, formatted output, sorting. It stands on the start-up of
   pnacl-clang (write, exit), keeps to what C says where it has a function at all, and is neither fast nor complete. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end
#define NULL ((void *)0)
#define WEAK __attribute__((weak))
typedef unsigned long long u64;
typedef unsigned int u32;

int write(int file, const void *bytes, size_t size);
void exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int atexit(void (*f)(void));

/* Memory and strings. */
WEAK void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    char *t = to;
    const char *f = from;
    while (size-- > 0) *t++ = *f++;
    return to;
}
WEAK void *memmove(void *to, const void *from, size_t size) {
    char *t = to;
    const char *f = from;
    if (t < f) {
        while (size-- > 0) *t++ = *f++;
    } else {
        while (size-- > 0) t[size] = f[size];
    }
    return to;
}
WEAK void *memset(void *to, int value, size_t size) {
    char *t = to;
    while (size-- > 0) *t++ = (char)value;
    return to;
}
WEAK int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (; size > 0; --size, ++x, ++y)
        if (*x != *y) return *x - *y;
    return 0;
}
WEAK void *memchr(const void *bytes, int value, size_t size) {
    const unsigned char *at = bytes;
    for (; size > 0; --size, ++at)
        if (*at == (unsigned char)value) return (void *)at;
    return NULL;
}
WEAK void *mempcpy(void *to, const void *from, size_t size) { return (char *)memcpy(to, from, size) + size; }
WEAK void bzero(void *to, size_t size) { memset(to, 0, size); }
WEAK void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
WEAK int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }
WEAK size_t strlen(const char *s) {
    size_t size = 0;
    while (s[size]) ++size;
    return size;
}
WEAK size_t strnlen(const char *s, size_t most) {
    size_t size = 0;
    while (size < most && s[size]) ++size;
    return size;
}
WEAK int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return (unsigned char)*a - (unsigned char)*b;
}
WEAK int strncmp(const char *a, const char *b, size_t size) {
    for (; size > 0 && *a && *a == *b; --size) ++a, ++b;
    return size == 0 ? 0 : (unsigned char)*a - (unsigned char)*b;
}
WEAK char *stpcpy(char *to, const char *from) {
    while ((*to = *from++)) ++to;
    return to;
}
WEAK char *stpncpy(char *to, const char *from, size_t size) {
    while (size > 0 && *from) *to++ = *from++, --size;
    char *end = to;
    while (size-- > 0) *to++ = 0;
    return end;
}
WEAK char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}
WEAK char *strncpy(char *to, const char *from, size_t size) {
    stpncpy(to, from, size);
    return to;
}
WEAK char *strcat(char *to, const char *from) {
    stpcpy(to + strlen(to), from);
    return to;
}
WEAK char *strncat(char *to, const char *from, size_t size) {
    char *end = to + strlen(to);
    while (size-- > 0 && *from) *end++ = *from++;
    *end = 0;
    return to;
}
WEAK char *strchr(const char *s, int c) {
    for (;; ++s) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return NULL;
    }
}
WEAK char *index(const char *s, int c) { return strchr(s, c); }
WEAK char *strrchr(const char *s, int c) {
    const char *found = NULL;
    do
        if (*s == (char)c) found = s;
    while (*s++);
    return (char *)found;
}
WEAK char *rindex(const char *s, int c) { return strrchr(s, c); }
WEAK size_t strspn(const char *s, const char *set) {
    size_t count = 0;
    while (s[count] && strchr(set, s[count])) ++count;
    return count;
}
WEAK size_t strcspn(const char *s, const char *set) {
    size_t count = 0;
    while (s[count] && !strchr(set, s[count])) ++count;
    return count;
}
WEAK char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s ? (char *)s : NULL;
}
WEAK char *strstr(const char *s, const char *what) {
    size_t size = strlen(what);
    for (;; ++s) {
        if (strncmp(s, what, size) == 0) return (char *)s;
        if (!*s) return NULL;
    }
}
WEAK int isdigit(int c) { return c >= '0' && c <= '9'; }
WEAK int isalpha(int c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
WEAK int isalnum(int c) { return isdigit(c) || isalpha(c); }
WEAK int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
WEAK int isupper(int c) { return c >= 'A' && c <= 'Z'; }
WEAK int islower(int c) { return c >= 'a' && c <= 'z'; }
WEAK int isprint(int c) { return c >= 32 && c < 127; }
WEAK int ispunct(int c) { return isprint(c) && !isalnum(c) && c != ' '; }
WEAK int isxdigit(int c) { return isdigit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
WEAK int toupper(int c) { return islower(c) ? c - 32 : c; }
WEAK int tolower(int c) { return isupper(c) ? c + 32 : c; }

/* Memory on demand: blocks by powers of two from one pool, with lists of what was given back. */
#ifndef MINI_POOL
#define MINI_POOL (16 << 20)
#endif
static char pool[MINI_POOL] __attribute__((aligned(16)));
static size_t used;
struct block {
    u32 order, unused[3];
};
static struct block *unused_blocks[32];
WEAK void *malloc(size_t size) {
    u32 order = 5;
    while (order < 31 && ((size_t)1 << order) < size + sizeof(struct block)) ++order;
    struct block *block = unused_blocks[order];
    if (block) {
        unused_blocks[order] = *(struct block **)(block + 1);
        return block + 1;
    }
    size_t whole = (size_t)1 << order;
    if (size > sizeof pool || whole > sizeof pool - used) return NULL;
    block = (struct block *)(pool + used);
    used += whole;
    block->order = order;
    return block + 1;
}
WEAK void free(void *memory) {
    if (!memory) return;
    struct block *block = (struct block *)memory - 1;
    *(struct block **)memory = unused_blocks[block->order];
    unused_blocks[block->order] = block;
}
WEAK void *calloc(size_t count, size_t size) {
    if (size && count > (size_t)-1 / size) return NULL;
    void *memory = malloc(count * size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}
WEAK void *realloc(void *memory, size_t size) {
    void *other = malloc(size);
    if (!memory || !other) return other;
    size_t have = ((size_t)1 << ((struct block *)memory - 1)->order) - sizeof(struct block);
    memcpy(other, memory, have < size ? have : size);
    free(memory);
    return other;
}

/* Numbers. */
WEAK int abs(int x) { return x < 0 ? -x : x; }
WEAK long labs(long x) { return x < 0 ? -x : x; }
WEAK long long llabs(long long x) { return x < 0 ? -x : x; }
WEAK u64 strtoull(const char *s, char **end, int base) {
    const char *at = s;
    while (isspace(*at)) ++at;
    int negative = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x') at += 2, base = 16;
    if (base == 0) base = *at == '0' ? 8 : 10;
    u64 value = 0;
    for (;; ++at) {
        int digit = isdigit(*at) ? *at - '0' : isalpha(*at) ? (*at | 32) - 'a' + 10 : 99;
        if (digit >= base) break;
        value = value * (u32)base + (u32)digit;
    }
    if (end) *end = (char *)at;
    return negative ? -value : value;
}
WEAK long strtol(const char *s, char **end, int base) { return (long)strtoull(s, end, base); }
WEAK unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)strtoull(s, end, base); }
WEAK long long strtoll(const char *s, char **end, int base) { return (long long)strtoull(s, end, base); }
WEAK int atoi(const char *s) { return (int)strtoull(s, NULL, 10); }
WEAK long atol(const char *s) { return (long)strtoull(s, NULL, 10); }
static u32 random_state = 1;
WEAK void srand(unsigned seed) { random_state = seed; }
WEAK int rand(void) {
    random_state = random_state * 1103515245 + 12345;
    return (int)(random_state >> 1);
}
WEAK void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *items = base;
    for (size_t gap = count / 2; gap > 0; gap /= 2)
        for (size_t i = gap; i < count; ++i)
            for (size_t j = i; j >= gap && compare(items + (j - gap) * size, items + j * size) > 0; j -= gap)
                for (size_t k = 0; k < size; ++k) {
                    char c = items[(j - gap) * size + k];
                    items[(j - gap) * size + k] = items[j * size + k];
                    items[j * size + k] = c;
                }
}
WEAK double floor(double x) {
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0)) return x;
    double whole = (double)(long long)x;
    whole = whole > x ? whole - 1 : whole;
    return __builtin_copysign(whole, x);
}
WEAK double ceil(double x) { return -floor(-x); }
WEAK double trunc(double x) { return x < 0 ? ceil(x) : floor(x); }
WEAK double round(double x) {
    double whole = trunc(x), rest = x - whole;
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}
WEAK double rint(double x) {
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0)) return x;
    volatile double big = x < 0 ? -4503599627370496.0 : 4503599627370496.0, sum = x + big;
    return __builtin_copysign(sum - big, x);
}
WEAK float floorf(float x) { return (float)floor(x); }
WEAK float ceilf(float x) { return (float)ceil(x); }
WEAK float truncf(float x) { return (float)trunc(x); }
WEAK float rintf(float x) { return (float)rint(x); }
WEAK float roundf(float x) { return (float)round(x); }
WEAK double fabs(double x) { return __builtin_fabs(x); }
WEAK float fabsf(float x) { return __builtin_fabsf(x); }
WEAK double copysign(double x, double y) { return __builtin_copysign(x, y); }
WEAK float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
WEAK double ldexp(double x, int by) {
    for (; by > 0; --by) x *= 2;
    for (; by < 0; ++by) x /= 2;
    return x;
}

/* Output: characters to a buffer that is written when it is full and at the end. */
typedef struct {
    int number;
    char *at, *end; /* of a string; none for a file */
    size_t count;
} FILE;
static FILE standard_output = {1, NULL, NULL, 0}, standard_error = {2, NULL, NULL, 0};
WEAK FILE *stdout = &standard_output, *stderr = &standard_error;
static char waiting[1024];
static size_t waiting_count;
static int is_registered;
static void write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        int done = write(file, bytes, size);
        if (done <= 0) return;
        bytes += done;
        size -= (size_t)done;
    }
}
static void flush(void) {
    write_all(1, waiting, waiting_count);
    waiting_count = 0;
}
WEAK int fflush(FILE *file) {
    (void)file;
    flush();
    return 0;
}
static void put(FILE *to, char c) {
    ++to->count;
    if (to->number < 0) {
        if (to->at < to->end) *to->at++ = c;
    } else if (to->number == 1) {
        if (!is_registered) is_registered = 1, atexit(flush);
        if (waiting_count == sizeof waiting) flush();
        waiting[waiting_count++] = c;
    } else {
        write_all(to->number, &c, 1);
    }
}
static void fill(FILE *to, char c, int count) {
    while (count-- > 0) put(to, c);
}

struct spec {
    int left, plus, space, alternate, zero, width, precision;
};
/* Digits with sign or prefix, padded. */
static void put_number(FILE *to, const struct spec *s, const char *prefix, const char *digits, int count, int zeros) {
    int prefix_size = (int)strlen(prefix), pad = s->width - prefix_size - zeros - count;
    if (!s->left && !s->zero) fill(to, ' ', pad);
    while (*prefix) put(to, *prefix++);
    if (!s->left && s->zero) fill(to, '0', pad);
    fill(to, '0', zeros);
    while (count-- > 0) put(to, *digits++);
    if (s->left) fill(to, ' ', pad);
}
static void put_integer(FILE *to, struct spec *s, u64 value, int negative, int base, int upper) {
    char digits[24];
    int at = sizeof digits;
    const char *prefix = negative ? "-" : s->plus ? "+" : s->space ? " " : "";
    if (base != 10) prefix = base == 16 && s->alternate && value ? (upper ? "0X" : "0x") : "";
    for (u64 rest = value; rest > 0; rest /= (u32)base) digits[--at] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[rest % (u32)base];
    int count = (int)sizeof digits - at, zeros = (s->precision < 0 ? 1 : s->precision) - count;
    if (s->precision >= 0) s->zero = 0;
    if (base == 8 && s->alternate && zeros <= 0 && value) zeros = 1;
    put_number(to, s, prefix, digits + at, count, zeros > 0 ? zeros : 0);
}
/* A double exactly: its value is an integer times a power of two, so all its decimal digits are found by long arithmetic in base 10^9. */
enum { WHOLE = 36, FRACTION = 120 };
static char text[WHOLE * 9 + FRACTION * 9 + 16];
struct decimal {
    int first, point, size; /* text[first..size] are the digits, the point stands before text[point] */
};
static struct decimal expand(double value) {
    static u32 whole[WHOLE], fraction[FRACTION];
    union {
        double d;
        u64 u;
    } bits = {value};
    int exponent = (int)(bits.u >> 52 & 2047);
    u64 mantissa = (bits.u & 0xfffffffffffffull) | (exponent ? 1ull << 52 : 0);
    int by = (exponent ? exponent : 1) - 1075;
    if (!mantissa) by = 0;
    for (; by < 0 && !(mantissa & 1); ++by) mantissa >>= 1;
    /* Half of a number has one decimal digit more: so many digits follow the point, and the rest is zero. */
    int low = by < 0 ? -by : 0, parts = (low + 8) / 9, words = 0;
    for (int i = 0; i < WHOLE; ++i) whole[i] = 0;
    for (int i = 0; i < parts; ++i) fraction[i] = 0;
    u64 top = by >= 0 ? mantissa : by > -64 ? mantissa >> -by : 0;
    for (; top > 0; ++words, top /= 1000000000) whole[words] = (u32)(top % 1000000000);
    for (int n = by; n > 0; --n) {
        u32 carry = 0;
        for (int i = 0; i < words; ++i) {
            u32 twice = whole[i] * 2 + carry;
            carry = twice >= 1000000000;
            whole[i] = carry ? twice - 1000000000 : twice;
        }
        if (carry) whole[words++] = carry;
    }
    /* Bit after bit from the lowest: half of what is there, plus half of the bit. Above the mantissa, only halves. */
    for (int bit = 0; bit < low; ++bit) {
        u32 carry = bit < 53 ? (u32)(mantissa >> bit & 1) : 0;
        for (int i = 0; i < parts; ++i) {
            u32 word = fraction[i];
            fraction[i] = word / 2 + (carry ? 500000000 : 0);
            carry = word & 1;
        }
    }
    int at = 1; /* room for a carry */
    text[0] = '0';
    for (int i = words ? words : 1; i-- > 0;)
        for (u32 scale = 100000000; scale > 0; scale /= 10) text[at++] = (char)('0' + whole[i] / scale % 10);
    struct decimal d = {0, at, 0};
    for (int i = 0; i < parts; ++i)
        for (u32 scale = 100000000; scale > 0; scale /= 10) text[at++] = (char)('0' + fraction[i] / scale % 10);
    d.size = at;
    return d;
}
/* Rounds to the digits before `end`, half to even. */
static void round_at(struct decimal *d, int end) {
    if (end >= d->size) return;
    int up = text[end] > '5';
    if (text[end] == '5') {
        for (int i = end + 1; i < d->size && !up; ++i) up = text[i] != '0';
        if (!up && end > 0) up = (text[end - 1] - '0') & 1;
    }
    for (int i = end; i < d->size; ++i) text[i] = '0';
    for (int i = end - 1; up && i >= 0; --i) {
        up = text[i] == '9';
        text[i] = up ? '0' : (char)(text[i] + 1);
    }
}
static int first_digit(const struct decimal *d) {
    for (int i = 0; i < d->size; ++i)
        if (text[i] != '0') return i;
    return -1;
}
static void put_double(FILE *to, struct spec *s, double value, char kind) {
    static char out[WHOLE * 9 + 400];
    union {
        double d;
        u64 u;
    } bits = {value};
    const char *prefix = bits.u >> 63 ? "-" : s->plus ? "+" : s->space ? " " : "";
    int lower = kind | 32, size = 0, precision = s->precision < 0 ? 6 : s->precision;
    if (value != value || value - value != 0) {
        s->zero = 0;
        put_number(to, s, prefix, value != value ? (lower == kind ? "nan" : "NAN") : lower == kind ? "inf" : "INF", 3, 0);
        return;
    }
    if (precision > 300) precision = 300;
    struct decimal d = expand(value);
    int first = first_digit(&d), exponent = first < 0 ? 0 : d.point - 1 - first, strip = 0;
    if (lower == 'g') {
        if (precision == 0) precision = 1;
        if (first >= 0) round_at(&d, first + precision), first = first_digit(&d), exponent = d.point - 1 - first;
        strip = !s->alternate;
        if (exponent < -4 || exponent >= precision) {
            lower = 'e';
            precision -= 1;
        } else {
            lower = 'f';
            precision -= 1 + exponent;
        }
    }
    if (lower == 'e') {
        if (first >= 0) round_at(&d, first + precision + 1), first = first_digit(&d), exponent = d.point - 1 - first;
        if (first < 0) first = d.point - 1;
        out[size++] = text[first];
        if (precision > 0 || s->alternate) out[size++] = '.';
        for (int i = 1; i <= precision; ++i) out[size++] = first + i < d.size ? text[first + i] : '0';
        if (strip && precision > 0) {
            while (out[size - 1] == '0') --size;
            if (out[size - 1] == '.') --size;
        }
        out[size++] = kind & 32 ? 'e' : 'E';
        out[size++] = exponent < 0 ? '-' : '+';
        u32 e = (u32)(exponent < 0 ? -exponent : exponent);
        if (e >= 100) out[size++] = (char)('0' + e / 100);
        out[size++] = (char)('0' + e / 10 % 10);
        out[size++] = (char)('0' + e % 10);
    } else {
        round_at(&d, d.point + precision);
        first = first_digit(&d);
        for (int i = first < 0 || first > d.point - 1 ? d.point - 1 : first; i < d.point; ++i) out[size++] = text[i];
        if (precision > 0 || s->alternate) out[size++] = '.';
        for (int i = 0; i < precision; ++i) out[size++] = d.point + i < d.size ? text[d.point + i] : '0';
        if (strip && precision > 0) {
            while (out[size - 1] == '0') --size;
            if (out[size - 1] == '.') --size;
        }
    }
    put_number(to, s, prefix, out, size, 0);
}
static int print(FILE *to, const char *format, va_list args) {
    size_t before = to->count;
    for (; *format; ++format) {
        if (*format != '%') {
            put(to, *format);
            continue;
        }
        struct spec s = {0, 0, 0, 0, 0, 0, -1};
        for (++format;; ++format) {
            if (*format == '-') s.left = 1;
            else if (*format == '+') s.plus = 1;
            else if (*format == ' ') s.space = 1;
            else if (*format == '#') s.alternate = 1;
            else if (*format == '0') s.zero = 1;
            else break;
        }
        if (*format == '*') {
            s.width = va_arg(args, int), ++format;
            if (s.width < 0) s.left = 1, s.width = -s.width;
        } else {
            while (isdigit(*format)) s.width = s.width * 10 + *format++ - '0';
        }
        if (*format == '.') {
            s.precision = 0;
            if (*++format == '*') s.precision = va_arg(args, int), ++format;
            else
                while (isdigit(*format)) s.precision = s.precision * 10 + *format++ - '0';
        }
        int size = 0; /* hh -2, h -1, l 1, ll 2 */
        for (;; ++format) {
            if (*format == 'l') ++size;
            else if (*format == 'h') --size;
            else if (*format == 'j' || *format == 'L') size = 2;
            else if (*format != 'z' && *format != 't') break;
        }
        char kind = *format;
        switch (kind) {
        case 'd':
        case 'i': {
            long long value = size >= 2 ? va_arg(args, long long) : va_arg(args, int);
            if (size == -1) value = (short)value;
            if (size == -2) value = (signed char)value;
            put_integer(to, &s, value < 0 ? 0 - (u64)value : (u64)value, value < 0, 10, 0);
            break;
        }
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            u64 value = size >= 2 ? va_arg(args, u64) : va_arg(args, u32);
            if (size == -1) value = (unsigned short)value;
            if (size == -2) value = (unsigned char)value;
            s.plus = s.space = 0;
            put_integer(to, &s, value, 0, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X');
            break;
        }
        case 'p':
            s.alternate = 1;
            put_integer(to, &s, (u64)(size_t)va_arg(args, void *), 0, 16, 0);
            break;
        case 'c': {
            char c = (char)va_arg(args, int);
            s.zero = 0;
            put_number(to, &s, "", &c, 1, 0);
            break;
        }
        case 's': {
            const char *string = va_arg(args, const char *);
            if (!string) string = "(null)";
            s.zero = 0;
            put_number(to, &s, "", string, (int)strnlen(string, (size_t)s.precision), 0);
            break;
        }
        case 'n':
            *va_arg(args, int *) = (int)(to->count - before);
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            put_double(to, &s, va_arg(args, double), kind);
            break;
        case 0:
            --format;
            break;
        default:
            put(to, kind);
        }
    }
    return (int)(to->count - before);
}
WEAK int vfprintf(FILE *to, const char *format, va_list args) { return print(to, format, args); }
WEAK int vprintf(const char *format, va_list args) { return print(stdout, format, args); }
WEAK int vsnprintf(char *to, size_t size, const char *format, va_list args) {
    FILE string = {-1, to, size > 0 ? to + size - 1 : to, 0};
    int count = print(&string, format, args);
    if (size > 0) *string.at = 0;
    return count;
}
WEAK int vsprintf(char *to, const char *format, va_list args) { return vsnprintf(to, 0x7fffffff, format, args); }
#define PRINT(call)         \
    va_list args;           \
    va_start(args, format); \
    int count = call;       \
    va_end(args);           \
    return count
WEAK int printf(const char *format, ...) { PRINT(print(stdout, format, args)); }
WEAK int fprintf(FILE *to, const char *format, ...) { PRINT(print(to, format, args)); }
WEAK int sprintf(char *to, const char *format, ...) { PRINT(vsprintf(to, format, args)); }
WEAK int snprintf(char *to, size_t size, const char *format, ...) { PRINT(vsnprintf(to, size, format, args)); }
WEAK int fputc(int c, FILE *to) {
    put(to, (char)c);
    return (unsigned char)c;
}
WEAK int putc(int c, FILE *to) { return fputc(c, to); }
WEAK int putchar(int c) { return fputc(c, stdout); }
WEAK int fputs(const char *s, FILE *to) {
    while (*s) put(to, *s++);
    return 0;
}
WEAK int puts(const char *s) {
    fputs(s, stdout);
    return putchar('\n');
}
WEAK size_t fwrite(const void *bytes, size_t size, size_t count, FILE *to) {
    for (size_t i = 0; i < size * count; ++i) put(to, ((const char *)bytes)[i]);
    return count;
}

/* What clang calls for complex numbers. ISO C11 annex G asks for more than the formulas: an infinity in one part makes an infinity. */
#define COMPLEX(type, suffix)                                                                              \
    WEAK _Complex type __mul##suffix(type a, type b, type c, type d) {                                     \
        _Complex type z;                                                                                   \
        type re = a * c - b * d, im = a * d + b * c;                                                       \
        if (re != re && im != im) {                                                                        \
            int again = 0;                                                                                 \
            if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                \
                a = __builtin_copysign(__builtin_isinf(a) ? 1 : 0, a), b = __builtin_copysign(__builtin_isinf(b) ? 1 : 0, b); \
                c = c != c ? __builtin_copysign(0, c) : c, d = d != d ? __builtin_copysign(0, d) : d, again = 1; \
            }                                                                                              \
            if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                \
                c = __builtin_copysign(__builtin_isinf(c) ? 1 : 0, c), d = __builtin_copysign(__builtin_isinf(d) ? 1 : 0, d); \
                a = a != a ? __builtin_copysign(0, a) : a, b = b != b ? __builtin_copysign(0, b) : b, again = 1; \
            }                                                                                              \
            if (again) re = __builtin_inf() * (a * c - b * d), im = __builtin_inf() * (a * d + b * c);     \
        }                                                                                                  \
        __real__ z = re, __imag__ z = im;                                                                  \
        return z;                                                                                          \
    }                                                                                                      \
    WEAK _Complex type __div##suffix(type a, type b, type c, type d) {                                     \
        _Complex type z;                                                                                   \
        int by = 0;                                                                                        \
        type size = __builtin_fabs(c) > __builtin_fabs(d) ? __builtin_fabs(c) : __builtin_fabs(d);         \
        if (size == size && !__builtin_isinf(size) && size > 0) {                                          \
            for (; size >= 2; size /= 2) ++by, c /= 2, d /= 2;                                             \
            for (; size < 1; size *= 2) --by, c *= 2, d *= 2;                                              \
        }                                                                                                  \
        type scale = c * c + d * d, re = (a * c + b * d) / scale, im = (b * c - a * d) / scale;            \
        for (; by > 0; --by) re /= 2, im /= 2;                                                             \
        for (; by < 0; ++by) re *= 2, im *= 2;                                                             \
        if (re != re && im != im) {                                                                        \
            if (scale == 0 && (a == a || b == b)) {                                                        \
                re = __builtin_copysign(__builtin_inf(), c) * a, im = __builtin_copysign(__builtin_inf(), c) * b; \
            } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && c - c == 0 && d - d == 0) {           \
                a = __builtin_copysign(__builtin_isinf(a) ? 1 : 0, a), b = __builtin_copysign(__builtin_isinf(b) ? 1 : 0, b); \
                re = __builtin_inf() * (a * c + b * d), im = __builtin_inf() * (b * c - a * d);            \
            } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && a - a == 0 && b - b == 0) {           \
                c = __builtin_copysign(__builtin_isinf(c) ? 1 : 0, c), d = __builtin_copysign(__builtin_isinf(d) ? 1 : 0, d); \
                re = 0 * (a * c + b * d), im = 0 * (b * c - a * d);                                        \
            }                                                                                              \
        }                                                                                                  \
        __real__ z = re, __imag__ z = im;                                                                  \
        return z;                                                                                          \
    }
COMPLEX(double, dc3)
COMPLEX(float, sc3)
