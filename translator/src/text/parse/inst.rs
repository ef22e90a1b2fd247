//! Instructions: one function for each family. Each takes the cursor after the opcode and leaves it
//! after the last operand.
//!
//! Operand types are checked where the text states them or the instruction implies them, and
//! operators against the types that they accept; what needs the whole body (dominance, phis against
//! predecessors) is the verifier's.

use super::attributes::is_hint;
use super::constant::Const;
use super::function::{Body, Def};
use super::types::Ty;
use super::{Parser, Result};
use crate::ice::builder::abi_alignment;
use crate::ice::{BinOp, Block, CastOp, FloatCond, FuncId, InstData, IntCond, Sig, SwitchCase, Type, Value};
use crate::text::lexer::{Token, TokenKind};

/// Whether a word begins an instruction.
pub(super) fn is_opcode(word: &str) -> bool {
    let others = [
        "inttoptr",
        "ptrtoint",
        "icmp",
        "fcmp",
        "fneg",
        "select",
        "alloca",
        "load",
        "store",
        "insertelement",
        "extractelement",
        "phi",
        "call",
        "tail",
        "musttail",
        "notail",
        "br",
        "switch",
        "ret",
        "unreachable",
    ];
    others.contains(&word) || BinOp::ALL.iter().any(|op| op.name() == word) || CastOp::ALL.iter().any(|op| op.name() == word)
}

impl<'s> Body<'s> {
    /// The instruction whose opcode is the next token.
    pub(super) fn parse_instruction(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let token = parser.peek();
        let word = parser.peek_word();
        if word.is_empty() {
            return parser.expected("an instruction");
        }
        parser.next();
        if let Some(&op) = BinOp::ALL.iter().find(|op| op.name() == word) {
            return self.binary(parser, op);
        }
        if let Some(&op) = CastOp::ALL.iter().find(|op| op.name() == word) {
            return self.cast(parser, op);
        }
        match word {
            "inttoptr" | "ptrtoint" => self.pointer_cast(parser),
            "icmp" => self.icmp(parser),
            "fcmp" => self.fcmp(parser),
            "fneg" => self.fneg(parser),
            "select" => self.select(parser),
            "alloca" => self.alloca(parser),
            "load" => self.load(parser),
            "store" => self.store(parser),
            "insertelement" => self.insert_element(parser),
            "extractelement" => self.extract_element(parser),
            "phi" => self.phi(parser),
            "call" => self.call(parser),
            "musttail" => {
                parser.error(token, "`musttail` is not in the PNaCl subset: no call is sure to reuse its caller's frame")
            }
            "tail" | "notail" => {
                parser.expect_word("call")?;
                self.call(parser)
            }
            "br" => self.branch(parser),
            "switch" => self.switch(parser),
            "ret" => self.ret(parser),
            "unreachable" => Ok(Def::Inst(InstData::Unreachable, Type::Void)),
            _ => parser.error(token, format!("`{word}` is not an instruction of the PNaCl subset")),
        }
    }

    fn binary(&mut self, parser: &mut Parser<'s>, op: BinOp) -> Result<Def> {
        parser.skip_flags()?;
        let token = parser.peek();
        let (lhs, ty) = self.typed_value(parser)?;
        if !op.accepts(ty) {
            return parser.error(token, format!("`{op}` does not work on {ty}"));
        }
        parser.expect_punct(b',')?;
        let rhs = self.value(parser, ty)?;
        Ok(Def::Inst(InstData::Binary { op, lhs, rhs }, ty))
    }

    fn cast(&mut self, parser: &mut Parser<'s>, op: CastOp) -> Result<Def> {
        parser.skip_flags()?;
        let token = parser.peek();
        let from = parser.ty()?;
        let Some(from_ty) = from.value_type().filter(|&ty| ty != Type::Void) else {
            return parser.error(token, "no value has this type");
        };
        let src = self.value(parser, from_ty)?;
        parser.expect_word("to")?;
        let to = parser.ty()?;
        let to_ty = to.value_type().unwrap_or(Type::Void);
        if op == CastOp::Bitcast && matches!((&from, &to), (Ty::Pointer(_), Ty::Pointer(_))) {
            return Ok(Def::Copy(src));
        }
        let pointers = matches!(from, Ty::Pointer(_)) || matches!(to, Ty::Pointer(_));
        if pointers || !op.accepts(from_ty, to_ty) {
            return parser.error(
                token,
                format!("`{op}` does not convert this type to {}", if pointers { "this one" } else { to_ty.name() }),
            );
        }
        Ok(Def::Inst(InstData::Cast { op, src }, to_ty))
    }

