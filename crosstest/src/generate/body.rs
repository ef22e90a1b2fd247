//! The body of a function: blocks in layout order, each filled with operations on values that
//! dominate it.
//!
//! In: a [`Shape`] and the module's plans. Out: a [`Function`]. Terminators are decided when a
//! block is filled and added when all blocks are; in between come the operands of phis, which may
//! be values of any block, and the stores of values that nothing uses ([`super::flow`]).
//!
//! Invariants: what [`Body::operand`] gives dominates the current block. A vector of binary32 has
//! no NaN and no denormal lane, and is of moderate size where `moderate` says so. Addresses that
//! differ between engines are never among the values; they are places.

use translator::ice::builder::abi_alignment;
use translator::ice::{BinOp, Block, CastOp, FuncId, Function, FunctionBuilder, IntCond, Intrinsic, Module, Type, Value};

use super::Generator;
use super::calls::Param;
use super::config::Weights;
use super::counted::Counter;
use super::flow::Term;
use super::objects::{CONSTANTS, KEEP_MASK, KnownAddress, SET_MASK};
use super::shape::{Role, Shape};

/// What was defined in a block.
#[derive(Clone, Default)]
struct Defs {
    values: Vec<(Type, Value)>,
    places: Vec<KnownAddress>,
}

/// A body that is being made.
pub(super) struct Body<'g, 'm, 'c, 's, 'a> {
    pub generator: &'g mut Generator<'c, 's, 'a>,
    pub b: FunctionBuilder<'m>,
    pub shape: Shape,
    pub blocks: Vec<Block>,
    pub class: usize,
    /// The node that is being filled.
    pub node: usize,
    /// What each node defines.
    defs: Vec<Defs>,
    /// What dominates the current point, by type.
    values: Vec<Vec<Value>>,
    pub places: Vec<KnownAddress>,
    /// Vectors of binary32 whose lanes are zero or between 2^-32 and 2^32.
    pub moderate: Vec<bool>,
    pub terms: Vec<Option<Term>>,
    pub phis: Vec<Vec<Value>>,
    /// What the loop of a header counts in.
    pub counters: Vec<Option<Counter>>,
    /// Phis that may be undefined.
    pub loose_phis: Vec<Value>,
    /// Values of the first block that the last ones use.
    pub spread: Vec<(Type, Value)>,
    /// The stack at the start, to be restored at the end.
    pub saved_stack: Option<Value>,
}

impl<'g, 'm, 'c, 's, 'a> Body<'g, 'm, 'c, 's, 'a> {
    pub fn new(
        generator: &'g mut Generator<'c, 's, 'a>,
        module: &'m mut Module,
        func: FuncId,
        class: usize,
        shape: Shape,
    ) -> Self {
        let mut b = FunctionBuilder::new(module, func);
        let count = shape.nodes.len();
        let first = b.current();
        let blocks = (0..count).map(|at| if at == 0 { first } else { b.block() }).collect();
        Self {
            generator,
            b,
            shape,
            blocks,
            class,
            node: 0,
            defs: vec![Defs::default(); count],
            values: vec![Vec::new(); Type::ALL.len() + 1],
            places: Vec::new(),
            moderate: Vec::new(),
            terms: vec![None; count],
            phis: vec![Vec::new(); count],
            counters: vec![None; count],
            loose_phis: Vec::new(),
            spread: Vec::new(),
            saved_stack: None,
        }
    }

    pub fn generate(mut self) -> Function {
        for node in 0..self.shape.nodes.len() {
            self.enter(node);
            if node == 0 {
                self.define_params();
            } else {
                self.make_phis();
            }
            self.fill();
            let term = self.terminator();
            self.terms[node] = Some(term);
        }
        self.finish_phis();
        self.finish_counters();
        self.sink_unused();
        self.finish_terminators();
        let share = self.generator.config.reordered;
        let source = &mut self.generator.source;
        let order = (share > 0 && source.chance(share)).then(|| self.shape.other_order(source));
        let mut func = self.b.finish();
        if let Some(order) = order {
            func.set_block_order(&order.into_iter().map(|node| self.blocks[node]).collect::<Vec<Block>>());
        }
        func
    }

    /// Makes a node current, for appending at its present end.
    pub fn enter(&mut self, node: usize) {
        self.node = node;
        self.b.switch_to(self.blocks[node]);
        self.values.iter_mut().for_each(Vec::clear);
        self.places.clear();
        self.places.extend_from_slice(&self.generator.objects.places);
        let (mut path, mut at) = (vec![node], node);
        while at != 0 {
            at = self.shape.nodes[at].idom;
            path.push(at);
        }
        for at in path.into_iter().rev() {
            for &(ty, value) in &self.defs[at].values {
                self.values[ty as usize].push(value);
            }
            self.places.extend_from_slice(&self.defs[at].places);
        }
    }

