//! A function body: its blocks, the names of its values, and the operands that wait for something
//! defined further down.
//!
//! Three things are settled at the end of the body. A value used before its definition is a
//! [`ValueDef::Forward`] until its definition takes it over. One whose definition turns out to be a
//! pointer cast (a copy) is *replaced* by the cast's operand in all instructions. A phi operand
//! that takes instructions to compute (a vector constant, a symbol plus an addend) gets them at the
//! end of the predecessor, where all of its instructions are known.
//!
//! Blocks are numbered in the order of their labels. Linear, but for the logarithm that path
//! compression leaves.

use super::constant::Const;
use super::{Name, Parser, Result};
use crate::ice::{BinOp, Block, BlockCall, FuncId, Function, Inst, InstData, Type, Value, ValueDef};
use crate::text::lexer::{Token, TokenKind};
use std::collections::HashMap;

/// Reads a body. The parser stands before the parameter list of the definition.
pub(super) fn body(parser: &mut Parser<'_>, id: FuncId) -> Result<Function> {
    let params = parser.params()?;
    parser.skip_to_body()?;
    let types: Vec<Type> = params.iter().map(|param| param.0).collect();
    let mut body = Body::new(id, &types, parser.module.func_sig(id).result);
    for (index, &(_, token)) in params.iter().enumerate() {
        let name = body.result_name(parser, token)?;
        let value = Value::local(index as u32);
        if let (Some(_), Some(token)) = (body.names.insert(name, value), token) {
            return parser.error(token, "two parameters have this name");
        }
    }
    let open = parser.next();
    body.create_labelled_blocks(parser)?;
    while !parser.eat_punct(b'}') {
        body.statement(parser)?;
    }
    body.finish(parser, open)
}

/// What an instruction comes to.
pub(super) enum Def {
    /// An instruction with a result of this type, `Void` for none.
    Inst(InstData, Type),
    /// No instruction: another name for a value.
    Copy(Value),
    /// Nothing.
    None,
}

/// A body under construction.
pub(super) struct Body<'s> {
    pub(super) func: Function,
    /// The function's result type.
    pub(super) result: Type,
    names: HashMap<Name<'s>, Value>,
    /// Values used before their definition, with the first use.
    forwards: HashMap<Name<'s>, (Value, Token)>,
    /// What placeholders turned out to be copies of; values that have no entry stand for
    /// themselves.
    replaced: HashMap<Value, Value>,
    blocks: HashMap<Name<'s>, BlockEntry>,
    /// The blocks that have begun, in order.
    order: Vec<Block>,
    /// The block that instructions go to; none after a terminator.
    current: Option<Block>,
    /// The next implicit number.
    next_number: u32,
    constants: HashMap<(Type, Key), Value>,
    late_operands: Vec<LateOperand>,
    /// The placeholders of late operands by predecessor and text: the edges from one block to
    /// another must agree on the value.
    late_placeholders: HashMap<(Block, &'s str), Value>,
}

/// What tells apart two constants of one type.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Bits(u64),
    Undef,
}

struct BlockEntry {
    block: Block,
    begun: bool,
    /// First mention.
    token: Token,
}

/// A phi operand to be computed at the end of a predecessor.
struct LateOperand {
    placeholder: Value,
    block: Block,
    constant: Const,
}

impl<'s> Body<'s> {
    fn new(id: FuncId, params: &[Type], result: Type) -> Self {
        Self {
            func: Function::new(id, params),
            result,
            names: HashMap::new(),
            forwards: HashMap::new(),
            replaced: HashMap::new(),
            blocks: HashMap::new(),
            order: Vec::new(),
            current: None,
            next_number: 0,
            constants: HashMap::new(),
            late_operands: Vec::new(),
            late_placeholders: HashMap::new(),
        }
    }