    /// `inttoptr` and `ptrtoint`: the same bits, so no code.
    fn pointer_cast(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let src = self.value_of(parser, Type::I32, "a pointer and its integer form")?;
        parser.expect_word("to")?;
        let token = parser.peek();
        match parser.value_type()? {
            Type::I32 => Ok(Def::Copy(src)),
            other => parser.error(token, format!("a pointer and its integer form must have type i32, not {other}")),
        }
    }

    /// The predicate of a comparison, after any flags.
    fn predicate<C: Copy>(&self, parser: &mut Parser<'s>, all: &[C], name: impl Fn(C) -> &'static str) -> Result<C> {
        while parser.peek().kind == TokenKind::Word {
            let word = parser.peek_word();
            let found = all.iter().find(|&&cond| name(cond) == word);
            if found.is_none() && super::types::is_type_word(word) {
                break;
            }
            if let Some(&cond) = found {
                parser.next();
                return Ok(cond);
            }
            parser.skip_flag()?;
        }
        parser.expected("a predicate")
    }

    fn icmp(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let cond = self.predicate(parser, IntCond::ALL, IntCond::name)?;
        let token = parser.peek();
        let (lhs, ty) = self.typed_value(parser)?;
        if !ty.is_int_or_int_vector() {
            return parser.error(token, format!("`icmp` does not work on {ty}"));
        }
        parser.expect_punct(b',')?;
        let rhs = self.value(parser, ty)?;
        Ok(Def::Inst(InstData::Icmp { cond, lhs, rhs }, ty.comparison_result()))
    }

    fn fcmp(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let cond = self.predicate(parser, FloatCond::ALL, FloatCond::name)?;
        let token = parser.peek();
        let (lhs, ty) = self.typed_value(parser)?;
        if !ty.is_float_or_float_vector() {
            return parser.error(token, format!("`fcmp` does not work on {ty}"));
        }
        parser.expect_punct(b',')?;
        let rhs = self.value(parser, ty)?;
        Ok(Def::Inst(InstData::Fcmp { cond, lhs, rhs }, ty.comparison_result()))
    }

    /// `fneg x` flips the sign bit and nothing else, also of a NaN: an exclusive or on the bits.
    fn fneg(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        parser.skip_flags()?;
        let token = parser.peek();
        let (src, ty) = self.typed_value(parser)?;
        let (bits_ty, sign) = match ty {
            Type::F32 => (Type::I32, Const::Int(Type::I32, 1 << 31)),
            Type::F64 => (Type::I64, Const::Int(Type::I64, 1 << 63)),
            Type::V4F32 => (Type::V4I32, Const::Vector(Type::V4I32, vec![Const::Int(Type::I32, 1 << 31); 4])),
            _ => return parser.error(token, format!("`fneg` does not work on {ty}")),
        };
        let lhs = self.emit(parser, InstData::Cast { op: CastOp::Bitcast, src }, bits_ty)?;
        let rhs = self.constant(parser, &sign)?;
        let src = self.emit(parser, InstData::Binary { op: BinOp::Xor, lhs, rhs }, bits_ty)?;
        Ok(Def::Inst(InstData::Cast { op: CastOp::Bitcast, src }, ty))
    }

    fn select(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        parser.skip_flags()?;
        let token = parser.peek();
        let (cond, cond_ty) = self.typed_value(parser)?;
        parser.expect_punct(b',')?;
        let (on_true, ty) = self.typed_value(parser)?;
        parser.expect_punct(b',')?;
        let on_false = self.value_of(parser, ty, "the second choice")?;
        let lanewise = cond_ty.is_bool_or_bool_vector() && cond_ty.is_vector() && cond_ty.lanes() == ty.lanes();
        if cond_ty != Type::I1 && !lanewise {
            return parser.error(token, format!("{cond_ty} cannot choose between values of type {ty}"));
        }
        Ok(Def::Inst(InstData::Select { cond, on_true, on_false }, ty))
    }

