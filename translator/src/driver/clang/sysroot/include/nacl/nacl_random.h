/* Random bytes, under the names of Native Client's SDK. */
#ifndef _NACL_RANDOM_H
#define _NACL_RANDOM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int nacl_secure_random_init(void);
int nacl_secure_random(void *, size_t, size_t *);

#ifdef __cplusplus
}
#endif
#endif
