/* A machine with a stack, its assembler and a disassembler; dense and sparse switches, tables of functions, jumps out of the depth,
   many values alive at once. The exit status is not zero. */
#include "start.h"

#ifdef NATIVE
#include <setjmp.h>
typedef jmp_buf jump;
#define set_jump setjmp
#define long_jump longjmp
#else
/* As large and as aligned as the ABI's jump buffer. */
typedef u64 jump[128];
int nacl_setjmp(void *) __attribute__((returns_twice));
void nacl_longjmp(void *, int) __attribute__((noreturn));
#define set_jump nacl_setjmp
#define long_jump nacl_longjmp
#endif

enum op { PUSH, ADD, SUB, MUL, DIV, LESS, JUMP, JUMP_ZERO, LOAD, STORE, CALL, RETURN, DUP, DROP, SWAP, PRINT, HALT, TRAP };
static const char *const NAMES[] = {"push", "add",  "sub",  "mul",    "div", "less", "jump", "jumpz", "load",
                                    "store", "call", "return", "dup", "drop", "swap", "print", "halt", "trap"};
static i32 code[256], stack[64], variables[16], calls[32];
static int size;
static jump out;

static void fail(int why) { long_jump(out, why); }
static int execute(int at, int budget) {
    int top = 0, depth = 0;
    for (; budget > 0; --budget) {
        i32 operand = code[at] >> 8;
        if (top < 0 || top > 60) fail(2);
        switch (code[at++] & 255) {
        case PUSH: stack[top++] = operand; break;
        case ADD: --top, stack[top - 1] += stack[top]; break;
        case SUB: --top, stack[top - 1] -= stack[top]; break;
        case MUL: --top, stack[top - 1] *= stack[top]; break;
        case DIV:
            if (stack[--top] == 0) fail(3);
            stack[top - 1] /= stack[top];
            break;
        case LESS: --top, stack[top - 1] = stack[top - 1] < stack[top]; break;
        case JUMP: at = operand; break;
        case JUMP_ZERO:
            if (stack[--top] == 0) at = operand;
            break;
        case LOAD: stack[top++] = variables[operand & 15]; break;
        case STORE: variables[operand & 15] = stack[--top]; break;
        case CALL:
            if (depth == 32) fail(4);
            calls[depth++] = at;
            at = operand;
            break;
        case RETURN:
            if (depth == 0) return stack[top - 1];
            at = calls[--depth];
            break;
        case DUP: stack[top] = stack[top - 1], ++top; break;
        case DROP: --top; break;
        case SWAP: {
            i32 kept = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = kept;
            break;
        }
        case PRINT:
            put_int(stack[--top]);
            put_char(' ');
            break;
        case HALT: return stack[top - 1];
        default: fail(5);
        }
    }
    fail(6);
    return 0;
}
static void emit(enum op op, i32 operand) { code[size++] = (i32)((u32)operand << 8 | (u32)op); }
static int try(int at, int budget) {
    volatile int before = at;
    int why = set_jump(out);
    if (why == 0) {
        put_int(execute(at, budget));
        put_char('\n');
    } else {
        put_text("failed ");
        put_int(why);
        put_text(" from ");
        put_int(before);
        put_char('\n');
    }
    return why;
}

/* A sparse switch over wide values, one over bytes, and one that falls through. */
static int classify(u64 value) {
    switch (value) {
    case 0: return 1;
    case 7: return 2;
    case 1000: return 3;
    case 0xffffffffull: return 4;
    case 0x100000000ull: return 5;
    case 0x8000000000000000ull: return 6;
    case 0xffffffffffffffffull: return 7;
    }
    return 8;
}
static int letters(const char *text) {
    int sum = 0;
    for (; *text; ++text) switch (*text) {
        case 'a': case 'e': case 'i': case 'o': case 'u': sum += 100; break;
        case 'b': case 'c': case 'd': sum += 7; /* falls through */
        case 'f': sum ^= 3; break;
        case 'x': sum *= 2; /* falls through */
        case 'y': case 'z': sum -= 1; break;
        case ' ': return sum * 10;
        default: sum += 1;
        }
    return sum;
}

static i32 f0(i32 a, i32 b) { return a + b; }
static i32 f1(i32 a, i32 b) { return a * 3 - b; }
static i32 f2(i32 a, i32 b) { return (a ^ b) + (a & 255); }
static i32 f3(i32 a, i32 b) { return a < b ? b - a : a >> (b & 7); }
static i32 (*functions[4])(i32, i32) = {f0, f1, f2, f3};

