//! The Om1 recipe for one target, with its working memory: the fastest translation.
//!
//! In: a verified function. Out: its code. Every value lives in the frame; what must be in a
//! register within the lowering of one instruction gets one from the minimal allocator. Linear, but
//! for sorting.

use super::observe::{self, State, Variable};
use super::origins::Origins;
use super::registers::{Registers, out_of_registers};
use super::sizes::Sizes;
use super::step::{Halt, HasCode, Steps, broken};
use super::{Job, Recipe, Task};
use crate::diversify::Variety;
use crate::isa::{EmitInput, LowerInput, Lowered, Target};
use crate::lir::{Code, FlowInst, FrameLayout, FrameNeeds, MachInst, Packing, RegMask};
use crate::liveness::validate::validate;
use crate::liveness::{FlowGraph, Mentions, Ranges};
use crate::mc::{CodeBuffer, ConstPool, FuncCode, Helper};
use crate::opt::Fuel;
use crate::options::{Features, Options, Pass};
use crate::regalloc::checker::{self, Allocated, Before};
use crate::regalloc::minimal::{self, MinimalAllocator};

/// See the module.
pub(super) struct Om1<T: Target> {
    target: T,
    registers: Registers,
    lower: T::LowerScratch,
    code: Code<T::Inst>,
    pool: ConstPool,
    allocator: MinimalAllocator,
    layout: FrameLayout,
    buffer: CodeBuffer,
    used: RegMask,
    needs: FrameNeeds,
    variety: Variety,
    /// For the checks; only if steps are verified.
    proof: Proof<T::Inst>,
}

/// What the allocation is checked against.
struct Proof<I: MachInst> {
    graph: FlowGraph,
    ranges: Ranges,
    before: Option<Before<I>>,
}

/// The recipe at work on a function.
struct Work<'a, T: Target> {
    recipe: &'a mut Om1<T>,
    job: Job<'a>,
}

impl<T> Om1<T>
where
    T: Target,
    T::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Box<Self>, String> {
        Ok(Box::new(Self {
            target,
            registers: Registers::new(target, options)?,
            lower: T::LowerScratch::default(),
            code: Code::default(),
            pool: ConstPool::default(),
            allocator: MinimalAllocator::default(),
            layout: FrameLayout::with_extra(options.controls.stack_extra),
            buffer: CodeBuffer::default(),
            used: RegMask::EMPTY,
            needs: FrameNeeds::default(),
            variety: Variety::of(&options.controls),
            proof: Proof { graph: FlowGraph::default(), ranges: Ranges::default(), before: None },
        }))
    }
}

impl<T> Recipe for Om1<T>
where
    T: Target,
    T::Inst: FlowInst,
{
    fn translate(&mut self, steps: &mut Steps, task: Task<'_>, out: &mut FuncCode) -> Result<(), Halt> {
        let job = Job { features: task.features, module: task.module, func: task.body.func() };
        let mut work = Work { recipe: self, job };
        steps.lir(Pass::Lower, &mut work, Work::lower)?;
        if work.recipe.variety.hides() {
            steps.lir(Pass::HideConstants, &mut work, Work::hide_constants)?;
        }
        steps.lir(Pass::Allocate, &mut work, |work, _| work.allocate())?;
        steps.lir(Pass::Frame, &mut work, |work, _| work.lay_out_frame())?;
        if work.recipe.variety.reorders_blocks() {
            steps.lir(Pass::ReorderBlocks, &mut work, Work::reorder_blocks)?;
        }
        steps.lir(Pass::Encode, &mut work, |work, _| work.encode(out))
    }

    fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        let native = self.target.native_helper(helper, features, &mut self.buffer);
        if native {
            self.buffer.finish_into(out);
        }
        native
    }
}

impl<T: Target> Work<'_, T>
where
    T::Inst: FlowInst,
{
    fn lower(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { features, module, func } = self.job;
        let input = LowerInput { features, module, func, for_allocation: false, fuel };
        let Om1 { target, lower, code, pool, .. } = &mut *self.recipe;
        pool.clear();
        Ok(target.lower(input, lower, Lowered { code, pool })?)
    }

    fn hide_constants(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Om1 { target, variety, code, pool, .. } = &mut *self.recipe;
        super::hide_constants(*target, *variety, (module, func.id), Lowered { code, pool }, fuel);
        Ok(())
    }

    fn reorder_blocks(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        super::reorder_blocks(self.recipe.variety, (module, func.id), &mut self.recipe.code, fuel);
        Ok(())
    }

    fn allocate(&mut self) -> Result<(), Halt> {
        let recipe = &mut *self.recipe;
        let reserved = recipe.target.reserved(&recipe.code);
        let scarce = recipe.registers.scarce();
        let table = recipe.registers.table(self.job.func.id);
        recipe.used = recipe.allocator.run(&mut recipe.code, table, reserved, scarce).map_err(out_of_registers)?;
        Ok(())
    }

    fn lay_out_frame(&mut self) -> Result<(), Halt> {
        let Om1 { layout, code, allocator, needs, .. } = &mut *self.recipe;
        *needs = layout
            .assign(code, Packing::Dense, |var| allocator.is_read(var))
            .ok_or("its variables would exceed 1 GiB of stack")?;
        Ok(())
    }

    fn encode(&mut self, out: &mut FuncCode) -> Result<(), Halt> {
        let Om1 { target, variety, registers, code, layout, needs, used, buffer, pool, .. } = &mut *self.recipe;
        let func = self.job.func;
        let plan = variety.plan(func.id);
        let names = Origins::wanted(*variety, func).map_or(Vec::new(), |origins| origins.names(func));
        target.emit(EmitInput { code, layout, needs: *needs, used: *used, plan }, buffer)?;
        out.comments = super::comment(*target, (*variety, &names), registers.whole(), code, buffer);
        buffer.finish_into(out);
        out.pool.extend_from_slice(pool.entries());
        Ok(())
    }
}

