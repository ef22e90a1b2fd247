//! Property: printing then parsing is the identity, on random verified modules. A module is a
//! function of a list of numbers, the choices; proptest makes and shrinks the list.

use proptest::prelude::*;

use crate::ice::equality::difference;
use crate::ice::{
    BinOp, Block, CastOp, FloatCond, FuncId, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, InstData, IntCond,
    Intrinsic, Linkage, Module, Type, Value, ValueDef, verify,
};
use crate::text::{parse_module, print_module};

/// Symbols that need quotes, escapes or a number; each is used once at most, but for the empty one.
const NAMES: [&str; 10] = ["", "f", "a b", "1st", "\u{e9}", "q\"\\q", "-$._", "label:", "line\nbreak", "define"];

/// The rest of the choices; zeros after their end.
struct Choices<'c>(std::slice::Iter<'c, u64>);

impl Choices<'_> {
    fn raw(&mut self) -> u64 {
        self.0.next().copied().unwrap_or(0)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.raw() % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn value_type(&mut self) -> Type {
        self.of(&Type::ALL.into_iter().filter(|&ty| ty != Type::Void).collect::<Vec<_>>())
    }

    fn linkage(&mut self) -> Linkage {
        self.of(&[Linkage::Internal, Linkage::External])
    }

    /// A name that no symbol has yet.
    fn name(&mut self, used: &mut Vec<&'static str>) -> String {
        let name = self.of(&NAMES);
        if used.contains(&name) {
            return String::new();
        }
        if !name.is_empty() {
            used.push(name);
        }
        name.into()
    }
}

fn module(choices: &mut Choices<'_>) -> (Module, Vec<Function>) {
    let (mut module, mut used) = (Module::new(), Vec::new());
    let (globals, defined, declared) = (choices.below(4), 1 + choices.below(3), choices.below(3));
    for index in 0..defined + declared {
        let params: Vec<Type> = (0..choices.below(4)).map(|_| choices.value_type()).collect();
        let result = if choices.below(3) == 0 { Type::Void } else { choices.value_type() };
        let (name, linkage) = (choices.name(&mut used), choices.linkage());
        if index < defined {
            module.define_func(&name, linkage, result, &params);
        } else if !name.is_empty() {
            module.declare_func(&name, result, &params);
        }
    }
    for _ in 0..globals {
        let (name, linkage) = (choices.name(&mut used), choices.linkage());
        let init: Vec<_> = (0..choices.below(4)).map(|_| piece(choices, globals, defined)).collect();
        let linkage = if init.is_empty() { Linkage::External } else { linkage };
        let (constant, align) = (choices.below(2) == 1, 1 << choices.below(30));
        module.globals.push(GlobalVar { name, linkage, constant, align, init });
    }
    let bodies = (0..defined as u32).map(|id| body(choices, &mut module, FuncId::from_u32(id))).collect();
    (module, bodies)
}

fn piece(choices: &mut Choices<'_>, globals: usize, funcs: usize) -> GlobalInit {
    let addend = choices.of(&[0, 0, 4, -1, i32::MAX, i32::MIN]);
    match choices.below(4) {
        0 => GlobalInit::Data((0..choices.below(9)).map(|_| choices.raw() as u8).collect()),
        1 => GlobalInit::Zero(choices.of(&[0, 1, 4, 70_000])),
        2 => GlobalInit::GlobalAddr(Global::from_u32(choices.below(globals) as u32), addend),
        _ => GlobalInit::FuncAddr(FuncId::from_u32(choices.below(funcs) as u32), addend),
    }
}

/// Where the blocks of a body lead.
enum End {
    Leave,
    Br(Block),
    CondBr(Block, Block),
    Switch(Type, Block, Vec<(u64, Block)>),
}

fn ends(choices: &mut Choices<'_>, blocks: &[Block]) -> Vec<End> {
    let after_entry = &blocks[1..];
    let end = |_: &Block| match choices.below(if after_entry.is_empty() { 1 } else { 4 }) {
        0 => End::Leave,
        1 => End::Br(choices.of(after_entry)),
        2 => End::CondBr(choices.of(after_entry), choices.of(after_entry)),
        _ => {
            let ty = choices.of(&[Type::I8, Type::I16, Type::I32, Type::I64]);
            let mut cases: Vec<(u64, Block)> = Vec::new();
            for _ in 0..choices.below(4) {
                let value = choices.raw() & (u64::MAX >> (64 - ty.bits()));
                if cases.iter().all(|case| case.0 != value) {
                    cases.push((value, choices.of(after_entry)));
                }
            }
            End::Switch(ty, choices.of(after_entry), cases)
        }
    };
    blocks.iter().map(end).collect()
}