    fn alloca(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let token = parser.peek();
        if parser.peek_word() == "inalloca" {
            return parser.error(token, "`inalloca` is not in the PNaCl subset");
        }
        let Some((element, mut align)) = parser.ty()?.layout() else {
            return parser.error(token, "this type has no size, or one beyond 4 GiB");
        };
        let mut size = self.int(Type::I32, u64::from(element));
        while parser.at_punct(b',') && parser.peek_second().kind != TokenKind::Meta {
            parser.next();
            if parser.peek_word() == "align" {
                align = parser.align()?;
                continue;
            }
            let at = parser.peek();
            let count = self.value_of(parser, Type::I32, "the number of elements")?;
            size = match self.func.int_const(count) {
                _ if element == 1 => count,
                Some(count) if count * u64::from(element) <= u64::from(u32::MAX) => {
                    self.int(Type::I32, count * u64::from(element))
                }
                Some(_) => return parser.error(at, "more than 4 GiB of stack"),
                None => self.emit(parser, InstData::Binary { op: BinOp::Mul, lhs: count, rhs: size }, Type::I32)?,
            };
        }
        Ok(Def::Inst(InstData::Alloca { size, align }, Type::I32))
    }

    /// Appends an instruction that computes an operand.
    fn emit(&mut self, parser: &Parser<'s>, data: InstData, ty: Type) -> Result<Value> {
        let block = self.current_block(parser)?;
        Ok(self.func.append_inst(block, data, ty).1.expect("an operand's instruction has a result"))
    }

    fn constant(&mut self, parser: &Parser<'s>, constant: &Const) -> Result<Value> {
        let block = self.current_block(parser)?;
        self.materialize(parser, constant, &mut |func, data, ty| {
            func.append_inst(block, data, ty).1.expect("an operand's instruction has a result")
        })
    }

    /// The optional alignment of a load or store; without one, the least that the ABI allows, which
    /// promises nothing.
    fn access_align(&mut self, parser: &mut Parser<'s>, ty: Type) -> Result<u32> {
        if parser.at_punct(b',') && parser.peek_second().kind == TokenKind::Word {
            parser.next();
            return parser.align();
        }
        Ok(abi_alignment(ty))
    }

    fn check_access(&self, parser: &Parser<'s>, token: Token, ty: Option<Type>) -> Result<Type> {
        match ty.filter(|ty| ty.memory_bytes().is_some()) {
            Some(ty) => Ok(ty),
            None => parser.error(token, "no value of this type can be in memory"),
        }
    }

    fn reject_ordering(&self, parser: &Parser<'s>) -> Result<()> {
        match parser.peek_word() {
            word @ ("atomic" | "volatile") => {
                parser.error(parser.peek(), format!("`{word}` is spelled `llvm.nacl.atomic.*` in the PNaCl subset"))
            }
            _ => Ok(()),
        }
    }

    /// `load i32* %p`, `load i32, i32* %p` or `load i32, ptr %p`.
    fn load(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        self.reject_ordering(parser)?;
        let token = parser.peek();
        let first = parser.ty()?;
        let (addr, ty) = if parser.eat_punct(b',') {
            (self.value_of(parser, Type::I32, "an address")?, first.value_type())
        } else {
            let Ty::Pointer(Some(pointee)) = first else { return parser.expected("`,` and the address to load from") };
            (self.value(parser, Type::I32)?, pointee.value_type())
        };
        let ty = self.check_access(parser, token, ty)?;
        let align = self.access_align(parser, ty)?;
        Ok(Def::Inst(InstData::Load { addr, align }, ty))
    }

    fn store(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        self.reject_ordering(parser)?;
        let token = parser.peek();
        let (value, ty) = self.typed_value(parser)?;
        self.check_access(parser, token, Some(ty))?;
        parser.expect_punct(b',')?;
        let addr = self.value_of(parser, Type::I32, "an address")?;
        let align = self.access_align(parser, ty)?;
        Ok(Def::Inst(InstData::Store { addr, value, align }, Type::Void))
    }

