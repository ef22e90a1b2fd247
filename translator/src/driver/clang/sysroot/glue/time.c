/* Clocks, and sleep. */
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "irt.h"

IRT_INTERFACE(irt_basic, basic, "nacl-irt-basic-0.1")
IRT_INTERFACE(irt_clock, clocks, "nacl-irt-clock_get-0.1")

WEAK int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    return finish(IRT_CALL(basic(), gettod, time));
}

WEAK clock_t clock(void) {
    uint32_t ticks = 0;
    return finish(IRT_CALL(basic(), clock, &ticks)) == 0 ? ticks : (clock_t)-1;
}

/* The number that the interface has for a clock; -1 if none. */
static int clock_of(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return 0;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME: return 1;
    case CLOCK_PROCESS_CPUTIME_ID: return 2;
    case CLOCK_THREAD_CPUTIME_ID: return 3;
    default: return -1;
    }
}

WEAK int clock_gettime(clockid_t clock, struct timespec *time) { return finish(IRT_CALL(clocks(), gettime, clock_of(clock), time)); }
WEAK int clock_getres(clockid_t clock, struct timespec *time) { return finish(IRT_CALL(clocks(), getres, clock_of(clock), time)); }
WEAK int timespec_get(struct timespec *time, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}
WEAK int clock_settime(clockid_t clock, const struct timespec *time) {
    (void)clock, (void)time;
    return finish(EPERM);
}

WEAK int nanosleep(const struct timespec *time, struct timespec *rest) { return finish(IRT_CALL(basic(), nanosleep, time, rest)); }

WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    struct timespec now, wait = *time;
    if (flags & TIMER_ABSTIME) {
        if (clock_gettime(clock, &now) != 0) return errno;
        wait.tv_sec -= now.tv_sec;
        wait.tv_nsec -= now.tv_nsec;
        if (wait.tv_nsec < 0) {
            wait.tv_nsec += 1000000000;
            --wait.tv_sec;
        }
        if (wait.tv_sec < 0) return 0;
    }
    return nanosleep(&wait, rest) == 0 ? 0 : errno;
}

WEAK unsigned sleep(unsigned seconds) {
    struct timespec time = {.tv_sec = seconds};
    return nanosleep(&time, NULL) == 0 ? 0 : seconds;
}

WEAK int usleep(useconds_t micros) {
    struct timespec time = {.tv_sec = micros / 1000000, .tv_nsec = (long)(micros % 1000000) * 1000};
    return nanosleep(&time, NULL);
}

/* In ticks of sysconf(_SC_CLK_TCK), which are a hundred in a second. */
WEAK clock_t times(struct tms *times) {
    clock_t ticks = clock();
    if (ticks == (clock_t)-1) return ticks;
    ticks /= CLOCKS_PER_SEC / 100;
    *times = (struct tms){.tms_utime = ticks};
    return ticks;
}

/* As mktime, but for UTC. Years begin in March, so that a leap day is the last of its year. */
WEAK time_t timegm(struct tm *tm) {
    long long months = tm->tm_year * 12LL + tm->tm_mon - 2;
    long long year = 1900 + (months >= 0 ? months / 12 : (months - 11) / 12);
    long long month = months - (year - 1900) * 12;
    long long century = year >= 0 ? year / 400 : (year - 399) / 400, rest = year - century * 400;
    long long days = century * 146097 + rest * 365 + rest / 4 - rest / 100 + (month * 153 + 2) / 5 + tm->tm_mday - 719469;
    time_t time = days * 86400 + tm->tm_hour * 3600LL + tm->tm_min * 60LL + tm->tm_sec;
    gmtime_r(&time, tm);
    return time;
}
