//! Guest code of 32 bits in this process of 64: the way in and out, and the segments that keep sandboxed code inside.
//!
//! Each guest thread has its [`Context`], as with code of 64 bits, here below 4 GB, and a segment of its own that begins there, which `gs`
//! names while the thread lives: the program may read its first two words, the thread pointer and one that tells nothing, and the gate
//! finds all of it. The system keeps the descriptions of such segments in a table of the process (`modify_ldt(2)`). It is filled once,
//! before there is a wall around the process, with as many as there may be threads.
//!
//! Code is of 32 bits while `cs` names a segment of such code. The stubs of host functions jump far, to the system's segment of 64-bit code,
//! where an instruction below 4 GB goes on to `gate` or to the thread's end. The way back is a far jump to a stub that returns from the
//! call.
//!
//! Sandboxed code has segments of data that end where the program's addresses end ([`END`]): what it reads or writes beyond is a fault,
//! whatever its registers hold ([NACL-X86] section 3). The contexts and the instructions of 64 bits lie beyond. The segment of its code has
//! 4 GB: processors of today take 10 % more time for code whose segment is smaller, whatever it does. What it executes beyond is a fault
//! because nothing there is executable but the page of those instructions, and they lie where no indirect branch leads, in the midst of
//! bundles of `hlt`; all addresses of 32 bits are reserved, so that nothing else comes to lie there. Otherwise stubs and
//! returns are as with code of 64 bits (`super::gate`). Code that is not sandboxed has the system's own segments, of 4 GB.

use std::arch::{asm, naked_asm};
use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::gate::{Context, Far, LONG_CODE, LONG_DATA, Parts, RESUMES, RETURNS, Stubs, keep_and, leave};
use super::memory::{END, Pages};
use super::threads::THREAD_LIMIT;
use crate::exec::READ_TP;
use crate::guest::PAGE_SIZE;

/// The system's segments of 32-bit code and its data.
const FLAT_CODE: u16 = 0x23;
const FLAT_DATA: u16 = 0x2b;

/// Ours in the table of the process: code and data of the sandbox, and behind them those of the contexts.
const CODE: u32 = 1;
const DATA: u32 = 2;
const FIRST_CONTEXT: u32 = 3;

/// Bytes of the processor's pages, in which large segments are measured.
const PROCESSOR_PAGE: u32 = 4096;

/// Bytes from one context to the next.
const STRIDE: u32 = 512;
const _: () = assert!(size_of::<Context>() <= STRIDE as usize);
/// What a program may read of its context.
const READABLE: u32 = 8;
/// Where the instructions of 64 bits lie in their page: not at the beginning of a bundle.
const CALLS: u32 = 16;
const ENDS: u32 = 48;
/// `hlt`, which no program may execute.
const HLT: u8 = 0xf4;

/// What programs of 32 bits need of the process: had once, and kept until its end.
pub struct Compat {
    /// Where the contexts lie; the page before has the instructions of 64 bits.
    contexts: u32,
    sandboxed: bool,
    /// The contexts that nobody has.
    free: Mutex<Vec<u32>>,
}

impl Compat {
    /// Makes the segments, of a sandbox or as large as can be.
    ///
    /// # Errors
    /// If this system does not run such code.
    pub fn new(sandboxed: bool, pages: &Pages) -> Result<Compat, String> {
        let landing = land(pages)?;
        let contexts = landing + PAGE_SIZE;
        let last = |end: u64| (end / u64::from(PROCESSOR_PAGE) - 1) as u32;
        describe(&Segment { index: CODE, base: 0, limit: last(1 << 32), kind: Kind::Code })?;
        describe(&Segment { index: DATA, base: 0, limit: last(END.into()), kind: Kind::Data })?;
        for number in 0..THREAD_LIMIT as u32 {
            let base = contexts + number * STRIDE;
            describe(&Segment { index: FIRST_CONTEXT + number, base, limit: READABLE - 1, kind: Kind::Context })?;
        }
        Ok(Compat { contexts, sandboxed, free: Mutex::new((0..THREAD_LIMIT as u32).rev().collect()) })
    }

