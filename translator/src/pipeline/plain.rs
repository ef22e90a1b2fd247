//! What the recipes without liveness share, Om1 and O0: everything after the IR, for one target, with its working memory.
//!
//! In: a function. Out: its code. Phis are copies, and every value has a home in the frame. For Om1 it lives there; what must be in a
//! register within the lowering of one instruction gets one from the minimal allocator. For O0 the local allocator gives registers to
//! others, too. Linear, but for sorting.

use super::observe::{self, State, Variable};
use super::origins::Origins;
use super::registers::{Registers, chosen, out_of_registers, setup};
use super::sizes::Sizes;
use super::step::{Halt, HasCode, Steps, broken};
use super::{Job, o0};
use crate::diversify::Variety;
use crate::ice::Function;
use crate::isa::{EmitInput, LowerInput, Lowered, Target, Values};
use crate::lir::{Code, FlowInst, FrameLayout, FrameNeeds, MachInst, Mover, Nest, Packing, RegMask};
use crate::liveness::validate::validate;
use crate::liveness::{FlowGraph, Mentions, Ranges};
use crate::mc::{CodeBuffer, ConstPool, FuncCode, Helper};
use crate::opt::Fuel;
use crate::options::{Features, Options, Pass, VarChoice};
use crate::regalloc::checker::{self, Allocated, Before};
use crate::regalloc::local::{Local, states};
use crate::regalloc::minimal::{self, MinimalAllocator};

/// See the module.
pub(super) struct Plain<T: Target> {
    target: T,
    registers: Registers,
    vars: Vec<VarChoice>,
    lower: T::LowerScratch,
    code: Code<T::Inst>,
    pool: ConstPool,
    minimal: MinimalAllocator,
    local: Local,
    layout: FrameLayout,
    buffer: CodeBuffer,
    used: RegMask,
    needs: FrameNeeds,
    variety: Variety,
    /// For the checks; only if steps are verified.
    proof: Proof<T::Inst>,
    /// The names of the function's blocks, if they are asked for.
    pub(super) block_names: Vec<String>,
}

/// What the allocation is checked against.
struct Proof<I: MachInst> {
    graph: FlowGraph,
    ranges: Ranges,
    before: Option<Before<I>>,
    /// For each instruction the one that it was before allocation; `None` if nothing is verified.
    origins: Option<Vec<u32>>,
}

/// How registers are allocated.
#[derive(Copy, Clone, Debug)]
pub(super) enum How<'a> {
    /// To what must have one.
    Minimal,
    /// To what lives within blocks, too, and where blocks lie like this to what is heavy.
    Local(&'a Nest),
}

/// A recipe at work on a function.
pub(super) struct Work<'a, T: Target> {
    recipe: &'a mut Plain<T>,
    job: Job<'a>,
    how: How<'a>,
    /// Whether the local allocator has looked at the code.
    is_looked_at: bool,
    /// Whether its text says what registers hold: after a local allocation.
    shows_registers: bool,
}

impl<T> Plain<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Self, String> {
        Ok(Self {
            target,
            registers: Registers::new(target, options)?,
            vars: options.controls.vars.clone(),
            lower: T::LowerScratch::default(),
            code: Code::default(),
            pool: ConstPool::default(),
            minimal: MinimalAllocator::default(),
            local: Local::default(),
            layout: FrameLayout::with_extra(options.controls.stack_extra),
            buffer: CodeBuffer::default(),
            used: RegMask::EMPTY,
            needs: FrameNeeds::default(),
            variety: Variety::of(&options.controls),
            proof: Proof {
                graph: FlowGraph::default(),
                ranges: Ranges::default(),
                before: None,
                origins: options.verify_each.then(Vec::new),
            },
            block_names: Vec::new(),
        })
    }

    /// Begins to work on a function.
    pub(super) fn work<'a>(&'a mut self, job: Job<'a>, how: How<'a>) -> Work<'a, T> {
        Work { recipe: self, job, how, is_looked_at: false, shows_registers: false }
    }

    /// The origins of a function's blocks before any pass, if they are asked for.
    pub(super) fn origins(&self, func: &Function) -> Option<Origins> {
        Origins::wanted(self.variety, func)
    }

    /// See [`Recipe`](super::Recipe).
    pub(super) fn native_helper(&mut self, helper: Helper, features: Features, out: &mut FuncCode) -> bool {
        let native = self.target.native_helper(helper, features, &mut self.buffer);
        if native {
            self.buffer.finish_into(out);
        }
        native
    }
}

