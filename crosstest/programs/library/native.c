/* What only a machine with its own time and threads shows, by the first argument. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sem_t never;
static volatile int flag;

static void *speaks(void *unused) {
    (void)unused;
    puts("the other thread speaks");
    fflush(stdout);
    return 0;
}

static void *ends(void *unused) {
    struct timespec moment = {0, 20000000};
    nanosleep(&moment, 0);
    return unused;
}

/* Ends only if both threads run at once: neither asks the system for anything. */
static void *answers(void *unused) {
    while (flag != 1)
        ;
    flag = 2;
    return unused;
}

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
    pthread_t thread;
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "input") == 0) {
        char line[80] = "";
        pthread_create(&thread, 0, speaks, 0);
        if (fgets(line, sizeof line, stdin))
            printf("read: %s", line);
        pthread_join(thread, 0);
    } else if (strcmp(what, "deadlock") == 0) {
        sem_init(&never, 0, 0);
        pthread_create(&thread, 0, ends, 0);
        pthread_detach(thread);
        sem_wait(&never);
    } else if (strcmp(what, "spin") == 0) {
        pthread_create(&thread, 0, answers, 0);
        flag = 1;
        while (flag != 2)
            ;
        pthread_join(thread, 0);
        puts("both ran");
    } else if (strcmp(what, "time") == 0) {
        struct timespec moment = {0, 50000000};
        long long before = now(CLOCK_MONOTONIC);
        nanosleep(&moment, 0);
        printf("%lld %ld\n", now(CLOCK_MONOTONIC) - before, (long)time(0));
    } else if (strcmp(what, "processors") == 0) {
        printf("%ld\n", sysconf(_SC_NPROCESSORS_ONLN));
    } else if (strcmp(what, "chance") == 0) {
        unsigned char bytes[16];
        if (getentropy(bytes, sizeof bytes) != 0)
            puts("no entropy");
        for (unsigned i = 0; i < sizeof bytes; i++)
            printf("%02x", bytes[i]);
        puts("");
    } else if (strcmp(what, "memory") == 0) {
        size_t blocks = 0;
        for (char *volatile block; (block = malloc(1 << 20)) != 0; blocks++)
            memset(block, 1, 1 << 20);
        printf("%zu\n", blocks);
    }
    return 0;
}
