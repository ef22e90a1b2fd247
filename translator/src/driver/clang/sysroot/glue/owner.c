/* Users and groups: a program is one user in one group, and has no others to become. */
#include <grp.h>
#include <unistd.h>

#include "irt.h"

static int be(uid_t wanted) { return wanted == getuid() || wanted == (uid_t)-1 ? 0 : finish(EPERM); }

WEAK int setuid(uid_t user) { return be(user); }
WEAK int seteuid(uid_t user) { return be(user); }
WEAK int setreuid(uid_t real, uid_t effective) { return be(real) != 0 ? -1 : be(effective); }
WEAK int setgid(gid_t group) { return be(group); }
WEAK int setegid(gid_t group) { return be(group); }
WEAK int setregid(gid_t real, gid_t effective) { return be(real) != 0 ? -1 : be(effective); }

WEAK int getgroups(int room, gid_t *groups) {
    if (room < 0) return finish(EINVAL);
    if (room > 0) groups[0] = getgid();
    return 1;
}
WEAK int setgroups(int count, const gid_t *groups) { return (void)count, (void)groups, finish(EPERM); }
WEAK int initgroups(const char *name, gid_t group) { return (void)name, (void)group, finish(EPERM); }

/* Nobody has given them names. */
WEAK struct group *getgrnam(const char *name) { return (void)name, NULL; }
WEAK struct group *getgrgid(gid_t group) { return (void)group, NULL; }
WEAK struct group *getgrent(void) { return NULL; }
WEAK void setgrent(void) {}
WEAK void endgrent(void) {}

WEAK pid_t getpgid(pid_t process) { return process == 0 || process == getpid() ? getpgrp() : finish(ESRCH); }
WEAK pid_t getsid(pid_t process) { return getpgid(process); }
/* Who leads a group cannot begin a session. */
WEAK pid_t setsid(void) { return finish(EPERM); }
WEAK int chroot(const char *name) { return (void)name, finish(EPERM); }
