/* Which descriptors are ready: all that are open. Whether a read would wait is nothing that the interfaces tell, and what says that it
   would not reads, as it does with a file. */
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

#include "irt.h"

static int is_open(int file) {
    int before = errno, known = fcntl(file, F_GETFD) >= 0;
    errno = before;
    return known;
}

/* Nothing becomes ready while somebody waits for it, so a wait is a sleep. One without an end would be one for ever, as no signal comes
   from elsewhere either: that is told as what it is, and not as EINTR, after which callers try again. */
static int wait_in_vain(const struct timespec *time) {
    if (time == NULL) return finish(EDEADLK);
    return time->tv_sec == 0 && time->tv_nsec == 0 ? 0 : nanosleep(time, NULL);
}

WEAK int poll(struct pollfd *files, nfds_t count, int millis) {
    int ready = 0;
    for (nfds_t i = 0; i < count; ++i) {
        struct pollfd *one = &files[i];
        int told = one->fd < 0 ? 0 : !is_open(one->fd) ? POLLNVAL : one->events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
        one->revents = (short)told;
        ready += told != 0;
    }
    struct timespec time = {.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000L};
    return ready != 0 ? ready : wait_in_vain(millis < 0 ? NULL : &time);
}

/* How many descriptors below the count are in a set; -1 if one of them is closed. */
static int members(int count, const fd_set *set) {
    int sum = 0;
    for (int file = 0; set != NULL && file < count; ++file) {
        if (!FD_ISSET(file, set)) continue;
        if (!is_open(file)) return finish(EBADF);
        ++sum;
    }
    return sum;
}

WEAK int pselect(int count, fd_set *reads, fd_set *writes, fd_set *others, const struct timespec *time, const sigset_t *mask) {
    (void)mask;
    if (count < 0 || (time != NULL && (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000))) return finish(EINVAL);
    if (count > FD_SETSIZE) count = FD_SETSIZE;
    int readable = members(count, reads), writable = members(count, writes);
    if (readable < 0 || writable < 0 || members(count, others) < 0) return -1;
    if (readable + writable == 0 && wait_in_vain(time) != 0) return -1;
    if (others != NULL) FD_ZERO(others);
    return readable + writable;
}

WEAK int select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *time) {
    struct timespec wait;
    if (time == NULL) return pselect(count, reads, writes, others, NULL, NULL);
    /* Too many microseconds stay too many nanoseconds. */
    wait = (struct timespec){.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec < 1000000 ? time->tv_usec * 1000L : -1};
    return pselect(count, reads, writes, others, &wait, NULL);
}
