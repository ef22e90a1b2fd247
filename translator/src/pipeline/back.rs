//! What the recipes with live ranges share: everything after the IR, for one target, with its working memory.
//!
//! In: a function. Out: its code, a step at a time: exact live ranges, registers by linear scan, phis as moves on their edges.

use super::Job;
#[cfg(feature = "o3")]
use super::code_loops::Loops;
use super::observe::{self, State, Variable};
use super::origins::Origins;
use super::registers::{Registers, chosen, out_of_registers, setup};
use super::sizes::Sizes;
use super::step::{Halt, HasCode, Steps, broken};
use crate::analysis::ControlFlow;
use crate::diversify::Variety;
use crate::ice::{Block, Function};
#[cfg(feature = "o3")]
use crate::isa::describe;
use crate::isa::{EmitInput, LowerInput, Lowered, Target, Values};
use crate::lir::split::Part;
use crate::lir::{Code, FlowInst, FrameLayout, FrameNeeds, Mover, Packing, RegMask};
use crate::liveness::dead::DeadCode;
use crate::liveness::validate::validate;
use crate::liveness::{FlowGraph, Mentions, Ranges};
use crate::mc::{CodeBuffer, ConstPool, FuncCode, Helper};
use crate::opt::Fuel;
use crate::options::OptLevel;
use crate::options::{Features, Options, Pass, PassSet, VarChoice};
use crate::regalloc::checker::{self, Allocated, Before};
use crate::regalloc::constants::Rematerialised;
use crate::regalloc::linear::{LinearScan, Setup};
#[cfg(feature = "o3")]
use crate::regalloc::loop_constants::LoopConstants;
use crate::regalloc::rewrite::{Allocation, Rewriter, What};
#[cfg(feature = "o3")]
use crate::regalloc::schedule::Scheduler;
use crate::regalloc::slots::Slots;
use crate::regalloc::split::Splitter;

/// See the module.
pub(super) struct Back<T: Target> {
    target: T,
    registers: Registers,
    vars: Vec<VarChoice>,
    lower: T::LowerScratch,
    code: Code<T::Inst>,
    pool: ConstPool,
    dead: DeadCode,
    /// What `code` mentions, until it is rewritten.
    mentions: Mentions,
    graph: FlowGraph,
    ranges: Ranges,
    scan: LinearScan,
    slots: Slots,
    rematerialised: Rematerialised,
    splitter: Splitter,
    /// Where variables are split before allocation, if not everywhere.
    split_at: Vec<u32>,
    /// Passes that run besides the recipe's.
    besides: PassSet,
    /// Whether temporaries take turns with registers.
    turns: bool,
    rewriter: Rewriter<T::Inst>,
    #[cfg(feature = "o3")]
    loop_constants: Option<LoopConstants<T::Inst>>,
    #[cfg(feature = "o3")]
    early_scheduler: Option<Scheduler<T::Inst>>,
    #[cfg(feature = "o3")]
    scheduler: Option<Scheduler<T::Inst>>,
    layout: FrameLayout,
    buffer: CodeBuffer,
    /// Registers that the allocator avoids in the present function.
    avoided: RegMask,
    /// The registers that the code changes.
    used: RegMask,
    needs: FrameNeeds,
    variety: Variety,
    /// The code before allocation, for the checker; only if steps are verified.
    before: Option<Before<T::Inst>>,
    /// The names of the function's blocks, if they are asked for.
    pub(super) block_names: Vec<String>,
}

/// A recipe at work on a function.
pub(super) struct Work<'a, T: Target> {
    back: &'a mut Back<T>,
    /// How often the function's blocks run, if anything is known of it.
    flow: &'a ControlFlow,
    job: Job<'a>,
}

