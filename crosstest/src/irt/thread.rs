//! `tls`, `thread` and `futex`: what newlib's pthreads are made of.

use super::abi::{self, Errno};
use super::sync::Reason;
use super::{Answer, Call, OK, Served};

/// `int tls_init(void *thread_ptr)`
pub fn tls_init(call: &mut Call) -> Served {
    Ok(Answer::SetThreadPointer(call.arg(0)))
}

/// `void *tls_get(void)`
pub fn tls_get(_: &mut Call) -> Served {
    Ok(Answer::GetThreadPointer)
}

/// `int thread_create(void (*start_func)(void), void *stack, void *thread_ptr)`
pub fn create(call: &mut Call) -> Served {
    Ok(Answer::Spawn { entry: call.arg(0), stack: call.arg(1), thread_pointer: call.arg(2) })
}

/// `void thread_exit(int32_t *stack_flag)`: a zero there tells that the stack is free. A bad
/// address ends the thread all the same.
pub fn exit(call: &mut Call) -> Served {
    if call.arg(0) != 0 {
        let _ = call.put(0, 0);
    }
    Ok(Answer::EndThread)
}

/// `int thread_nice(const int nice)`: priorities mean nothing here.
pub fn nice(_: &mut Call) -> Served {
    OK
}

/// `int futex_wait_abs(volatile int *addr, int value, const struct timespec *abstime)`
pub fn futex_wait(call: &mut Call) -> Served {
    let (addr, value) = (call.arg(0), call.arg(1));
    let deadline = match call.arg(2) {
        0 => None,
        _ => Some(abi::parse_timespec(&call.bytes(2)?, true)?),
    };
    if call.memory.read_u32(addr)? != value {
        return Err(Errno::EAGAIN);
    }
    if deadline.is_some_and(|deadline| deadline <= call.world.chance.now()) {
        return Err(Errno::ETIMEDOUT);
    }
    call.world.waits.wait(call.thread, Reason::Futex(addr), deadline);
    Ok(Answer::Wait)
}

/// `int futex_wake(volatile int *addr, int nwake, int *count)`
pub fn futex_wake(call: &mut Call) -> Served {
    let (addr, limit) = (call.arg(0), call.arg(1));
    call.put(2, 0)?;
    let count = call.world.waits.wake_futex(addr, u32::try_from(limit as i32).unwrap_or(0));
    call.put(2, count)?;
    OK
}
