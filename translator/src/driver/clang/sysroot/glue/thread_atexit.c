/* What C++ destroys when a thread ends, last made first; of the thread that ends the program, then. */
#include <pthread.h>
#include <stdlib.h>

struct made {
    void (*destroy)(void *);
    void *object;
    struct made *before;
};
static pthread_key_t last_made;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A destructor may make others: they are destroyed next. */
static void destroy_all(void *last) {
    if (last != NULL) pthread_setspecific(last_made, last);
    for (struct made *made; (made = pthread_getspecific(last_made)) != NULL;) {
        struct made this = *made;
        pthread_setspecific(last_made, this.before);
        free(made);
        this.destroy(this.object);
    }
}
static void end_program(void) { destroy_all(NULL); }
static void begin(void) {
    if (pthread_key_create(&last_made, destroy_all) != 0 || atexit(end_program) != 0) abort();
}

int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *program) {
    (void)program;
    pthread_once(&once, begin);
    struct made *made = malloc(sizeof *made);
    if (made == NULL) return -1;
    *made = (struct made){destroy, object, pthread_getspecific(last_made)};
    return pthread_setspecific(last_made, made);
}
