//! The rules, with the numbers by which messages name them, and where they come from.
//!
//! Those of x86-32 have the numbers of the paper's constraints ([NACL-X86] table 1) as far as it has any. The others count what the documents
//! list without numbers. The reasons: `crosstest/docs/validator.md`, "Why that suffices".

use translator::options::Isa;

macro_rules! rules {
    ($($(#[doc = $source:literal])+ $name:ident = $isa:ident $id:literal: $sentence:literal;)*) => {
        /// A rule. The source of each is said at it.
        #[allow(non_camel_case_types, reason = "the names are the numbers")]
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $($(#[doc = $source])+ $name,)*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Its number.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Rule::$name => $id,)*
                }
            }

            /// What it demands.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Rule::$name => $sentence,)*
                }
            }

            /// Whose code it is about.
            pub const fn isa(self) -> Isa {
                match self {
                    $(Rule::$name => Isa::$isa,)*
                }
            }
        }
    };
}

rules! {
    /// [NACL-X86] table 1, constraint C1.
    X86_C1 = X8632 "x86-C1": "code is not writable";
    /// Constraint C3, and its `nacljmp`.
    X86_C3A = X8632 "x86-C3a": "an indirect jump or call is `and $-32, %reg; jmp/call *%reg` in one bundle, and there is no return";
    /// Constraint C3: the sequence is one instruction to who comes from elsewhere.
    X86_C3B = X8632 "x86-C3b": "a direct branch does not lead behind the first instruction of a sequence";
    /// Constraint C4: the code is padded.
    X86_C4 = X8632 "x86-C4": "the code is whole bundles at a multiple of 32, within 4 GiB";
    /// Constraint C5.
    X86_C5 = X8632 "x86-C5": "no instruction crosses a multiple of 32";
    /// Constraint C6: all is disassembled from the start, so all has to be instructions.
    X86_C6 = X8632 "x86-C6": "all bytes are instructions";
    /// Constraint C7.
    X86_C7 = X8632 "x86-C7": "a direct branch leads to an instruction of the code";
    /// Section 2.3 of the paper: which opcodes are allowed.
    X86_8 = X8632 "x86-8": "the instruction is on the list of those that are allowed";
    /// Section 2.3: segments keep data accesses inside, so nothing may choose another. The thread pointer is the documents' exception.
    X86_9 = X8632 "x86-9": "nothing names a segment but `mov %gs:0, %reg` (or 4)";
    /// Section 2.3: prefixes have one meaning on all processors.
    X86_10 = X8632 "x86-10": "prefixes stand only where they mean something, and once";
    /// Section 2.3, of calls: a return address is where an indirect branch may lead.
    X86_11 = X8632 "x86-11": "a call ends where its bundle does";

    /// Text Segment Rules, item 2: the list of what is allowed.
    X64_1 = X8664 "x64-1": "the instruction is on the list of those that are allowed";
    /// Text Segment Rules, item 3: space behind the text, which the loader fills.
    X64_2 = X8664 "x64-2": "the code is whole bundles at a multiple of 32, within 4 GiB";
    /// Text Segment Rules, item 4.
    X64_3A = X8664 "x64-3a": "no instruction crosses a multiple of 32";
    /// Runtime Invariants, item 1: what runs is what was decoded.
    X64_3B = X8664 "x64-3b": "all bytes are instructions";
    /// Runtime Invariants, item 1: prefixes have one meaning on all processors.
    X64_4 = X8664 "x64-4": "prefixes stand only where they mean something, and once, and none names a segment or 32-bit addresses";
    /// Text Segment Rules, item 6, first part.
    X64_5A = X8664 "x64-5a": "a direct branch leads to an instruction of the code";
    /// Text Segment Rules, item 6, second and third part.
    X64_5B = X8664 "x64-5b": "a direct branch does not lead behind the first instruction of a sequence";
    /// Text Segment Rules, item 7.
    X64_6 = X8664 "x64-6": "a call ends where its bundle does";
    /// Text Segment Rules, item 8.
    X64_7 = X8664 "x64-7": "an indirect jump or call is `and $-32, %eXX; add %r15, %rXX; jmp/call *%rXX` in one bundle, and there is no return";
    /// Text Segment Rules, item 9.
    X64_8A = X8664 "x64-8a": "the base of a memory operand is r15, rip, rsp or rbp";
    /// Text Segment Rules, items 9 and 10.
    X64_8B = X8664 "x64-8b": "the instruction before, of the same bundle, writes the 32-bit half of an index";
    /// Text Segment Rules, item 9: a bit offset in a register reaches as far as an index does.
    X64_8C = X8664 "x64-8c": "a bit of memory is numbered by a constant";
    /// Text Segment Rules, item 9, exception.
    X64_9 = X8664 "x64-9": "a string instruction stands behind `mov %edi, %edi; lea (%r15,%rdi), %rdi` (rsi likewise and first) in one bundle";
    /// Text Segment Rules, item 11.
    X64_11 = X8664 "x64-11": "rsp and rbp change only by push and pop, from each other, by `and` of -128 to -1, or in a sequence that adds r15";
    /// Runtime Invariants, item 2.
    X64_12 = X8664 "x64-12": "r15 is not written";
    /// Runtime Invariants, item 3.
    X64_13 = X8664 "x64-13": "code is not writable";

    /// "The Native Client Solution: Bundles".
    ARM_1 = Arm32 "arm-1": "the code is whole bundles at a multiple of 16, within 1 GiB";
    /// "Forbidden Instructions", "Coprocessors".
    ARM_2 = Arm32 "arm-2": "the instruction is on the list of those that are allowed, and predictable";
    /// "Load and Store", "Conditional Load and Store".
    ARM_3 = Arm32 "arm-3": "the instruction before, of the same bundle and condition, is `bic rA, rA, #0xC0000000` of the base (or `tst`, and this is `eq`)";
    /// "Addressing Modes".
    ARM_4 = Arm32 "arm-4": "no address is the sum of two registers";
    /// "Stack Pointer".
    ARM_5 = Arm32 "arm-5": "behind a change of sp by more than a load or store comes `bic sp, sp, #0xC0000000`, in the same bundle and condition";
    /// "Thread Pointer Loads".
    ARM_6 = Arm32 "arm-6": "r9 is named only by `ldr rN, [r9]` and `ldr rN, [r9, #4]`";
    /// "pc-relative Loads", "Indirect Branch".
    ARM_7A = Arm32 "arm-7a": "pc is written by branches only, and nothing is stored through it";
    /// "Indirect Branch".
    ARM_7B = Arm32 "arm-7b": "the instruction before `bx rA` or `blx rA`, of the same bundle and condition, is `bic rA, rA, #0xC000000F`";
    /// "Indirect Branch": direct ones are checked.
    ARM_8A = Arm32 "arm-8a": "a direct branch leads to an instruction of the code, not to data";
    /// "Load and Store": sequences are not split.
    ARM_8B = Arm32 "arm-8b": "a direct branch does not lead behind the first instruction of a sequence";
    /// "Call and Return".
    ARM_9 = Arm32 "arm-9": "a call is the last instruction of its bundle";
    /// "Data Bundles to the Rescue".
    ARM_10 = Arm32 "arm-10": "`bkpt #0x5BE0` is the first word of a bundle";
    /// "The Native Client Approach": no program changes its code.
    ARM_11 = Arm32 "arm-11": "code is not writable";

    /// Bundles of 16 bytes; the jumps' region.
    MIPS_1 = Mips32 "mips-1": "the code is whole bundles at a multiple of 16, within 256 MiB";
    /// As for the other architectures.
    MIPS_2 = Mips32 "mips-2": "the instruction is on the list of those that are allowed";
    /// LLVM `MipsNaClELFStreamer`: loads and stores.
    MIPS_3 = Mips32 "mips-3": "the instruction before, of the same bundle, is `and rA, rA, t7` of the base, which is not sp";
    /// The same: the thread pointer is read at its start only.
    MIPS_4 = Mips32 "mips-4": "through t8 there is only `lw rD, 0(t8)` and `lw rD, 4(t8)`";
    /// The same: indirect branches.
    MIPS_5 = Mips32 "mips-5": "the instruction before `jr rA` or `jalr rA`, of the same bundle, is `and rA, rA, t6`";
    /// As for the other architectures.
    MIPS_6A = Mips32 "mips-6a": "a direct branch leads to an instruction of the code";
    /// As for the other architectures; a delay slot belongs to its branch.
    MIPS_6B = Mips32 "mips-6b": "a direct branch does not lead behind the first instruction of a sequence, nor into a delay slot of the same bundle";
    /// What is in a delay slot is part of the code. (It may be the next bundle's first instruction, as in LLVM's code.)
    MIPS_7A = Mips32 "mips-7a": "a branch is not the last instruction of the code";
    /// What is in a delay slot runs with the branch.
    MIPS_7B = Mips32 "mips-7b": "a delay slot holds no branch and changes no sp";
    /// Calls end bundles.
    MIPS_8 = Mips32 "mips-8": "a call and its delay slot are the last two instructions of their bundle";
    /// Masks and the thread pointer are the runtime's.
    MIPS_9 = Mips32 "mips-9": "t6, t7 and t8 are not written";
    /// LLVM `MipsNaClELFStreamer`: the stack pointer.
    MIPS_10 = Mips32 "mips-10": "behind a change of sp comes `and sp, sp, t7`, in the same bundle";
    /// As for the other architectures.
    MIPS_11 = Mips32 "mips-11": "code is not writable";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unique_and_ordered_by_architecture() {
        let mut ids: Vec<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Rule::ALL.len());
        assert!(Rule::ALL.is_sorted_by_key(|rule| rule.isa() as u8));
    }
}
