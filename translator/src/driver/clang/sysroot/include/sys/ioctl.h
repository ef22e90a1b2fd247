/* Requests to devices. There is no device that knows any. The numbers are Linux's. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#ifdef __cplusplus
extern "C" {
#endif

#define TIOCGPGRP 0x540f
#define TIOCSPGRP 0x5410
#define TIOCSTI 0x5412
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD 0x541b
#define FIONBIO 0x5421

struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

int ioctl(int, unsigned long, ...);

#ifdef __cplusplus
}
#endif
#endif
