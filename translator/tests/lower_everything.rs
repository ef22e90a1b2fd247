//! Every operation at every type that the verifier accepts, with operands of every kind, is
//! translated for every built target; every byte that comes out decodes. What the code computes is
//! the cross tests' business; here nothing may be unencodable or run out of registers.

use capstone::prelude::{BuildsCapstone, BuildsCapstoneEndian, BuildsCapstoneExtraMode};
use capstone::{Capstone, arch};
use iced_x86::{Decoder, DecoderOptions};
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::opcode::{BinOp, CastOp, FloatCond, IntCond};
use translator::ice::verify;
use translator::ice::{Function, FunctionBuilder, GlobalInit, GlobalVar, Intrinsic, Linkage, Module, Type, Value};
use translator::mc::FuncCode;
use translator::options::{Features, Isa, OptLevel, Options};
use translator::pipeline::Scratch;

/// How an operand is made.
#[derive(Copy, Clone, Debug)]
enum Kind {
    /// The result of a load: a variable.
    Variable,
    /// A constant, if the type has any.
    Constant,
    /// A constant that needs all bits.
    WideConstant,
    /// Unspecified.
    Undef,
    /// The address of a global, for i32.
    Symbol,
}

const KINDS: [Kind; 5] = [Kind::Variable, Kind::Constant, Kind::WideConstant, Kind::Undef, Kind::Symbol];

struct Maker {
    module: Module,
    functions: Vec<(String, Function)>,
}

impl Maker {
    fn new() -> Self {
        let mut module = Module::new();
        let init = vec![GlobalInit::Zero(64)];
        module.globals.push(GlobalVar { name: "memory".into(), linkage: Linkage::Internal, constant: false, align: 16, init });
        Self { module, functions: Vec::new() }
    }

    fn function(&mut self, what: String, body: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let id = self.module.define_func(&format!("f{}", self.functions.len()), Linkage::External, Type::Void, &[Type::I32]);
        let mut builder = FunctionBuilder::new(&mut self.module, id);
        body(&mut builder);
        builder.ret(None);
        let func = builder.finish();
        verify::function(&self.module, &func).unwrap_or_else(|errors| panic!("{what}: {errors}"));
        self.functions.push((what, func));
    }
}

/// A value of a type; `i1` and its vectors, which cannot be loaded, are made by comparing.
fn value(b: &mut FunctionBuilder<'_>, ty: Type, kind: Kind) -> Value {
    match kind {
        Kind::Undef => b.undef(ty),
        Kind::Symbol if ty == Type::I32 => Value::global(translator::ice::Global::from_u32(0)),
        Kind::Constant if ty.is_scalar_int() => b.int(ty, 5),
        Kind::WideConstant if ty.is_scalar_int() => b.int(ty, 0x1234_5678_9abc_def1),
        Kind::Constant | Kind::WideConstant if ty == Type::F32 => b.f32(1.5),
        Kind::Constant | Kind::WideConstant if ty == Type::F64 => b.f64(-0.0),
        _ => variable(b, ty),
    }
}

fn variable(b: &mut FunctionBuilder<'_>, ty: Type) -> Value {
    let compared = match ty {
        Type::I1 => Type::I32,
        Type::V4I1 => Type::V4I32,
        Type::V8I1 => Type::V8I16,
        Type::V16I1 => Type::V16I8,
        _ => return b.load(ty, b.arg(0)),
    };
    let value = b.load(compared, b.arg(0));
    b.icmp(IntCond::Sgt, value, value)
}

fn everything() -> Maker {
    let mut maker = Maker::new();
    for ty in Type::ALL {
        for (lhs, rhs) in KINDS.into_iter().flat_map(|lhs| KINDS.map(|rhs| (lhs, rhs))) {
            two_operands(&mut maker, ty, lhs, rhs);
        }
        for kind in KINDS {
            one_operand(&mut maker, ty, kind);
        }
    }
    intrinsics(&mut maker);
    maker
}

