//! What an executor needs to know about an ISA: one implementation of [`IsaOps`] for each, in a
//! file of its own.

use std::sync::Arc;

use translator::ice::Type;
use translator::options;
use unicorn_engine::{Arch, Mode};

use super::cpu::Cpu;
use super::mips_blocks::Cuts;
use super::{Arm32, Config, Emulator, Executor, Mips32, X8632, X8664};
use crate::guest::Fault;
use crate::load::Image;
use crate::value::Value;

/// An ISA with its calling convention.
///
/// Arguments and results are of the types that may cross a function's boundary:
/// `i32 i64 float double` and vectors.
pub trait IsaOps: 'static {
    /// Its name in the translator's options.
    const ISA: options::Isa;
    /// What the emulator calls it.
    const ARCH: (Arch, Mode);
    /// The emulator's number for the processor to be, unless the default one will do.
    const MODEL: Option<i32> = None;
    /// Whether the emulator breaks when a fetch fails: it must not translate anything after that.
    /// An engine whose program fetched from nowhere, or from an address that is no multiple of 4,
    /// is then replaced before it is used again, and calls of host functions must do without: see
    /// [`HALT`](Self::HALT).
    const BREAKS_ON_FETCH: bool = false;

    /// Whether the emulator goes on to the end of the basic block after a write that it refuses.
    /// What the block writes behind it is then taken back.
    const GOES_ON_AFTER_WRITE: bool = false;

    /// An instruction that stops the emulator, of which host functions are made; without, nothing
    /// is mapped there. (Telling the emulator where to stop is no way out: it looks up every such
    /// address at the end of every run.)
    const HALT: Option<[u8; 4]> = None;

    /// An instruction that traps, or several: pages of code are filled with it, so that code that
    /// runs off the end of a function or jumps astray ends there and not behind a page of zeros.
    const TRAP: [u8; 4];

    /// Registers that a function leaves as it found them.
    const SAVED: &'static [Saved];
    /// Bytes that returning takes off the stack: a return address, if it lies there.
    const POPPED: u64;

    /// The register that an exclusive store tells its success in, and what it holds after a
    /// failure; `None` if the word is no such store.
    fn failed_store(_: u32) -> Option<(i32, u64)> {
        None
    }

    /// Whether instructions are words, and some of them may need a hook.
    const HAS_HOOKS: bool = true;

    /// What has to change in an image whose blocks are too long for the emulator; `None` if it
    /// takes any block.
    fn cut_blocks(_: &Image) -> Result<Option<Cuts>, String> {
        Ok(None)
    }

    /// Whether the emulator may translate an instruction wrongly if it knows what its operands
    /// hold.
    fn goes_wrong_with_constants(_: u32) -> bool {
        false
    }

    /// The registers that have a meaning in a sandbox, by the emulator's numbers, and what they hold there when a function is entered and
    /// when it returns. The sandbox of the emulator begins at address 0.
    const SANDBOX: &'static [(i32, u64)] = &[];

    /// The emulator's number for the stack pointer.
    const SP: i32;

    /// The stack pointer.
    fn stack_pointer(cpu: &Cpu) -> u64;

    /// Brings a new emulator's registers into the state that the ABI wants at a function's entry.
    fn set_up(cpu: &mut Cpu);

    /// The address of the next instruction.
    fn pc(cpu: &Cpu) -> u64;

    /// Sets everything up as if the function had just been called with these arguments and for a
    /// result of this type, its caller's frame ending at `top`, and `return_addr` as the place to
    /// return to.
    fn enter(cpu: &mut Cpu, top: u32, args: &[Value], result: Type, return_addr: u32) -> Result<(), Fault>;

    /// The arguments of a function that has just been called.
    fn arguments(cpu: &Cpu, params: &[Type]) -> Result<Vec<Value>, Fault>;

    /// Returns from a function that has just been called; gives the address to go on at.
    fn leave(cpu: &mut Cpu, result: Option<Value>) -> Result<u64, Fault>;

    /// The result of a function that has just returned.
    fn result(cpu: &Cpu, ty: Type) -> Option<Value>;

    /// The stack pointer at the entry of a function that has just been called, if it is not aligned
    /// as the ABI says.
    fn misaligned_stack(cpu: &Cpu) -> Option<u64>;

    /// Machine code of a function that returns the 32-bit word at an address.
    fn load_word_stub(addr: u32) -> Vec<u8>;

    /// What an exception's number means.
    fn exception(number: u32) -> &'static str;
}