    /// The stubs by which the program comes to the host.
    pub fn stubs(&self) -> Stubs {
        let landing = self.contexts - PAGE_SIZE;
        // pop ecx; and ecx, -32; jmp ecx. Or: ret
        let ret = if self.sandboxed { &[0x59, 0x83, 0xe1, 0xe0, 0xff, 0xe1][..] } else { &[0xc3] };
        // mov eax, gs:[0]
        let read_tp = [&[0x65, 0xa1, 0, 0, 0, 0], ret].concat();
        // xor eax, eax; jmp far
        let returns = [&[0x31, 0xc0][..], &far_jump(landing + ENDS)].concat();
        // mov eax, number; jmp far
        let call = move |number: u32| [&[0xb8][..], &number.to_le_bytes(), &far_jump(landing + CALLS)].concat();
        Stubs { engine: vec![(READ_TP, read_tp), (RETURNS, returns), (RESUMES, ret.to_vec())], call: Box::new(call) }
    }

    /// A context for a thread.
    ///
    /// # Errors
    /// If there are too many threads.
    pub fn context(&self, parts: Parts) -> Result<Place<'_>, String> {
        let number = self.free().pop().ok_or("there are too many threads")?;
        let (code, data) = if self.sandboxed { (selector(CODE), selector(DATA)) } else { (FLAT_CODE, FLAT_DATA) };
        let at = (self.contexts + number * STRIDE) as usize as *mut Context;
        let mut context = Context::new(parts, gate as *const () as usize as u64);
        context.resume = Far { offset: RESUMES, code, data };
        // SAFETY: the place is mapped, large enough, and of nobody else while its number is not free.
        let context = unsafe {
            at.write(context);
            (*at).own = at;
            &mut *at
        };
        Ok(Place { compat: self, number, context })
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread's context and its place, which is another's when this is dropped.
pub struct Place<'c> {
    compat: &'c Compat,
    number: u32,
    context: &'c mut Context,
}

impl Place<'_> {
    /// Makes `gs` of this thread name the context.
    pub fn install(&self) {
        // SAFETY: the segment was described when the table was made; neither Rust nor the C library uses this register on this system.
        unsafe { asm!("mov gs, {0:x}", in(reg) selector(FIRST_CONTEXT + self.number), options(nostack, preserves_flags)) };
    }
}

impl Deref for Place<'_> {
    type Target = Context;
    fn deref(&self) -> &Context {
        self.context
    }
}

impl DerefMut for Place<'_> {
    fn deref_mut(&mut self) -> &mut Context {
        self.context
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.compat.free().push(self.number);
    }
}

