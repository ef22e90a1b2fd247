/* Floating point in both widths: linear equations, a Fourier transform, roots, a series, a set in the plane, bodies that attract each
   other, conversions to and from integers at their edges. */
#include "start.h"

enum { SIZE = 24, POINTS = 128 };
static const double PI = 3.14159265358979323846;

static double absolute(double x) { return __builtin_fabs(x); }
static double cosine(double x) {
    double term = 1, sum = 1;
    for (int i = 1; i < 24; ++i) {
        term = -term * x * x / ((2 * i - 1) * (2 * i));
        sum += term;
    }
    return sum;
}
static double exponential(double x) {
    int halvings = 0;
    for (; absolute(x) > 0.5; ++halvings) x *= 0.5;
    double term = 1, sum = 1;
    for (int i = 1; i < 20; ++i) sum += term = term * x / i;
    while (halvings-- > 0) sum *= sum;
    return sum;
}

/* Elimination with the largest pivot. */
static double matrix[SIZE][SIZE + 1], before[SIZE][SIZE + 1], solution[SIZE];
static double solve(void) {
    double determinant = 1;
    for (int column = 0; column < SIZE; ++column) {
        int pivot = column;
        for (int row = column + 1; row < SIZE; ++row)
            if (absolute(matrix[row][column]) > absolute(matrix[pivot][column])) pivot = row;
        if (pivot != column) {
            determinant = -determinant;
            for (int i = 0; i <= SIZE; ++i) {
                double kept = matrix[pivot][i];
                matrix[pivot][i] = matrix[column][i];
                matrix[column][i] = kept;
            }
        }
        determinant *= matrix[column][column];
        for (int row = column + 1; row < SIZE; ++row) {
            double factor = matrix[row][column] / matrix[column][column];
            for (int i = column; i <= SIZE; ++i) matrix[row][i] -= factor * matrix[column][i];
        }
    }
    for (int row = SIZE; row-- > 0;) {
        double sum = matrix[row][SIZE];
        for (int i = row + 1; i < SIZE; ++i) sum -= matrix[row][i] * solution[i];
        solution[row] = sum / matrix[row][row];
    }
    return determinant;
}

/* Fourier's transform, in place, radix two. */
struct complex {
    float real, imaginary;
};
static struct complex signal[POINTS];
static void transform(struct complex *at, int count, float sign) {
    for (int i = 1, j = 0; i < count; ++i) {
        int bit = count >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            struct complex kept = at[i];
            at[i] = at[j];
            at[j] = kept;
        }
    }
    for (int length = 2; length <= count; length *= 2) {
        double angle = 2 * PI / length;
        struct complex step = {(float)cosine(angle), sign * (float)cosine(angle - PI / 2)};
        for (int i = 0; i < count; i += length) {
            struct complex w = {1, 0};
            for (int k = 0; k < length / 2; ++k) {
                struct complex u = at[i + k], t = at[i + k + length / 2], v;
                v.real = t.real * w.real - t.imaginary * w.imaginary;
                v.imaginary = t.real * w.imaginary + t.imaginary * w.real;
                at[i + k] = (struct complex){u.real + v.real, u.imaginary + v.imaginary};
                at[i + k + length / 2] = (struct complex){u.real - v.real, u.imaginary - v.imaginary};
                w = (struct complex){w.real * step.real - w.imaginary * step.imaginary, w.real * step.imaginary + w.imaginary * step.real};
            }
        }
    }
}

struct body {
    double at[3], speed[3], mass;
};
static struct body bodies[4] = {{{0, 0, 0}, {0, -0.01, 0}, 30},
                                {{5, 0.5, -0.2}, {0.1, 2.4, 0.1}, 0.5},
                                {{-8, 1, 0.3}, {0.2, -1.9, 0}, 0.25},
                                {{0, 12, 1}, {-1.55, 0, 0.05}, 0.125}};