fn two_operands(maker: &mut Maker, ty: Type, lhs: Kind, rhs: Kind) {
    for &op in BinOp::ALL.iter().filter(|op| op.accepts(ty)) {
        maker.function(format!("{op} {ty} {lhs:?} {rhs:?}"), |b| {
            let (lhs, rhs) = (value(b, ty, lhs), value(b, ty, rhs));
            b.binary(op, lhs, rhs);
        });
    }
    for &cond in IntCond::ALL.iter().filter(|_| ty.is_int_or_int_vector()) {
        maker.function(format!("icmp {cond} {ty} {lhs:?} {rhs:?}"), |b| {
            let (lhs, rhs) = (value(b, ty, lhs), value(b, ty, rhs));
            b.icmp(cond, lhs, rhs);
        });
    }
    for &cond in FloatCond::ALL.iter().filter(|_| ty.is_float_or_float_vector()) {
        maker.function(format!("fcmp {cond} {ty} {lhs:?} {rhs:?}"), |b| {
            let (lhs, rhs) = (value(b, ty, lhs), value(b, ty, rhs));
            b.fcmp(cond, lhs, rhs);
        });
    }
    maker.function(format!("select {ty} {lhs:?} {rhs:?}"), |b| {
        let (lhs, rhs) = (value(b, ty, lhs), value(b, ty, rhs));
        for kind in [Kind::Variable, Kind::Constant] {
            let cond = value(b, Type::I1, kind);
            b.select(cond, lhs, rhs);
        }
        if ty.is_vector() {
            let cond = value(b, ty.comparison_result(), Kind::Variable);
            b.select(cond, lhs, rhs);
        }
    });
    if ty.is_vector() {
        maker.function(format!("insert and extract {ty} {lhs:?} {rhs:?}"), |b| {
            let vector = value(b, ty, lhs);
            let element = value(b, ty.element(), rhs);
            let variable = variable(b, Type::I32);
            let lanes: Vec<_> = (0..ty.lanes()).map(|lane| b.i32(lane as i32)).chain([variable]).collect();
            for lane in lanes {
                b.insert_element(vector, element, lane);
                b.extract_element(vector, lane);
            }
        });
    }
    if ty.memory_bytes().is_some() {
        maker.function(format!("store {ty} {lhs:?} {rhs:?}"), |b| {
            let (value, address) = (value(b, ty, lhs), value(b, Type::I32, rhs));
            b.store(value, address);
            b.load(ty, address);
        });
    }
}

fn one_operand(maker: &mut Maker, ty: Type, kind: Kind) {
    for to in Type::ALL {
        for &op in CastOp::ALL.iter().filter(|op| op.accepts(ty, to)) {
            maker.function(format!("{op} {ty} {kind:?} to {to}"), |b| {
                let source = value(b, ty, kind);
                b.cast(op, source, to);
            });
        }
    }
    maker.function(format!("phi {ty} {kind:?}"), |b| {
        let (entry, header) = (b.current(), b.block());
        let (start, exit) = (value(b, ty, kind), b.block());
        b.br(header);
        b.switch_to(header);
        let phi = b.phi(ty, &[]);
        b.set_phi(phi, &[(entry, start), (header, phi)]);
        let again = variable(b, Type::I1);
        b.cond_br(again, header, exit);
        b.switch_to(exit);
    });
    if ty.is_argument() {
        calls(maker, ty, kind);
    }
    if matches!(ty, Type::I8 | Type::I16 | Type::I32 | Type::I64) {
        maker.function(format!("switch {ty} {kind:?}"), |b| {
            let (value, exit) = (value(b, ty, kind), b.block());
            let mask = if ty.bits() == 64 { u64::MAX } else { (1 << ty.bits()) - 1 };
            b.switch(value, exit, &[(0, exit), (mask, exit), (mask >> 1, exit)]);
            b.switch_to(exit);
        });
    }
}

fn calls(maker: &mut Maker, ty: Type, kind: Kind) {
    let many = [ty; 11];
    let callee = maker.module.declare_func(&format!("external {ty}"), ty, &many);
    let sig = maker.module.intern_sig(ty, &many);
    maker.function(format!("call {ty} {kind:?}"), |b| {
        let args = many.map(|ty| value(b, ty, kind));
        b.call(callee, &args);
        let address = b.load(Type::I32, b.arg(0));
        b.call_indirect(address, sig, &args);
        b.call_indirect(Value::func(callee), sig, &args);
    });
    let id = maker.module.define_func("", Linkage::Internal, ty, &many);
    let mut b = FunctionBuilder::new(&mut maker.module, id);
    let constant = matches!(kind, Kind::Constant | Kind::WideConstant | Kind::Symbol) && !ty.is_vector();
    let result =
        if constant && (ty != Type::I64 || !matches!(kind, Kind::Symbol)) && !(matches!(kind, Kind::Symbol) && ty != Type::I32) {
            value(&mut b, ty, kind)
        } else {
            b.arg(9)
        };
    b.ret(Some(result));
    let func = b.finish();
    maker.functions.push((format!("return {ty} {kind:?}"), func));
}

