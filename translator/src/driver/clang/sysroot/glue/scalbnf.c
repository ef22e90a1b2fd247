/* A float with another exponent, rounded once: newlib's makes zero of what lies between half and one smallest number. A double holds the
   result of each exponent at which it is not zero or infinite. */
#include <math.h>

float scalbnf(float x, int n) { return (float)scalbn((double)x, n); }
