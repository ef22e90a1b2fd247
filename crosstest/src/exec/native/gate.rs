//! The way into guest code of 64 bits and out of it: stacks are switched, calls of host functions arrive in Rust. (Code of 32 bits:
//! `super::compat`.)
//!
//! Each guest thread has a [`Context`], which `gs` points at while the thread lives: guest code has no use for that register, and Rust
//! has `fs`. The host functions' addresses hold stubs that go to `gate`, which saves the arguments, goes to the host's stack, and
//! calls its function `serve`. Guest code and host code keep to the same calling convention but for the width of pointers
//! ([SYSV-AMD64] 3.2), so the registers that a call preserves need not be looked at.
//!
//! Sandboxed code is trusted with nothing: it may come to the beginning of any bundle of 32 bytes of the stubs' pages, with anything in
//! its registers but a stack pointer outside of the sandbox, and its other threads may change its stack at any time. So each stub lies
//! in one bundle, an address that is taken from the guest's stack is made one of a bundle in the sandbox before anything goes there, and
//! registers hold nothing of the host's when guest code goes on. The sandbox begins at address 0.
//!
//! [`leave`] ends a thread: it goes back to whoever called [`enter`], over whatever is left of the guest's frames. It has no frame of
//! Rust's to skip: `serve` has returned by then, and a fault's handler comes here only if guest code was running.

use std::arch::naked_asm;

use translator::ice::Type;

use super::memory::Pages;
use crate::exec::READ_TP;
use crate::guest::{Fault, HOST_STRIDE, HostFunc, Memory, PAGE_SIZE, Rights};
use crate::irt::browser::{COUNT, FIRST};
use crate::irt::table::{FUNCTIONS, Param};
use crate::value::Value;

/// What a call of a host function is answered with.
#[repr(C)]
pub struct Reply {
    /// What the call returns, or, if it does not, why.
    pub value: u64,
    /// Not 0 if the thread ends.
    pub leaves: u64,
}

/// A fault of guest code.
#[repr(C)]
#[derive(Copy, Clone, Default, Debug)]
pub struct Trap {
    /// The signal; 0 if there was none.
    pub signal: i32,
    /// The instruction.
    pub pc: u64,
    /// What it wanted to access.
    pub address: u64,
    /// The processor's error code of a page fault.
    pub error: u64,
    /// The stack pointer.
    pub stack: u64,
    /// The frame pointer, `rbp`.
    pub frame: u64,
    /// Whether the instruction is one of 64 bits.
    pub wide: bool,
    /// The number of the processor's exception.
    pub exception: u64,
    /// The registers of 32-bit code, by their numbers.
    pub registers: [u32; 8],
}

impl Trap {
    /// Whether it is about what segments of 32-bit code do not reach, of which the system tells no address: a stack fault or a general protection
    /// fault ([INTEL-SDM] volume 3, 6.15).
    pub fn is_of_segments(&self) -> bool {
        !self.wide && matches!(self.exception, 12 | 13)
    }
}

/// What the gate knows of a thread. The offsets of the first fields are written in assembly.
#[repr(C)]
pub struct Context {
    /// 0: what `__nacl_read_tp` gives.
    pub thread_pointer: u32,
    /// 4: not 0 while the host's code runs.
    pub in_host: u32,
    /// 8: the host's stack, with what `enter` saved.
    host_stack: u64,
    /// 16: the guest's stack during a call.
    guest_stack: u64,
    /// 24: the arguments in registers, in order.
    pub args: [u64; 6],
    /// 72: what serves calls: the context, and the number of the function.
    serve: extern "C" fn(*mut Context, u32) -> Reply,
    /// 80: where this is.
    pub own: *mut Context,
    /// 88: the gate that stubs go to.
    gate: u64,
    /// 96: [`leave`].
    leave: u64,
    /// 104: where guest code of 32 bits goes on.
    pub resume: Far,
    /// 112: its registers during a call.
    saved: [u64; 2],
    /// How the thread faulted.
    pub trap: Trap,
    /// Whose context it is, for `serve`.
    pub owner: *const super::threads::Guest,
}

/// An instruction of guest code of 32 bits: what a far jump takes; and the segment of its data.
#[repr(C)]
#[derive(Copy, Clone, Default, Debug)]
pub struct Far {
    /// 0: the address.
    pub offset: u32,
    /// 4: the segment of code; 0 if there is no such code.
    pub code: u16,
    /// 6: the segment of data.
    pub data: u16,
}

/// The system's segment of 64-bit code: what `cs` holds there.
pub const LONG_CODE: u16 = 0x33;
/// What `ss` holds there.
pub const LONG_DATA: u16 = 0x2b;

/// Whose a context is.
#[derive(Copy, Clone)]
pub struct Parts {
    /// What serves calls.
    pub serve: extern "C" fn(*mut Context, u32) -> Reply,
    /// The thread.
    pub owner: *const super::threads::Guest,
}

/// The thread's function returned.
pub const RETURNED: u64 = 0;
/// The thread faulted; see [`Context::trap`].
pub const FAULTED: u64 = 1;
/// It ended itself.
pub const ENDED: u64 = 2;

