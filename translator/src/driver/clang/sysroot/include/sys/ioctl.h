/* Requests to devices. There is no device that knows any. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#ifdef __cplusplus
extern "C" {
#endif

int ioctl(int, unsigned long, ...);

#ifdef __cplusplus
}
#endif
#endif