    fn vector(&mut self, parser: &mut Parser<'s>) -> Result<(Value, Type)> {
        let token = parser.peek();
        let (value, ty) = self.typed_value(parser)?;
        if ty.is_vector() { Ok((value, ty)) } else { parser.error(token, format!("{ty} is not a vector type")) }
    }

    /// A lane number: an i32, or a constant of any integer type.
    fn lane(&mut self, parser: &mut Parser<'s>) -> Result<Value> {
        let token = parser.peek();
        let (value, ty) = self.typed_value(parser)?;
        match self.func.int_const(value) {
            _ if ty == Type::I32 => Ok(value),
            Some(bits) => Ok(self.int(Type::I32, bits.min(u64::from(u32::MAX)))),
            None => parser.error(token, format!("a lane number must have type i32, not {ty}")),
        }
    }

    fn insert_element(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let (vector, ty) = self.vector(parser)?;
        parser.expect_punct(b',')?;
        let element = self.value_of(parser, ty.element(), "the new lane")?;
        parser.expect_punct(b',')?;
        let index = self.lane(parser)?;
        Ok(Def::Inst(InstData::InsertElement { vector, element, index }, ty))
    }

    fn extract_element(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let (vector, ty) = self.vector(parser)?;
        parser.expect_punct(b',')?;
        let index = self.lane(parser)?;
        Ok(Def::Inst(InstData::ExtractElement { vector, index }, ty.element()))
    }

    fn phi(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        parser.skip_flags()?;
        let ty = parser.value_type()?;
        let mut args = Vec::new();
        loop {
            parser.expect_punct(b'[')?;
            args.push(self.phi_operand(parser, ty)?);
            parser.expect_punct(b']')?;
            if !(parser.at_punct(b',') && parser.peek_second().kind == TokenKind::Punct(b'[')) {
                break;
            }
            parser.next();
        }
        Ok(Def::Inst(InstData::Phi { args: self.func.make_phi_args(&args) }, ty))
    }

    /// A block's name.
    pub(super) fn block_operand(&mut self, parser: &mut Parser<'s>) -> Result<Block> {
        let token = parser.peek();
        if !matches!(token.kind, TokenKind::Local | TokenKind::LocalNumber) {
            return parser.expected("a block");
        }
        parser.next();
        self.block(parser, token)
    }

    fn label_operand(&mut self, parser: &mut Parser<'s>) -> Result<Block> {
        parser.expect_word("label")?;
        self.block_operand(parser)
    }

    fn branch(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        if parser.peek_word() == "label" {
            return Ok(Def::Inst(InstData::Br { target: self.label_operand(parser)? }, Type::Void));
        }
        let cond = self.value_of(parser, Type::I1, "a condition")?;
        parser.expect_punct(b',')?;
        let on_true = self.label_operand(parser)?;
        parser.expect_punct(b',')?;
        let on_false = self.label_operand(parser)?;
        Ok(Def::Inst(InstData::CondBr { cond, on_true, on_false }, Type::Void))
    }

    fn switch(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let token = parser.peek();
        let (value, ty) = self.typed_value(parser)?;
        if !ty.is_scalar_int() {
            return parser.error(token, format!("`switch` does not work on {ty}"));
        }
        parser.expect_punct(b',')?;
        let default = self.label_operand(parser)?;
        parser.expect_punct(b'[')?;
        let mut cases = Vec::new();
        while !parser.eat_punct(b']') {
            let at = parser.peek();
            let found = parser.value_type()?;
            let Const::Int(_, value) = parser.constant(found)? else { return parser.error(at, "a case must be a number") };
            if found != ty {
                return parser.error(at, format!("a case must have type {ty}, not {found}"));
            }
            parser.expect_punct(b',')?;
            cases.push(SwitchCase { value, target: self.label_operand(parser)? });
        }
        let cases = self.func.make_cases(&cases);
        Ok(Def::Inst(InstData::Switch { value, cases, default }, Type::Void))
    }

