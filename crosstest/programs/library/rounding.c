/* <fenv.h>: what every implementation has of it. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    fenv_t env;
    fexcept_t flags;
    printf("%d %d\n", fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST));
    printf("%d\n", fesetround(0x7fff) != 0);
    printf("%d %d %d\n", feclearexcept(0), feraiseexcept(0), fetestexcept(0));
    printf("%d %d\n", fegetexceptflag(&flags, 0), fesetexceptflag(&flags, 0));
    printf("%d %d\n", fegetenv(&env), feholdexcept(&env));
    printf("%d %d %d\n", fesetenv(&env), feupdateenv(&env), fesetenv(FE_DFL_ENV));
    volatile double half = 0.5, more = 1.5, two = 2.5;
    printf("%g %g %g\n", nearbyint(half), nearbyint(more), nearbyint(two));
    printf("%ld %ld %ld\n", lrint(half), lrint(more), lrint(-two));
    return 0;
}
