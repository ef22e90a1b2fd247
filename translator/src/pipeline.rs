//! The recipes: which passes run, in which order. Nothing else in the crate orders passes.
//!
//! Om1: plan the phi copies, lower, give registers to the variables that must have one, lay out the frame, encode.

use crate::error::TranslateError;
use crate::ice::{Function, Module};
use crate::lir::{Code, FrameLayout, RegMask};
use crate::mc::{CodeBuffer, ConstPool, FuncCode, Helper};
use crate::object::ElfTarget;
use crate::options::{Isa, OptLevel, Options};
use crate::regalloc::RegTable;
use crate::regalloc::minimal::MinimalAllocator;
use crate::target::x86;
use x86::lower::{LowerInput, LowerScratch};

/// Why no translation is possible with some options.
pub type Unsupported = String;

/// The working memory of one translation thread, reused from one function to the next.
#[derive(Debug)]
pub struct Scratch {
    mode: x86::Mode,
    table: RegTable,
    lower: LowerScratch,
    code: Code<x86::inst::Inst>,
    pool: ConstPool,
    allocator: MinimalAllocator,
    layout: FrameLayout,
    buffer: CodeBuffer,
}

/// The x86 mode of an architecture, if it is an x86.
fn x86_mode(isa: Isa) -> Option<x86::Mode> {
    match isa {
        Isa::X8632 => Some(x86::Mode::X8632),
        Isa::X8664 => Some(x86::Mode::X8664),
        Isa::Arm32 | Isa::Mips32 => None,
    }
}

impl Scratch {
    /// Working memory for translations with these options, or why there can be none.
    pub fn new(options: &Options) -> Result<Self, Unsupported> {
        let mode = x86_mode(options.isa).ok_or_else(|| format!("target {} is not built yet", options.isa))?;
        if options.opt != OptLevel::Om1 {
            return Err(format!("recipe {} is not built yet", options.opt));
        }
        Ok(Self {
            mode,
            table: RegTable { classes: x86::class_masks(mode).to_vec(), callee_saved: x86::callee_saved(mode) },
            lower: LowerScratch::default(),
            code: Code::default(),
            pool: ConstPool::default(),
            allocator: MinimalAllocator::default(),
            layout: FrameLayout::default(),
            buffer: CodeBuffer::default(),
        })
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
        let limit = |message: String| TranslateError { function: module.func_symbol(func.id).into_owned(), message };
        self.pool.clear();
        let input = LowerInput { mode: self.mode, features: options.features, module, func };
        x86::lower::lower(input, &mut self.lower, &mut self.code, &mut self.pool).map_err(limit)?;
        let used = self.allocate().map_err(limit)?;
        let too_large = || limit("its stack frame would exceed 2 GiB".into());
        let allocator = &self.allocator;
        let needs = self.layout.assign(&mut self.code, |var| allocator.is_read(var)).ok_or_else(too_large)?;
        let frame = x86::emit::Frame::new(self.mode, needs, &self.code, used).ok_or_else(too_large)?;
        x86::emit::emit(self.mode, &self.code, &self.layout, frame, &mut self.buffer);
        self.buffer.finish_into(out);
        out.pool.extend_from_slice(self.pool.entries());
        Ok(())
    }

    fn allocate(&mut self) -> Result<RegMask, String> {
        let mut reserved = RegMask::EMPTY;
        if self.code.frame_pointer {
            reserved = reserved.union(RegMask::of(x86::regs::gpr::EBP.0));
        }
        let outcome = self.allocator.run(&mut self.code, &self.table, reserved);
        outcome.map_err(|error| format!("internal error: no register is free for {}; please report this", error.var))
    }

    /// Writes the native code of a runtime function that IR cannot express. `false` if the helper is not one of those.
    pub fn native_helper(&mut self, helper: Helper, out: &mut FuncCode) -> bool {
        let native = x86::native::emit_native(self.mode, helper, &mut self.buffer);
        if native {
            self.buffer.finish_into(out);
        }
        native
    }
}

/// What the ELF writer needs to know about an architecture.
pub fn elf_target(isa: Isa) -> ElfTarget {
    // The gap between functions is filled with int3, so that running off the end of one traps.
    match isa {
        Isa::X8632 => ElfTarget { machine: 3, flags: 0, rela: false, abs32_reloc: 1, text_align: 16, text_pad: 0xcc },
        Isa::X8664 => ElfTarget { machine: 62, flags: 0, rela: true, abs32_reloc: 10, text_align: 16, text_pad: 0xcc },
        Isa::Arm32 => ElfTarget { machine: 40, flags: 0x0500_0400, rela: false, abs32_reloc: 2, text_align: 4, text_pad: 0 },
        Isa::Mips32 => ElfTarget { machine: 8, flags: 0x7000_1001, rela: false, abs32_reloc: 2, text_align: 4, text_pad: 0 },
    }
}
