/* newlib's, without the macro that computes less exactly than the function. */
#include_next <math.h>
#undef log2