impl<T> Back<T>
where
    T: Target + Mover<Inst = <T as Target>::Inst>,
    <T as Target>::Inst: FlowInst,
{
    pub(super) fn new(target: T, options: &Options) -> Result<Self, String> {
        let mut rewriter = Rewriter::default();
        if options.verify_each {
            rewriter.record_origins();
        }
        let besides = options.controls.besides;
        Ok(Self {
            target,
            registers: Registers::new(target, options)?,
            vars: options.controls.vars.clone(),
            lower: T::LowerScratch::default(),
            code: Code::default(),
            pool: ConstPool::default(),
            dead: DeadCode::default(),
            mentions: Mentions::default(),
            graph: FlowGraph::default(),
            ranges: Ranges::default(),
            scan: LinearScan::default(),
            slots: Slots::default(),
            rematerialised: Rematerialised::default(),
            splitter: Splitter::default(),
            split_at: options.controls.split_at.clone(),
            besides,
            turns: options.opt == OptLevel::O3,
            rewriter,
            #[cfg(feature = "o3")]
            // Where instructions contain no numbers but small ones.
            loop_constants: (options.opt == OptLevel::O3 && describe(options.isa).plain_numbers.is_some()).then(LoopConstants::default),
            #[cfg(feature = "o3")]
            early_scheduler: (besides.contains(Pass::ScheduleEarly) && describe(options.isa).schedules).then(Scheduler::default),
            #[cfg(feature = "o3")]
            scheduler: (options.opt == OptLevel::O3 && describe(options.isa).schedules).then(Scheduler::default),
            layout: FrameLayout::with_extra(options.controls.stack_extra),
            buffer: CodeBuffer::default(),
            avoided: RegMask::EMPTY,
            used: RegMask::EMPTY,
            needs: FrameNeeds::default(),
            variety: Variety::of(&options.controls),
            before: None,
            block_names: Vec::new(),
        })
    }

    /// Begins to work on a function.
    pub(super) fn work<'a>(&'a mut self, flow: &'a ControlFlow, job: Job<'a>) -> Work<'a, T> {
        Work { back: self, flow, job }
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
        if work.back.variety.hides() {
            steps.lir(Pass::HideConstants, work, Work::hide_constants)?;
        }
        steps.lir(Pass::Dead, work, Work::drop_dead_code)?;
        #[cfg(feature = "o3")]
        if work.back.loop_constants.is_some() {
            steps.lir(Pass::LoopConstants, work, Work::set_before_loops)?;
        }
        work.allocate_by_ranges(steps)?;
        steps.lir(Pass::Rewrite, work, Work::rewrite)?;
        steps.lir(Pass::Frame, work, Work::lay_out_frame)?;
        #[cfg(feature = "o3")]
        if work.back.scheduler.is_some() {
            steps.lir(Pass::Schedule, work, Work::schedule)?;
        }
        if work.back.variety.reorders_blocks() {
            steps.lir(Pass::ReorderBlocks, work, Work::reorder_blocks)?;
        }
        steps.lir(Pass::Encode, work, |work, fuel| work.encode(fuel, out))
    }

    fn allocate_by_ranges(&mut self, steps: &mut Steps) -> Result<(), Halt> {
        steps.lir(Pass::Liveness, self, |work, _| work.compute_ranges())?;
        #[cfg(feature = "o3")]
        if self.back.early_scheduler.is_some() {
            steps.lir(Pass::ScheduleEarly, self, Work::schedule_early)?;
        }
        if self.back.besides.contains(Pass::SplitLocal) {
            steps.lir(Pass::SplitLocal, self, Work::split_local)?;
        }
        steps.lir(Pass::Allocate, self, Work::allocate)?;
        steps.borrowed = self.back.scan.borrowed();
        if self.back.besides.contains(Pass::SplitGlobal) {
            steps.lir(Pass::SplitGlobal, self, Work::split_global)?;
        }
        Ok(())
    }

    fn lower(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { features, module, func } = self.job;
        let input = LowerInput { features, module, func, values: Values::Allocated, fuel };
        let Back { target, lower, code, pool, .. } = &mut *self.back;
        pool.clear();
        target.lower(input, lower, Lowered { code, pool })?;
        self.back.mentions.compute(&self.back.code);
        Ok(())
    }

    fn hide_constants(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, variety, code, pool, mentions, .. } = &mut *self.back;
        super::hide_constants(*target, *variety, (module, func.id), Lowered { code, pool }, fuel);
        mentions.compute(code);
        Ok(())
    }

    fn reorder_blocks(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        super::reorder_blocks(self.back.variety, (module, func.id), &mut self.back.code, fuel);
        Ok(())
    }

    fn drop_dead_code(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { dead, code, mentions, .. } = &mut *self.back;
        dead.run(code, mentions, |inst| fuel.spend_on(Pass::Dead, module, func.id, || format!("{inst:?}")));
        Ok(())
    }

    #[cfg(feature = "o3")]
    fn set_before_loops(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, loop_constants, code, mentions, .. } = &mut *self.back;
        let may = |at: usize| fuel.spend_on(Pass::LoopConstants, module, func.id, || format!("what instruction {at} sets"));
        if let Some(pass) = loop_constants
            && pass.run(target, code, mentions, &Loops(self.flow), may)
        {
            mentions.compute(code);
        }
        Ok(())
    }

    fn compute_ranges(&mut self) -> Result<(), Halt> {
        let Back { mentions, graph, ranges, code, .. } = &mut *self.back;
        graph.compute(code, mentions);
        let flow = self.flow;
        ranges.compute(code, mentions, graph, |label| flow.frequencies.runs(Block::from_u32(label.as_u32())));
        Ok(())
    }

    /// Computes them for code that has changed.
    fn renew_ranges(&mut self) -> Result<(), Halt> {
        self.back.mentions.compute(&self.back.code);
        self.compute_ranges()
    }

    fn allocate(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, registers, vars, scan, mentions, ranges, code, avoided, used, turns, .. } = &mut *self.back;
        let may_save = fuel.spend_on(Pass::SavedRegisters, module, func.id, || "those that it saves for its callers".into());
        *avoided = if may_save { RegMask::EMPTY } else { target.callee_saved() };
        let setup = setup(*target, registers, code, (func.id, *avoided), chosen(vars, module, func.id));
        // Who chooses variables chooses them one by one.
        if setup.only.is_some() || !fuel.spend_on(Pass::PhiWebs, module, func.id, || "the webs of its phis".into()) {
            ranges.forget_webs();
        }
        let turns = *turns && fuel.spend_on(Pass::TakeTurns, module, func.id, || "the temporaries".into());
        *used = scan.run(code, mentions, ranges, Setup { turns, ..setup }).map_err(out_of_registers)?;
        self.assign_slots(fuel);
        Ok(())
    }

    fn assign_slots(&mut self, fuel: &mut Fuel) {
        let Job { module, func, .. } = self.job;
        let Back { scan, slots, rematerialised, ranges, code, .. } = &mut *self.back;
        let may = |var| fuel.spend_on(Pass::Rematerialise, module, func.id, || format!("{var}"));
        rematerialised.find(code, ranges, scan.hints(), slots.find(code, ranges), may);
        let may_share = |var| fuel.spend_on(Pass::ShareSlots, module, func.id, || format!("{var}"));
        slots.assign(code, ranges, scan.hints(), rematerialised, may_share);
    }

    fn split_local(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, splitter, ranges, code, split_at, .. } = &mut *self.back;
        let is_chosen = |part: &Part| split_at.is_empty() || split_at.iter().any(|&at| (part.first..=part.last).contains(&at));
        let may_split =
            |part: &Part| is_chosen(part) && fuel.spend_on(Pass::SplitLocal, module, func.id, || format!("{}", part.var));
        if splitter.local(target, code, ranges, may_split) {
            self.renew_ranges()?;
        }
        Ok(())
    }

    fn split_global(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, registers, vars, splitter, scan, ranges, code, avoided, .. } = &mut *self.back;
        let setup = setup(*target, registers, code, (func.id, *avoided), chosen(vars, module, func.id));
        let may_split = |var| fuel.spend_on(Pass::SplitGlobal, module, func.id, || format!("{var}"));
        if splitter.global(target, code, ranges, scan, setup, may_split) {
            self.renew_ranges()?;
            let Back { registers, scan, mentions, ranges, code, used, .. } = &mut *self.back;
            *used = used.union(scan.renew(code, mentions, ranges, registers.whole()));
            self.assign_slots(fuel);
        }
        Ok(())
    }

    fn rewrite(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, registers, rewriter, slots, rematerialised, ranges, mentions, graph, code, used, .. } =
            &mut *self.back;
        // What a call may change, and what is saved anyway.
        let usable = target.callee_saved().without(*used).complement().without(target.reserved(code));
        let usable = registers.usable(usable);
        let allocation = Allocation { table: registers.whole(), slots, rematerialised, ranges, usable };
        let may = |pass, what: What<'_, _>| fuel.spend_on(pass, module, func.id, || what.to_string());
        rewriter.run(target, code, (mentions, graph), allocation, may);
        Ok(())
    }

    fn lay_out_frame(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { layout, slots, code, needs, .. } = &mut *self.back;
        let may_pack = fuel.spend_on(Pass::PackFrame, module, func.id, || "all of its frame".into());
        let packing = if may_pack { Packing::Dense } else { Packing::Loose };
        // Variables that the rewriting made are its own, and so are their slots.
        let vars = slots.len();
        let assigned = layout.assign(code, packing, |var| var.as_u32() as usize >= vars || slots.leader(var) == Some(var));
        *needs = assigned.ok_or("its variables would exceed 1 GiB of stack")?;
        slots.spread_homes(code);
        Ok(())
    }

    #[cfg(feature = "o3")]
    fn schedule_early(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, early_scheduler, registers, mentions, ranges, code, .. } = &mut *self.back;
        let free = registers.usable(target.reserved(code).complement());
        let may = |at: usize| fuel.spend_on(Pass::ScheduleEarly, module, func.id, || format!("from instruction {at} on"));
        if let Some(scheduler) = early_scheduler
            && scheduler.early(code, (mentions, ranges), (registers.whole(), free), may)
        {
            self.renew_ranges()?;
        }
        Ok(())
    }

    #[cfg(feature = "o3")]
    fn schedule(&mut self, fuel: &mut Fuel) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { scheduler, registers, code, .. } = &mut *self.back;
        let may = |at: usize| fuel.spend_on(Pass::Schedule, module, func.id, || format!("from instruction {at} on"));
        if let Some(scheduler) = scheduler {
            scheduler.late(code, registers.whole(), may);
        }
        Ok(())
    }

    fn encode(&mut self, fuel: &mut Fuel, out: &mut FuncCode) -> Result<(), Halt> {
        let Job { module, func, .. } = self.job;
        let Back { target, variety, registers, code, layout, needs, used, buffer, pool, block_names, .. } = &mut *self.back;
        code.polish = code.polish && fuel.spend_on(Pass::Polish, module, func.id, || "all of its code".into());
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
        let target = self.back.target;
        let function = self.job.module.func_symbol(self.job.func.id);
        observe::text(&self.back.code, &function, |reg| target.reg_name(reg))
    }

    fn instructions(&self) -> usize {
        self.back.code.insts.len()
    }

    fn variables(&self) -> Vec<Variable> {
        let target = self.back.target;
        observe::variables(&self.back.code, |reg| target.reg_name(reg))
    }
}

impl<T> HasCode for Work<'_, T>
where
    T: Target,
    T::Inst: FlowInst,
{
    fn sizes(&self) -> Sizes {
        let Back { target, code, needs, used, .. } = &*self.back;
        Sizes::of(code, *needs, *used, target.callee_saved())
    }

    fn check(&mut self, pass: Pass) -> Result<(), Halt> {
        let Back { target, registers, code, ranges, rewriter, layout, used, needs, before, .. } = &mut *self.back;
        match pass {
            // What a split changes is for the tests of programs to judge: the check of the
            // allocation starts from the code that it leaves.
            Pass::Liveness | Pass::ScheduleEarly | Pass::SplitLocal | Pass::SplitGlobal => {
                validate(code, ranges, true).map_err(|problem| broken(pass, problem))?;
                *before = Some(Before::new(code));
            }
            Pass::Frame => {
                let Some(before) = before.take() else { return Ok(()) };
                let allocated = Allocated {
                    before: &before,
                    ranges,
                    code,
                    origins: rewriter.origins(),
                    sets: rewriter.sets(),
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
