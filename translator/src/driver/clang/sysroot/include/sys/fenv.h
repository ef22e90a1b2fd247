/* What there is of the floating-point environment: one rounding mode, no exceptions. */
#ifndef _SYS_FENV_H_
#define _SYS_FENV_H_

typedef int fenv_t;
typedef int fexcept_t;

#define FE_ALL_EXCEPT 0
#define FE_TONEAREST 0

#ifdef __cplusplus
extern "C" {
#endif
extern const fenv_t __fe_default_env;
#ifdef __cplusplus
}
#endif
#define FE_DFL_ENV (&__fe_default_env)

#endif