    fn define_params(&mut self) {
        let params = self.generator.functions.classes[self.class].params.clone();
        for (index, param) in params.iter().enumerate() {
            let value = self.b.arg(index);
            match *param {
                Param::Value(ty) => self.define(ty, value),
                Param::Unused(_) => {}
                Param::KnownAddress { size, align } => {
                    self.define_place(KnownAddress { base: value, size, align, residue: 0, writable: true });
                }
            }
        }
    }

    fn fill(&mut self) {
        if self.shape.nodes[self.node].role == Role::Leaf {
            return self.fill_leaf();
        }
        if self.node == 0 {
            self.open_frame();
        }
        match self.shape.nodes[self.node].role {
            Role::Plain | Role::Count(_) | Role::Test | Role::Step(_) => {
                let count = self.generator.source.between(0, self.generator.config.operations);
                for _ in 0..count {
                    // Without bytes, nothing new would come.
                    if self.generator.source.is_empty() {
                        break;
                    }
                    self.operation();
                }
            }
            Role::LongJump => self.jump_back(),
            Role::Dead => self.fill_dead(),
            _ => {}
        }
        self.exceed();
    }

    /// A few operations that neither call nor take memory of the stack.
    fn fill_leaf(&mut self) {
        let weights = Weights { call: 0, alloca: 0, corner: 0, ..self.generator.config.weights.clone() };
        for _ in 0..self.generator.source.between(1, 3) {
            self.weighted(&weights);
        }
    }

    pub fn operation(&mut self) {
        let share = self.generator.config.loose;
        if self.generator.source.chance(share) {
            return self.loose();
        }
        if self.generator.config.leaves > 0 && self.generator.source.chance(50) {
            return self.call_leaf();
        }
        self.weighted(&self.generator.config.weights.clone());
    }

    /// An operation, each kind as often as its weight says.
    fn weighted(&mut self, weights: &Weights) {
        let weights = weights.list();
        match self.generator.source.weighted(&weights) {
            0 => self.binary(),
            1 => self.convert(),
            2 => self.compare(),
            3 => self.select(),
            4 => self.load(),
            5 => self.store(),
            6 => self.lane(),
            7 => self.call(),
            8 => self.bit_intrinsic(),
            9 => self.block_memory(),
            10 => self.atomic(),
            11 => self.alloca(),
            12 => self.idiom(),
            _ => self.corner(),
        }
    }
}