    fn ret(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        let token = parser.peek();
        let value = if parser.eat_word("void") { None } else { Some(self.typed_value(parser)?) };
        let ty = value.map_or(Type::Void, |(_, ty)| ty);
        if ty != self.result {
            return parser.error(token, format!("this function returns {}, not {ty}", self.result));
        }
        Ok(Def::Inst(InstData::Ret { value: value.map(|(value, _)| value) }, Type::Void))
    }

    /// `call i32 @f(...)`, `call i32 (i32)* %p(...)` or `call i32 (i32) %p(...)`.
    fn call(&mut self, parser: &mut Parser<'s>) -> Result<Def> {
        parser.skip_call_words()?;
        let token = parser.peek();
        let ty = parser.ty()?;
        let result = match &ty {
            Ty::Func(sig) => Some(sig.result),
            Ty::Pointer(Some(pointee)) => match &**pointee {
                Ty::Func(sig) => Some(sig.result),
                _ => ty.value_type(),
            },
            _ => ty.value_type(),
        };
        let Some(result) = result else { return parser.error(token, "no function can return this type") };
        let callee_token = parser.peek();
        let text = parser.text(callee_token);
        if text == "asm" {
            return parser.error(callee_token, "inline assembly is not in the PNaCl subset");
        }
        if is_hint(text) {
            parser.next();
            parser.skip_group()?;
            parser.skip_trailing_attributes()?;
            return Ok(Def::None);
        }
        let callee = self.value(parser, Type::I32)?;
        let (mut args, mut params, align) = self.call_args(parser)?;
        parser.skip_trailing_attributes()?;
        if parser.at_punct(b'[') {
            return parser.error(parser.peek(), "operand bundles are not in the PNaCl subset");
        }
        let direct = Parser::as_func(callee);
        if direct.is_some_and(|func| parser.without_align.contains(&func)) && args.len() >= 3 {
            args.insert(3, self.int(Type::I32, u64::from(align)));
            params.insert(3, Type::I32);
        }
        let sig = parser.intern_sig(result, &params);
        self.finish_call(parser, callee_token, callee, direct, sig, &args)
    }

    fn finish_call(
        &mut self,
        parser: &Parser<'s>,
        token: Token,
        callee: Value,
        direct: Option<FuncId>,
        sig: Sig,
        args: &[Value],
    ) -> Result<Def> {
        let result = parser.module.sigs[sig].result;
        let args = self.func.make_values(args);
        match direct {
            // Any other spelling of the callee's address stays a call through an address.
            _ if token.kind == TokenKind::Word => Ok(Def::Inst(InstData::CallIndirect { callee, sig, args }, result)),
            Some(func) if parser.module.funcs[func].sig == sig => Ok(Def::Inst(InstData::Call { func, args }, result)),
            Some(func) => {
                let declared = parser.module.func_sig(func);
                let params = declared.params.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ");
                parser.error(token, format!("this function's type is {} ({params})", declared.result))
            }
            _ => Ok(Def::Inst(InstData::CallIndirect { callee, sig, args }, result)),
        }
    }

    /// The arguments of a call and their types, and the alignment that the attributes of the
    /// leading pointers promise.
    fn call_args(&mut self, parser: &mut Parser<'s>) -> Result<(Vec<Value>, Vec<Type>, u32)> {
        parser.expect_punct(b'(')?;
        let (mut args, mut types) = (Vec::new(), Vec::new());
        let mut align = u32::MAX;
        while !parser.eat_punct(b')') {
            if !args.is_empty() {
                parser.expect_punct(b',')?;
            }
            let token = parser.peek();
            let ty = parser.ty()?;
            let promised = parser.skip_value_attributes()?.unwrap_or(1);
            if matches!(ty, Ty::Pointer(_)) {
                align = align.min(promised);
            }
            match ty.value_type() {
                Some(ty) if ty != Type::Void => {
                    args.push(self.value(parser, ty)?);
                    types.push(ty);
                }
                _ => return parser.error(token, "no value has this type"),
            }
        }
        Ok((args, types, if align == u32::MAX { 1 } else { align }))
    }
}