fn intrinsics(maker: &mut Maker) {
    for intrinsic in Intrinsic::all() {
        let variants = match intrinsic {
            Intrinsic::AtomicRmw(_) => AtomicRmwOp::ALL.map(|op| op as i64).to_vec(),
            _ => vec![1],
        };
        for (variant, kind) in variants.into_iter().flat_map(|variant| KINDS.map(|kind| (variant, kind))) {
            maker.function(format!("{intrinsic:?} {variant} {kind:?}"), |b| {
                let args = intrinsic_arguments(b, intrinsic, variant, kind);
                b.intrinsic(intrinsic, &args);
            });
        }
    }
    for (align, kind) in [0, 1, 8, 16, 64, 1 << 20].into_iter().flat_map(|align| KINDS.map(|kind| (align, kind))) {
        maker.function(format!("alloca {kind:?} align {align}"), |b| {
            let size = value(b, Type::I32, kind);
            b.alloca(size, align);
        });
    }
}

fn intrinsic_arguments(b: &mut FunctionBuilder<'_>, intrinsic: Intrinsic, variant: i64, kind: Kind) -> Vec<Value> {
    const SEQ_CST: i64 = 6;
    let constants = intrinsic.constant_arguments();
    let (_, params) = intrinsic.signature();
    let constant = |index: usize| match intrinsic {
        Intrinsic::AtomicRmw(_) if index == 0 => variant,
        Intrinsic::AtomicIsLockFree => 4,
        Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset => i64::from(index == 3),
        Intrinsic::Ctlz(_) | Intrinsic::Cttz(_) => 0,
        _ => SEQ_CST,
    };
    let make = |(index, &ty): (usize, &Type)| {
        if constants.contains(&index) { b.int(ty, constant(index)) } else { value(b, ty, kind) }
    };
    params.iter().enumerate().map(make).collect()
}

#[test]
fn every_operation_translates_to_mips_code_that_decodes() {
    let builder = Capstone::new().mips().mode(arch::mips::ArchMode::Mips32);
    let capstone = builder.endian(capstone::Endian::Little).build().expect("capstone is built with MIPS");
    translate(Isa::Mips32, Features::default(), |what, code| {
        let decoded = capstone.disasm_count(code, 0, code.len() / 4).expect("capstone runs");
        assert_eq!(decoded.len() * 4, code.len(), "{what}: an invalid word after {} of {code:02x?}", decoded.len());
    });
}

/// Translates everything and hands the code of each function to `check`.
fn translate(isa: Isa, features: Features, check: impl Fn(&str, &[u8])) {
    let maker = everything();
    assert!(maker.functions.len() > 5_000, "only {} functions", maker.functions.len());
    for opt in OptLevel::ALL {
        let options = Options { features, ..Options::new(isa, opt) };
        let mut scratch = Scratch::new(&options).expect("the target is built");
        let mut code = FuncCode::default();
        for (what, func) in &maker.functions {
            let outcome = scratch.translate_function(&maker.module, func, &options, &mut code);
            outcome.unwrap_or_else(|error| panic!("{isa} {opt} {what}: {error}"));
            check(what, &code.bytes);
        }
    }
}

#[test]
fn every_operation_translates_to_x86_code_that_decodes() {
    for (isa, sse41) in [(Isa::X8632, false), (Isa::X8632, true), (Isa::X8664, false), (Isa::X8664, true)] {
        let bits = if isa == Isa::X8632 { 32 } else { 64 };
        translate(isa, Features { sse41, ..Features::default() }, |what, code| {
            for inst in Decoder::new(bits, code, DecoderOptions::NONE) {
                let offset = inst.ip();
                assert!(!inst.is_invalid(), "{isa} {what}: invalid instruction at offset {offset:#x} of {code:02x?}");
            }
        });
    }
}

#[test]
fn every_operation_translates_to_arm_code_that_decodes() {
    let builder = Capstone::new().arm().mode(arch::arm::ArchMode::Arm);
    let capstone = builder.extra_mode([arch::arm::ArchExtraMode::V8].into_iter()).build().expect("capstone is built with ARM");
    for hwdiv_arm in [false, true] {
        translate(Isa::Arm32, Features { hwdiv_arm, ..Features::default() }, |what, code| {
            let decoded = capstone.disasm_count(code, 0, code.len() / 4).expect("capstone runs");
            assert_eq!(decoded.len() * 4, code.len(), "{what}: an invalid word after {} of {code:02x?}", decoded.len());
        });
    }
}
