/* What the process takes, and may take. */
#include <sys/resource.h>
#include <unistd.h>

#include "irt.h"

WEAK int getrusage(int who, struct rusage *usage) {
    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) return finish(EINVAL);
    clock_t ticks = who == RUSAGE_CHILDREN ? 0 : clock();
    *usage = (struct rusage){.ru_utime = {.tv_sec = ticks / CLOCKS_PER_SEC, .tv_usec = (long)(ticks % CLOCKS_PER_SEC)}};
    return 0;
}

/* How far what was set lies below what there is: so zero means that nothing was. Limits are kept and told; those of the runtime hold
   whatever is set. */
static struct rlimit below[RLIM_NLIMITS];

static rlim_t most(int resource) {
    return resource == RLIMIT_NOFILE ? (rlim_t)getdtablesize() : resource == RLIMIT_CORE ? 0 : RLIM_INFINITY;
}

WEAK int getrlimit(int resource, struct rlimit *limit) {
    if (resource < 0 || resource >= RLIM_NLIMITS) return finish(EINVAL);
    rlim_t there = most(resource);
    *limit = (struct rlimit){there - below[resource].rlim_cur, there - below[resource].rlim_max};
    return 0;
}

WEAK int setrlimit(int resource, const struct rlimit *limit) {
    struct rlimit before;
    if (getrlimit(resource, &before) != 0) return -1;
    if (limit->rlim_cur > limit->rlim_max) return finish(EINVAL);
    if (limit->rlim_max > before.rlim_max) return finish(EPERM);
    rlim_t there = most(resource);
    below[resource] = (struct rlimit){there - limit->rlim_cur, there - limit->rlim_max};
    return 0;
}

/* How much the process lets others go first: kept and told. */
static int courtesy;

static int is_own(int which, id_t who) {
    return who == 0 || (which == PRIO_USER ? (uid_t)who == getuid() : which == PRIO_PGRP ? (pid_t)who == getpgrp() : (pid_t)who == getpid());
}

WEAK int getpriority(int which, id_t who) {
    if (which < PRIO_PROCESS || which > PRIO_USER) return finish(EINVAL);
    return is_own(which, who) ? courtesy : finish(ESRCH);
}

WEAK int setpriority(int which, id_t who, int value) {
    if (which < PRIO_PROCESS || which > PRIO_USER) return finish(EINVAL);
    if (!is_own(which, who)) return finish(ESRCH);
    if (value > PRIO_MAX - 1) value = PRIO_MAX - 1;
    if (value < courtesy) return finish(EACCES);
    courtesy = value;
    return 0;
}

WEAK int nice(int more) {
    if (setpriority(PRIO_PROCESS, 0, courtesy + more) == 0) return courtesy;
    return finish(EPERM);
}