impl<T> Work<'_, T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    /// From the IR to machine code.
    pub(super) fn run(mut self, steps: &mut Steps, out: &mut FuncCode) -> Result<(), Halt> {
        let work = &mut self;
        steps.lir(Pass::Lower, work, Work::lower)?;
        if work.recipe.variety.hides() {
            steps.lir(Pass::HideConstants, work, Work::hide_constants)?;
        }
        match work.how {
            How::Minimal => steps.lir(Pass::Allocate, work, |work, _| work.allocate())?,
            How::Local(nest) if o0::IS_BUILT => {
                steps.lir(Pass::Dead, work, |work, fuel| work.drop_dead_code(nest, fuel))?;
                steps.lir(Pass::Allocate, work, |work, fuel| work.allocate_locally(nest, fuel))?;
                steps.borrowed = work.recipe.local.borrowed();
                steps.lir(Pass::Rewrite, work, |work, _| work.rewrite())?;
            }
            How::Local(_) => unreachable!("this build has no such recipe"),
        }
        steps.lir(Pass::Frame, work, |work, _| work.lay_out_frame())?;
        if work.recipe.variety.reorders_blocks() {
            steps.lir(Pass::ReorderBlocks, work, Work::reorder_blocks)?;
        }
        steps.lir(Pass::Encode, work, |work, _| work.encode(out))
    }

    fn lower(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { features, module, func } = self.job;
        let values = match self.how {
            How::Minimal => Values::InFrame,
            How::Local(nest) => Values::Local(nest),
        };
        let input = LowerInput { features, module, func, values, fuel };
        let Plain { target, lower, code, pool, .. } = &mut *self.recipe;
        pool.clear();
        Ok(target.lower(input, lower, Lowered { code, pool })?)
    }

    fn hide_constants(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Plain { target, variety, code, pool, .. } = &mut *self.recipe;
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
        recipe.used = recipe.minimal.run(&mut recipe.code, table, reserved, scarce).map_err(out_of_registers)?;
        Ok(())
    }

    fn drop_dead_code(&mut self, nest: &Nest, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Plain { registers, local, code, .. } = &mut *self.recipe;
        local.look(code, nest, registers.whole(), |inst| fuel.spend_on(Pass::Dead, module, func.id, || format!("{inst:?}")));
        self.is_looked_at = true;
        Ok(())
    }

    fn allocate_locally(&mut self, nest: &Nest, fuel: &mut Fuel) -> Result<(), Halt> {
        if !self.is_looked_at {
            let Plain { registers, local, code, .. } = &mut *self.recipe;
            local.look(code, nest, registers.whole(), |_| false);
        }
        let Job { module, func, .. } = self.job;
        let Plain { target, registers, vars, local, code, used, .. } = &mut *self.recipe;
        let may_save = fuel.spend_on(Pass::SavedRegisters, module, func.id, || "those that it saves for its callers".into());
        let avoided = if may_save { RegMask::EMPTY } else { target.callee_saved() };
        let setup = setup(*target, registers, code, (func.id, avoided), chosen(vars, module, func.id));
        let drops_copies = fuel.spend_on(Pass::Copies, module, func.id, || "its moves of registers to themselves".into());
        *used = local.run(code, nest, setup, drops_copies).map_err(out_of_registers)?;
        self.shows_registers = true;
        Ok(())
    }

    fn rewrite(&mut self) -> Result<(), Halt> {
        self.shows_registers = false;
        let Plain { target, local, code, proof, .. } = &mut *self.recipe;
        local.rewrite(target, code, proof.origins.as_mut());
        Ok(())
    }

    fn lay_out_frame(&mut self) -> Result<(), Halt> {
        let Plain { layout, code, minimal, local, needs, .. } = &mut *self.recipe;
        let assigned = match self.how {
            How::Minimal => layout.assign(code, Packing::Dense, |var| minimal.is_read(var)),
            How::Local(_) => layout.assign(code, Packing::Dense, |var| local.is_read(var)),
        };
        *needs = assigned.ok_or("its variables would exceed 1 GiB of stack")?;
        Ok(())
    }

    fn encode(&mut self, out: &mut FuncCode) -> Result<(), Halt> {
        let Plain { target, variety, registers, code, layout, needs, used, buffer, pool, block_names, .. } = &mut *self.recipe;
        let func = self.job.func;
        let plan = variety.plan(func.id);
        target.emit(EmitInput { code, layout, needs: *needs, used: *used, plan }, buffer)?;
        out.comments = super::comment(*target, (*variety, block_names), registers.whole(), code, buffer);
        buffer.finish_into(out);
        out.pool.extend_from_slice(pool.entries());
        Ok(())
    }
}

impl<T> State for Work<'_, T>
where
    T: Target,
    T::Inst: FlowInst,
{
    fn text(&self) -> String {
        let target = self.recipe.target;
        if o0::IS_BUILT && self.shows_registers {
            let Plain { registers, local, code, .. } = &*self.recipe;
            let function = self.job.module.func_symbol(self.job.func.id);
            return states::text(code, local, registers.whole(), &function, |reg| target.reg_name(reg));
        }
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

impl<T> HasCode for Work<'_, T>
where
    T: Target,
    T::Inst: FlowInst,
{
    fn sizes(&self) -> Sizes {
        let Plain { target, code, needs, used, .. } = &*self.recipe;
        Sizes::of(code, *needs, *used, target.callee_saved())
    }

    fn check(&mut self, pass: Pass) -> Result<(), Halt> {
        let Plain { target, registers, code, layout, used, needs, proof, .. } = &mut *self.recipe;
        let Proof { graph, ranges, before, origins } = proof;
        match pass {
            Pass::Lower | Pass::HideConstants | Pass::Dead => {
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
                if matches!(self.how, How::Minimal) {
                    // The allocation changes no instruction.
                    *origins = Some((0..code.insts.len() as u32).collect());
                }
                let allocated = Allocated {
                    before: &before,
                    ranges,
                    code,
                    origins: origins.as_deref().unwrap_or_default(),
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
        T: Target + Mover<Inst = <T as Target>::Inst>,
        <T as Target>::Inst: FlowInst,
    {
        let options = Options { verify_each: true, ..Options::new(isa, OptLevel::Om1) };
        let (module, bodies) = parse_module(STORE, "store.ll").unwrap();
        let job = Job { features: Features::default(), module: &module, func: &bodies[0] };
        let (mut ways, mut refused) = (0, 0);
        let mut recipe = Plain::new(target, &options).unwrap();
        let mut work = recipe.work(job, How::Minimal);
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
