/* Terminals, of which there are none. */
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "stat.h"

static int no_terminal(int file) {
    struct stat told;
    return fstat(file, &told) != 0 ? -1 : finish(ENOTTY);
}

WEAK int ioctl(int file, unsigned long request, ...) { return (void)request, no_terminal(file); }

WEAK int tcgetattr(int file, struct termios *told) { return (void)told, no_terminal(file); }
WEAK int tcsetattr(int file, int when, const struct termios *wanted) { return (void)when, (void)wanted, no_terminal(file); }
WEAK int tcsendbreak(int file, int length) { return (void)length, no_terminal(file); }
WEAK int tcdrain(int file) { return no_terminal(file); }
WEAK int tcflush(int file, int which) { return (void)which, no_terminal(file); }
WEAK int tcflow(int file, int what) { return (void)what, no_terminal(file); }
WEAK pid_t tcgetsid(int file) { return no_terminal(file); }
WEAK pid_t tcgetpgrp(int file) { return no_terminal(file); }
WEAK int tcsetpgrp(int file, pid_t group) { return (void)group, no_terminal(file); }

WEAK char *ttyname(int file) { return (void)no_terminal(file), NULL; }
WEAK int ttyname_r(int file, char *name, size_t size) { return (void)name, (void)size, (void)no_terminal(file), errno; }
WEAK char *ctermid(char *name) {
    static char own[sizeof "/dev/tty"];
    return strcpy(name != NULL ? name : own, "/dev/tty");
}

WEAK speed_t cfgetispeed(const struct termios *from) { return from->c_ispeed; }
WEAK speed_t cfgetospeed(const struct termios *from) { return from->c_ospeed; }
WEAK int cfsetispeed(struct termios *to, speed_t speed) { return to->c_ispeed = speed, 0; }
WEAK int cfsetospeed(struct termios *to, speed_t speed) { return to->c_ospeed = speed, 0; }
WEAK int cfsetspeed(struct termios *to, speed_t speed) { return to->c_ispeed = to->c_ospeed = speed, 0; }

/* Bytes as they come, one at a time. */
WEAK void cfmakeraw(struct termios *to) {
    to->c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    to->c_oflag &= ~(tcflag_t)OPOST;
    to->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    to->c_cflag = (to->c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    to->c_cc[VMIN] = 1;
    to->c_cc[VTIME] = 0;
}
