/* Five bodies that attract each other: sums, products and roots of doubles in structures. The argument says how many steps. */
#include "../c/start.h"

struct body {
    double at[3], speed[3], mass;
};

enum { BODIES = 5 };
static struct body bodies[BODIES];

static double root(double x) { return __builtin_sqrt(x); }

static void step(double time) {
    for (int i = 0; i < BODIES; ++i) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < BODIES; ++j) {
            struct body *b = &bodies[j];
            double way[3], square = 0.01;
            for (int k = 0; k < 3; ++k) {
                way[k] = a->at[k] - b->at[k];
                square += way[k] * way[k];
            }
            double pull = time / (square * root(square));
            for (int k = 0; k < 3; ++k) {
                a->speed[k] -= way[k] * b->mass * pull;
                b->speed[k] += way[k] * a->mass * pull;
            }
        }
    }
    for (int i = 0; i < BODIES; ++i) {
        for (int k = 0; k < 3; ++k) bodies[i].at[k] += time * bodies[i].speed[k];
    }
}

static int program(int argc, char **argv) {
    int steps = argument(argc, argv, 1, 1000);
    for (int i = 0; i < BODIES; ++i) {
        for (int k = 0; k < 3; ++k) {
            bodies[i].at[k] = (double)(random64() % 2000) / 100.0 - 10.0;
            bodies[i].speed[k] = (double)(random64() % 200) / 1000.0 - 0.1;
        }
        bodies[i].mass = 1.0 + i;
    }
    for (int i = 0; i < steps; ++i) step(0.001);
    for (int i = 0; i < BODIES; ++i) {
        put_double(bodies[i].at[0], 6);
        put_char('\n');
    }
    return 0;
}
