/* The system's name. */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

struct utsname {
    char sysname[32], nodename[32], release[32], version[32], machine[32];
};

int uname(struct utsname *);

#ifdef __cplusplus
}
#endif
#endif