/// Values.
impl Body<'_, '_, '_, '_, '_> {
    /// Records a value that the rest may use.
    pub fn define(&mut self, ty: Type, value: Value) {
        self.defs[self.node].values.push((ty, value));
        self.values[ty as usize].push(value);
        let share = self.generator.config.checks;
        if self.generator.source.chance(share) {
            self.check(ty, value);
        }
    }

    /// Records an address.
    pub fn define_place(&mut self, place: KnownAddress) {
        self.defs[self.node].places.push(place);
        self.places.push(place);
    }

    /// Forgets the places of this node behind the first `count`.
    pub fn forget_places(&mut self, count: usize) {
        let dropped = self.defs[self.node].places.len().saturating_sub(count);
        self.defs[self.node].places.truncate(count);
        self.places.truncate(self.places.len() - dropped);
    }

    /// Places that this node defined.
    pub fn place_count(&self) -> usize {
        self.defs[self.node].places.len()
    }

    /// What a node defines.
    pub fn values_of(&self, node: usize) -> Vec<(Type, Value)> {
        self.defs[node].values.clone()
    }

    /// Marks a vector of binary32 as moderate.
    pub fn set_moderate(&mut self, value: Value) {
        let Some(index) = value.local_index() else { return };
        if self.moderate.len() <= index {
            self.moderate.resize(index + 1, false);
        }
        self.moderate[index] = true;
    }

    pub fn is_moderate(&self, value: Value) -> bool {
        value.local_index().is_some_and(|index| self.moderate.get(index) == Some(&true))
    }

    /// A type, as often as the configuration says, of which `accepts` holds; `I32` if none is
    /// found.
    pub fn ty(&mut self, accepts: impl Fn(Type) -> bool) -> Type {
        for _ in 0..6 {
            let ty = self.generator.config.ty(&mut self.generator.source);
            if accepts(ty) {
                return ty;
            }
        }
        let accepted = Type::ALL.into_iter().filter(|&ty| accepts(ty)).collect::<Vec<_>>();
        self.generator.source.pick(&accepted)
    }

    /// A value of a type: a constant, the address of a global, or a value that dominates this
    /// point.
    pub fn operand(&mut self, ty: Type) -> Value {
        let share = self.generator.config.constants;
        if !ty.is_vector() && self.generator.source.chance(share) {
            return self.constant(ty);
        }
        self.variable(ty)
    }

    /// A value of a type that is no constant, if there is any.
    pub fn variable(&mut self, ty: Type) -> Value {
        let share = self.generator.config.recent;
        let source = &mut self.generator.source;
        let known = &self.values[ty as usize];
        match known.len() {
            0 => self.fresh(ty),
            count => {
                let window = if source.chance(share) { count.min(4) } else { count };
                known[count - 1 - source.below(window)]
            }
        }
    }

    /// A constant of a scalar type. Addresses of globals are constants, too.
    pub fn constant(&mut self, ty: Type) -> Value {
        let source = &mut self.generator.source;
        if ty == Type::I32 && source.chance(24) {
            let place = source.pick(&self.generator.objects.places);
            return place.base;
        }
        self.number(ty)
    }

    /// A number of a scalar type.
    pub fn number(&mut self, ty: Type) -> Value {
        let bits =
            if self.generator.source.chance(30) { self.generator.seen_or_new(ty) } else { self.generator.source.constant(ty) };
        self.generator.see(ty, bits);
        self.scalar(ty, bits)
    }

    /// A value where none is known: from memory, or truth values from a comparison; sometimes a
    /// constant after all.
    fn fresh(&mut self, ty: Type) -> Value {
        if !ty.is_vector() {
            return if self.generator.source.chance(190) { self.fresh_scalar(ty) } else { self.constant(ty) };
        }
        let value = match ty {
            Type::V4I1 => self.compared(Type::V4I32),
            Type::V8I1 => self.compared(Type::V8I16),
            Type::V16I1 => self.compared(Type::V16I8),
            _ => self.vector_constant(ty),
        };
        self.define(ty, value);
        value
    }

    fn fresh_scalar(&mut self, ty: Type) -> Value {
        let value = if ty == Type::I1 {
            let (lhs, rhs) = (self.variable(Type::I32), self.operand(Type::I32));
            let cond = self.generator.source.pick(IntCond::ALL);
            self.b.icmp(cond, lhs, rhs)
        } else {
            let place = self.generator.source.pick(&self.generator.objects.places);
            let (size, align) = (ty.bits() / 8, abi_alignment(ty));
            let Some((_, count)) = place.offsets(size, align) else { return self.constant(ty) };
            let offset = self.generator.source.below(count.min(64) as usize) as u32;
            let base = self.offset(place.base, offset);
            self.load_at(ty, place.at(base, offset), align)
        };
        self.define(ty, value);
        value
    }

    fn compared(&mut self, ty: Type) -> Value {
        let (lhs, rhs) = (self.vector_constant(ty), self.vector_constant(ty));
        let cond = self.generator.source.pick(IntCond::ALL);
        self.b.icmp(cond, lhs, rhs)
    }

    /// A vector out of the constants.
    pub fn vector_constant(&mut self, ty: Type) -> Value {
        let index = self.generator.source.below(CONSTANTS as usize) as u32;
        let offset = 16 * if ty == Type::V4F32 { CONSTANTS + index } else { index };
        let base = Value::global(self.generator.objects.constants);
        let addr = self.offset(base, offset);
        let value = self.b.load(ty, addr);
        if ty == Type::V4F32 {
            self.set_moderate(value);
        }
        value
    }

    /// `base + offset`, without an instruction when the offset is zero.
    pub fn offset(&mut self, base: Value, offset: u32) -> Value {
        if offset == 0 {
            return base;
        }
        let offset = self.b.i32(offset as i32);
        self.b.binary(BinOp::Add, base, offset)
    }

    /// A vector of binary32 with moderate lanes that are not zero: these lanes, but for what that
    /// takes.
    pub fn moderated(&mut self, value: Value) -> Value {
        if self.is_moderate(value) && self.generator.source.chance(200) {
            return value;
        }
        self.bits_moderated(value)
    }

    /// The same, whatever is known of the value.
    pub fn bits_moderated(&mut self, value: Value) -> Value {
        let bits = self.b.cast(CastOp::Bitcast, value, Type::V4I32);
        let masks = Value::global(self.generator.objects.constants);
        let (keep, set) = (self.offset(masks, KEEP_MASK), self.offset(masks, SET_MASK));
        let (keep, set) = (self.b.load(Type::V4I32, keep), self.b.load(Type::V4I32, set));
        let bits = self.b.binary(BinOp::And, bits, keep);
        let bits = self.b.binary(BinOp::Or, bits, set);
        let value = self.b.cast(CastOp::Bitcast, bits, Type::V4F32);
        self.set_moderate(value);
        value
    }

    /// An intrinsic with a result.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value]) -> Value {
        self.b.intrinsic(intrinsic, args).expect("an intrinsic with a result")
    }
}
