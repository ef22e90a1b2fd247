//! Instructions and constant expressions in the text.

use super::super::ast::{Call, Cast, Inst, Op, Operand, ParamAttrs, Value};
use super::super::lex::Token;
use super::super::types::TypeKind;
use super::{Parser, Result};
use crate::ice::{BinOp, FloatCond, IntCond};

fn cast(word: &str) -> Option<Cast> {
    Some(match word {
        "trunc" => Cast::Trunc,
        "zext" => Cast::ZExt,
        "sext" => Cast::SExt,
        "fptoui" => Cast::FpToUi,
        "fptosi" => Cast::FpToSi,
        "uitofp" => Cast::UiToFp,
        "sitofp" => Cast::SiToFp,
        "fptrunc" => Cast::FpTrunc,
        "fpext" => Cast::FpExt,
        "bitcast" | "addrspacecast" => Cast::Bitcast,
        "ptrtoint" | "ptrtoaddr" => Cast::PtrToInt,
        "inttoptr" => Cast::IntToPtr,
        _ => return None,
    })
}

fn binary(word: &str) -> Option<BinOp> {
    BinOp::ALL.iter().copied().find(|op| op.name() == word)
}

impl Parser<'_, '_> {
    /// One instruction with what follows it, or none if it is one that does nothing.
    pub(super) fn inst(&mut self) -> Result<Option<Inst>> {
        let line = self.line;
        let mut result = None;
        if let Token::Local(name) = &self.token {
            let name = name.clone();
            self.next()?;
            self.expect('=')?;
            result = Some(self.local(&name));
        }
        let word = self.word()?;
        let op = self.operation(word)?;
        let dbg = self.trailing_metadata()?;
        Ok(op.map(|op| Inst { result, op, dbg, line }))
    }

    /// `, !name !12`, as often as it comes; the number of `!dbg`.
    fn trailing_metadata(&mut self) -> Result<Option<u32>> {
        let mut dbg = None;
        while self.is(',') && matches!(self.peek_second(), Token::Meta(_)) {
            self.next()?;
            let name = self.next()?;
            let Token::Meta(node) = self.next()? else { return Err("expected metadata".into()) };
            if self.is('{') || self.is('(') {
                self.skip_balanced()?;
            }
            if name == Token::Meta("dbg") {
                dbg = node.parse().ok();
            }
        }
        Ok(dbg)
    }

    /// Words between an opcode and its operands that only promise something.
    pub(super) fn flags(&mut self) -> Result<()> {
        const FLAGS: [&str; 18] = [
            "nuw", "nsw", "exact", "inbounds", "nusw", "nneg", "disjoint", "samesign", "fast", "nnan", "ninf", "nsz", "arcp",
            "contract", "afn", "reassoc", "inrange", "inalloca",
        ];
        while let Token::Word(word) = self.token
            && FLAGS.contains(&word)
        {
            self.next()?;
            if word == "inrange" && self.is('(') {
                self.skip_balanced()?;
            }
        }
        Ok(())
    }