/* Twenty values that all live across a loop with calls. */
static u64 crowd(int rounds) {
    u32 a = 1, b = 2, c = 3, d = 5, e = 7, f = 11, g = 13, h = 17, i = 19, j = 23;
    u64 k = 29, l = 31, m = 37, n = 41;
    double x = 1.5, y = 2.25, z = -3.75, w = 0.125;
    for (int round = 0; round < rounds; ++round) {
        u32 t = (u32)functions[round & 3]((i32)a, (i32)j);
        a = b + t, b = c ^ a, c = d - b, d = e + (c >> 3), e = f * 5 + d, f = g ^ e, g = h + f, h = i - g, i = j + (h << 2), j = t ^ i;
        k = k * l + a, l = l ^ m >> 7, m = m - n + j, n = n * 3 + k;
        x = x * 0.5 + y, y = y - z * 0.25, z = z + w, w = w * -0.75 + (double)(i32)(a & 15);
    }
    u64 sum = (u64)a + b + c + d + e + f + g + h + i + j;
    return sum * 31 + (k ^ l ^ m ^ n) + (u64)(i64)((x + y + z + w) * 16);
}

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

/* Leaves a deep recursion at once. */
static void descend(int levels, const int *trail) {
    int here[8];
    for (int i = 0; i < 8; ++i) here[i] = trail[i] + levels;
    if (levels == 0) long_jump(out, here[3]);
    descend(levels - 1, here);
    put_int(here[levels & 7]);
}

static int program(int argc, char **argv) {
    int rounds = argument(argc, argv, 1, 200);
    /* Sum of squares below a bound, printed as it goes. */
    emit(PUSH, 0), emit(STORE, 0), emit(PUSH, 0), emit(STORE, 1);
    int loop = size;
    emit(LOAD, 1), emit(PUSH, rounds / 4), emit(LESS, 0), emit(JUMP_ZERO, loop + 14);
    emit(LOAD, 1), emit(DUP, 0), emit(MUL, 0), emit(LOAD, 0), emit(ADD, 0), emit(STORE, 0);
    emit(LOAD, 1), emit(PUSH, 1), emit(ADD, 0), emit(STORE, 1);
    code[loop + 3] = (i32)((u32)(size + 1) << 8 | JUMP_ZERO);
    emit(JUMP, loop), emit(LOAD, 0), emit(HALT, 0);
    int factorial = size;
    emit(DUP, 0), emit(PUSH, 2), emit(LESS, 0), emit(JUMP_ZERO, size + 2), emit(DROP, 0), emit(PUSH, 1);
    code[size - 3] = (i32)((u32)(size + 1) << 8 | JUMP_ZERO);
    emit(RETURN, 0), emit(DUP, 0), emit(PUSH, -1), emit(ADD, 0), emit(CALL, factorial), emit(MUL, 0), emit(RETURN, 0);
    int start = size;
    emit(PUSH, 10), emit(CALL, factorial), emit(DUP, 0), emit(PRINT, 0), emit(HALT, 0);
    int divide = size;
    emit(PUSH, 1), emit(PUSH, 0), emit(DIV, 0);
    int endless = size;
    emit(CALL, endless);
    int spin = size;
    emit(JUMP, spin);
    int bad = size;
    emit(TRAP, 0);
    int wrong = 0;
    wrong += try(0, 100000) != 0;
    wrong += try(start, 1000) != 0;
    wrong += try(divide, 1000) != 3;
    wrong += try(endless, 1000) != 4;
    wrong += try(spin, 1000) != 6;
    wrong += try(bad, 1000) != 5;
    for (int i = 0; i < 12; ++i) put_text(NAMES[code[i] & 255]), put_char(i % 6 == 5 ? '\n' : ' ');
    static const u64 VALUES[] = {0, 1, 7, 1000, 0xffffffff, 0x100000000, 0x100000007, 1ull << 63, ~0ull, ~0ull - 1};
    for (u32 i = 0; i < sizeof VALUES / sizeof *VALUES; ++i) put_int(classify(VALUES[i]));
    put_char('\n');
    put_int(letters("abcdefxyzabecedarium"));
    put_char(' ');
    put_int(letters("bcdbcd xx"));
    put_char('\n');
    put_named("crowd", crowd(rounds));
    put_named("ackermann", (u64)ackermann(2, 9));
    int trail[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int back = set_jump(out);
    if (back == 0) descend(40, trail);
    put_named("back", (u64)back);
    return wrong == 0 ? 42 : wrong;
}