/// The executor of an architecture, with an image mapped ([`Executor::new`]).
pub fn emulator(isa: options::Isa, image: Arc<Image>, config: Config) -> Result<Box<dyn Emulator>, String> {
    Ok(match isa {
        options::Isa::X8632 => Box::new(Executor::<X8632>::new(image, config)?),
        options::Isa::X8664 => Box::new(Executor::<X8664>::new(image, config)?),
        options::Isa::Arm32 => Box::new(Executor::<Arm32>::new(image, config)?),
        options::Isa::Mips32 => Box::new(Executor::<Mips32>::new(image, config)?),
    })
}

/// A register that a function leaves as it found it.
#[derive(Copy, Clone, Debug)]
pub struct Saved {
    /// Its name.
    pub name: &'static str,
    /// The emulator's number for it.
    pub number: i32,
    /// Whether it has 64 bits, and not 32.
    pub wide: bool,
}

impl Saved {
    /// What it holds when a thread's function is entered: another number in each register, positive
    /// in 32 bits.
    pub fn mark(self) -> u64 {
        let mark = 0x5aa5_0000 + self.number as u64 * 0x101;
        if self.wide { mark << 32 | mark } else { mark }
    }
}

/// Registers, by the emulator's numbers, and what they hold when a thread's function is entered: the callee-saved ones, and in a sandbox
/// those that have a meaning.
fn at_entry<I: IsaOps>(sandbox: bool) -> impl Iterator<Item = (i32, u64)> {
    let meant = if sandbox { I::SANDBOX } else { &[] };
    let saved = I::SAVED.iter().map(|saved| (saved.number, saved.mark()));
    saved.filter(move |(number, _)| meant.iter().all(|(other, _)| other != number)).chain(meant.iter().copied())
}

/// Brings them into that state.
pub(super) fn set_at_entry<I: IsaOps>(cpu: &mut Cpu, sandbox: bool) {
    at_entry::<I>(sandbox).for_each(|(number, value)| cpu.set_reg(number, value));
}

/// What a function that has returned did not leave as it found it, if anything; `sp` is the stack
/// pointer at its entry.
pub(super) fn not_restored<I: IsaOps>(cpu: &Cpu, sp: u64, sandbox: bool) -> Option<String> {
    let found = I::stack_pointer(cpu);
    if found != sp + I::POPPED {
        return Some(format!("returned with the stack pointer at {found:#x} instead of {:#x}", sp + I::POPPED));
    }
    let (number, _) = at_entry::<I>(sandbox).find(|&(number, value)| cpu.reg(number) != value)?;
    let value = cpu.reg(number);
    Some(match I::SAVED.iter().find(|saved| saved.number == number) {
        Some(saved) => format!("returned with {value:#x} in the callee-saved register {}", saved.name),
        None => format!("returned with {value:#x} in register {number} of the emulator's, which is the sandbox's"),
    })
}

/// How a value looks in a 128-bit register: scalars in the low bits, an `i1` vector widened to full
/// lanes of all-ones or zero.
pub(super) fn to_register(value: Value) -> u128 {
    let lanes = value.ty.lanes();
    if value.ty.element() != Type::I1 || !value.ty.is_vector() {
        return value.bits;
    }
    let width = 128 / lanes;
    let ones = u128::MAX >> (128 - width);
    (0..lanes).filter(|lane| value.bits >> lane & 1 != 0).fold(0, |bits, lane| bits | ones << (lane * width))
}

/// The value that a 128-bit register holds. Of a lane of an `i1` vector only the low bit counts.
pub(super) fn from_register(ty: Type, register: u128) -> Value {
    if ty.element() != Type::I1 || !ty.is_vector() {
        return Value::new(ty, register);
    }
    let width = 128 / ty.lanes();
    Value::new(ty, (0..ty.lanes()).fold(0, |bits, lane| bits | (register >> (lane * width) & 1) << lane))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_vectors_fill_their_lanes() {
        let wide = to_register(Value::new(Type::V4I1, 0b1010));
        assert_eq!(wide, 0xffff_ffff_0000_0000_ffff_ffff_0000_0000);
        assert_eq!(to_register(Value::new(Type::V16I1, 0x8001)), 0xff << 120 | 0xff);
        for (ty, bits) in
            [(Type::V4I1, 0b0110), (Type::V8I1, 0xa5), (Type::V16I1, 0x1234), (Type::V4I32, u128::MAX / 3), (Type::I32, 7)]
        {
            assert_eq!(from_register(ty, to_register(Value::new(ty, bits))), Value::new(ty, bits), "{ty}");
        }
        assert_eq!(from_register(Type::V4I1, 0xfffe << 64 | 3), Value::new(Type::V4I1, 1), "only the low bit counts");
    }
}
