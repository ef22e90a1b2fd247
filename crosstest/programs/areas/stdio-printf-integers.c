// printf: every conversion of integers with flags, widths and precisions.
#include <stdio.h>

int main(void) {
    static const int values[] = {0, 1, -1, 42, -12345, 0x7fffffff};
    for (int i = 0; i < 6; ++i) {
        int v = values[i];
        printf("[%d][%5d][%-5d][%05d][%+d][% d][%.3d][%8.3d][%-8.3d]\n", v, v, v, v, v, v, v, v, v);
        printf("[%u][%x][%X][%o][%#x][%#o][%08x][%-8X][%.4x]\n", v, v, v, v, v, v, v, v, v);
        printf("[%hhd][%hd][%ld][%lld][%llx][%zu][%hhu][%hu]\n", (signed char)v, (short)v, (long)v, v * 1000000000LL, v * 1000000000LL, (size_t)v, (unsigned char)v, (unsigned short)v);
    }
    printf("[%*d][%-*d][%.*d][%*.*d]\n", 6, 42, 6, 42, 4, 42, 8, 3, 42);
    printf("[%c][%5c][%-5c][%%][%s][%10s][%-10s][%.2s][%8.3s]\n", 'a', 'b', 'c', "text", "text", "text", "text", "text");
    printf("[%i][%.0d][%+.0d]\n", 7, 0, 1);
    char small[8];
    int size = snprintf(small, sizeof small, "%s-%d", "overlong", 12345);
    printf("%d [%s]\n", size, small);
    return 0;
}
