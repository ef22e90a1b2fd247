/* The parts of a device's number, as Linux has them where both are small. */
#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H

#include <sys/types.h>

#define major(device) ((unsigned)(((device) >> 8) & 0xff))
#define minor(device) ((unsigned)((device) & 0xff))
#define makedev(major, minor) ((dev_t)(((major) & 0xff) << 8 | ((minor) & 0xff)))

#endif
