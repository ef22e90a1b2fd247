// Volatile objects of every type: each access happens, in order, also of members and elements.
#include <stdio.h>

struct port { volatile unsigned char status; volatile unsigned short data[3]; volatile long long clock; volatile double level; };

static struct port port;
static volatile int *volatile where;
static volatile float gain = 0.5f;

static int poll(struct port *p) {
    int reads = 0;
    while (!(p->status & 0x80)) p->status += 0x1d, ++reads;
    return reads;
}

int main(void) {
    int here = 3, there = 4;
    where = &here;
    *where += 10;
    where = &there;
    *where *= 10;
    printf("%d %d\n", here, there);
    printf("%d %u\n", poll(&port), port.status);
    for (int i = 0; i < 9; ++i) port.data[i % 3] = (unsigned short)(port.data[(i + 1) % 3] * 2 + i), port.clock += port.data[0], port.level += gain;
    printf("%u %u %u %lld %.2f\n", port.data[0], port.data[1], port.data[2], port.clock, port.level);
    volatile unsigned once = 7;
    unsigned sum = once + once * once;
    once = sum, once = once + 1;
    printf("%u\n", once);
    return 0;
}
