//! The skeleton of lowering: what every architecture does alike on the way from the IR to its own
//! instructions.
//!
//! In: a verified function. Out: [`Code`] in which every IR value has a *home* variable (kind
//! `Any`) and every instruction of the IR has become a *sequence*: it reads homes into register
//! temporaries, computes, and writes the result home. Here are the walk over the blocks, phis
//! ([`phis`]), homes and operands ([`values`]), the ends of blocks and switches ([`control`]), calls
//! and intrinsics ([`calls`]), and 64-bit integers in pairs ([`pairs`]). What an instruction of the
//! IR becomes is each architecture's: it implements the `...Code` traits of these files for its
//! [`Lower`].
//!
//! How values are held: integers narrower than 32 bits occupy 32 bits whose upper part is garbage
//! (code that needs it extends it; of an `i1` bit 0 counts); where an `i64` is a pair, it is two
//! 4-byte variables, low half first, the second the one after the first.
//!
//! One pass, linear in the instructions, but for what a target prepares and for sorting the cases
//! of switches.

pub mod calls;
pub mod control;
mod fresh;
pub mod gathers;
pub mod late_steps;
pub mod operations;
mod owed;
pub mod pairs;
pub mod phi_copies;
pub mod phis;
mod remainders;
pub mod values;

use super::operand::{Address, Number, Opnd, Pools};
use super::switch::SwitchPlan;
use crate::analysis::Uses;
use crate::ice::{Block, Function, Inst, InstData, Module, Value};
use crate::isa::{Limit, LowerInput, Lowered, Values};
use crate::lir::{Code, EdgeMove, FlowInst, FrameObject, Label, Role, Var};
use crate::mc::{ConstPool, SymbolRef};
use crate::opt::Fuel;
use crate::options::Pass;
use crate::util::make_room;
use crate::util::refill;
pub use calls::CallCode;
pub use control::{ControlCode, Tested};
use fresh::Results;
use gathers::Gathers;
pub use operations::{
    AtomicCode, Barriers, BitCode, CastCode, ConditionCode, FloatCode, LaneCode, MemoryCode, Operations, VectorCode, WordCode,
};
use owed::Debts;
pub(in crate::isa) use owed::Places;
pub use pairs::PairOps;
use phi_copies::PhiCopies;
pub use values::ValueCode;

/// What one architecture's lowering consists of, beside the skeleton. The value itself is what it
/// remembers from one sequence to the next.
pub trait Backend: Sized {
    /// Its instructions.
    type Inst: FlowInst<Pools = PoolsOf<Self>, Const = OpndOf<Self>>;
    /// A number in its operands.
    type Number: Number;
    /// Its address modes.
    type Amode: Address;
    /// What it refers to symbols by.
    type Symbol;
    /// What its instructions do not say of the mode that they are for.
    type Mode;
    /// Its own working memory, reused from one function to the next.
    type Scratch: Default;

    /// How many instructions and how many variables there usually are for one of the IR; vectors
    /// start with room for them.
    const USUAL: (usize, usize);

    /// Whether the uses of values are counted, with allocation, before it prepares; otherwise it counts them itself then ([`uses`](Self::uses)).
    const ASKS_USES: bool;
    /// Whether phis of some types stay in the frame where there is allocation.
    const HAS_PHIS_IN_FRAME: bool;

    /// A symbol without an addend.
    fn symbol(symbol: SymbolRef) -> Self::Symbol;

    /// The uses of values, with allocation.
    fn uses(scratch: &Scratch<Self>) -> &Uses {
        &scratch.uses
    }

    /// Code from here on can be reached by another way: nothing is known of flags.
    fn forget(&mut self) {}
}

/// An architecture's pools.
pub type PoolsOf<B> = Pools<<B as Backend>::Amode, <B as Backend>::Symbol, <B as Backend>::Mode>;

/// An architecture's operands.
pub type OpndOf<B> = Opnd<<B as Backend>::Number>;

/// Working memory of a lowering, reused from one function to the next.
pub struct Scratch<B: Backend> {
    /// For each local value its variable, plus one; zero if it has none yet. The high half of a
    /// pair is the next variable.
    pub(in crate::isa) homes: Vec<u32>,
    /// For each local value that is a phi its temporary, plus one.
    phi_temps: Vec<u32>,
    phi_copies: PhiCopies,
    phis: Vec<Var>,
    edge_moves: Vec<EdgeMove<OpndOf<B>>>,
    switch_plan: SwitchPlan,
    /// The vectors that are put together lane by lane, and made at once.
    pub(in crate::isa) gathers: Gathers,
    /// Values that were defined before their instructions came.
    made: Vec<Value>,
    /// The steps that are left for the end of the block that is being lowered.
    late_steps: Vec<Inst>,
    /// See [`Backend::ASKS_USES`].
    pub(in crate::isa) uses: Uses,
    /// Variables of the operand list under construction.
    pub(in crate::isa) list: Vec<(Var, Role)>,
    /// The homes that were not written, since a write that was owed was forgiven, in builds with debug
    /// assertions.
    forgiven: Vec<Var>,
    /// For each local value the static stack object that it is the address of, plus one; empty without allocation.
    objects: Vec<u32>,
    /// Frame areas for work lane by lane.
    pub(in crate::isa) lane_areas: Option<[FrameObject; 2]>,
    /// What the architecture has besides.
    pub(in crate::isa) isa: B::Scratch,
}

