/* newlib's, without a macro that computes less exactly than the function: of a power of two it makes no whole number. */
#include_next <math.h>
#undef log2
