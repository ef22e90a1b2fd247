//! Prints a module as LLVM's representation of today (14 and later), such that what ICE defines is
//! defined there ([`Form::Defined`]), or as it is ([`Form::Plain`]: of the first three that follow nothing is done but that `undef` is zero).
//!
//! In: a module with its bodies and which of them are wanted, where its globals lie, the
//! architecture. Out: text for `llc` with opaque pointers. What differs:
//!
//! - Integer division by zero traps, and the smallest number by -1 must not be undefined: functions
//!   of this file's own ([`support`](super::support)) check. Shift amounts and lane numbers are
//!   taken modulo the width; conversions to integers saturate. All these give some value where ICE
//!   says Unspecified, and never poison, which would make other bits undefined too.
//! - `undef` is zero, `unreachable` traps. No flag (`nsw`, `inbounds`, fast math) is ever printed.
//! - Loads and stores are volatile: what traps stays where it is. (Not those of 64-bit integers on
//!   ARM, of which LLVM makes `ldrd` and `strd` then, or crashes: these want aligned addresses.)
//! - On ARM, conversions between 64-bit integers and floating point call the runtime with
//!   floating-point values in core registers, as libgcc's functions take them ([ARM-RTABI] 4.1);
//!   LLVM would pass them in others.
//! - Every function is global: initialisers of globals, which are in another object, refer to them.
//! - Globals are numbers: their addresses are the same in every engine. Their contents come from an
//!   object of the translator's.
//! - Atomics and intrinsics of PNaCl become LLVM's, or calls of the runtime where the architecture
//!   has no such instruction.
//!
//! Source: [LLVM-REF-14] throughout. Linear.

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _, from_fn};

use rustc_hash::FxHashSet;
use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{
    BinOp, CastOp, FuncDecl, FuncId, Function, Inst, InstData, Intrinsic, Module, Type, Value, ValueDef, ValueList, ValueRef,
};
use translator::mc::Helper;
use translator::options::Isa;
use translator::util::entity::Entity;

use super::{Form, support};
use crate::exec::execution::Share;
use crate::isa::{Llvm, facts};
use crate::layout::Layout;

/// What every function is: nothing is thrown, address 0 is like others, nothing is kept below the
/// stack pointer.
const ATTRIBUTES: &str = "attributes #0 = { nounwind noredzone null_pointer_is_valid \"no-builtins\" }\n\
                          attributes #1 = { nounwind returns_twice }\nattributes #2 = { nounwind noreturn }\n";

/// The symbols of a module's functions, all different, and none that of a function of the runtime.
pub fn symbols(module: &Module) -> Vec<String> {
    let mut taken: FxHashSet<String> = Helper::ALL.iter().map(|helper| helper.name().to_string()).collect();
    let symbol = |id: FuncId| {
        let name = module.func_symbol(id).into_owned();
        // An external function is the one that its name says.
        if !module.funcs[id].defined || taken.insert(name.clone()) { name } else { format!("{name}.{}", id.index()) }
    };
    module.funcs.keys().map(symbol).collect()
}

/// Prints a module, and of its bodies a share. `symbols` are those of its functions.
pub fn module(
    module: &Module,
    (bodies, share): (&[Function], Share),
    layout: &Layout,
    symbols: &[String],
    (isa, form): (Isa, Form),
) -> String {
    let mut printer = Printer {
        text: String::new(),
        declared: BTreeSet::new(),
        module,
        layout,
        symbols,
        llvm: &facts(isa).llvm,
        form,
        next: 0,
    };
    for body in bodies.iter().filter(|body| share.has(body.id)) {
        printer.function(body);
    }
    let is_elsewhere = |(id, decl): &(FuncId, &FuncDecl)| !(decl.defined && share.has(*id)) && decl.intrinsic.is_none();
    for (id, decl) in module.funcs.iter().filter(is_elsewhere) {
        let (sig, symbol) = (module.func_sig(id), symbols[id.index()].as_str());
        if Helper::ALL.iter().any(|helper| helper.name() == decl.name) && printer.is_declared(&decl.name) {
            continue;
        }
        let params: Vec<&str> = sig.params.iter().map(|ty| ty.name()).collect();
        let _ = writeln!(printer.text, "declare dso_local {} {}({}) #0", sig.result, Symbol(symbol), params.join(", "));
    }
    let Printer { mut text, declared, .. } = printer;
    for declaration in declared {
        text += &declaration;
        text.push('\n');
    }
    match form {
        Form::Defined => text + ATTRIBUTES,
        Form::Plain => text + &ATTRIBUTES.replace("null_pointer_is_valid ", ""),
    }
}

