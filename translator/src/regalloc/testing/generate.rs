//! Random code of the toy machine, as a lowering would make it.
//!
//! In: bytes, each of which decides something; when they are used up every decision is the first.
//! Out: blocks with any control flow, loops with several entries included; variables in SSA form
//! with phis of all shapes, and temporaries that live within one lowering and may be written
//! several times. Every variable is written before it is read.

use super::toy::{CLOBBERED, CORE, DOUBLE, FIRST_DOUBLE, Kind, LOW, QUAD, SINGLE, Toy, argument};
use crate::lir::{Code, EdgeMove, EdgeSource, FlowInst, Label, RegClass, Role, Var, VarKind};

/// Decisions.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % limit.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 1
    }
}

/// Where a block goes.
#[derive(Clone, Debug)]
enum End {
    Jump(usize),
    Branch(usize, usize),
    Table(Vec<usize>),
    /// By comparing a temporary, and what is made of it, once for each target but the last.
    Chain(Vec<usize>),
    Exit,
}

impl End {
    fn targets(&self) -> Vec<usize> {
        let mut all = match self {
            End::Jump(to) => vec![*to],
            End::Branch(taken, other) => vec![*taken, *other],
            End::Table(targets) | End::Chain(targets) => targets.clone(),
            End::Exit => Vec::new(),
        };
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The types of values.
const TYPES: [(RegClass, u8); 5] = [(CORE, 4), (CORE, 8), (SINGLE, 4), (DOUBLE, 8), (QUAD, 16)];

struct Generator<'a> {
    choices: Choices<'a>,
    code: Code<Toy>,
    ends: Vec<End>,
    /// For each block the values that are defined in it.
    defined: Vec<Vec<Var>>,
    /// For each block the blocks that dominate it, itself included; 0 if it is not reached.
    dominators: Vec<u64>,
    bodies: Vec<Vec<Toy>>,
    /// The values that can be used now.
    usable: Vec<Var>,
    next_id: u32,
}

/// Makes code.
pub fn generate(bytes: &[u8]) -> Code<Toy> {
    let mut choices = Choices(bytes.iter());
    let blocks = 1 + choices.below(9);
    let ends = (0..blocks).map(|_| end(&mut choices, blocks)).collect();
    let mut code = Code::default();
    code.clear(blocks);
    let (defined, bodies) = (vec![Vec::new(); blocks], vec![Vec::new(); blocks]);
    let mut this = Generator { choices, code, ends, defined, dominators: Vec::new(), bodies, usable: Vec::new(), next_id: 0 };
    this.dominators();
    for block in this.order() {
        this.block(block);
    }
    for block in 0..blocks {
        this.edges(block);
    }
    this.emit();
    this.code
}

fn end(choices: &mut Choices<'_>, blocks: usize) -> End {
    // No edge goes back to the entry.
    let target = |choices: &mut Choices<'_>| if blocks == 1 { 0 } else { 1 + choices.below(blocks - 1) };
    match choices.below(8) {
        _ if blocks == 1 => End::Exit,
        0 => End::Exit,
        1 | 2 => End::Jump(target(choices)),
        3 => End::Table((0..2 + choices.below(3)).map(|_| target(choices)).collect()),
        7 => End::Chain((0..2 + choices.below(3)).map(|_| target(choices)).collect()),
        _ => End::Branch(target(choices), target(choices)),
    }
}

fn label(block: usize) -> Label {
    Label::from_u32(block as u32)
}

impl Generator<'_> {
    fn dominators(&mut self) {
        let blocks = self.ends.len();
        let all = u64::MAX;
        self.dominators = vec![all; blocks];
        self.dominators[0] = 1;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for block in 0..blocks {
                if self.dominators[block] == all {
                    continue;
                }
                for to in self.ends[block].targets().into_iter().filter(|&to| to != 0) {
                    let new = self.dominators[to] & self.dominators[block] | 1 << to;
                    changed |= self.dominators[to] != new;
                    self.dominators[to] = new;
                }
            }
        }
        self.dominators.iter_mut().filter(|dominators| **dominators == all).for_each(|dominators| *dominators = 0);
    }

    /// The blocks that are reached, dominators first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ends.len()).filter(|&block| self.dominators[block] != 0).collect();
        order.sort_by_key(|&block| self.dominators[block].count_ones());
        order
    }

    fn available(&self, block: usize) -> Vec<Var> {
        let dominating = (0..self.ends.len()).filter(|&other| self.dominators[block] >> other & 1 != 0);
        dominating.flat_map(|other| self.defined[other].iter().copied()).collect()
    }

    fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    /// A value of a class and size; of any if none is asked for.
    fn value(&mut self, ty: Option<(RegClass, u8)>) -> Option<Var> {
        let suits =
            |var: &Var| ty.is_none_or(|(class, bytes)| self.code.var(*var).class == class && self.code.var(*var).bytes == bytes);
        let suitable: Vec<Var> = self.usable.iter().copied().filter(suits).collect();
        // The newest first: when decisions run out, ranges are short.
        let index = self.choices.below(suitable.len());
        suitable.into_iter().rev().nth(index)
    }

    fn ty(&mut self) -> (RegClass, u8) {
        TYPES[self.choices.below(8).saturating_sub(3)]
    }

    fn new_value(&mut self, block: usize, (class, bytes): (RegClass, u8)) -> Var {
        let kind = if self.choices.one_in(16) { VarKind::Memory } else { VarKind::Any };
        let var = self.code.make_var(class, bytes, kind);
        self.defined[block].push(var);
        var
    }

    fn block(&mut self, block: usize) {
        self.usable = self.available(block);
        if block == 0 {
            self.arguments();
        } else {
            let count = self.choices.below(5);
            let phis: Vec<Var> = (0..count)
                .map(|_| {
                    let (class, bytes) = self.ty();
                    self.code.make_var(class, bytes, VarKind::Any)
                })
                .collect();
            self.defined[block].extend(&phis);
            self.usable.extend(&phis);
            self.code.edges.set_phis(label(block), phis);
        }
        for _ in 0..self.choices.below(8) {
            self.usable = self.available(block);
            self.piece(block);
        }
    }

    fn arguments(&mut self) {
        for number in 0..self.choices.below(3) as u8 {
            let fixed = self.code.make_var(CORE, 4, VarKind::Fixed(number));
            self.bodies[0].push(Toy { wide: true, ..Toy::new(Kind::Arrive, &[(fixed, Role::Def)]) });
            let var = self.new_value(0, (CORE, 4));
            self.copy(0, var, fixed);
        }
        for number in 0..self.choices.below(4) as u32 {
            let (class, bytes) = self.ty();
            let var = argument(&mut self.code, class, bytes, 16 * number);
            self.defined[0].push(var);
            self.bodies[0].push(Toy { wide: true, ..Toy::new(Kind::Arrive, &[(var, Role::Def)]) });
        }
    }

    fn copy(&mut self, block: usize, dst: Var, src: Var) {
        let inst = Toy::copy(&self.code, dst, src);
        self.bodies[block].push(inst);
    }

    fn plain(&mut self, block: usize, operands: &[(Var, Role)]) -> &mut Toy {
        let id = self.id();
        let writes_flags = self.choices.one_in(4);
        let eight = operands.iter().any(|&(var, role)| {
            let data = self.code.var(var);
            role != Role::Use && data.class.0 <= LOW.0 && data.bytes == 8
        });
        let body = &mut self.bodies[block];
        body.push(Toy { wide: eight, writes_flags, ..Toy::new(Kind::Plain(id), operands) });
        body.last_mut().expect("it was pushed")
    }

    /// What one operation becomes.
    fn piece(&mut self, block: usize) {
        match self.choices.below(14) {
            0..3 => self.define(block),
            3 | 4 => self.two_address(block),
            5 | 6 => self.copies(block),
            7 => self.reads(block),
            8 => self.call(block),
            9 => self.given(block),
            10 => self.inner_loop(block),
            11 => self.choice(block),
            _ => self.constant(block),
        }
    }

    fn define(&mut self, block: usize) {
        let mut operands = Vec::new();
        for _ in 0..self.choices.below(3) {
            operands.extend(self.value(None).map(|var| (var, Role::Use)));
        }
        let ty = self.ty();
        operands.push((self.new_value(block, ty), Role::Def));
        let wide = self.choices.one_in(4) && ty == (CORE, 4);
        self.plain(block, &operands).wide |= wide;
    }

    fn two_address(&mut self, block: usize) {
        let ty = self.ty();
        let (Some(left), Some(right)) = (self.value(Some(ty)), self.value(None)) else { return self.define(block) };
        let class = if ty.0 == CORE && self.choices.one_in(3) { LOW } else { ty.0 };
        let temp = self.code.make_var(class, ty.1, VarKind::Register);
        self.copy(block, temp, left);
        self.plain(block, &[(temp, Role::UseDef), (right, Role::Use)]);
        let result = self.new_value(block, ty);
        self.copy(block, result, temp);
    }

    /// A copy, of general values also to the other size.
    fn copies(&mut self, block: usize) {
        let Some(mut source) = self.value(None) else { return self.define(block) };
        let data = *self.code.var(source);
        let bytes = if data.class == CORE && self.choices.one_in(2) { 12 - data.bytes } else { data.bytes };
        let result = self.new_value(block, (data.class, bytes));
        if bytes > data.bytes {
            // It is the register that is cleared above what is moved.
            let temp = self.code.make_var(data.class, bytes, VarKind::Register);
            self.copy(block, temp, source);
            source = temp;
        }
        self.copy(block, result, source);
    }

    fn reads(&mut self, block: usize) {
        let mut operands = Vec::new();
        for _ in 0..1 + self.choices.below(4) {
            operands.extend(self.value(None).map(|var| (var, Role::Use)));
        }
        self.plain(block, &operands);
    }

    fn call(&mut self, block: usize) {
        let mut operands = Vec::new();
        for (reg, ty) in [(0, TYPES[0]), (1, TYPES[1]), (FIRST_DOUBLE, TYPES[3])] {
            let Some(value) = self.value(Some(ty)).filter(|_| self.choices.below(3) > 0) else { continue };
            let argument = self.code.make_var(ty.0, ty.1, VarKind::Fixed(reg));
            self.copy(block, argument, value);
            operands.push((argument, Role::Use));
        }
        let result = self.code.make_var(CORE, 4, VarKind::Fixed(0));
        operands.push((result, Role::Def));
        let inst = self.plain(block, &operands);
        (inst.clobbers, inst.wide) = (CLOBBERED, true);
        self.code.has_calls = true;
        let var = self.new_value(block, (CORE, 4));
        self.copy(block, var, result);
    }

    /// An operation on given registers, like a division.
    fn given(&mut self, block: usize) {
        let (Some(left), Some(right)) = (self.value(Some(TYPES[0])), self.value(None)) else { return self.define(block) };
        let first = self.code.make_var(CORE, 4, VarKind::Fixed(0));
        let second = self.code.make_var(CORE, 4, VarKind::Fixed(2));
        self.copy(block, first, left);
        self.plain(block, &[(first, Role::UseDef), (second, Role::Def), (right, Role::Use)]);
        let which = if self.choices.one_in(2) { first } else { second };
        let result = self.new_value(block, (CORE, 4));
        self.copy(block, result, which);
    }

    /// A temporary that is changed in a loop.
    fn inner_loop(&mut self, block: usize) {
        let ty = self.ty();
        let (Some(start), Some(other)) = (self.value(Some(ty)), self.value(None)) else { return self.define(block) };
        let temp = self.code.make_var(ty.0, ty.1, VarKind::Register);
        self.copy(block, temp, start);
        let again = self.code.make_label();
        self.bodies[block].push(Toy::new(Kind::Bind(again), &[]));
        self.plain(block, &[(temp, Role::UseDef), (other, Role::Use)]).writes_flags = true;
        if self.choices.one_in(2) {
            // Something that is made where the next round still reads the other value.
            let ty = self.ty();
            let made = self.code.make_var(ty.0, ty.1, VarKind::Register);
            self.plain(block, &[(made, Role::Def)]).wide |= ty == (CORE, 8);
            self.plain(block, &[(made, Role::Use)]);
        }
        let id = self.id();
        self.bodies[block].push(Toy::new(Kind::Branch { id, to: again, negated: false }, &[]));
        let result = self.new_value(block, ty);
        self.copy(block, result, temp);
    }

    /// A temporary that is one value or another.
    fn choice(&mut self, block: usize) {
        let ty = self.ty();
        let (Some(first), Some(second)) = (self.value(Some(ty)), self.value(Some(ty))) else { return self.define(block) };
        let temp = self.code.make_var(ty.0, ty.1, VarKind::Register);
        self.copy(block, temp, first);
        let skip = self.code.make_label();
        let id = self.id();
        self.bodies[block].push(Toy::new(Kind::Branch { id, to: skip, negated: false }, &[]));
        self.copy(block, temp, second);
        self.bodies[block].push(Toy::new(Kind::Bind(skip), &[]));
        let result = self.new_value(block, ty);
        self.copy(block, result, temp);
    }

    /// A value that is a constant, and perhaps another that is the same.
    fn constant(&mut self, block: usize) {
        let ty = self.ty();
        let temp = self.code.make_var(ty.0, ty.1, VarKind::Register);
        let constant = self.choices.below(9) as i32;
        let wide = ty == (CORE, 8);
        self.bodies[block].push(Toy { wide, ..Toy::new(Kind::Set(constant), &[(temp, Role::Def)]) });
        for _ in 0..1 + self.choices.below(8) / 7 {
            let value = self.new_value(block, ty);
            self.copy(block, value, temp);
        }
    }

    fn edges(&mut self, block: usize) {
        if self.dominators[block] == 0 {
            return;
        }
        self.usable = self.available(block);
        let mut moves = Vec::new();
        for to in self.ends[block].targets() {
            for dest in self.code.edges.phis(label(to)).to_vec() {
                let data = *self.code.var(dest);
                let source = match self.value(Some((data.class, data.bytes))).filter(|_| !self.choices.one_in(4)) {
                    Some(var) => EdgeSource::Var(var),
                    None => EdgeSource::Const(self.choices.below(12) as i32),
                };
                moves.push(EdgeMove { to: label(to), dest, source });
            }
        }
        self.code.edges.set_moves(label(block), moves);
    }

    fn emit(&mut self) {
        let reached: Vec<usize> = (0..self.ends.len()).filter(|&block| self.dominators[block] != 0).collect();
        for (place, &block) in reached.iter().enumerate() {
            self.code.insts.push(Toy::bind(label(block)));
            let body = std::mem::take(&mut self.bodies[block]);
            self.code.insts.extend(body);
            let next = reached.get(place + 1).copied();
            self.usable = self.available(block);
            match self.ends[block].clone() {
                End::Exit => {
                    let reads: Vec<_> = (0..3).filter_map(|_| self.value(None)).map(|var| (var, Role::Use)).collect();
                    self.code.insts.push(Toy::new(Kind::Exit, &reads));
                }
                End::Jump(to) => self.jump(to, next),
                End::Branch(taken, other) => {
                    let reads: Vec<_> = self.value(None).map(|var| (var, Role::Use)).into_iter().collect();
                    let id = self.id();
                    self.code.insts.push(Toy::new(Kind::Branch { id, to: label(taken), negated: false }, &reads));
                    self.jump(other, next);
                }
                End::Chain(targets) => self.chain(&targets, next),
                End::Table(targets) => {
                    let reads: Vec<_> = self.value(Some(TYPES[0])).map(|var| (var, Role::Use)).into_iter().collect();
                    self.code.pools.push(targets.into_iter().map(label).collect());
                    let table = self.code.pools.len() as u32 - 1;
                    self.code.insts.push(Toy::new(Kind::Table(table), &reads));
                }
            }
        }
        if self.choices.one_in(4) {
            self.code.make_frame_object(20, 8);
        }
        self.code.returns_twice = self.choices.one_in(8);
    }

    /// Control may leave between a temporary and its copy.
    fn chain(&mut self, targets: &[usize], next: Option<usize>) {
        let (&last, tested) = targets.split_last().expect("it has targets");
        let value = self.value(Some(TYPES[0]));
        let mut compared: Option<Var> = None;
        for &to in tested {
            let source = compared.or(value).filter(|_| compared.is_none() || self.choices.one_in(2));
            if let Some(source) = source {
                let temp = self.code.make_var(CORE, 4, VarKind::Register);
                let copy = Toy::copy(&self.code, temp, source);
                self.code.insts.push(copy);
                if compared.is_some() {
                    let id = self.id();
                    self.code.insts.push(Toy::new(Kind::Plain(id), &[(temp, Role::UseDef)]));
                }
                compared = Some(temp);
            }
            let reads: Vec<_> = compared.map(|var| (var, Role::Use)).into_iter().collect();
            let id = self.id();
            self.code.insts.push(Toy { writes_flags: true, ..Toy::new(Kind::Plain(id), &reads) });
            let id = self.id();
            self.code.insts.push(Toy::new(Kind::Branch { id, to: label(to), negated: false }, &[]));
        }
        self.jump(last, next);
    }

    fn jump(&mut self, to: usize, next: Option<usize>) {
        if next != Some(to) || self.choices.one_in(2) {
            self.code.insts.push(Toy::jump(label(to)));
        }
    }
}
