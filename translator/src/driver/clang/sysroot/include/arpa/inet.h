/* The same as netinet/in.h: nothing here turns addresses into text. */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include <netinet/in.h>

#endif