impl<B: Backend> Default for Scratch<B> {
    fn default() -> Self {
        Self {
            homes: Vec::new(),
            phi_temps: Vec::new(),
            phi_copies: PhiCopies::default(),
            phis: Vec::new(),
            edge_moves: Vec::new(),
            switch_plan: SwitchPlan::default(),
            gathers: Gathers::default(),
            made: Vec::new(),
            late_steps: Vec::new(),
            uses: Uses::default(),
            list: Vec::new(),
            forgiven: Vec::new(),
            objects: Vec::new(),
            lane_areas: None,
            isa: B::Scratch::default(),
        }
    }
}

/// The state of a lowering.
pub struct Lower<'a, B: Backend> {
    pub(in crate::isa) module: &'a Module,
    pub(in crate::isa) func: &'a Function,
    /// Whether values may be in registers from one sequence to the next: then it is worth looking for what folds.
    pub(in crate::isa) for_allocation: bool,
    /// Whether phis are left to the allocator: see [`Values::Allocated`].
    pub(in crate::isa) carries_on_edges: bool,
    /// The block whose copies for phis are to be made before the branch that ends it.
    copies_for: Option<Block>,
    /// See [`LowerInput::fuel`].
    pub(in crate::isa) fuel: &'a mut Fuel,
    pub(in crate::isa) scratch: &'a mut Scratch<B>,
    pub(in crate::isa) code: &'a mut Code<B::Inst>,
    pub(in crate::isa) pool: &'a mut ConstPool,
    /// The current block; none before the first.
    pub(in crate::isa) block: Option<Block>,
    /// Whether the current block is the entry, which runs once.
    pub(in crate::isa) in_entry: bool,
    /// The current instruction.
    pub(in crate::isa) inst: Option<Inst>,
    debts: Debts<B::Inst>,
    results: Results,
    pub(in crate::isa) places: Places,
    /// What the architecture remembers.
    pub(in crate::isa) isa: B,
}

/// What an architecture makes of single instructions of the IR.
pub trait InstCode {
    /// Before the first block: facts of the whole function.
    fn prepare(&mut self) {}

    /// Whether an instruction needs no sequence, because those that use its result do its work.
    fn is_folded(&mut self, block: Block, inst: Inst, result: Value) -> bool;

    /// Execution ends.
    fn trap(&mut self);

    /// After the last block: facts for emission.
    fn finish(&mut self) {}
}

/// All that an architecture implements.
pub trait Selector<B: Backend>: InstCode + ValueCode<B> + ControlCode + CallCode<B> + Operations {}

impl<B: Backend, T> Selector<B> for T where T: InstCode + ValueCode<B> + ControlCode + CallCode<B> + Operations {}

/// How many instructions and how many variables there is room for at least: enough for most
/// functions, so that vectors do not grow from one to the next.
const ROOM: (usize, usize) = (4096, 2048);

/// Lowers one function; the code is cleared first.
///
/// # Errors
/// If a limit of the translator is exceeded: which.
pub fn lower<'a, B: Backend>(
    isa: B,
    input: LowerInput<'a>,
    scratch: &'a mut Scratch<B>,
    out: Lowered<'a, B::Inst>,
) -> Result<(), Limit>
where
    Lower<'a, B>: Selector<B>,
{
    let LowerInput { features, module, func, values, fuel } = input;
    let for_allocation = !matches!(values, Values::InFrame);
    let carries_on_edges = matches!(values, Values::Allocated);
    let Lowered { code, pool } = out;
    code.clear(func.block_count());
    code.sandboxed = features.is_sandboxed();
    code.pools.clear();
    make_room(&mut code.insts, (B::USUAL.0 * func.inst_count()).max(ROOM.0));
    make_room(&mut code.vars, (B::USUAL.1 * func.value_count()).max(ROOM.1));
    for numbers in [&mut scratch.homes, &mut scratch.phi_temps] {
        refill(numbers, func.value_count(), 0);
    }
    scratch.phi_copies.compute(func);
    scratch.forgiven.clear();
    scratch.made.clear();
    scratch.lane_areas = None;
    refill(&mut scratch.objects, if for_allocation { func.value_count() } else { 0 }, 0);
    if for_allocation && B::ASKS_USES {
        scratch.uses.compute(func);
    }
    let (debts, results, places) = Default::default();
    let lower = Lower {
        module,
        func,
        for_allocation,
        carries_on_edges,
        copies_for: None,
        fuel,
        scratch,
        code,
        pool,
        block: None,
        in_entry: true,
        inst: None,
        debts,
        results,
        places,
        isa,
    };
    lower.function(values)
}

