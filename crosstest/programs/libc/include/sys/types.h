#include <mini-types.h>
