/* A program without a C library: the start-up of pnacl-clang has write and exit. */
int write(int file, const void *bytes, unsigned size);

int main(void) {
    write(1, "hello\n", 6);
    return 0;
}