/// Maps the instructions of 64 bits that stubs jump to, and the contexts behind them, where a program's segments of data do not reach.
fn land(pages: &Pages) -> Result<u32, String> {
    let len = (PAGE_SIZE + THREAD_LIMIT as u32 * STRIDE) as usize;
    let start = pages.beyond(len).ok_or("no memory below 4 GB is reserved")?;
    let place = start as usize as *mut libc::c_void;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    // SAFETY: the place is reserved, and nothing of the guest's is mapped there.
    let got = unsafe { libc::mmap(place, len, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if got != place {
        return Err(format!("no memory below 4 GB: {}", io::Error::last_os_error()));
    }
    let page = landing_page();
    // SAFETY: the first page of the mapping, which can be written.
    unsafe { ptr::copy_nonoverlapping(page.as_ptr(), got.cast(), page.len()) };
    // SAFETY: the same page, whose content is code from now on.
    let failed = unsafe { libc::mprotect(got, page.len(), libc::PROT_READ | libc::PROT_EXEC) } != 0;
    if failed { Err(format!("no memory for code: {}", io::Error::last_os_error())) } else { Ok(start) }
}

/// The page of the instructions of 64 bits: `hlt` wherever else something may come to.
fn landing_page() -> [u8; PAGE_SIZE as usize] {
    let mut page = [HLT; PAGE_SIZE as usize];
    // jmp gs:[88]; jmp gs:[96]
    for (at, field) in [(CALLS, 88), (ENDS, 96)] {
        page[at as usize..][..8].copy_from_slice(&[0x65, 0xff, 0x24, 0x25, field, 0, 0, 0]);
    }
    page
}

/// jmp LONG_CODE:addr
fn far_jump(addr: u32) -> Vec<u8> {
    [&[0xea][..], &addr.to_le_bytes(), &LONG_CODE.to_le_bytes()].concat()
}

/// What a segment register holds for a segment of the process's table: 3 is the privilege of programs.
const fn selector(index: u32) -> u16 {
    (index << 3) as u16 | 4 | 3
}

/// A segment of the process's table.
struct Segment {
    index: u32,
    base: u32,
    /// The last byte or page.
    limit: u32,
    kind: Kind,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// In pages, to execute and read.
    Code,
    /// In pages, to read and write.
    Data,
    /// In bytes, to read.
    Context,
}

/// Enters a segment into the process's table.
fn describe(segment: &Segment) -> Result<(), String> {
    /// A new entry, with all its fields.
    const WRITE: libc::c_int = 0x11;
    // The bits of `struct user_desc` (`asm/ldt.h`): 32 bits, the kind (two), not writable, limit in pages, absent, free for the system.
    let flags: u32 = match segment.kind {
        Kind::Code => 1 | 2 << 1 | 1 << 4 | 1 << 6,
        Kind::Data => 1 | 1 << 4 | 1 << 6,
        Kind::Context => 1 | 1 << 3 | 1 << 6,
    };
    let words = [segment.index, segment.base, segment.limit, flags];
    // SAFETY: a structure of this size is passed, for reading.
    let failed = unsafe { libc::syscall(libc::SYS_modify_ldt, WRITE, words.as_ptr(), size_of_val(&words)) } != 0;
    if !failed {
        return Ok(());
    }
    let why = io::Error::last_os_error();
    Err(format!("this system runs no code of 32 bits in a process of 64 (modify_ldt: {why}); --emulate runs it in an emulator"))
}

/// The words that a thread's stack begins with, upwards: where [`RESUMES`] goes to, where that returns to, and its argument, which lies at a
/// multiple of 16 ([SYSV-I386] 2.2.2). Behind it is room for all arguments of any host function.
pub const fn first_words(entry: u32, argument: u32) -> [u32; 10] {
    [entry, RETURNS, argument, 0, 0, 0, 0, 0, 0, 0]
}

/// Runs guest code with a stack that begins with [`first_words`]. Gives what `super::gate::enter` gives.
///
/// # Safety
/// The context is installed and belongs to this thread; the code is mapped.
#[unsafe(naked)]
pub unsafe extern "C" fn enter(context: *mut Context, stack: u64) -> u64 {
    keep_and!(
        "mov esp, esi",
        "xor eax, eax",
        "xor ecx, ecx",
        "xor edx, edx",
        "xor ebx, ebx",
        "xor ebp, ebp",
        "xor esi, esi",
        "xor edi, edi",
        "mov ds, word ptr gs:[110]",
        "mov es, word ptr gs:[110]",
        "mov ss, word ptr gs:[110]",
        "mov dword ptr gs:[4], 0",
        "jmp fword ptr gs:[104]",
    )
}

/// Where stubs come to, with a function's number in `eax`: it is served on the host's stack, which the arguments are read for by `serve`.
///
/// # Safety
/// For guest code.
#[unsafe(naked)]
unsafe extern "C" fn gate() {
    naked_asm!(
        "mov dword ptr gs:[4], 1",
        // The upper halves of registers are nobody's after code of 32 bits.
        "mov ecx, esp",
        "mov gs:[16], rcx",
        "mov gs:[112], rsi",
        "mov gs:[120], rdi",
        "mov edx, {data}",
        "mov ss, edx",
        "mov rdi, gs:[80]",
        "mov esi, eax",
        "mov rsp, gs:[8]",
        "cld",
        "call gs:[72]",
        "test edx, edx",
        "jnz {leave}",
        "mov rsi, gs:[112]",
        "mov rdi, gs:[120]",
        "mov rsp, gs:[16]",
        "xor ecx, ecx",
        "xor edx, edx",
        "pxor xmm0, xmm0",
        "pxor xmm1, xmm1",
        "pxor xmm2, xmm2",
        "pxor xmm3, xmm3",
        "pxor xmm4, xmm4",
        "pxor xmm5, xmm5",
        "pxor xmm6, xmm6",
        "pxor xmm7, xmm7",
        "mov ds, word ptr gs:[110]",
        "mov es, word ptr gs:[110]",
        "mov ss, word ptr gs:[110]",
        "mov dword ptr gs:[4], 0",
        "jmp fword ptr gs:[104]",
        data = const LONG_DATA,
        leave = sym leave,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guest::HOST_STRIDE;

    /// That an instruction at the beginning of a bundle would fault for another reason must not be what keeps a program inside.
    #[test]
    fn no_indirect_branch_comes_to_an_instruction_of_64_bits() {
        let page = landing_page();
        assert!(page.chunks(HOST_STRIDE as usize).all(|bundle| bundle[..CALLS as usize].iter().all(|&byte| byte == HLT)));
        assert_eq!(page.iter().filter(|&&byte| byte != HLT).count(), 16, "two instructions");
    }
}
