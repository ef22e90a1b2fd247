//! Signals of guest code: a fault ends the guest's thread and not the process.
//!
//! The handler runs on a stack of its own. It writes down what happened and lets the thread go on at [`leave`].
//! Faults of the host's own code are left to what the system does with them.

use std::cell::Cell;
use std::ptr;

use super::gate::{Context, FAULTED, LONG_CODE, LONG_DATA, Trap, leave};

/// Bytes of a handler's stack.
const STACK: usize = 64 << 10;
/// The signals that faults are.
const SIGNALS: [libc::c_int; 4] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE];
/// The registers of 32-bit code by their numbers, as signals have them.
const BY_NUMBER: [libc::c_int; 8] =
    [libc::REG_RAX, libc::REG_RCX, libc::REG_RDX, libc::REG_RBX, libc::REG_RSP, libc::REG_RBP, libc::REG_RSI, libc::REG_RDI];

thread_local! {
    /// The context of the guest's thread that runs on this one.
    static CONTEXT: Cell<*mut Context> = const { Cell::new(ptr::null_mut()) };
}

/// Takes the signals over.
///
/// # Errors
/// What the system says.
pub fn install() -> Result<(), String> {
    for signal in SIGNALS {
        // SAFETY: all zeros is a value of this C struct: no flags, an empty mask.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler has the type that the flags say; the old action is not asked for.
        if unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) } != 0 {
            return Err(format!("signals cannot be handled: {}", std::io::Error::last_os_error()));
        }
    }
    Ok(())
}

/// A stack for handlers, which this thread uses while the value lives.
pub struct HandlerStack {
    memory: Vec<u8>,
}

impl HandlerStack {
    /// For this thread, which is about to run code with this context.
    ///
    /// # Errors
    /// What the system says.
    pub fn install(context: &Context) -> Result<HandlerStack, String> {
        let mut stack = HandlerStack { memory: vec![0; STACK] };
        CONTEXT.set(ptr::from_ref(context).cast_mut());
        stack.set(0)?;
        Ok(stack)
    }

    fn set(&mut self, flags: libc::c_int) -> Result<(), String> {
        let stack = libc::stack_t { ss_sp: self.memory.as_mut_ptr().cast(), ss_flags: flags, ss_size: STACK };
        // SAFETY: the memory stays until the stack is given up again.
        let failed = unsafe { libc::sigaltstack(&raw const stack, ptr::null_mut()) } != 0;
        if failed { Err(format!("no stack for signals: {}", std::io::Error::last_os_error())) } else { Ok(()) }
    }
}

impl Drop for HandlerStack {
    fn drop(&mut self) {
        CONTEXT.set(ptr::null_mut());
        // What fails here leaves the stack as it is, which then must not go away.
        if self.set(libc::SS_DISABLE).is_err() {
            std::mem::forget(std::mem::take(&mut self.memory));
        }
    }
}

/// The handler: of signal `signal`.
extern "C" fn on_fault(signal: libc::c_int, info: *mut libc::siginfo_t, machine: *mut libc::c_void) {
    let context = CONTEXT.get();
    // SAFETY: the context lives while the thread runs guest code, and nobody else looks at it meanwhile; the system gives valid pointers
    // to the other two.
    unsafe {
        if context.is_null() || (*context).in_host != 0 {
            // The instruction faults again, and this time as if nobody had asked for it.
            libc::signal(signal, libc::SIG_DFL);
            return;
        }
        let registers = &mut (*machine.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        // `cs`, `gs`, `fs`, `ss`, from the lowest bits on.
        let segments = registers[libc::REG_CSGSFS as usize] as u64;
        (*context).trap = Trap {
            signal,
            pc: registers[libc::REG_RIP as usize] as u64,
            address: (*info).si_addr() as u64,
            error: registers[libc::REG_ERR as usize] as u64,
            stack: registers[libc::REG_RSP as usize] as u64,
            frame: registers[libc::REG_RBP as usize] as u64,
            wide: segments as u16 == LONG_CODE,
            exception: registers[libc::REG_TRAPNO as usize] as u64,
            registers: BY_NUMBER.map(|register| registers[register as usize] as u32),
        };
        let others = segments & 0x0000_ffff_ffff_0000;
        registers[libc::REG_CSGSFS as usize] = (others | u64::from(LONG_CODE) | u64::from(LONG_DATA) << 48) as i64;
        registers[libc::REG_RIP as usize] = leave as *const () as usize as i64;
        registers[libc::REG_RAX as usize] = FAULTED as i64;
    }
}
