/* What newlib keeps for each thread: errno and its kind. The main thread has newlib's own. */
#include <reent.h>

#include "thread.h"

static __thread struct _reent *own;

struct _reent *__getreent(void) { return own != NULL ? own : _GLOBAL_REENT; }

void __pnacl_reent_set(struct _reent *reent) { own = reent; }