impl End {
    fn targets(&self) -> Vec<Block> {
        match self {
            End::Leave => Vec::new(),
            End::Br(target) => vec![*target],
            End::CondBr(on_true, on_false) => vec![*on_true, *on_false],
            End::Switch(_, default, cases) => std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect(),
        }
    }
}

/// A body under construction. Operands are arguments, constants, symbols, and results of the same
/// block or of the entry.
struct Body<'c, 'm, 's> {
    choices: &'s mut Choices<'c>,
    builder: FunctionBuilder<'m>,
    visible: Vec<Value>,
}

fn body(choices: &mut Choices<'_>, module: &mut Module, id: FuncId) -> Function {
    let result = module.func_sig(id).result;
    let mut builder = FunctionBuilder::new(module, id);
    let mut blocks = vec![builder.current()];
    blocks.extend((0..choices.below(4)).map(|_| builder.block()));
    let ends = ends(choices, &blocks);
    let visible = builder.func().args().collect();
    let mut body = Body { choices, builder, visible };
    for (&block, end) in blocks.iter().zip(&ends) {
        body.builder.switch_to(block);
        let of_entry = body.visible.len();
        if block != blocks[0] {
            let edges: Vec<Block> = blocks
                .iter()
                .zip(&ends)
                .flat_map(|(&from, end)| end.targets().into_iter().filter(|&to| to == block).map(move |_| from))
                .collect();
            body.phis(&edges);
        }
        for _ in 0..body.choices.below(8) {
            let made = body.instruction();
            body.visible.extend(made);
        }
        body.end(end, result);
        if block != blocks[0] {
            body.visible.truncate(of_entry);
        }
    }
    body.builder.finish()
}

