/* Threads, thread-local variables, and everything to wait for. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count, ready;
static __thread int mine = 7;
static __thread int zero;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int inits;
static sem_t sem;
static pthread_barrier_t bar;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static void init(void) { inits++; }
static void destroy(void *p) { __atomic_fetch_add((int *)p, 1, __ATOMIC_SEQ_CST); }
static int destroyed;
static void *work(void *a) {
    int id = (int)(long)a;
    pthread_once(&once, init);
    pthread_setspecific(key, &destroyed);
    mine += id;
    errno = id;
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
        if (i % 10 == 0)
            sched_yield();
    }
    if (errno != id || mine != 7 + id || zero != 0)
        puts("bad tls");
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    int b = pthread_barrier_wait(&bar);
    if (b != 0 && b != PTHREAD_BARRIER_SERIAL_THREAD)
        puts("bad barrier");
    sem_post(&sem);
    pthread_mutex_lock(&m);
    ready++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    char *x = malloc(100 + id);
    memset(x, id, 100);
    free(x);
    return (void *)(long)(id * 10);
}
static void *detached(void *a) {
    sem_post(&sem);
    return 0;
}
int main() {
    pthread_t t[8];
    pthread_key_create(&key, destroy);
    sem_init(&sem, 0, 0);
    pthread_barrier_init(&bar, 0, 8);
    for (int i = 0; i < 8; i++)
        if (pthread_create(&t[i], 0, work, (void *)(long)i))
            puts("create");
    pthread_mutex_lock(&m);
    while (ready < 8)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 8; i++)
        sem_wait(&sem);
    long sum = 0;
    for (int i = 0; i < 8; i++) {
        void *r;
        pthread_join(t[i], &r);
        sum += (long)r;
    }
    printf("%d %ld %d %d\n", count, sum, inits, destroyed);
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_nsec += 5000000;
    if (ts.tv_nsec >= 1000000000) {
        ts.tv_sec++;
        ts.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&m);
    printf("%d\n", pthread_cond_timedwait(&c, &m, &ts) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 20; i++) {
        pthread_t d;
        pthread_create(&d, 0, detached, 0);
        pthread_detach(d);
        sem_wait(&sem);
    }
    pthread_mutexattr_t ma;
    pthread_mutexattr_init(&ma);
    pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t r;
    pthread_mutex_init(&r, &ma);
    int a = pthread_mutex_lock(&r), b = pthread_mutex_lock(&r), d = pthread_mutex_unlock(&r),
        e = pthread_mutex_unlock(&r);
    printf("%d %d %d %d\n", a, b, d, e);
    pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&r, &ma);
    a = pthread_mutex_lock(&r);
    b = pthread_mutex_lock(&r) == EDEADLK;
    d = pthread_mutex_trylock(&r) == EBUSY;
    printf("%d %d %d\n", a, b, d);
    printf("%d\n", mine);
    usleep(100);
    return 0;
}
