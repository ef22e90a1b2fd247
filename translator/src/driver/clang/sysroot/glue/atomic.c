/* What <stdatomic.h> has as macros, as the functions that they are, too (C11 7.17). Each order is the strongest one. */
#include <stdatomic.h>

#undef atomic_thread_fence
#undef atomic_signal_fence
#undef atomic_flag_test_and_set
#undef atomic_flag_test_and_set_explicit
#undef atomic_flag_clear
#undef atomic_flag_clear_explicit

void atomic_thread_fence(memory_order order) { (void)order, __c11_atomic_thread_fence(__ATOMIC_SEQ_CST); }
void atomic_signal_fence(memory_order order) { (void)order, __c11_atomic_signal_fence(__ATOMIC_SEQ_CST); }
_Bool atomic_flag_test_and_set(volatile atomic_flag *flag) { return __c11_atomic_exchange(&flag->_Value, 1, __ATOMIC_SEQ_CST); }
_Bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order) {
    return (void)order, atomic_flag_test_and_set(flag);
}
void atomic_flag_clear(volatile atomic_flag *flag) { __c11_atomic_store(&flag->_Value, 0, __ATOMIC_SEQ_CST); }
void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order) { (void)order, atomic_flag_clear(flag); }
