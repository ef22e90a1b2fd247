//! Prints ICE for dumps and error messages, close to LLVM assembly.
//!
//! This form is for people; the text form that can be read back is the `text` room's.

use std::fmt::{self, Display, Write};

use super::inst::InstData;
use super::types::Type;
use super::{Function, Inst, Module, Value, ValueDef, ValueRef};

/// Displays a function body. With a module, callees and globals are shown by symbol.
pub fn function<'a>(func: &'a Function, module: Option<&'a Module>) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        let printer = Printer { func, module };
        write!(f, "function {}(", printer.symbol(Value::func(func.id)))?;
        for (index, arg) in func.args().enumerate() {
            write!(f, "{}{} {arg}", if index == 0 { "" } else { ", " }, func.ty(arg))?;
        }
        f.write_str(") {\n")?;
        for &block in func.block_order() {
            writeln!(f, "{block}:")?;
            for inst in func.block_insts(block) {
                writeln!(f, "  {}", printer.inst(inst))?;
            }
        }
        f.write_str("}\n")
    })
}

/// Displays one instruction.
pub fn inst<'a>(func: &'a Function, module: Option<&'a Module>, inst: Inst) -> impl Display + 'a {
    fmt::from_fn(move |f| write!(f, "{}", Printer { func, module }.inst(inst)))
}

struct Printer<'a> {
    func: &'a Function,
    module: Option<&'a Module>,
}

impl Printer<'_> {
    fn symbol(&self, value: Value) -> String {
        match (self.module, value.unpack()) {
            (Some(module), ValueRef::Func(id)) if module.funcs.get(id).is_some() => format!("@{}", module.func_symbol(id)),
            (Some(module), ValueRef::Global(id)) if module.globals.get(id).is_some() => format!("@{}", module.global_symbol(id)),
            _ => value.to_string(),
        }
    }

    fn operand(&self, value: Value) -> String {
        if !self.func.contains(value) {
            return format!("{value}?");
        }
        match self.func.def(value) {
            None => self.symbol(value),
            Some(ValueDef::Int(bits)) => int_text(bits, self.func.ty(value)),
            Some(ValueDef::F32(bits)) => float_text(f64::from(f32::from_bits(bits)), u64::from(bits)),
            Some(ValueDef::F64(bits)) => float_text(f64::from_bits(bits), bits),
            Some(ValueDef::Undef) => "undef".into(),
            Some(ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward) => value.to_string(),
        }
    }

    fn typed(&self, value: Value) -> String {
        let ty = if self.func.contains(value) { self.func.ty(value) } else { Type::Void };
        format!("{ty} {}", self.operand(value))
    }

    fn inst(&self, inst: Inst) -> String {
        let mut text = String::new();
        if let Some(result) = self.func.result(inst) {
            let _ = write!(text, "{result} = ");
        }
        let result_type = self.func.result(inst).map_or(Type::Void, |value| self.func.ty(value));
        text + &self.body(self.func.inst(inst), result_type)
    }

    fn list(&self, values: &[Value]) -> String {
        values.iter().map(|&value| self.typed(value)).collect::<Vec<_>>().join(", ")
    }

    fn body(&self, data: &InstData, ty: Type) -> String {
        let op = |value| self.operand(value);
        let typed = |value| self.typed(value);
        match *data {
            InstData::Alloca { size, align } => format!("alloca {}, align {align}", typed(size)),
            InstData::Binary { op: operator, lhs, rhs } => format!("{operator} {}, {}", typed(lhs), op(rhs)),
            InstData::Cast { op: operator, src } => format!("{operator} {} to {ty}", typed(src)),
            InstData::Icmp { cond, lhs, rhs } => format!("icmp {cond} {}, {}", typed(lhs), op(rhs)),
            InstData::Fcmp { cond, lhs, rhs } => format!("fcmp {cond} {}, {}", typed(lhs), op(rhs)),
            InstData::Select { cond, on_true, on_false } => {
                format!("select {}, {}, {}", typed(cond), typed(on_true), typed(on_false))
            }
            InstData::Load { addr, align } => format!("load {ty}, {}, align {align}", op(addr)),
            InstData::Store { addr, value, align } => format!("store {}, {}, align {align}", typed(value), op(addr)),
            InstData::InsertElement { vector, element, index } => {
                format!("insertelement {}, {}, {}", typed(vector), typed(element), typed(index))
            }
            InstData::ExtractElement { vector, index } => format!("extractelement {}, {}", typed(vector), typed(index)),
            InstData::Phi { args } => {
                let args = self.func.phi_args(args).iter();
                let args: Vec<_> = args.map(|arg| format!("[{}, {}]", op(arg.value), arg.block)).collect();
                format!("phi {ty} {}", args.join(", "))
            }
            InstData::Call { func, args } => {
                format!("call {ty} {}({})", self.symbol(Value::func(func)), self.list(self.func.values(args)))
            }
            InstData::CallIndirect { callee, sig, args } => {
                format!("call {ty} {} [{sig}]({})", op(callee), self.list(self.func.values(args)))
            }
            InstData::Br { target } => format!("br {target}"),
            InstData::CondBr { cond, on_true, on_false } => format!("br {}, {on_true}, {on_false}", op(cond)),
            InstData::Switch { value, cases, default } => {
                let ty = if self.func.contains(value) { self.func.ty(value) } else { Type::I64 };
                let cases = self.func.cases(cases).iter();
                let cases: Vec<_> = cases.map(|case| format!("{}: {}", int_text(case.value, ty), case.target)).collect();
                format!("switch {}, default {default} [{}]", typed(value), cases.join(", "))
            }
            InstData::Ret { value: Some(value) } => format!("ret {}", typed(value)),
            InstData::Ret { value: None } => "ret void".into(),
            InstData::Unreachable => "unreachable".into(),
        }
    }
}

/// A constant's bits as a signed number of its type (`i1` as `true` or `false`).
fn int_text(bits: u64, ty: Type) -> String {
    match ty.bits() {
        1 => (bits & 1 == 1).to_string(),
        width @ (8 | 16 | 32 | 64) => (((bits << (64 - width)) as i64) >> (64 - width)).to_string(),
        _ => bits.to_string(),
    }
}

/// The shortest decimal that reads back to the same bits, or the bits where there is none (NaN).
fn float_text(value: f64, bits: u64) -> String {
    if value.is_nan() { format!("nan:{bits:#x}") } else { format!("{value:?}") }
}