    /// Makes a block for each label, so that blocks are numbered in the order of the text. (In
    /// brackets, a label is a field of metadata.)
    fn create_labelled_blocks(&mut self, parser: &Parser<'s>) -> Result<()> {
        let mut level = 1u32;
        for &token in &parser.tokens[parser.at..] {
            match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => level += 1,
                TokenKind::Punct(b')' | b']' | b'}') if level == 1 => break,
                TokenKind::Punct(b')' | b']' | b'}') => level -= 1,
                TokenKind::Label | TokenKind::LabelNumber if level == 1 => {
                    self.block(parser, token)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn statement(&mut self, parser: &mut Parser<'s>) -> Result<()> {
        let token = parser.peek();
        match token.kind {
            TokenKind::Label | TokenKind::LabelNumber => self.label(parser),
            TokenKind::Local | TokenKind::LocalNumber | TokenKind::Word => self.instruction(parser),
            TokenKind::Meta => parser.skip_metadata(),
            // A record of debug information, as LLVM 19 writes it.
            TokenKind::AttrGroup if parser.text(token).starts_with("#dbg_") => {
                parser.next();
                parser.skip_group()
            }
            _ => parser.expected("an instruction, a label or `}`"),
        }
    }

    fn label(&mut self, parser: &mut Parser<'s>) -> Result<()> {
        let token = parser.next();
        if self.current.is_some() {
            return parser.error(token, "the block before this label has no terminator");
        }
        if let Name::Number(number) = parser.name(token)? {
            self.take_number(parser, token, number)?;
        }
        self.begin_block(parser, token)
    }

    fn begin_block(&mut self, parser: &Parser<'s>, token: Token) -> Result<()> {
        let block = self.block(parser, token)?;
        let entry = self.blocks.get_mut(&parser.name(token)?).expect("a block that was just looked up");
        if std::mem::replace(&mut entry.begun, true) {
            return parser.error(token, "this label is defined twice");
        }
        self.order.push(block);
        self.current = Some(block);
        Ok(())
    }

    /// The block that instructions go to; an instruction after a terminator, or first in the body,
    /// begins a numbered block.
    pub(super) fn current_block(&mut self, parser: &Parser<'s>) -> Result<Block> {
        if let Some(block) = self.current {
            return Ok(block);
        }
        let token = parser.peek();
        let number = self.next_number;
        self.take_number(parser, token, number)?;
        let entry = self.blocks.entry(Name::Number(number)).or_insert_with(|| BlockEntry {
            block: self.func.append_block(),
            begun: false,
            token,
        });
        if std::mem::replace(&mut entry.begun, true) {
            return parser.error(token, format!("a block without a label begins here, but `{number}` is taken"));
        }
        self.order.push(entry.block);
        self.current = Some(entry.block);
        Ok(entry.block)
    }

    /// The block that a `%name` or label token names.
    pub(super) fn block(&mut self, parser: &Parser<'s>, token: Token) -> Result<Block> {
        let name = parser.name(token)?;
        let entry = || BlockEntry { block: self.func.append_block(), begun: false, token };
        Ok(self.blocks.entry(name).or_insert_with(entry).block)
    }

    /// Checks an explicit number of a value or block against the numbers that are taken, and takes
    /// it.
    fn take_number(&mut self, parser: &Parser<'s>, token: Token, number: u32) -> Result<()> {
        if number < self.next_number {
            let next = self.next_number;
            return parser.error(token, format!("number {number} is taken, the next one is {next}"));
        }
        self.next_number = number + 1;
        Ok(())
    }

    /// The name of a parameter or result: the token's, or the next number.
    fn result_name(&mut self, parser: &Parser<'s>, token: Option<Token>) -> Result<Name<'s>> {
        let name = match token {
            Some(token) => parser.name(token)?,
            None => Name::Number(self.next_number),
        };
        if let Name::Number(number) = name {
            self.take_number(parser, token.unwrap_or(parser.peek()), number)?;
        }
        Ok(name)
    }

    fn instruction(&mut self, parser: &mut Parser<'s>) -> Result<()> {
        let first = parser.peek();
        let named = first.kind != TokenKind::Word;
        let block = self.current_block(parser)?;
        if named {
            parser.next();
            parser.expect_punct(b'=')?;
        }
        let def = self.parse_instruction(parser)?;
        if matches!(&def, Def::Inst(data, _) if data.is_terminator()) {
            self.current = None;
        }
        while parser.at_punct(b',') && parser.peek_second().kind == TokenKind::Meta {
            parser.next();
            parser.skip_metadata()?;
            parser.skip_metadata()?;
        }
        self.define(parser, block, first, named, def)
    }

    /// Appends an instruction and gives its result a name.
    fn define(&mut self, parser: &Parser<'s>, block: Block, first: Token, named: bool, def: Def) -> Result<()> {
        if let Def::Inst(data, Type::Void) = def {
            self.func.append_inst(block, data, Type::Void);
        }
        if let Def::None | Def::Inst(_, Type::Void) = def {
            return if named { parser.error(first, "this instruction has no result") } else { Ok(()) };
        }
        if self.func.value_count() + 64 > Value::LIMIT {
            return parser.error(first, "too many values in one function");
        }
        let name = self.result_name(parser, named.then_some(first))?;
        if self.names.contains_key(&name) {
            return parser.error(first, "this value is defined twice");
        }
        let forward = self.forwards.remove(&name).map(|(value, _)| value);
        let ty = match def {
            Def::Inst(_, ty) => ty,
            Def::Copy(value) => self.func.ty(value),
            Def::None => Type::Void,
        };
        if let Some(used_as) = forward.map(|value| self.func.ty(value)).filter(|&used_as| used_as != ty) {
            return parser.error(first, format!("this value has type {ty}, but was used as {used_as}"));
        }
        let value = match (def, forward) {
            (Def::Inst(data, ty), Some(placeholder)) => {
                self.func.append_inst_defining(block, data, ty, placeholder);
                placeholder
            }
            (Def::Inst(data, ty), None) => self.func.append_inst(block, data, ty).1.expect("a type other than void has a value"),
            (Def::Copy(value), Some(placeholder)) => {
                let value = self.representative(value);
                if value == placeholder {
                    return parser.error(first, "this value is defined as a copy of itself");
                }
                self.replaced.insert(placeholder, value);
                value
            }
            (Def::Copy(value), None) => value,
            (Def::None, _) => return Ok(()),
        };
        self.names.insert(name, value);
        Ok(())
    }

    /// What a value stands for after all replacements so far.
    fn representative(&mut self, value: Value) -> Value {
        let mut root = value;
        while let Some(&next) = self.replaced.get(&root) {
            root = next;
        }
        let mut at = value;
        while at != root {
            at = self.replaced.insert(at, root).expect("an entry on the way to the representative");
        }
        root
    }

    /// An operand of type `ty`.
    pub(super) fn value(&mut self, parser: &mut Parser<'s>, ty: Type) -> Result<Value> {
        let token = parser.peek();
        if matches!(token.kind, TokenKind::Local | TokenKind::LocalNumber) {
            parser.next();
            return self.local(parser, token, ty);
        }
        let constant = parser.constant(ty)?;
        let block = self.current_block(parser)?;
        self.materialize(parser, &constant, &mut |func, data, ty| {
            func.append_inst(block, data, ty).1.expect("an operand's instruction has a result")
        })
    }

    /// A type and an operand of it.
    pub(super) fn typed_value(&mut self, parser: &mut Parser<'s>) -> Result<(Value, Type)> {
        let ty = parser.value_type()?;
        Ok((self.value(parser, ty)?, ty))
    }

    /// A type, which must be `ty`, and an operand of it.
    pub(super) fn value_of(&mut self, parser: &mut Parser<'s>, ty: Type, what: &str) -> Result<Value> {
        let token = parser.peek();
        let found = parser.value_type()?;
        if found != ty {
            return parser.error(token, format!("{what} must have type {ty}, not {found}"));
        }
        self.value(parser, ty)
    }

    fn local(&mut self, parser: &Parser<'s>, token: Token, ty: Type) -> Result<Value> {
        let name = parser.name(token)?;
        let value = match self.names.get(&name) {
            Some(&value) => value,
            None => {
                let forward = || (self.func.push_value(ty, ValueDef::Forward), token);
                self.forwards.entry(name).or_insert_with(forward).0
            }
        };
        let found = self.func.ty(value);
        if found != ty {
            return parser.error(token, format!("`{}` has type {found}, not {ty}", parser.text(token)));
        }
        Ok(value)
    }

    /// A phi operand: a value and the block that it arrives from.
    pub(super) fn phi_operand(&mut self, parser: &mut Parser<'s>, ty: Type) -> Result<BlockCall> {
        let token = parser.peek();
        if matches!(token.kind, TokenKind::Local | TokenKind::LocalNumber) {
            let value = self.value(parser, ty)?;
            parser.expect_punct(b',')?;
            return Ok(BlockCall { value, block: self.block_operand(parser)? });
        }
        let constant = parser.constant(ty)?;
        let text = &parser.source[token.start as usize..parser.peek().start as usize];
        parser.expect_punct(b',')?;
        let block = self.block_operand(parser)?;
        if !matches!(constant, Const::Vector(..)) && !matches!(constant, Const::Addr(_, addend) if addend != 0) {
            let value =
                self.materialize(parser, &constant, &mut |_, _, _| unreachable!("a plain constant takes no instruction"))?;
            return Ok(BlockCall { value, block });
        }
        if let Some(&value) = self.late_placeholders.get(&(block, text)) {
            return Ok(BlockCall { value, block });
        }
        let placeholder = self.func.push_value(ty, ValueDef::Undef);
        self.late_placeholders.insert((block, text), placeholder);
        self.late_operands.push(LateOperand { placeholder, block, constant });
        Ok(BlockCall { value: placeholder, block })
    }

    /// An integer constant.
    pub(super) fn int(&mut self, ty: Type, bits: u64) -> Value {
        self.scalar(ty, ValueDef::Int(bits), Key::Bits(bits))
    }

    fn scalar(&mut self, ty: Type, def: ValueDef, key: Key) -> Value {
        *self.constants.entry((ty, key)).or_insert_with(|| self.func.push_value(ty, def))
    }

    /// The value of a constant. `emit` adds an instruction where the constant takes some.
    pub(super) fn materialize(
        &mut self,
        parser: &Parser<'s>,
        constant: &Const,
        emit: &mut dyn FnMut(&mut Function, InstData, Type) -> Value,
    ) -> Result<Value> {
        Ok(match constant {
            Const::Int(ty, bits) => self.int(*ty, *bits),
            Const::F32(bits) => self.scalar(Type::F32, ValueDef::F32(*bits), Key::Bits(u64::from(*bits))),
            Const::F64(bits) => self.scalar(Type::F64, ValueDef::F64(*bits), Key::Bits(*bits)),
            Const::Undef(ty) => self.scalar(*ty, ValueDef::Undef, Key::Undef),
            Const::Addr(symbol, 0) => parser.symbol(*symbol)?,
            Const::Addr(symbol, addend) => {
                let lhs = parser.symbol(*symbol)?;
                let rhs = self.int(Type::I32, u64::from(*addend as u32));
                emit(&mut self.func, InstData::Binary { op: BinOp::Add, lhs, rhs }, Type::I32)
            }
            Const::Vector(ty, lanes) => {
                let mut vector = self.scalar(*ty, ValueDef::Undef, Key::Undef);
                for (lane, constant) in lanes.iter().enumerate().filter(|(_, lane)| !matches!(lane, Const::Undef(_))) {
                    let element = self.materialize(parser, constant, emit)?;
                    let index = self.int(Type::I32, lane as u64);
                    vector = emit(&mut self.func, InstData::InsertElement { vector, element, index }, *ty);
                }
                vector
            }
        })
    }

    fn finish(mut self, parser: &Parser<'s>, open: Token) -> Result<Function> {
        if self.current.is_some() {
            return parser.error(parser.tokens[parser.at - 1], "the last block has no terminator");
        }
        if self.order.is_empty() {
            return parser.error(open, "a body without instructions");
        }
        if let Some((_, token)) = self.forwards.values().min_by_key(|(_, token)| token.start) {
            return parser.error(*token, format!("`{}` is never defined", parser.text(*token)));
        }
        let undefined = self.blocks.values().filter(|entry| !entry.begun && parser.text(entry.token).starts_with('%'));
        if let Some(entry) = undefined.min_by_key(|entry| entry.token.start) {
            return parser.error(entry.token, format!("there is no block `{}`", parser.text(entry.token)));
        }
        self.func.set_block_order(&self.order);
        self.place_late_operands(parser)?;
        self.apply_replacements();
        Ok(self.func)
    }

    /// Computes late operands at the end of their predecessors.
    fn place_late_operands(&mut self, parser: &Parser<'s>) -> Result<()> {
        for LateOperand { placeholder, block, constant } in std::mem::take(&mut self.late_operands) {
            let terminator = self.func.last_inst(block).expect("every block that has begun has a terminator");
            let value = self.materialize(parser, &constant, &mut |func, data, ty| {
                func.insert_before(terminator, data, ty).1.expect("an operand's instruction has a result")
            })?;
            self.replaced.insert(placeholder, value);
        }
        Ok(())
    }

    /// Puts what placeholders stand for in their place, in all operands.
    fn apply_replacements(&mut self) {
        if self.replaced.is_empty() {
            return;
        }
        for placeholder in self.replaced.keys().copied().collect::<Vec<_>>() {
            self.representative(placeholder);
            self.func.set_def(placeholder, self.func.ty(placeholder), ValueDef::Undef);
        }
        let replaced = std::mem::take(&mut self.replaced);
        let map = |value: Value| replaced.get(&value).copied().unwrap_or(value);
        for index in 0..self.func.inst_count() {
            map_operands(&mut self.func, Inst::from_u32(index as u32), &map);
        }
    }
}

/// Replaces the operands of an instruction.
fn map_operands(func: &mut Function, inst: Inst, map: &impl Fn(Value) -> Value) {
    let mut data = *func.inst(inst);
    match &mut data {
        InstData::Alloca { size: value, .. }
        | InstData::Cast { src: value, .. }
        | InstData::Load { addr: value, .. }
        | InstData::CondBr { cond: value, .. }
        | InstData::Switch { value, .. }
        | InstData::Ret { value: Some(value) } => *value = map(*value),
        InstData::Binary { lhs: first, rhs: second, .. }
        | InstData::Icmp { lhs: first, rhs: second, .. }
        | InstData::Fcmp { lhs: first, rhs: second, .. }
        | InstData::Store { addr: first, value: second, .. }
        | InstData::ExtractElement { vector: first, index: second } => (*first, *second) = (map(*first), map(*second)),
        InstData::Select { cond: a, on_true: b, on_false: c } | InstData::InsertElement { vector: a, element: b, index: c } => {
            (*a, *b, *c) = (map(*a), map(*b), map(*c));
        }
        InstData::Phi { args } => {
            let mapped: Vec<_> = func.phi_args(*args).iter().map(|arg| BlockCall { value: map(arg.value), ..*arg }).collect();
            *args = func.make_phi_args(&mapped);
        }
        InstData::Call { args, .. } | InstData::CallIndirect { args, .. } => {
            let mapped: Vec<_> = func.values(*args).iter().map(|&arg| map(arg)).collect();
            *args = func.make_values(&mapped);
        }
        InstData::Ret { value: None } | InstData::Br { .. } | InstData::Unreachable => {}
    }
    if let InstData::CallIndirect { callee, .. } = &mut data {
        *callee = map(*callee);
    }
    *func.inst_mut(inst) = data;
}
