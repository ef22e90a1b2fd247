//! The recipes: which passes run, in which order. Nothing else in the crate orders passes.
//!
//! Om1: plan the phi copies, lower, give registers to the variables that must have one, lay out the frame, encode.

use crate::error::TranslateError;
use crate::ice::{Function, Module};
use crate::lir::{Code, FrameLayout, RegTable};
use crate::mc::{CodeBuffer, ConstPool, FuncCode, Helper};
use crate::object::{ElfTarget, ExtraSection};
use crate::options::{Isa, OptLevel, Options};
use crate::regalloc::minimal::MinimalAllocator;
use crate::target::{Limit, LowerInput, Target, arm32, mips32, x86};

/// Why no translation is possible with some options.
pub type Unsupported = String;

/// The working memory of one translation thread, reused from one function to the next.
pub struct Scratch(Worker);

/// One recipe instance for each architecture.
enum Worker {
    X86(Box<Om1<x86::Mode>>),
    Arm32(Box<Om1<arm32::Arm32>>),
    Mips32(Box<Om1<mips32::Mips32>>),
}

/// Calls a method of whatever recipe instance a worker holds.
macro_rules! dispatch {
    ($worker:expr, $recipe:ident => $call:expr) => {
        match $worker {
            Worker::X86($recipe) => $call,
            Worker::Arm32($recipe) => $call,
            Worker::Mips32($recipe) => $call,
        }
    };
}

impl Scratch {
    /// Working memory for translations with these options, or why there can be none.
    pub fn new(options: &Options) -> Result<Self, Unsupported> {
        if options.opt != OptLevel::Om1 {
            return Err(format!("recipe {} is not built yet", options.opt));
        }
        let worker = match options.isa {
            Isa::X8632 => Worker::X86(Om1::new(x86::Mode::X8632)),
            Isa::X8664 => Worker::X86(Om1::new(x86::Mode::X8664)),
            Isa::Arm32 => Worker::Arm32(Om1::new(arm32::Arm32)),
            Isa::Mips32 => Worker::Mips32(Om1::new(mips32::Mips32)),
        };
        Ok(Self(worker))
    }

    /// Translates one verified function into `out`, which is overwritten.
    ///
    /// # Errors
    /// If the function exceeds a limit of the translator: a frame or an argument area that cannot be addressed.
    pub fn translate_function(
        &mut self,
        module: &Module,
        func: &Function,
        options: &Options,
        out: &mut FuncCode,
    ) -> Result<(), TranslateError> {
        let input = LowerInput { features: options.features, module, func };
        let outcome = dispatch!(&mut self.0, recipe => recipe.translate(input, out));
        outcome.map_err(|message| TranslateError { function: module.func_symbol(func.id).into_owned(), message })
    }

    /// Writes the native code of a runtime function that IR cannot express. `false` if the helper is not one of those.
    pub fn native_helper(&mut self, helper: Helper, out: &mut FuncCode) -> bool {
        dispatch!(&mut self.0, recipe => recipe.native_helper(helper, out))
    }
}

/// The Om1 recipe for one target, with its working memory.
struct Om1<T: Target> {
    target: T,
    table: RegTable,
    lower: T::LowerScratch,
    code: Code<T::Inst>,
    pool: ConstPool,
    allocator: MinimalAllocator,
    layout: FrameLayout,
    buffer: CodeBuffer,
}

impl<T: Target> Om1<T> {
    fn new(target: T) -> Box<Self> {
        Box::new(Self {
            target,
            table: target.reg_table(),
            lower: T::LowerScratch::default(),
            code: Code::default(),
            pool: ConstPool::default(),
            allocator: MinimalAllocator::default(),
            layout: FrameLayout::default(),
            buffer: CodeBuffer::default(),
        })
    }

    fn translate(&mut self, input: LowerInput<'_>, out: &mut FuncCode) -> Result<(), Limit> {
        self.pool.clear();
        self.target.lower(input, &mut self.lower, &mut self.code, &mut self.pool)?;
        let reserved = self.target.reserved(&self.code);
        let used = self.allocator.run(&mut self.code, &self.table, reserved);
        let used = used.map_err(|error| format!("internal error: no register is free for {}; please report this", error.var))?;
        let allocator = &self.allocator;
        let needs = self.layout.assign(&mut self.code, |var| allocator.is_read(var));
        let needs = needs.ok_or("its variables would exceed 1 GiB of stack")?;
        self.target.emit(&self.code, &self.layout, needs, used, &mut self.buffer)?;
        self.buffer.finish_into(out);
        out.pool.extend_from_slice(self.pool.entries());
        Ok(())
    }

    fn native_helper(&mut self, helper: Helper, out: &mut FuncCode) -> bool {
        let native = self.target.native_helper(helper, &mut self.buffer);
        if native {
            self.buffer.finish_into(out);
        }
        native
    }
}

/// Whether an architecture's 64-bit atomics are calls of lock-based functions, which its runtime has to define.
pub fn locks_wide_atomics(isa: Isa) -> bool {
    isa == Isa::Mips32
}

/// Build attributes: without them the linker takes an object for one without VFP arguments.
const ARM_SECTIONS: &[ExtraSection] = &[ExtraSection {
    name: ".ARM.attributes",
    kind: arm32::attributes::SHT_ARM_ATTRIBUTES,
    flags: 0,
    align: 1,
    entry_size: 0,
    bytes: &arm32::attributes::SECTION,
}];

/// What the ELF writer needs to know about an architecture.
pub fn elf_target(isa: Isa) -> ElfTarget {
    // The gap between functions is filled with int3, so that running off the end of one traps.
    match isa {
        Isa::X8632 => {
            ElfTarget { machine: 3, flags: 0, rela: false, abs32_reloc: 1, text_align: 16, text_pad: 0xcc, extra_sections: &[] }
        }
        Isa::X8664 => {
            ElfTarget { machine: 62, flags: 0, rela: true, abs32_reloc: 10, text_align: 16, text_pad: 0xcc, extra_sections: &[] }
        }
        Isa::Arm32 => ElfTarget {
            machine: 40,
            flags: 0x0500_0400,
            rela: false,
            abs32_reloc: 2,
            text_align: 4,
            text_pad: 0,
            extra_sections: ARM_SECTIONS,
        },
        Isa::Mips32 => ElfTarget {
            machine: 8,
            flags: mips32::sections::E_FLAGS,
            rela: false,
            abs32_reloc: 2,
            text_align: 4,
            text_pad: 0,
            extra_sections: mips32::sections::EXTRA,
        },
    }
}