impl Context {
    /// A context for code of 64 bits. It stays where it is.
    pub fn boxed(parts: Parts, sandboxed: bool) -> Box<Context> {
        let gate = if sandboxed { sandbox_gate as *const () } else { gate as *const () };
        let mut context = Box::new(Self::new(parts, gate as usize as u64));
        context.own = &raw mut *context;
        context
    }

    /// A context with this gate, which has no place yet.
    pub fn new(Parts { serve, owner }: Parts, gate: u64) -> Context {
        Context {
            thread_pointer: 0,
            in_host: 1,
            host_stack: 0,
            guest_stack: 0,
            args: [0; 6],
            serve,
            own: std::ptr::null_mut(),
            gate,
            leave: leave as *const () as usize as u64,
            resume: Far::default(),
            saved: [0; 2],
            trap: Trap::default(),
            owner,
        }
    }

    /// The arguments of a call. Those of code of 32 bits lie on its stack.
    ///
    /// # Errors
    /// If there is no such stack.
    pub fn arguments(&self, pages: &Pages, params: &[Param]) -> Result<Vec<Value>, Fault> {
        let is_wide = |param: &Param| param.ty() == Type::I64;
        let value = |(param, bits): (&Param, u64)| match is_wide(param) {
            true => Value::new(Type::I64, bits.into()),
            false => Value::new(param.ty(), (bits as u32).into()),
        };
        if self.resume.code == 0 {
            return Ok(params.iter().zip(self.args).map(value).collect());
        }
        // They begin behind the address that the call returns to.
        let mut next = self.guest_stack as u32;
        let mut word = || {
            next = next.wrapping_add(4);
            pages.read_u32(next).map(u64::from)
        };
        let read = params.iter().map(|param| {
            let low = word()?;
            Ok(value((param, if is_wide(param) { word()? << 32 | low } else { low })))
        });
        read.collect()
    }

    /// Makes `gs` of this thread point at the context.
    ///
    /// # Errors
    /// What the system says.
    pub fn install(&self) -> Result<(), String> {
        const ARCH_SET_GS: libc::c_long = 0x1001;
        // SAFETY: sets a register that neither Rust nor the C library uses on this system.
        let failed = unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_SET_GS, std::ptr::from_ref(self)) } != 0;
        if failed { Err(format!("the register gs cannot be set: {}", std::io::Error::last_os_error())) } else { Ok(()) }
    }
}

/// Where a thread's first function returns to: the stub behind that of `__nacl_read_tp`.
pub const RETURNS: u32 = READ_TP + HOST_STRIDE;
/// Where code of 32 bits goes on: the stub behind that.
pub const RESUMES: u32 = RETURNS + HOST_STRIDE;

/// Code by which a program comes to the host.
pub struct Stubs {
    /// By their addresses: of `__nacl_read_tp`, of a thread's end, and what belongs to these.
    pub engine: Vec<(u32, Vec<u8>)>,
    /// That of a host function, by its number.
    pub call: Box<dyn Fn(u32) -> Vec<u8>>,
}

/// The stubs of code of 64 bits.
pub fn stubs(sandboxed: bool) -> Stubs {
    // mov eax, gs:[0]
    let mut read_tp = vec![0x65, 0x8b, 0x04, 0x25, 0, 0, 0, 0];
    // pop r11; and r11d, -32; jmp r11. Or: ret
    read_tp.extend(if sandboxed { &[0x41, 0x5b, 0x41, 0x83, 0xe3, 0xe0, 0x41, 0xff, 0xe3][..] } else { &[0xc3] });
    // xor eax, eax; jmp gs:[96]
    let returns = vec![0x31, 0xc0, 0x65, 0xff, 0x24, 0x25, 96, 0, 0, 0];
    // mov eax, number; jmp gs:[88]
    let call = |number: u32| [&[0xb8][..], &number.to_le_bytes(), &[0x65, 0xff, 0x24, 0x25, 88, 0, 0, 0]].concat();
    Stubs { engine: vec![(READ_TP, read_tp), (RETURNS, returns)], call: Box::new(call) }
}

/// Writes stubs, those of a browser's functions among them if there is one.
///
/// # Errors
/// If there is no memory for them.
pub fn write_stubs(pages: &mut Pages, stubs: Stubs, browser: bool) -> Result<(), String> {
    let of_browser = if browser { FIRST..FIRST + COUNT } else { 0..0 };
    let calls = (0..FUNCTIONS.len() as u32).chain(of_browser);
    let calls = calls.map(|number| (HostFunc(number).address(), (stubs.call)(number)));
    // Where there is no function there is `ud2`.
    for page in [READ_TP, HostFunc(0).address()] {
        pages.map(page, PAGE_SIZE, Rights::ReadWrite)?;
        pages.write(page, &[0x0f, 0x0b].repeat(PAGE_SIZE as usize / 2)).map_err(|fault| fault.to_string())?;
    }
    for (addr, code) in stubs.engine.into_iter().chain(calls) {
        debug_assert!(code.len() <= HOST_STRIDE as usize, "a stub is one bundle");
        pages.write(addr, &code).map_err(|fault| fault.to_string())?;
    }
    for page in [READ_TP, HostFunc(0).address()] {
        pages.make_code(page, PAGE_SIZE);
    }
    Ok(())
}

