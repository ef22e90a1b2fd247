/* Numbers in the order in which networks have them, for files that do likewise: there are no networks here. */
#ifndef _NETINET_IN_H
#define _NETINET_IN_H

#include <stdint.h>
#include <sys/types.h>

struct in_addr {
    in_addr_t s_addr;
};

#define INADDR_ANY ((in_addr_t)0)
#define INADDR_BROADCAST ((in_addr_t)-1)
#define INADDR_NONE ((in_addr_t)-1)
#define INADDR_LOOPBACK ((in_addr_t)0x7f000001)

static __inline uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
static __inline uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }
static __inline uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }
static __inline uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }

#endif
