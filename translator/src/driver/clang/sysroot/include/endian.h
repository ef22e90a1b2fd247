/* The order of bytes, which is little endian, and numbers in a certain order. */
#ifndef _ENDIAN_H
#define _ENDIAN_H

#include <machine/endian.h>
#include <stdint.h>

#ifndef BYTE_ORDER
#define LITTLE_ENDIAN _LITTLE_ENDIAN
#define BIG_ENDIAN _BIG_ENDIAN
#define PDP_ENDIAN _PDP_ENDIAN
#define BYTE_ORDER _BYTE_ORDER
#endif
#ifndef __BYTE_ORDER
#define __LITTLE_ENDIAN _LITTLE_ENDIAN
#define __BIG_ENDIAN _BIG_ENDIAN
#define __PDP_ENDIAN _PDP_ENDIAN
#define __BYTE_ORDER _BYTE_ORDER
#endif

#define htole16(number) ((uint16_t)(number))
#define htole32(number) ((uint32_t)(number))
#define htole64(number) ((uint64_t)(number))
#define le16toh(number) ((uint16_t)(number))
#define le32toh(number) ((uint32_t)(number))
#define le64toh(number) ((uint64_t)(number))
#define htobe16(number) __builtin_bswap16(number)
#define htobe32(number) __builtin_bswap32(number)
#define htobe64(number) __builtin_bswap64(number)
#define be16toh(number) __builtin_bswap16(number)
#define be32toh(number) __builtin_bswap32(number)
#define be64toh(number) __builtin_bswap64(number)

#endif