/// The code of a function that runs guest code: the host's registers and stack are kept for [`leave`], then these instructions go there.
macro_rules! keep_and {
    ($($then:tt)*) => {
        naked_asm!(
            "push rbx",
            "push rbp",
            "push r12",
            "push r13",
            "push r14",
            "push r15",
            // A call's return address and six registers are 56 bytes: now the stack is aligned.
            "sub rsp, 8",
            "mov gs:[8], rsp",
            $($then)*
        )
    };
}
pub(super) use keep_and;

/// Runs guest code: the function at `entry` with one argument, on the stack that ends at `stack`, a multiple of 16. Gives
/// [`RETURNED`], [`FAULTED`], or what `serve` said.
///
/// # Safety
/// The context is installed and belongs to this thread; the code and the stack are mapped.
#[unsafe(naked)]
pub unsafe extern "C" fn enter(context: *mut Context, entry: u64, stack: u64, argument: u64) -> u64 {
    keep_and!(
        "mov rax, rsi",
        "mov rsp, rdx",
        "mov edi, ecx",
        "push {returns}",
        // The sandbox's base and frame pointer; nothing of the host's.
        "xor r15d, r15d",
        "xor ebp, ebp",
        "xor ebx, ebx",
        "xor ecx, ecx",
        "xor edx, edx",
        "xor esi, esi",
        "xor r8d, r8d",
        "xor r9d, r9d",
        "xor r10d, r10d",
        "xor r11d, r11d",
        "xor r12d, r12d",
        "xor r13d, r13d",
        "xor r14d, r14d",
        "mov dword ptr gs:[4], 0",
        "jmp rax",
        returns = const RETURNS,
    )
}

/// Goes back to the caller of [`enter`], which gets what is in `rax`.
///
/// # Safety
/// For the thread of the context, after `enter` and before this.
#[unsafe(naked)]
pub unsafe extern "C" fn leave() {
    naked_asm!(
        "mov dword ptr gs:[4], 1",
        "mov rsp, gs:[8]",
        "cld",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
    )
}

/// The code of a gate: a call of a host function is served on the host's stack, then the guest goes on with these instructions.
macro_rules! serve_and {
    ($($then:literal,)*) => {
        naked_asm!(
            "mov dword ptr gs:[4], 1",
            "mov gs:[24], rdi",
            "mov gs:[32], rsi",
            "mov gs:[40], rdx",
            "mov gs:[48], rcx",
            "mov gs:[56], r8",
            "mov gs:[64], r9",
            "mov gs:[16], rsp",
            "mov rdi, gs:[80]",
            "mov esi, eax",
            "mov rsp, gs:[8]",
            "cld",
            "call gs:[72]",
            "test edx, edx",
            "jnz {leave}",
            "mov rsp, gs:[16]",
            $($then,)*
            leave = sym leave,
        )
    };
}

/// Where stubs go, with a function's number in `eax`.
///
/// # Safety
/// For guest code.
#[unsafe(naked)]
unsafe extern "C" fn gate() {
    serve_and!("mov dword ptr gs:[4], 0", "ret",)
}

/// The same for sandboxed code.
///
/// # Safety
/// For guest code.
#[unsafe(naked)]
unsafe extern "C" fn sandbox_gate() {
    serve_and!(
        "xor ecx, ecx",
        "xor edx, edx",
        "xor esi, esi",
        "xor edi, edi",
        "xor r8d, r8d",
        "xor r9d, r9d",
        "xor r10d, r10d",
        "pxor xmm0, xmm0",
        "pxor xmm1, xmm1",
        "pxor xmm2, xmm2",
        "pxor xmm3, xmm3",
        "pxor xmm4, xmm4",
        "pxor xmm5, xmm5",
        "pxor xmm6, xmm6",
        "pxor xmm7, xmm7",
        "pxor xmm8, xmm8",
        "pxor xmm9, xmm9",
        "pxor xmm10, xmm10",
        "pxor xmm11, xmm11",
        "pxor xmm12, xmm12",
        "pxor xmm13, xmm13",
        "pxor xmm14, xmm14",
        "pxor xmm15, xmm15",
        "mov dword ptr gs:[4], 0",
        // From here on the guest may fault: the stack is its own.
        "pop r11",
        "and r11d, -32",
        "jmp r11",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn fields_are_where_the_assembly_has_them() {
        let offsets = [
            offset_of!(Context, thread_pointer),
            offset_of!(Context, in_host),
            offset_of!(Context, host_stack),
            offset_of!(Context, guest_stack),
            offset_of!(Context, args),
            offset_of!(Context, serve),
            offset_of!(Context, own),
            offset_of!(Context, gate),
            offset_of!(Context, leave),
            offset_of!(Context, resume),
            offset_of!(Context, resume.data),
            offset_of!(Context, saved),
        ];
        assert_eq!(offsets, [0, 4, 8, 16, 24, 72, 80, 88, 96, 104, 110, 112]);
    }
}