impl Body<'_, '_, '_> {
    fn phis(&mut self, edges: &[Block]) {
        for _ in 0..if edges.is_empty() { 0 } else { self.choices.below(3) } {
            let ty = self.choices.value_type();
            let mut args: Vec<(Block, Value)> = Vec::new();
            for &from in edges {
                let known = args.iter().find(|(block, _)| *block == from).map(|&(_, value)| value);
                let value = known.unwrap_or_else(|| self.constant(ty));
                args.push((from, value));
            }
            let phi = self.builder.phi(ty, &args);
            self.visible.push(phi);
        }
    }

    fn constant(&mut self, ty: Type) -> Value {
        let bits = self.choices.raw();
        let def = match ty {
            _ if ty.is_vector() || bits % 16 == 7 => ValueDef::Undef,
            Type::F32 => ValueDef::F32(bits as u32),
            Type::F64 => ValueDef::F64(bits),
            Type::I32 if bits % 16 == 3 => return Value::func(FuncId::from_u32(0)),
            _ => ValueDef::Int(bits & (u64::MAX >> (64 - ty.bits()))),
        };
        self.builder.func().push_value(ty, def)
    }

    fn operand(&mut self, ty: Type) -> Value {
        let func = self.builder.func();
        let fitting: Vec<Value> = self.visible.iter().copied().filter(|&value| func.ty(value) == ty).collect();
        if fitting.is_empty() || self.choices.below(3) == 0 { self.constant(ty) } else { self.choices.of(&fitting) }
    }

    fn operands(&mut self, types: &[Type]) -> Vec<Value> {
        types.iter().map(|&ty| self.operand(ty)).collect()
    }

    fn instruction(&mut self) -> Option<Value> {
        let ty = self.choices.value_type();
        match self.choices.below(9) {
            0 => {
                let op = self.choices.of(&BinOp::ALL.iter().copied().filter(|op| op.accepts(ty)).collect::<Vec<_>>());
                let (lhs, rhs) = (self.operand(ty), self.operand(ty));
                Some(self.builder.binary(op, lhs, rhs))
            }
            1 => self.cast(ty),
            2 => Some(self.compare(ty)),
            3 => {
                let cond = self.operand(if ty.is_vector() { ty.comparison_result() } else { Type::I1 });
                let (on_true, on_false) = (self.operand(ty), self.operand(ty));
                Some(self.builder.select(cond, on_true, on_false))
            }
            4 => Some(self.memory(ty)),
            5 if ty.is_vector() => {
                let (vector, element) = (self.operand(ty), self.operand(ty.element()));
                let lane = self.choices.below(ty.lanes() as usize) as i32;
                let index = self.builder.i32(lane);
                let set = self.builder.insert_element(vector, element, index);
                Some(self.builder.extract_element(set, index))
            }
            6 => self.call(),
            7 => self.call_indirect(),
            _ => self.intrinsic(),
        }
    }

    fn cast(&mut self, to: Type) -> Option<Value> {
        let (op, from) = (self.choices.of(CastOp::ALL), self.choices.value_type());
        if !op.accepts(from, to) || from == to {
            return None;
        }
        let src = self.operand(from);
        Some(self.builder.cast(op, src, to))
    }

    fn compare(&mut self, ty: Type) -> Value {
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        if ty.is_float_or_float_vector() {
            let cond = self.choices.of(FloatCond::ALL);
            return self.builder.fcmp(cond, lhs, rhs);
        }
        let cond = self.choices.of(IntCond::ALL);
        self.builder.icmp(cond, lhs, rhs)
    }

    fn memory(&mut self, ty: Type) -> Value {
        let (size, align) = (self.operand(Type::I32), 1 << self.choices.below(6));
        let addr = self.builder.alloca(size, align);
        let addr = if self.choices.below(2) == 0 { addr } else { self.operand(Type::I32) };
        if ty.memory_bytes().is_none() {
            return addr;
        }
        let value = self.operand(ty);
        let block = self.builder.current();
        let (of_store, of_load) = (1 << self.choices.below(5), 1 << self.choices.below(5));
        let func = self.builder.func();
        func.append_inst(block, InstData::Store { addr, value, align: of_store }, Type::Void);
        func.append_inst(block, InstData::Load { addr, align: of_load }, ty).1.expect("a load has a result")
    }

    fn call(&mut self) -> Option<Value> {
        let count = self.builder.module().funcs.len();
        let func = FuncId::from_u32(self.choices.below(count) as u32);
        if self.builder.module().funcs[func].intrinsic.is_some() {
            return None;
        }
        let params = self.builder.module().func_sig(func).params.clone();
        let args = self.operands(&params);
        self.builder.call(func, &args)
    }

    fn call_indirect(&mut self) -> Option<Value> {
        let params: Vec<Type> = (0..self.choices.below(3)).map(|_| self.choices.value_type()).collect();
        let result = self.choices.of(&[Type::Void, Type::I32, Type::V4F32]);
        let sig = self.builder.module().intern_sig(result, &params);
        let (callee, args) = (self.operand(Type::I32), self.operands(&params));
        self.builder.call_indirect(callee, sig, &args)
    }

    fn intrinsic(&mut self) -> Option<Value> {
        let intrinsic = self.choices.of(&Intrinsic::all().collect::<Vec<_>>());
        let mut args = self.operands(&intrinsic.signature().1);
        for position in intrinsic.constant_arguments() {
            // One is a computation, an order, an alignment and a size.
            let ty = self.builder.func().ty(args[position]);
            args[position] = self.builder.int(ty, 1);
        }
        self.builder.intrinsic(intrinsic, &args)
    }

    fn end(&mut self, end: &End, result: Type) {
        match end {
            End::Leave if self.choices.below(4) == 0 => self.builder.unreachable(),
            End::Leave if result == Type::Void => self.builder.ret(None),
            End::Leave => {
                let value = self.operand(result);
                self.builder.ret(Some(value));
            }
            End::Br(target) => self.builder.br(*target),
            End::CondBr(on_true, on_false) => {
                let cond = self.operand(Type::I1);
                self.builder.cond_br(cond, *on_true, *on_false);
            }
            End::Switch(ty, default, cases) => {
                let value = self.operand(*ty);
                self.builder.switch(value, *default, cases);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_then_parsing_is_the_identity(choices in prop::collection::vec(prop_oneof![0u64..64, any::<u64>()], 0..400)) {
        let (module, bodies) = module(&mut Choices(choices.iter()));
        verify::module(&module).map_err(|errors| TestCaseError::fail(format!("the generator is wrong: {errors}")))?;
        for body in &bodies {
            verify::function(&module, body).map_err(|errors| TestCaseError::fail(format!("the generator is wrong: {errors}")))?;
        }
        let printed = print_module(&module, &bodies);
        let (again, bodies_again) = parse_module(&printed, "printed.ll").map_err(|error| TestCaseError::fail(format!("{error}\n{printed}")))?;
        prop_assert_eq!(difference((&module, &bodies), (&again, &bodies_again)), None, "{}", printed);
        prop_assert_eq!(print_module(&again, &bodies_again), printed);
    }
}
