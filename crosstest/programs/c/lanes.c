/* Vectors of 128 bits and atomic operations of every width. */
#include "start.h"

typedef int v4i32 __attribute__((vector_size(16)));
typedef unsigned v4u32 __attribute__((vector_size(16)));
typedef short v8i16 __attribute__((vector_size(16)));
typedef signed char v16i8 __attribute__((vector_size(16)));
typedef float v4f32 __attribute__((vector_size(16)));

static v4i32 ints[32];
static v8i16 shorts[32];
static v16i8 bytes[32];
static v4f32 floats[32];

/* Lanes lie in memory as an array's elements do. */
static void fill_lanes(void) {
    for (int i = 0; i < 32; ++i) {
        for (int lane = 0; lane < 4; ++lane) ((int *)&ints[i])[lane] = (int)random64(), ((float *)&floats[i])[lane] = (float)(short)random64() / 8;
        for (int lane = 0; lane < 8; ++lane) ((short *)&shorts[i])[lane] = (short)random64();
        for (int lane = 0; lane < 16; ++lane) ((signed char *)&bytes[i])[lane] = (signed char)random64();
    }
}
static u64 fold(v4i32 it) {
    u64 sum = 0;
    /* A lane's number is a constant in PNaCl. */
#pragma clang loop unroll(full)
    for (int lane = 0; lane < 4; ++lane) sum = sum * 1000003 + (u32)it[lane];
    return sum;
}
/* The same bits as another type. */
static v4i32 as_ints(v8i16 it) { return (v4i32)it; }

static void integers(void) {
    v4i32 sum = {0, 1, 2, 3}, product = {1, 1, 1, 1}, masks = sum;
    v8i16 narrow = {0};
    v16i8 narrowest = {0};
    for (int i = 0; i + 1 < 32; ++i) {
        sum += ints[i] ^ ints[i + 1];
        product *= ints[i] | (v4i32){1, 1, 1, 1};
        masks = ((ints[i] < sum) & masks) - (ints[i] == ints[i + 1]) + ((v4i32)((v4u32)ints[i] > (v4u32)sum) & ints[i + 1]);
        narrow = narrow * (v8i16){3, 3, 3, 3, 3, 3, 3, 3} + shorts[i] - (shorts[i + 1] >> (v8i16){1, 2, 3, 4, 5, 6, 7, 8});
        narrowest = (narrowest ^ bytes[i]) + (bytes[i] & bytes[i + 1]) - (v16i8)(bytes[i] >= narrowest);
    }
    put_named("sum", fold(sum));
    put_named("product", fold(product));
    put_named("masks", fold(masks));
    put_named("narrow", fold(as_ints(narrow)));
    put_named("narrowest", fold((v4i32)narrowest));
}
static void reals(void) {
    v4f32 sum = {0, 0, 0, 0}, scaled = {1, 2, 3, 4};
    int below = 0;
    for (int i = 0; i + 1 < 32; ++i) {
        sum += floats[i] * floats[i + 1] - floats[i];
        scaled = scaled * (v4f32){0.5f, 0.25f, -0.5f, 0.75f} + floats[i] / (v4f32){3, 5, 7, 9};
        v4i32 order = floats[i] < floats[i + 1];
        below -= order[0] + order[1] + order[2] + order[3];
    }
#pragma clang loop unroll(full)
    for (int lane = 0; lane < 4; ++lane) {
        put_double((double)sum[lane], 3);
        put_char(' ');
        put_double((double)scaled[lane], 5);
        put_char('\n');
    }
    put_int(below);
    put_char('\n');
}

#define ATOMICS(TYPE, NAME)                                                                      \
    static TYPE NAME##_cell = (TYPE)5;                                                           \
    static void NAME(void) {                                                                     \
        u64 sum = 0;                                                                             \
        for (int i = 0; i < 40; ++i) {                                                           \
            TYPE by = (TYPE)random64();                                                          \
            sum = sum * 31 + (u64)__atomic_fetch_add(&NAME##_cell, by, __ATOMIC_SEQ_CST);        \
            sum = sum * 31 + (u64)__atomic_fetch_sub(&NAME##_cell, (TYPE)i, __ATOMIC_SEQ_CST);   \
            sum = sum * 31 + (u64)__atomic_fetch_or(&NAME##_cell, (TYPE)(by >> 2), __ATOMIC_SEQ_CST); \
            sum = sum * 31 + (u64)__atomic_fetch_and(&NAME##_cell, (TYPE)~by, __ATOMIC_SEQ_CST); \
            sum = sum * 31 + (u64)__atomic_fetch_xor(&NAME##_cell, by, __ATOMIC_SEQ_CST);        \
            sum = sum * 31 + (u64)__atomic_exchange_n(&NAME##_cell, (TYPE)(by + 1), __ATOMIC_SEQ_CST); \
            TYPE expected = (TYPE)(i & 1 ? by + 1 : by + 2);                                     \
            sum += (u64)__sync_val_compare_and_swap(&NAME##_cell, expected, (TYPE)(by + 7));     \
            sum = sum * 31 + (u64)__atomic_load_n(&NAME##_cell, __ATOMIC_SEQ_CST);               \
            __atomic_store_n(&NAME##_cell, (TYPE)(by * 3), __ATOMIC_SEQ_CST);                    \
        }                                                                                        \
        __sync_synchronize();                                                                    \
        put_named(#NAME, sum + (u64)NAME##_cell);                                                \
    }
ATOMICS(u8, atomic8)
ATOMICS(u16, atomic16)
ATOMICS(u32, atomic32)
ATOMICS(u64, atomic64)

static int program(int argc, char **argv) {
    (void)argv;
    fill_lanes();
    integers();
    reals();
    atomic8();
    atomic16();
    atomic32();
    atomic64();
    return argc - 1;
}