impl<T: Target> State for Work<'_, T>
where
    T::Inst: FlowInst,
{
    fn text(&self) -> String {
        let target = self.recipe.target;
        observe::text(&self.recipe.code, &self.job.module.func_symbol(self.job.func.id), |reg| target.reg_name(reg))
    }

    fn instructions(&self) -> usize {
        self.recipe.code.insts.len()
    }

    fn variables(&self) -> Vec<Variable> {
        let target = self.recipe.target;
        observe::variables(&self.recipe.code, |reg| target.reg_name(reg))
    }
}

impl<T: Target> HasCode for Work<'_, T>
where
    T::Inst: FlowInst,
{
    fn sizes(&self) -> Sizes {
        let Om1 { target, code, needs, used, .. } = &*self.recipe;
        Sizes::of(code, *needs, *used, target.callee_saved())
    }

    fn check(&mut self, pass: Pass) -> Result<(), Halt> {
        let Om1 { target, registers, code, layout, used, needs, proof, .. } = &mut *self.recipe;
        let Proof { graph, ranges, before } = proof;
        match pass {
            Pass::Lower | Pass::HideConstants => {
                let mentions = Mentions::of(code);
                graph.compute(code, &mentions);
                // Nothing here depends on how often a block runs.
                ranges.compute(code, &mentions, graph, |_| 1.0);
                validate(code, ranges, false).map_err(|problem| broken(pass, problem))?;
                minimal::check_lowering(code, ranges).map_err(|problem| broken(pass, problem))?;
                *before = Some(Before::new(code));
            }
            Pass::Frame => {
                let Some(before) = before.take() else { return Ok(()) };
                // The allocation changes no instruction.
                let origins: Vec<u32> = (0..code.insts.len() as u32).collect();
                let allocated = Allocated {
                    before: &before,
                    ranges,
                    code,
                    origins: &origins,
                    sets: &[],
                    table: registers.whole(),
                    reserved: target.reserved(code),
                    saved: target.callee_saved(),
                    used: *used,
                    layout,
                    needs: *needs,
                };
                checker::check(&allocated).map_err(|problem| broken(pass, problem))?;
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{arm32, mips32, x86};
    use crate::lir::VarKind;
    use crate::options::{Features, Isa, OptLevel};
    use crate::text::parse_module;

    /// An address and a value that are both in registers when they are stored.
    const STORE: &str = "
define void @f(i32 %p, i32 %x) {
  %q = inttoptr i32 %p to i32*
  %y = mul i32 %x, %x
  store i32 %y, i32* %q, align 1
  ret void
}";

    /// How many ways there are to give a variable the register of another of its class, and how many of
    /// them the checks refuse.
    fn damage<T>(target: T, isa: Isa) -> (u32, u32)
    where
        T: Target,
        T::Inst: FlowInst,
    {
        let options = Options { verify_each: true, ..Options::new(isa, OptLevel::Om1) };
        let (module, bodies) = parse_module(STORE, "store.ll").unwrap();
        let job = Job { features: Features::default(), module: &module, func: &bodies[0] };
        let (mut ways, mut refused) = (0, 0);
        let mut recipe = Om1::new(target, &options).unwrap();
        let mut work = Work { recipe: &mut recipe, job };
        let mut allocated = |change: Option<(usize, u8)>| {
            work.lower(&mut Fuel::unlimited()).unwrap();
            work.check(Pass::Lower).unwrap();
            work.allocate().unwrap();
            if let Some((var, reg)) = change {
                work.recipe.code.vars[var].reg = Some(reg);
            }
            work.lay_out_frame().unwrap();
            (work.check(Pass::Frame), work.recipe.code.vars.clone())
        };
        let (sound, vars) = allocated(None);
        assert_eq!(sound, Ok(()), "{isa}");
        for (index, var) in vars.iter().enumerate().filter(|(_, var)| var.kind == VarKind::Register) {
            for other in vars.iter().filter(|other| other.class == var.class && other.reg != var.reg) {
                let Some(reg) = other.reg else { continue };
                ways += 1;
                refused += u32::from(allocated(Some((index, reg))).0.is_err());
            }
        }
        (ways, refused)
    }

    #[test]
    fn a_register_that_another_value_is_in_is_refused() {
        for (ways, refused) in [
            damage(x86::Mode::X8632, Isa::X8632),
            damage(x86::Mode::X8664, Isa::X8664),
            damage(arm32::Arm32, Isa::Arm32),
            damage(mips32::Mips32, Isa::Mips32),
        ] {
            assert!(ways >= 1 && refused >= 1, "{refused} of {ways} are refused");
        }
    }
}
