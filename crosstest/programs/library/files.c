/* Files and directories, by descriptors and by streams; what runs before and after main. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>
static void bye(void) { puts("bye"); }
__attribute__((constructor)) static void ctor(void) { puts("ctor"); }
__attribute__((destructor)) static void dtor(void) { puts("dtor"); }
int main() {
    int i;
    atexit(bye);
    char b[200];
    getcwd(b, 200);
    mkdir("d", 0777);
    int f = open("d/x", O_CREAT | O_RDWR | O_TRUNC, 0666);
    printf("%d\n", f >= 0);
    write(f, "hello world", 11);
    lseek(f, 6, SEEK_SET);
    memset(b, 0, 20);
    read(f, b, 20);
    puts(b);
    struct stat s;
    fstat(f, &s);
    printf("%d %d\n", (int)s.st_size, S_ISREG(s.st_mode));
    int g = dup(f);
    printf("%d\n", (int)lseek(g, 0, SEEK_CUR));
    ftruncate(f, 5);
    stat("d/x", &s);
    printf("%d\n", (int)s.st_size);
    struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 2}};
    printf("%d %d\n", chmod("d/x", 0600), fchmod(f, 0600));
    printf("%d %d %d\n", utimes("d/x", NULL), utimensat(AT_FDCWD, "d/x", times, 0), futimens(f, times)); /* On Linux the last one succeeds; here there is no interface for it. */
    printf("%d %d\n", chmod("d/none", 0600), utimes("d/none", NULL));
    int h = fcntl(f, F_DUPFD_CLOEXEC, 20);
    printf("%d %d\n", h, (int)readlink("d/x", b, sizeof b));
    close(h);
    struct stat null;
    stat("/dev/null", &null);
    printf("%d %d\n", S_ISCHR(null.st_mode), null.st_rdev != 0);
    printf("%d %d %d\n", execl("d/none", "none", NULL), getdtablesize() > 0, getpgrp() > 0);
    printf("%d %d\n", (int)sizeof(socklen_t), SA_RESTART != 0);
    char temporary[] = "d/tXXXXXX";
    printf("%d\n", mkdtemp(temporary) == temporary);
    printf("%d\n", remove(temporary));
    close(f);
    close(g);
    errno = 0;
    i = open("d/x", O_CREAT | O_EXCL, 0666);
    printf("%d %d\n", i, errno == EEXIST);
    rename("d/x", "d/y");
    DIR *d = opendir("d");
    struct dirent *e;
    int n = 0;
    while ((e = readdir(d)))
        if (e->d_name[0] != '.') {
            puts(e->d_name);
            n++;
        }
    closedir(d);
    printf("%d\n", n);
    printf("%d %d\n", access("d/y", R_OK), access("d/x", R_OK));
    FILE *fp = fopen("d/z", "w+");
    fprintf(fp, "%d %s\n", 5, "abc");
    rewind(fp);
    fscanf(fp, "%d %s", &i, b);
    printf("%d %s\n", i, b);
    fseek(fp, 0, SEEK_END);
    printf("%ld\n", ftell(fp));
    fclose(fp);
    fp = fopen("d/z", "a");
    fputs("more\n", fp);
    fclose(fp);
    fp = fopen("d/z", "r");
    char *l = 0;
    size_t c = 0;
    while (getline(&l, &c, fp) > 0)
        fputs(l, stdout);
    fclose(fp);
    remove("d/z");
    unlink("d/y");
    printf("%d\n", rmdir("d"));
    i = rmdir("d");
    printf("%d %d\n", i, errno == ENOENT);
    char *r = realpath(".", 0);
    printf("%d\n", r != 0);
    chdir("/");
    printf("%s\n", getcwd(0, 0));
    setenv("A", "b", 1);
    puts(getenv("A"));
    return 0;
}
