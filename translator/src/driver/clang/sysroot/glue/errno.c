/* Error numbers: the interfaces have Linux's, newlib has its own above 34. */
#include "irt.h"

static const struct {
    unsigned char theirs, ours;
} numbers[] = {
    {35, EDEADLK}, {36, ENAMETOOLONG}, {37, ENOLCK}, {38, ENOSYS}, {39, ENOTEMPTY}, {40, ELOOP}, {42, ENOMSG},
    {43, EIDRM}, {61, ENODATA}, {62, ETIME}, {71, EPROTO}, {74, EBADMSG}, {75, EOVERFLOW}, {84, EILSEQ},
    {88, ENOTSOCK}, {90, EMSGSIZE}, {95, EOPNOTSUPP}, {97, EAFNOSUPPORT}, {98, EADDRINUSE}, {103, ECONNABORTED},
    {104, ECONNRESET}, {105, ENOBUFS}, {107, ENOTCONN}, {110, ETIMEDOUT}, {111, ECONNREFUSED}, {125, ECANCELED},
};

int __pnacl_errno(int number) {
    if (number <= 34) return number;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (numbers[i].theirs == number) return numbers[i].ours;
    return EIO;
}