    fn operation(&mut self, word: &str) -> Result<Option<Op>> {
        if let Some(op) = binary(word) {
            self.flags()?;
            let lhs = self.operand()?;
            self.expect(',')?;
            let rhs = self.value(lhs.ty)?;
            return Ok(Some(Op::Binary { op, lhs, rhs }));
        }
        if let Some(op) = cast(word) {
            self.flags()?;
            let src = self.operand()?;
            self.expect_word("to")?;
            return Ok(Some(Op::Cast { op, src, to: self.ty()? }));
        }
        let op = match word {
            "fneg" => {
                self.flags()?;
                Op::FNeg { src: self.operand()? }
            }
            "icmp" | "fcmp" => self.comparison(word, false)?,
            "select" => {
                self.flags()?;
                let cond = self.operand()?;
                let [on_true, on_false] = [self.next_operand()?, self.next_operand()?];
                Op::Select { cond, on_true, on_false }
            }
            "freeze" => Op::Freeze { src: self.operand()? },
            "getelementptr" => {
                self.flags()?;
                self.gep()?
            }
            "extractvalue" => {
                let aggregate = self.operand()?;
                Op::ExtractValue { aggregate, indices: self.index_list()? }
            }
            "insertvalue" => {
                let aggregate = self.operand()?;
                let element = self.next_operand()?;
                Op::InsertValue { aggregate, element, indices: self.index_list()? }
            }
            "extractelement" => Op::ExtractElement { vector: self.operand()?, index: self.next_operand()? },
            "insertelement" => {
                Op::InsertElement { vector: self.operand()?, element: self.next_operand()?, index: self.next_operand()? }
            }
            "shufflevector" => Op::Shuffle { left: self.operand()?, right: self.next_operand()?, mask: self.next_operand()? },
            "phi" => {
                self.flags()?;
                self.phi()?
            }
            "va_arg" => {
                let list = self.operand()?;
                self.expect(',')?;
                Op::VaArg { list, ty: self.ty()? }
            }
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                return self.call(word == "musttail");
            }
            "call" => return self.call(false),
            "alloca" | "load" | "store" | "fence" | "cmpxchg" | "atomicrmw" => self.memory(word)?,
            _ => self.terminator(word)?,
        };
        Ok(Some(op))
    }

    fn next_operand(&mut self) -> Result<Operand> {
        self.expect(',')?;
        self.operand()
    }

    /// A comparison; `parenthesised` in a constant expression.
    fn comparison(&mut self, word: &str, parenthesised: bool) -> Result<Op> {
        self.flags()?;
        let cond = self.word()?;
        if parenthesised {
            self.expect('(')?;
        }
        let lhs = self.operand()?;
        self.expect(',')?;
        if parenthesised {
            self.ty()?;
        }
        let rhs = self.value(lhs.ty)?;
        let unknown = || format!("unknown condition '{cond}'");
        if word == "icmp" {
            let cond = IntCond::ALL.iter().copied().find(|known| known.name() == cond).ok_or_else(unknown)?;
            return Ok(Op::Icmp { cond, lhs, rhs });
        }
        let cond = FloatCond::ALL.iter().copied().find(|known| known.name() == cond).ok_or_else(unknown)?;
        Ok(Op::Fcmp { cond, lhs, rhs })
    }

    /// What follows the flags of `getelementptr`, without brackets.
    fn gep(&mut self) -> Result<Op> {
        let source = self.ty()?;
        self.expect(',')?;
        let base = self.operand()?;
        let mut indices = Vec::new();
        while self.is(',') && !matches!(self.peek_second(), Token::Meta(_)) {
            self.next()?;
            self.flags()?;
            indices.push(self.operand()?);
        }
        Ok(Op::Gep { source, base, indices })
    }

    fn index_list(&mut self) -> Result<Vec<u64>> {
        let mut indices = Vec::new();
        while self.is(',') && !matches!(self.peek_second(), Token::Meta(_)) {
            self.next()?;
            indices.push(self.number()?);
        }
        Ok(indices)
    }

    fn phi(&mut self) -> Result<Op> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect('[')?;
            let value = self.value(ty)?;
            self.expect(',')?;
            let Token::Local(block) = self.next()? else { return Err("expected a block".into()) };
            incoming.push((value, self.block(&block)));
            self.expect(']')?;
            if !self.is(',') || matches!(self.peek_second(), Token::Meta(_)) {
                return Ok(Op::Phi { ty, incoming });
            }
            self.next()?;
        }
    }

    fn label(&mut self) -> Result<super::super::ast::BlockId> {
        self.expect_word("label")?;
        match self.next()? {
            Token::Local(name) => Ok(self.block(&name)),
            _ => Err("expected a block".into()),
        }
    }

    fn next_label(&mut self) -> Result<super::super::ast::BlockId> {
        self.expect(',')?;
        self.label()
    }

    fn terminator(&mut self, word: &str) -> Result<Op> {
        Ok(match word {
            "ret" => {
                if self.take_word("void")? {
                    return Ok(Op::Ret { value: None });
                }
                Op::Ret { value: Some(self.operand()?) }
            }
            "br" if self.is_word("label") => Op::Br { target: self.label()? },
            "br" => Op::CondBr { cond: self.operand()?, on_true: self.next_label()?, on_false: self.next_label()? },
            "switch" => {
                let value = self.operand()?;
                let default = self.next_label()?;
                self.expect('[')?;
                let mut cases = Vec::new();
                while !self.take(']')? {
                    let (_, case) = self.typed_constant()?;
                    cases.push((case, self.next_label()?));
                }
                Op::Switch { value, default, cases }
            }
            "indirectbr" => {
                let addr = self.operand()?;
                self.expect(',')?;
                self.expect('[')?;
                let mut targets = Vec::new();
                while !self.take(']')? {
                    if !targets.is_empty() {
                        self.expect(',')?;
                    }
                    targets.push(self.label()?);
                }
                Op::IndirectBr { addr, targets }
            }
            "invoke" => {
                let call = self.call_inside(false)?;
                self.expect_word("to")?;
                let normal = self.label()?;
                self.expect_word("unwind")?;
                self.label()?;
                Op::Invoke { call: Box::new(call), normal }
            }
            "resume" => {
                self.operand()?;
                Op::Resume
            }
            "unreachable" => Op::Unreachable,
            "landingpad" => self.landing_pad()?,
            _ => return Err(format!("unknown instruction '{word}'")),
        })
    }

    fn landing_pad(&mut self) -> Result<Op> {
        let ty = self.ty()?;
        while let Token::Word(word @ ("cleanup" | "catch" | "filter")) = self.token {
            self.next()?;
            if word != "cleanup" {
                self.operand()?;
            }
        }
        Ok(Op::Pad { ty })
    }

    /// A call, unless it is one that says something about the source and does nothing.
    fn call(&mut self, must_tail: bool) -> Result<Option<Op>> {
        let call = self.call_inside(must_tail)?;
        if let Value::Const(super::super::ast::Const::Symbol(symbol)) = call.callee
            && is_hint(&self.module.symbols[symbol.as_u32() as usize].name)
        {
            return Ok(None);
        }
        Ok(Some(Op::Call(Box::new(call))))
    }

    fn call_inside(&mut self, must_tail: bool) -> Result<Call> {
        self.words_before_type()?;
        let ty = self.ty()?;
        let (result, signature) = match self.types.kind(ty) {
            TypeKind::Function { result, .. } => (*result, Some(ty)),
            _ => (ty, None),
        };
        let ptr = self.types.intern(TypeKind::Ptr);
        let callee = self.value(ptr)?;
        self.expect('(')?;
        let (mut args, mut line) = (Vec::new(), self.line);
        while !self.take(')')? {
            if !args.is_empty() {
                self.expect(',')?;
            }
            args.push(self.argument()?);
            line = self.line;
        }
        self.after_call(line)?;
        Ok(Call { result, signature, callee, args, must_tail })
    }

    fn argument(&mut self) -> Result<(Operand, ParamAttrs)> {
        let ty = self.ty()?;
        // Metadata begins with a type, which would look like an attribute; it has none.
        let is_metadata = *self.types.kind(ty) == TypeKind::Metadata;
        let attrs = if is_metadata { ParamAttrs::default() } else { self.param_attrs()? };
        Ok((Operand { ty, value: self.value(ty)? }, attrs))
    }

    /// Attributes and bundles after the arguments, on the line where those end.
    fn after_call(&mut self, line: u32) -> Result<()> {
        loop {
            match self.token {
                Token::Hash(name) if !name.starts_with("dbg") => {
                    self.next()?;
                }
                Token::Punct('[') => self.skip_balanced()?,
                Token::Word(word) if word != "to" && self.line == line => {
                    self.next()?;
                    if self.is('(') {
                        self.skip_balanced()?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// A constant expression, its opcode next.
    pub(super) fn expression(&mut self) -> Result<Op> {
        let word = self.word()?;
        if matches!(word, "icmp" | "fcmp") {
            let op = self.comparison(word, true)?;
            self.expect(')')?;
            return Ok(op);
        }
        let known = binary(word).is_some() || cast(word).is_some();
        if !known
            && !matches!(
                word,
                "getelementptr"
                    | "select"
                    | "fneg"
                    | "extractvalue"
                    | "insertvalue"
                    | "extractelement"
                    | "insertelement"
                    | "shufflevector"
            )
        {
            return Err(format!("expected a value, found '{word}'"));
        }
        self.flags()?;
        self.expect('(')?;
        let op = match binary(word) {
            Some(op) => {
                let lhs = self.operand()?;
                let rhs = self.next_operand()?.value;
                Op::Binary { op, lhs, rhs }
            }
            None if word == "getelementptr" => self.gep()?,
            None => self.operation(word)?.ok_or("expected a value")?,
        };
        self.expect(')')?;
        Ok(op)
    }

    pub(super) fn block(&mut self, name: &str) -> super::super::ast::BlockId {
        if let Some(&block) = self.blocks.get(name) {
            return block;
        }
        let block = super::super::ast::BlockId::from_u32(self.blocks.len() as u32);
        self.blocks.insert(name.into(), block);
        block
    }
}

/// Intrinsics that only inform: debug information, aliasing, assumptions, lifetimes.
fn is_hint(name: &str) -> bool {
    [
        "llvm.dbg.",
        "llvm.lifetime.",
        "llvm.assume",
        "llvm.experimental.noalias.scope.decl",
        "llvm.donothing",
        "llvm.sideeffect",
        "llvm.pseudoprobe",
        "llvm.var.annotation",
        "llvm.prefetch",
        "llvm.codeview",
        "llvm.fake.use",
        "llvm.invariant.end",
        "llvm.instrprof",
    ]
    .iter()
    .any(|hint| name.starts_with(hint))
}