static double energy(void) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) sum += bodies[i].mass * bodies[i].speed[k] * bodies[i].speed[k] / 2;
        for (int j = i + 1; j < 4; ++j) {
            double square = 0;
            for (int k = 0; k < 3; ++k) square += (bodies[i].at[k] - bodies[j].at[k]) * (bodies[i].at[k] - bodies[j].at[k]);
            sum -= bodies[i].mass * bodies[j].mass / __builtin_sqrt(square);
        }
    }
    return sum;
}
static void advance(double time) {
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j) {
            double apart[3], square = 0;
            for (int k = 0; k < 3; ++k) apart[k] = bodies[i].at[k] - bodies[j].at[k], square += apart[k] * apart[k];
            double pull = time / (square * __builtin_sqrt(square));
            for (int k = 0; k < 3; ++k) {
                bodies[i].speed[k] -= apart[k] * bodies[j].mass * pull;
                bodies[j].speed[k] += apart[k] * bodies[i].mass * pull;
            }
        }
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k) bodies[i].at[k] += time * bodies[i].speed[k];
}

static void picture(int width, int height) {
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            double cr = column * 3.0 / width - 2.2, ci = row * 2.4 / height - 1.2, r = 0, i = 0;
            int steps = 0;
            while (steps < 30 && r * r + i * i <= 4) {
                double next = r * r - i * i + cr;
                i = 2 * r * i + ci;
                r = next;
                ++steps;
            }
            put_char(" .:-=+*#%@"[steps / 3 < 10 ? steps / 3 : 9]);
        }
        put_char('\n');
    }
}

static u64 bits_of(double value) {
    union {
        double value;
        u64 bits;
    } it = {value};
    return it.bits;
}
static void conversions(void) {
    static const double EDGES[] = {0.0, -0.0, 0.5, -0.5, 1.9999999, -1.9999999, 127.5, 32767.25, 2147483647.0, -2147483648.0, 1e-310, 16777217.0};
    for (u32 i = 0; i < sizeof EDGES / sizeof *EDGES; ++i) {
        volatile double edge = EDGES[i];
        double x = edge;
        float narrow = (float)x;
        put_int((i32)x);
        put_char(' ');
        put_int((i64)(x * 1000));
        put_char(' ');
        put_unsigned((u32)(absolute(x)));
        put_char(' ');
        put_unsigned((u64)absolute(x * 3));
        put_char(' ');
        put_hex(bits_of((double)narrow), 16);
        put_char(' ');
        put_hex(bits_of((double)(i64)x + (double)(u32)(i64)absolute(x)), 16);
        put_char(x < narrow ? '<' : x > narrow ? '>' : '=');
        put_char('\n');
    }
    u64 sum = 0;
    for (int i = 0; i < 200; ++i) {
        u64 bits = random64();
        sum += bits_of((double)bits) ^ bits_of((double)(i64)bits) ^ bits_of((double)(float)bits) ^ bits_of((double)(float)(i32)bits);
        sum += bits_of((double)(u32)bits) ^ bits_of((double)(short)bits) ^ bits_of((double)(u8)bits);
    }
    put_named("converted", sum);
}

static int program(int argc, char **argv) {
    int steps = argument(argc, argv, 1, 120);
    for (int row = 0; row < SIZE; ++row)
        for (int column = 0; column <= SIZE; ++column)
            before[row][column] = matrix[row][column] = (double)(i32)random64() / 1e9 + (row == column ? 3 : 0);
    put_double(solve() / 1e12, 6);
    put_char('\n');
    double residue = 0;
    for (int row = 0; row < SIZE; ++row) {
        double sum = -before[row][SIZE];
        for (int i = 0; i < SIZE; ++i) sum += before[row][i] * solution[i];
        residue = absolute(sum) > residue ? absolute(sum) : residue;
    }
    put_line(residue < 1e-9 ? "solved" : "not solved");
    for (int i = 0; i < POINTS; ++i) signal[i] = (struct complex){(float)cosine(i % 32 * 0.19634954084936207) * 3 + (float)(i % 5), 0};
    transform(signal, POINTS, 1);
    for (int i = 0; i < 9; ++i) {
        put_double((double)signal[i].real, 2);
        put_char(' ');
        put_double((double)signal[i].imaginary, 2);
        put_char('\n');
    }
    transform(signal, POINTS, -1);
    put_double((double)signal[3].real / POINTS, 3);
    put_char('\n');
    put_double(energy(), 9);
    put_char('\n');
    for (int i = 0; i < steps; ++i) advance(0.002);
    put_double(energy(), 9);
    put_char('\n');
    put_double(exponential(1), 12);
    put_char(' ');
    put_double(exponential(-3.25), 12);
    put_char('\n');
    picture(60, 20);
    conversions();
    return 0;
}