/// The whole function.
impl<B: Backend> Lower<'_, B>
where
    Self: Selector<B>,
{
    fn function(mut self, values: Values<'_>) -> Result<(), Limit> {
        let func = self.func;
        if self.carries_on_edges && B::HAS_PHIS_IN_FRAME {
            let mut copies = std::mem::take(&mut self.scratch.phi_copies);
            copies.find_direct(func, |ty| !self.is_edge_move(ty));
            self.scratch.phi_copies = copies;
        }
        self.prepare();
        if let Values::Local(nest) = values {
            let mut copies = std::mem::take(&mut self.scratch.phi_copies);
            copies.find_direct_in(func, nest, B::uses(self.scratch));
            self.scratch.phi_copies = copies;
        }
        self.find_gathers();
        self.arguments();
        for (index, &block) in func.block_order().iter().enumerate() {
            self.block = Some(block);
            self.bind(block_label(block));
            self.phi_results(block);
            // With allocation every block ends with its own jump: blocks may be laid out anew.
            let next = func.block_order().get(index + 1).copied().filter(|_| !self.carries_on_edges);
            for inst in func.block_insts(block) {
                self.instruction(block, next, inst)?;
            }
            self.in_entry = false;
        }
        self.settle_all();
        self.code.polish = self.carries_on_edges;
        self.finish();
        Ok(())
    }

    /// Finds the vectors that are put together lane by lane and made at once.
    fn find_gathers(&mut self) {
        let mut gathers = std::mem::take(&mut self.scratch.gathers);
        gathers.clear();
        if self.for_allocation && self.func.has_vectors() {
            gathers.find(self.func, B::uses(self.scratch), |ty, gather| self.makes_at_once(ty, gather));
            let mut index = 0;
            while let Some(result) = gathers.found(self.func, index) {
                if self.may_transform(Pass::Shuffles, || format!("{result}")) {
                    gathers.fold(self.func, B::uses(self.scratch), index);
                }
                index += 1;
            }
            gathers.finish(B::uses(self.scratch));
        }
        self.scratch.gathers = gathers;
    }

    fn instruction(&mut self, block: Block, next: Option<Block>, inst: Inst) -> Result<(), Limit> {
        let data = *self.func.inst(inst);
        let result = self.func.result(inst);
        if result.is_some_and(|result| {
            self.scratch.gathers.is_folded(result) || self.is_made(result) || self.is_folded(block, inst, result)
        }) {
            return Ok(());
        }
        self.inst = Some(inst);
        self.pass_debts_on();
        self.pass_results_on();
        if data.is_terminator() {
            match data {
                // Behind what decides the branch.
                InstData::CondBr { .. } if self.for_allocation && !self.carries_on_edges => self.copies_for = Some(block),
                _ => self.phi_copies(block),
            }
            self.terminator(block, data, next);
            debug_assert!(self.copies_for.is_none(), "a branch makes them");
            return Ok(());
        }
        match (data, result) {
            (InstData::Phi { .. }, _) => {}
            (InstData::Store { addr, value, align }, _) => self.store(inst, addr, value, align),
            (InstData::Call { .. } | InstData::CallIndirect { .. }, _) => return self.any_call(data, result),
            (_, Some(result)) => self.compute(inst, data, result),
            (_, None) => unreachable!("{data:?} has neither a result nor an effect"),
        }
        Ok(())
    }
}

/// Emission.
impl<B: Backend> Lower<'_, B> {
    #[inline]
    pub(in crate::isa) fn push(&mut self, inst: B::Inst) {
        self.code.insts.push(inst);
    }

    pub(in crate::isa) fn bind(&mut self, label: Label) {
        self.settle();
        self.forget_fresh();
        self.isa.forget();
        self.push(B::Inst::bind(label));
    }

    pub(in crate::isa) fn jump(&mut self, label: Label) {
        self.push(B::Inst::jump(label));
    }

    pub(in crate::isa) fn symbol(&mut self, symbol: SymbolRef) -> OpndOf<B> {
        Opnd::Sym(self.code.pools.symbols.push(B::symbol(symbol)))
    }

    pub(in crate::isa) fn mem(&mut self, amode: B::Amode) -> OpndOf<B> {
        Opnd::Mem(self.code.pools.amodes.push(amode))
    }

    /// Moves the collected variables into the pools.
    pub(in crate::isa) fn finish_list(&mut self) -> OpndOf<B> {
        if self.scratch.list.is_empty() {
            return Opnd::None;
        }
        Opnd::List(self.code.pools.lists.add(self.scratch.list.drain(..)))
    }
}

/// The label of a block.
pub(in crate::isa) fn block_label(block: Block) -> Label {
    Label::from_u32(block.as_u32())
}

/// The variable after this one: the high half of a pair.
pub(in crate::isa) fn next_var(var: Var) -> Var {
    Var::from_u32(var.as_u32() + 1)
}
