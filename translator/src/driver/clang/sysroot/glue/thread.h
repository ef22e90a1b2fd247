/* What the parts of the threads share. */
#ifndef PNACL_THREAD_H
#define PNACL_THREAD_H

#include <pthread.h>
#include <reent.h>

#include "irt.h"

int __pnacl_lock_until(_LOCK_T *lock, const struct timespec *deadline);
int __pnacl_lock_is_mine(const _LOCK_T *lock);
void __pnacl_reent_set(struct _reent *reent);
/* Runs the destructors of the thread's specific values. */
void __pnacl_end_specifics(void) WEAK;

#endif
