//! What the test runner has to know of each architecture: one description each, as data.
//!
//! The names of tools, their options, the numbers of files. What takes code of its own (registers
//! and calls under the emulator) is in `crate::exec::unicorn`, a file an architecture. A house rule
//! sees to it that no other file names a single architecture.

mod arm32;
mod mips32;
pub mod reloc;
mod x8632;
mod x8664;

use translator::options::{Features, Isa};

/// What is known of an architecture.
#[derive(Debug)]
pub struct Facts {
    /// The `e_machine` of its objects.
    pub machine: u16,
    /// The relocations of its objects.
    pub relocations: &'static [reloc::Kind],
    /// The relocations of calls that need not reach: a linker may put a veneer in between.
    pub calls_with_veneers: &'static [u32],
    /// An instruction that stops a program: what a sandbox has where no code is.
    pub stop: &'static [u8],
    /// Sandboxed code that jumps to an address, with the registers of a call.
    pub way_out: fn(u32) -> Vec<u8>,
    /// What disassembles its code.
    pub decoder: Decoder,
    /// The optional instructions that it has.
    pub features: Features,
    /// Whether its atomics store exclusively (`strex`, `sc`): such a store may fail.
    pub has_exclusive_stores: bool,
    /// The platform's gcc.
    pub gcc: &'static str,
    /// What runs its programs, if not the processor of an x86-64 machine.
    pub runner: Option<&'static str>,
    /// Debian's packages with both.
    pub packages: &'static str,
    /// What that gcc is told about the driver of calls in a child process (`exec::child`).
    pub driver: &'static [&'static str],
    /// What it is told about programs that its own linker links (`probes::links`).
    pub linked: Linked,
    /// What it is told about freestanding code that calls translated code.
    pub freestanding_gcc: &'static [&'static str],
    /// What clang is told about the same.
    pub freestanding_clang: &'static [&'static str],
    /// What LLVM is told, and what it does otherwise than PNaCl's ABI says.
    pub llvm: Llvm,
    /// What the compilers of Native Client's SDK call it.
    pub nacl_triple: &'static str,
    /// Registers that a fuzzer may withhold from the allocator, as the translator spells them.
    pub withheld: &'static [&'static str],
}

/// A disassembler.
#[derive(Copy, Clone, Debug)]
pub enum Decoder {
    /// iced-x86, for code of so many bits.
    X86(u32),
    /// Capstone, for instructions of four bytes, little-endian.
    Words(capstone::Arch, capstone::Mode),
}

/// How programs are compiled and linked on a platform.
#[derive(Copy, Clone, Debug)]
pub struct Linked {
    /// Options of the compiler.
    pub compile: &'static [&'static str],
    /// Options of the linker.
    pub link: &'static [&'static str],
    /// What is done to every object before it is linked.
    pub convert: Option<&'static [&'static str]>,
}

/// How LLVM calls an architecture, and what has to be said about its code.
#[derive(Copy, Clone, Debug)]
pub struct Llvm {
    /// In the list that `llc --version` prints.
    pub name: &'static str,
    /// The triple.
    pub triple: &'static str,
    /// Options of `llc`.
    pub llc: &'static [&'static str],
    /// Options of `clang`.
    pub clang: &'static [&'static str],
    /// The instructions that every translation may use, as LLVM names them.
    pub attributes: &'static str,
    /// Whether 64-bit accesses can be volatile.
    pub has_wide_volatile: bool,
    /// Whether conversions between 64-bit integers and floating point call the runtime's functions
    /// as PNaCl does.
    pub converts_wide: bool,
    /// Whether it has 64-bit atomics.
    pub has_wide_atomics: bool,
    /// Whether vectors of numbers are passed as PNaCl passes them.
    pub passes_vectors: bool,
    /// Its model of a processor.
    pub model: Model,
}

