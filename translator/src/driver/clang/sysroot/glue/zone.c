/* The zone of time that tzset finds; a program may have variables of its own of these names. */
#include <time.h>

#include "irt.h"

WEAK long timezone;
WEAK int daylight;
WEAK char *tzname[2] = {"GMT", "GMT"};
