/* What files are, as the interfaces tell it and as programs see it. */
#ifndef PNACL_STAT_H
#define PNACL_STAT_H

#include <string.h>
#include <sys/stat.h>

#include "irt.h"

static inline int put_stat(int error, const struct irt_stat *from, struct stat *to) {
    if (error != 0) return finish(error);
    memset(to, 0, sizeof *to);
    to->st_dev = from->device;
    to->st_ino = from->inode;
    to->st_mode = from->mode;
    to->st_nlink = from->links;
    to->st_uid = from->user;
    to->st_gid = from->group;
    to->st_rdev = from->special;
    to->st_size = from->size;
    to->st_blksize = from->block_size;
    to->st_blocks = from->blocks;
    to->st_atim = (struct timespec){.tv_sec = from->access_time, .tv_nsec = (long)from->access_nanos};
    to->st_mtim = (struct timespec){.tv_sec = from->modify_time, .tv_nsec = (long)from->modify_nanos};
    to->st_ctim = (struct timespec){.tv_sec = from->change_time, .tv_nsec = (long)from->change_nanos};
    return 0;
}

#endif