/// A symbol as LLVM reads it: always in quotes.
struct Symbol<'a>(&'a str);

impl Display for Symbol<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("@\"")?;
        for byte in self.0.bytes() {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02X}")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        f.write_char('"')
    }
}

/// The letters that LLVM's intrinsics have for a type.
fn letters(ty: Type) -> String {
    match ty {
        Type::F32 => "f32".into(),
        Type::F64 => "f64".into(),
        _ if ty.is_vector() => format!("v{}{}", ty.lanes(), letters(ty.element())),
        _ => ty.name().into(),
    }
}

struct Printer<'a> {
    text: String,
    /// Declarations and definitions that the functions ask for.
    declared: BTreeSet<String>,
    module: &'a Module,
    layout: &'a Layout,
    symbols: &'a [String],
    llvm: &'static Llvm,
    form: Form,
    /// The number of the next value that ICE does not have.
    next: u32,
}

impl Printer<'_> {
    fn is_declared(&self, name: &str) -> bool {
        let symbol = format!("@{name}(");
        self.declared.iter().any(|declaration| declaration.contains(&symbol))
    }

    fn declare(&mut self, declaration: String) {
        self.declared.insert(declaration);
    }

    fn function(&mut self, func: &Function) {
        let result = self.module.func_sig(func.id).result;
        let params: Vec<String> = func.args().map(|arg| format!("{} %{arg}", func.ty(arg))).collect();
        let symbol = Symbol(&self.symbols[func.id.index()]).to_string();
        let _ = writeln!(self.text, "define dso_local {result} {symbol}({}) #0 {{", params.join(", "));
        for &block in func.block_order() {
            let _ = writeln!(self.text, "b{}:", block.index());
            for inst in func.block_insts(block) {
                self.inst(func, inst);
            }
        }
        self.text += "}\n";
    }

    /// An operand without its type.
    fn value(&self, func: &Function, value: Value) -> String {
        match value.unpack() {
            ValueRef::Func(id) => return format!("ptrtoint (ptr {} to i32)", Symbol(&self.symbols[id.index()])),
            ValueRef::Global(id) => return (self.layout.address(id) as i32).to_string(),
            ValueRef::Local(_) => {}
        }
        match func.def(value) {
            Some(ValueDef::Int(bits)) => int(bits, func.ty(value)),
            Some(ValueDef::F32(bits)) => format!("0x{:016X}", widened(bits)),
            Some(ValueDef::F64(bits)) => format!("0x{bits:016X}"),
            Some(ValueDef::Arg(_) | ValueDef::Inst(_)) => format!("%{value}"),
            Some(ValueDef::Undef | ValueDef::Forward) | None => "zeroinitializer".into(),
        }
    }

    fn ty(&self, func: &Function, value: Value) -> Type {
        if matches!(value.unpack(), ValueRef::Local(_)) { func.ty(value) } else { Type::I32 }
    }

    fn typed(&self, func: &Function, value: Value) -> String {
        format!("{} {}", self.ty(func, value), self.value(func, value))
    }

    /// Prints an instruction with a result that ICE does not have, and gives that result.
    fn extra(&mut self, what: &str) -> String {
        let name = format!("%x{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "  {name} = {what}");
        name
    }

    /// An address as a pointer.
    fn pointer(&mut self, func: &Function, value: Value) -> String {
        if let ValueRef::Func(id) = value.unpack() {
            return Symbol(&self.symbols[id.index()]).to_string();
        }
        let address = self.value(func, value);
        self.extra(&format!("inttoptr i32 {address} to ptr"))
    }

    /// An operand modulo a power of two.
    fn modulo(&mut self, func: &Function, value: Value, modulus: u32) -> String {
        let (ty, name) = (self.ty(func, value), self.value(func, value));
        match func.int_const(value) {
            Some(number) => int(number % u64::from(modulus), ty),
            None if self.form == Form::Plain => name,
            None => {
                let mask = splat(ty, modulus - 1);
                self.extra(&format!("and {ty} {name}, {mask}"))
            }
        }
    }

    fn volatile(&self, ty: Type) -> &'static str {
        let is_volatile = self.form == Form::Defined && (self.llvm.has_wide_volatile || ty != Type::I64);
        if is_volatile { "volatile " } else { "" }
    }

    fn inst(&mut self, func: &Function, inst: Inst) {
        let result = func.result(inst);
        let ty = result.map_or(Type::Void, |value| func.ty(value));
        let what = match *func.inst(inst) {
            InstData::Alloca { size, align } => {
                let size = self.typed(func, size);
                let pointer = self.extra(&format!("alloca i8, {size}, align {}", align.max(1)));
                format!("ptrtoint ptr {pointer} to i32")
            }
            InstData::Load { addr, align } => {
                let addr = self.pointer(func, addr);
                format!("load {}{ty}, ptr {addr}, align {align}", self.volatile(ty))
            }
            InstData::Store { addr, value, align } => {
                let addr = self.pointer(func, addr);
                let volatile = self.volatile(self.ty(func, value));
                format!("store {volatile}{}, ptr {addr}, align {align}", self.typed(func, value))
            }
            InstData::Binary { op, lhs, rhs } => self.binary(func, op, lhs, rhs),
            InstData::Cast { op, src } => self.cast(func, op, src, ty),
            InstData::Icmp { cond, lhs, rhs } => {
                format!("icmp {cond} {}, {}", self.typed(func, lhs), self.value(func, rhs))
            }
            InstData::Fcmp { cond, lhs, rhs } => {
                format!("fcmp {cond} {}, {}", self.typed(func, lhs), self.value(func, rhs))
            }
            InstData::Select { cond, on_true, on_false } => {
                let operands = [cond, on_true, on_false].map(|value| self.typed(func, value));
                format!("select {}", operands.join(", "))
            }
            InstData::InsertElement { vector, element, index } => {
                let lane = self.modulo(func, index, self.ty(func, vector).lanes());
                format!("insertelement {}, {}, i32 {lane}", self.typed(func, vector), self.typed(func, element))
            }
            InstData::ExtractElement { vector, index } => {
                let lane = self.modulo(func, index, self.ty(func, vector).lanes());
                format!("extractelement {}, i32 {lane}", self.typed(func, vector))
            }
            InstData::Phi { args } => {
                let edge =
                    |edge: &translator::ice::BlockCall| format!("[ {}, %b{} ]", self.value(func, edge.value), edge.block.index());
                let edges: Vec<String> = func.phi_args(args).iter().map(edge).collect();
                format!("phi {ty} {}", edges.join(", "))
            }
            InstData::Call { func: callee, args } => match self.module.funcs[callee].intrinsic {
                Some(intrinsic) => match self.intrinsic(func, intrinsic, args) {
                    Some(what) => what,
                    None => return,
                },
                None => format!("call {ty} {}({})", Symbol(&self.symbols[callee.index()]), self.arguments(func, args)),
            },
            InstData::CallIndirect { callee, args, .. } => {
                let callee = self.pointer(func, callee);
                format!("call {ty} {callee}({})", self.arguments(func, args))
            }
            ref end => self.end(func, end),
        };
        let _ = match result {
            Some(result) => writeln!(self.text, "  %{result} = {what}"),
            None => writeln!(self.text, "  {what}"),
        };
    }

    fn end(&mut self, func: &Function, end: &InstData) -> String {
        match *end {
            InstData::Br { target } => format!("br label %b{}", target.index()),
            InstData::CondBr { cond, on_true, on_false } => {
                format!("br {}, label %b{}, label %b{}", self.typed(func, cond), on_true.index(), on_false.index())
            }
            InstData::Switch { value, cases, default } => {
                let ty = self.ty(func, value);
                let mut text = format!("switch {}, label %b{} [", self.typed(func, value), default.index());
                for case in func.cases(cases) {
                    let _ = write!(text, " {ty} {}, label %b{}", int(case.value, ty), case.target.index());
                }
                text + " ]"
            }
            InstData::Ret { value: Some(value) } => format!("ret {}", self.typed(func, value)),
            InstData::Ret { value: None } => "ret void".into(),
            _ if self.form == Form::Plain => "unreachable".into(),
            _ => {
                self.declare("declare void @llvm.trap()".into());
                self.text += "  call void @llvm.trap()\n";
                "unreachable".into()
            }
        }
    }

    fn binary(&mut self, func: &Function, op: BinOp, lhs: Value, rhs: Value) -> String {
        let ty = self.ty(func, lhs);
        if op.is_shift() {
            let amount = self.modulo(func, rhs, ty.element().bits());
            return format!("{op} {}, {amount}", self.typed(func, lhs));
        }
        let (left, right) = (self.typed(func, lhs), self.value(func, rhs));
        // A divisor that is known to be harmless needs no check.
        let harmless = func.int_const(rhs).is_some_and(|number| number != 0 && int(number, ty) != "-1");
        if !op.is_int_division() || harmless || self.form == Form::Plain {
            return format!("{op} {left}, {right}");
        }
        let (name, definition) = support::division(op, ty, &letters(ty), &splat(ty, 1), &smallest(ty));
        self.declare(definition);
        self.declare("declare void @llvm.trap()".into());
        format!("call {ty} {name}({left}, {ty} {right})")
    }

    fn cast(&mut self, func: &Function, op: CastOp, src: Value, ty: Type) -> String {
        let from = self.ty(func, src);
        let src = self.typed(func, src);
        if !self.llvm.converts_wide
            && let Some(helper) = wide_conversion(op, from, ty)
        {
            let image = |ty: Type| if ty == Type::F32 { Type::I32 } else { Type::I64 };
            let (name, takes, gives) = (helper.name(), image(from), image(ty));
            self.declare(format!("declare {gives} @{name}({takes}) #0"));
            let bits = self.extra(&format!("bitcast {src} to {takes}"));
            let result = self.extra(&format!("call {gives} @{name}({takes} {bits})"));
            return format!("bitcast {gives} {result} to {ty}");
        }
        if !matches!(op, CastOp::FpToSi | CastOp::FpToUi) || self.form == Form::Plain {
            return format!("{op} {src} to {ty}");
        }
        let name = format!("@llvm.{op}.sat.{}.{}", letters(ty), letters(from));
        self.declare(format!("declare {ty} {name}({from})"));
        format!("call {ty} {name}({src})")
    }

    fn arguments(&self, func: &Function, args: ValueList) -> String {
        let args: Vec<String> = func.values(args).iter().map(|&arg| self.typed(func, arg)).collect();
        args.join(", ")
    }

    /// A call of an intrinsic; `None` if it is printed already.
    fn intrinsic(&mut self, func: &Function, intrinsic: Intrinsic, args: ValueList) -> Option<String> {
        let args = func.values(args);
        let constant = |index: usize| func.int_const(args[index]).unwrap_or(0);
        let has_wide_atomics = self.llvm.has_wide_atomics;
        let wide = |ty: Type| ty == Type::I64 && !has_wide_atomics;
        Some(match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let name = if intrinsic == Intrinsic::Memcpy { "llvm.memcpy" } else { "llvm.memmove" };
                let (to, from) = (self.pointer(func, args[0]), self.pointer(func, args[1]));
                self.declare(format!("declare void @{name}.p0.p0.i32(ptr, ptr, i32, i1)"));
                let (align, len) = (constant(3).max(1), self.typed(func, args[2]));
                let volatile = self.form == Form::Defined;
                format!("call void @{name}.p0.p0.i32(ptr align {align} {to}, ptr align {align} {from}, {len}, i1 {volatile})")
            }
            Intrinsic::Memset => {
                let to = self.pointer(func, args[0]);
                self.declare("declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)".into());
                let volatile = self.form == Form::Defined;
                let (byte, len, align) = (self.typed(func, args[1]), self.typed(func, args[2]), constant(3).max(1));
                format!("call void @llvm.memset.p0.i32(ptr align {align} {to}, {byte}, {len}, i1 {volatile})")
            }
            Intrinsic::Ctlz(ty) | Intrinsic::Cttz(ty) => {
                let name = intrinsic.name();
                self.declare(format!("declare {ty} @{name}({ty}, i1)"));
                format!("call {ty} @{name}({}, i1 false)", self.typed(func, args[0]))
            }
            Intrinsic::StackSave => {
                self.declare("declare ptr @llvm.stacksave()".into());
                let pointer = self.extra("call ptr @llvm.stacksave()");
                format!("ptrtoint ptr {pointer} to i32")
            }
            Intrinsic::StackRestore => {
                self.declare("declare void @llvm.stackrestore(ptr)".into());
                let pointer = self.pointer(func, args[0]);
                format!("call void @llvm.stackrestore(ptr {pointer})")
            }
            Intrinsic::Trap => {
                self.declare("declare void @llvm.trap()".into());
                "call void @llvm.trap()".into()
            }
            Intrinsic::Setjmp => {
                self.declare("declare i32 @setjmp(ptr) #1".into());
                let buffer = self.pointer(func, args[0]);
                format!("call i32 @setjmp(ptr {buffer}) #1")
            }
            Intrinsic::Longjmp => {
                self.declare("declare void @longjmp(ptr, i32) #2".into());
                let (buffer, value) = (self.pointer(func, args[0]), self.typed(func, args[1]));
                format!("call void @longjmp(ptr {buffer}, {value}) #2")
            }
            Intrinsic::ReadTp => {
                self.declare("declare i32 @__nacl_read_tp() #0".into());
                "call i32 @__nacl_read_tp()".into()
            }
            Intrinsic::AtomicLoad(ty) if wide(ty) => self.runtime(func, Helper::AtomicLoad8, &args[..1]),
            Intrinsic::AtomicLoad(ty) => {
                let addr = self.pointer(func, args[0]);
                format!("load atomic {ty}, ptr {addr} seq_cst, align {}", ty.bits() / 8)
            }
            Intrinsic::AtomicStore(ty) if wide(ty) => self.runtime(func, Helper::AtomicStore8, &[args[1], args[0]]),
            Intrinsic::AtomicStore(ty) => {
                let addr = self.pointer(func, args[1]);
                format!("store atomic {}, ptr {addr} seq_cst, align {}", self.typed(func, args[0]), ty.bits() / 8)
            }
            Intrinsic::AtomicRmw(ty) => {
                let (op, helper) = match AtomicRmwOp::from_number(constant(0))? {
                    AtomicRmwOp::Add => ("add", Helper::AtomicFetchAdd8),
                    AtomicRmwOp::Sub => ("sub", Helper::AtomicFetchSub8),
                    AtomicRmwOp::Or => ("or", Helper::AtomicFetchOr8),
                    AtomicRmwOp::And => ("and", Helper::AtomicFetchAnd8),
                    AtomicRmwOp::Xor => ("xor", Helper::AtomicFetchXor8),
                    AtomicRmwOp::Exchange => ("xchg", Helper::AtomicExchange8),
                };
                if wide(ty) {
                    return Some(self.runtime(func, helper, &args[1..3]));
                }
                let addr = self.pointer(func, args[1]);
                format!("atomicrmw {op} ptr {addr}, {} seq_cst", self.typed(func, args[2]))
            }
            Intrinsic::AtomicCmpxchg(ty) => {
                let addr = self.pointer(func, args[0]);
                let (expected, desired) = (self.typed(func, args[1]), self.typed(func, args[2]));
                if wide(ty) {
                    self.declare(support::WIDE_EXCHANGE.into());
                    return Some(format!("call i64 @crosstest.cmpxchg8(ptr {addr}, {expected}, {desired})"));
                }
                let pair = self.extra(&format!("cmpxchg ptr {addr}, {expected}, {desired} seq_cst seq_cst"));
                format!("extractvalue {{ {ty}, i1 }} {pair}, 0")
            }
            Intrinsic::AtomicFence | Intrinsic::AtomicFenceAll => "fence seq_cst".into(),
            Intrinsic::AtomicIsLockFree => {
                format!("or i1 false, {}", matches!(constant(0), 1 | 2 | 4 | 8))
            }
            // Arithmetic has the name and the type that LLVM knows it by.
            _ => {
                let (name, (result, params)) = (intrinsic.name(), intrinsic.signature());
                let params: Vec<&str> = params.iter().map(|ty| ty.name()).collect();
                self.declare(format!("declare {result} @{name}({})", params.join(", ")));
                let args: Vec<String> = args.iter().map(|&arg| self.typed(func, arg)).collect();
                format!("call {result} @{name}({})", args.join(", "))
            }
        })
    }

    /// A call of the runtime's: an address, perhaps a number, and the strongest order.
    fn runtime(&mut self, func: &Function, helper: Helper, args: &[Value]) -> String {
        let (result, params) = translator::runtime::signature(helper);
        let params: Vec<&str> = params.iter().map(|ty| ty.name()).collect();
        self.declare(format!("declare {result} @{}({}) #0", helper.name(), params.join(", ")));
        let args: Vec<String> = args.iter().map(|&arg| self.typed(func, arg)).collect();
        format!("call {result} @{}({}, i32 5)", helper.name(), args.join(", "))
    }
}