/// LLVM's model of a processor of an architecture, and how its tool `llvm-mca` is asked.
#[derive(Copy, Clone, Debug)]
pub struct Model {
    /// The processor: one that LLVM models, and on ARM the one that Native Client was measured on.
    pub cpu: &'static str,
    /// Directives before the code.
    pub syntax: &'static str,
    /// What begins a comment.
    pub comment: &'static str,
    /// What does nothing.
    pub nop: &'static str,
    /// Instructions that the model has in place of one that it lacks, or gets wrong.
    pub in_place_of: fn(&str) -> Option<String>,
}

impl Model {
    /// x86's.
    const SKYLAKE: Model = Model { cpu: "skylake", syntax: "", comment: "#", nop: "nop", in_place_of: modelled_x86 };
}

/// What the model has in place of an x86 instruction. A call counts as a hundred cycles otherwise. A push or a pop is asked for as the access that it is: by
/// the model it waits for the stack pointer until the one before has been to memory, where processors count the pointer before they dispatch ("stack
/// engine"; LLVM's own models say that they lack it). And an operation on floats that reads memory counts as if what is computed had to wait as long as
/// what is read, which processors do not: it is asked for as two instructions, by way of a register.
fn modelled_x86(inst: &str) -> Option<String> {
    let (mnemonic, operands) = inst.split_once(char::is_whitespace).unwrap_or((inst, ""));
    let operands = operands.trim();
    let is_register = operands.starts_with('%');
    match mnemonic {
        _ if mnemonic.starts_with("call") => return Some("jmp 0".into()),
        "pushq" if is_register => return Some(format!("movq {operands}, -8(%rsp)")),
        "pushl" if is_register => return Some(format!("movl {operands}, -4(%esp)")),
        "popq" if is_register => return Some(format!("movq (%rsp), {operands}")),
        "popl" if is_register => return Some(format!("movl (%esp), {operands}")),
        _ => {}
    }
    let (source, result) = operands.rsplit_once(", ")?;
    let is_arithmetic =
        ["add", "sub", "mul", "div"].iter().any(|op| mnemonic.strip_prefix(op).is_some_and(|ty| ty == "sd" || ty == "ss"));
    let reads_memory = !source.starts_with('%');
    (is_arithmetic && reads_memory).then(|| {
        let size = &mnemonic[3..];
        format!("mov{size} {source}, %xmm7\n{mnemonic} %xmm7, {result}")
    })
}

impl Llvm {
    /// An architecture of which nothing is said yet, and on which LLVM does as PNaCl does.
    const AS_PNACL: Llvm = Llvm {
        name: "",
        triple: "",
        llc: &[],
        clang: &[],
        attributes: "",
        has_wide_volatile: true,
        converts_wide: true,
        has_wide_atomics: true,
        passes_vectors: true,
        model: Model::SKYLAKE,
    };
}

/// What a process of an x86-64 system runs: code for 32-bit pointers is 64-bit code whose addresses are all low.
pub const OF_PROCESSES: Isa = Isa::X8664;
/// What its processes of 32 bits run, and others if the system lets them.
pub const OF_SMALL_PROCESSES: Isa = Isa::X8632;

/// What is known of an architecture.
pub const fn facts(isa: Isa) -> &'static Facts {
    match isa {
        Isa::X8632 => &x8632::FACTS,
        Isa::X8664 => &x8664::FACTS,
        Isa::Arm32 => &arm32::FACTS,
        Isa::Mips32 => &mips32::FACTS,
    }
}

/// The architecture whose objects have this `e_machine`.
pub fn of_machine(machine: u16) -> Option<Isa> {
    Isa::ALL.into_iter().find(|&isa| facts(isa).machine == machine)
}

/// Optional instructions without those that an architecture does not have.
pub fn available(isa: Isa, features: Features) -> Features {
    let Features { sse41, hwdiv_arm, sandbox } = facts(isa).features;
    Features { sse41: features.sse41 && sse41, hwdiv_arm: features.hwdiv_arm && hwdiv_arm, sandbox: features.sandbox && sandbox }
}
