/* The floating-point environment: numbers are rounded to the nearest, nothing else can be asked for, and no exception leaves a flag
   (PNaCl C/C++ Language Support, "Floating-Point"). What asks for something else is told so by its result. */
#include <fenv.h>

const fenv_t __fe_default_env = 0;

int fegetround(void) { return FE_TONEAREST; }
int fesetround(int mode) { return mode == FE_TONEAREST ? 0 : -1; }

int feclearexcept(int excepts) { return excepts == 0 ? 0 : -1; }
int feraiseexcept(int excepts) { return excepts == 0 ? 0 : -1; }
int fetestexcept(int excepts) {
  (void)excepts;
  return 0;
}
int fegetexceptflag(fexcept_t *flags, int excepts) {
  *flags = 0;
  return excepts == 0 ? 0 : -1;
}
int fesetexceptflag(const fexcept_t *flags, int excepts) {
  (void)flags;
  return excepts == 0 ? 0 : -1;
}

int fegetenv(fenv_t *env) {
  *env = __fe_default_env;
  return 0;
}
int feholdexcept(fenv_t *env) { return fegetenv(env); }
int fesetenv(const fenv_t *env) {
  (void)env;
  return 0;
}
int feupdateenv(const fenv_t *env) { return fesetenv(env); }