/// The runtime's function for a conversion between 64-bit integers and floating point.
fn wide_conversion(op: CastOp, from: Type, to: Type) -> Option<Helper> {
    Some(match (op, from, to) {
        (CastOp::FpToSi, Type::F32, Type::I64) => Helper::FixSfDi,
        (CastOp::FpToSi, Type::F64, Type::I64) => Helper::FixDfDi,
        (CastOp::FpToUi, Type::F32, Type::I64) => Helper::FixUnsSfDi,
        (CastOp::FpToUi, Type::F64, Type::I64) => Helper::FixUnsDfDi,
        (CastOp::SiToFp, Type::I64, Type::F32) => Helper::FloatDiSf,
        (CastOp::SiToFp, Type::I64, Type::F64) => Helper::FloatDiDf,
        (CastOp::UiToFp, Type::I64, Type::F32) => Helper::FloatUnDiSf,
        (CastOp::UiToFp, Type::I64, Type::F64) => Helper::FloatUnDiDf,
        _ => return None,
    })
}

/// An integer's bits as a signed number.
fn int(bits: u64, ty: Type) -> String {
    from_fn(|f| match ty.bits() {
        1 => write!(f, "{}", bits & 1 == 1),
        width @ (8 | 16 | 32 | 64) => write!(f, "{}", ((bits << (64 - width)) as i64) >> (64 - width)),
        _ => write!(f, "{bits}"),
    })
    .to_string()
}

/// A number in every lane of a type.
fn splat(ty: Type, number: u32) -> String {
    every_lane(ty, &int(u64::from(number), ty.element()))
}

/// The smallest signed number in every lane of a type.
fn smallest(ty: Type) -> String {
    every_lane(ty, &int(1 << (ty.element().bits() - 1), ty.element()))
}

fn every_lane(ty: Type, number: &str) -> String {
    if !ty.is_vector() {
        return number.into();
    }
    let lanes = vec![format!("{} {number}", ty.element()); ty.lanes() as usize];
    format!("<{}>", lanes.join(", "))
}

/// The double with a float's value; of a NaN, with its sign and payload.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = u64::from(bits & 0x8000_0000) << 32;
        return sign | 0x7ff0_0000_0000_0000 | u64::from(bits & 0x007f_ffff) << 29;
    }
    f64::from(value).to_bits()
}
