/* The bytes of a number in the other order, as glibc has it. */
#ifndef _BYTESWAP_H
#define _BYTESWAP_H

#define bswap_16(number) __builtin_bswap16(number)
#define bswap_32(number) __builtin_bswap32(number)
#define bswap_64(number) __builtin_bswap64(number)

#endif
