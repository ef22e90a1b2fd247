//! Prints a module as LLVM assembly that [`super::parse_module`] and LLVM itself read, with opaque
//! pointers (`ptr`, LLVM 15 and later).
//!
//! In: a module and bodies that pass [`crate::ice::verify`], symbols of distinct names. Out:
//! globals, then functions, each in the order of its number; a function without a body among those
//! given is printed as a declaration. Values and blocks are numbered in the order in which they are
//! printed, so that equal functions print equal. Linear.
//!
//! ICE has addresses as `i32`. Where LLVM wants a pointer, an `inttoptr` named `%p<n>` stands
//! before the instruction; where it gives one (`alloca`, some intrinsics), a `ptrtoint` follows.
//! The parser drops both.

use crate::ice::intrinsics::Operand;
use crate::ice::{
    BlockCall, FuncDecl, FuncId, Function, GlobalInit, GlobalVar, Inst, InstData, Intrinsic, Linkage, Module, Signature,
    SwitchCase, Type, Value, ValueDef, ValueRef,
};
use crate::util::entity::Entity;
use std::fmt::{Display, Write, from_fn};

/// The layout and the machine that PNaCl modules are for.
const HEADER: &str = "target datalayout = \"e-p:32:32-i64:64\"\ntarget triple = \"le32-unknown-nacl\"\n";

/// Prints a module.
pub fn print_module(module: &Module, bodies: &[Function]) -> String {
    let names = Names::new(module);
    let mut text = String::from(HEADER);
    if !module.globals.is_empty() {
        text.push('\n');
    }
    for (id, global) in module.globals.iter() {
        print_global(&mut text, &names, &names.globals[id.index()], global);
    }
    let mut body_of = vec![None; module.funcs.len()];
    for body in bodies {
        if let Some(slot) = body_of.get_mut(body.id.index()) {
            *slot = Some(body);
        }
    }
    for (id, decl) in module.funcs.iter() {
        match body_of[id.index()].filter(|_| decl.defined) {
            Some(body) => print_function(&mut text, module, &names, body),
            None => print_declaration(&mut text, module, &names, id, decl),
        }
    }
    text
}

/// The spelling of each symbol: its name, quoted if need be, or the next number if it has none.
struct Names {
    funcs: Vec<String>,
    globals: Vec<String>,
}

impl Names {
    fn new(module: &Module) -> Self {
        let mut next = 0u32;
        let mut spell = |name: &str| {
            if name.is_empty() {
                next += 1;
                format!("@{}", next - 1)
            } else {
                format!("@{}", Quoted(name))
            }
        };
        let globals = module.globals.values().map(|global| spell(&global.name)).collect();
        let funcs = module.funcs.values().map(|decl| spell(&decl.name)).collect();
        Self { funcs, globals }
    }

    /// The symbol whose address a value is.
    fn symbol(&self, value: Value) -> Option<&str> {
        match value.unpack() {
            ValueRef::Func(id) => self.funcs.get(id.index()).map(String::as_str),
            ValueRef::Global(id) => self.globals.get(id.index()).map(String::as_str),
            ValueRef::Local(_) => None,
        }
    }
}

/// A name, in quotes if it is not an identifier.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.0.as_bytes();
        if name.iter().all(|&byte| super::lexer::is_name_byte(byte)) && !name[0].is_ascii_digit() {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", escaped(name))
    }
}

/// Bytes as the inside of a string: those that are not printable, quotes and backslashes as `\XX`.
fn escaped(bytes: &[u8]) -> impl Display + '_ {
    from_fn(move |f| {
        for &byte in bytes {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02X}")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        Ok(())
    })
}

fn print_global(text: &mut String, names: &Names, name: &str, global: &GlobalVar) {
    let linkage = match global.linkage {
        Linkage::Internal => "internal ",
        Linkage::External if global.init.is_empty() => "external ",
        Linkage::External => "",
    };
    let kind = if global.constant { "constant" } else { "global" };
    let pieces = global.init.iter();
    let init = match &global.init[..] {
        [] => "[0 x i8]".into(),
        [piece] => format!("{} {}", piece_type(piece), piece_value(names, piece)),
        _ => {
            let types: Vec<_> = pieces.clone().map(|piece| piece_type(piece).to_string()).collect();
            let values: Vec<_> = pieces.map(|piece| format!("{} {}", piece_type(piece), piece_value(names, piece))).collect();
            format!("<{{ {} }}> <{{ {} }}>", types.join(", "), values.join(", "))
        }
    };
    let _ = writeln!(text, "{name} = {linkage}{kind} {init}, align {}", global.align.max(1));
}

fn piece_type(piece: &GlobalInit) -> impl Display + '_ {
    from_fn(move |f| match piece {
        GlobalInit::Data(_) | GlobalInit::Zero(_) => write!(f, "[{} x i8]", piece.size()),
        GlobalInit::FuncAddr(..) | GlobalInit::GlobalAddr(..) => f.write_str("i32"),
    })
}

fn piece_value<'a>(names: &'a Names, piece: &'a GlobalInit) -> impl Display + 'a {
    from_fn(move |f| {
        let (value, addend) = match piece {
            GlobalInit::Data(bytes) => return write!(f, "c\"{}\"", escaped(bytes)),
            GlobalInit::Zero(_) => return f.write_str("zeroinitializer"),
            GlobalInit::FuncAddr(func, addend) => (Value::func(*func), *addend),
            GlobalInit::GlobalAddr(global, addend) => (Value::global(*global), *addend),
        };
        let symbol = names.symbol(value).unwrap_or("undef");
        match addend {
            0 => write!(f, "ptrtoint (ptr {symbol} to i32)"),
            _ => write!(f, "add (i32 ptrtoint (ptr {symbol} to i32), i32 {addend})"),
        }
    })
}

/// The parameters of a function that are pointers, and whether its result is one. Functions that
/// are no intrinsics have no pointers.
fn pointers(decl: &FuncDecl) -> (impl Fn(usize) -> bool + use<>, bool) {
    let row = decl.intrinsic.map(Intrinsic::row);
    let result = row.and_then(|row| row.result).is_some_and(Operand::is_pointer);
    (move |index: usize| row.and_then(|row| row.params.get(index)).is_some_and(|param| param.is_pointer()), result)
}

fn print_declaration(text: &mut String, module: &Module, names: &Names, id: FuncId, decl: &FuncDecl) {
    let Signature { result, params } = module.func_sig(id);
    let (is_pointer, pointer_result) = pointers(decl);
    let params = params.iter().enumerate().map(|(index, ty)| if is_pointer(index) { "ptr" } else { ty.name() });
    let params = params.collect::<Vec<_>>().join(", ");
    let result = if pointer_result { "ptr" } else { result.name() };
    let _ = writeln!(text, "\ndeclare {result} {}({params})", names.funcs[id.index()]);
}

fn print_function(text: &mut String, module: &Module, names: &Names, func: &Function) {
    let linkage = if module.funcs[func.id].linkage == Linkage::Internal { "internal " } else { "" };
    let result = module.func_sig(func.id).result;
    let params: Vec<_> = func.args().map(|arg| format!("{} %{arg}", func.ty(arg))).collect();
    let _ = writeln!(text, "\ndefine {linkage}{result} {}({}) {{", names.funcs[func.id.index()], params.join(", "));
    let mut printer = FunctionPrinter::new(text, module, names, func);
    for (index, &block) in func.block_order().iter().enumerate() {
        let _ = writeln!(printer.text, "b{index}:");
        for inst in func.block_insts(block) {
            printer.inst(inst);
        }
    }
    text.push_str("}\n");
}

const UNNUMBERED: u32 = u32::MAX;

struct FunctionPrinter<'a> {
    text: &'a mut String,
    module: &'a Module,
    names: &'a Names,
    func: &'a Function,
    /// The printed number of each local value: arguments first, then results in layout order.
    values: Vec<u32>,
    /// The printed number of each block.
    blocks: Vec<u32>,
    pointers: u32,
}

impl<'a> FunctionPrinter<'a> {
    fn new(text: &'a mut String, module: &'a Module, names: &'a Names, func: &'a Function) -> Self {
        let mut values = vec![UNNUMBERED; func.value_count()];
        let mut blocks = vec![UNNUMBERED; func.block_count()];
        let results = func.block_order().iter().flat_map(|&block| func.block_insts(block)).filter_map(|inst| func.result(inst));
        for (number, index) in func.args().chain(results).filter_map(Value::local_index).enumerate() {
            values[index] = number as u32;
        }
        for (number, block) in func.block_order().iter().enumerate() {
            blocks[block.index()] = number as u32;
        }
        Self { text, module, names, func, values, blocks, pointers: 0 }
    }

    fn ty(&self, value: Value) -> Type {
        if self.func.contains(value) { self.func.ty(value) } else { Type::Void }
    }

    /// An operand without its type; addresses of symbols as i32.
    fn value(&self, value: Value) -> impl Display + '_ {
        from_fn(move |f| {
            if let Some(symbol) = self.names.symbol(value) {
                return write!(f, "ptrtoint (ptr {symbol} to i32)");
            }
            let def = if self.func.contains(value) { self.func.def(value) } else { None };
            match def {
                Some(ValueDef::Int(bits)) => int(f, bits, self.func.ty(value)),
                Some(ValueDef::F32(bits)) => float(f, widen_float(bits)),
                Some(ValueDef::F64(bits)) => float(f, bits),
                Some(ValueDef::Arg(_) | ValueDef::Inst(_)) => {
                    write!(f, "%v{}", value.local_index().map_or(UNNUMBERED, |index| self.values[index]))
                }
                Some(ValueDef::Undef | ValueDef::Forward) | None => f.write_str("undef"),
            }
        })
    }

    fn typed(&self, value: Value) -> impl Display + '_ {
        from_fn(move |f| write!(f, "{} {}", self.ty(value), self.value(value)))
    }

    fn block(&self, block: crate::ice::Block) -> impl Display + use<> {
        let number = self.blocks.get(block.index()).copied().unwrap_or(UNNUMBERED);
        from_fn(move |f| write!(f, "label %b{number}"))
    }

    /// An address as a pointer, without its type: prints the cast that makes one, if it takes an
    /// instruction.
    fn pointer(&mut self, value: Value) -> String {
        if let Some(symbol) = self.names.symbol(value) {
            return symbol.into();
        }
        match self.func.def(value) {
            Some(ValueDef::Undef) => "undef".into(),
            Some(ValueDef::Int(_)) => format!("inttoptr (i32 {} to ptr)", self.value(value)),
            _ => {
                let name = self.new_pointer();
                let line = format!("  {name} = inttoptr {} to ptr\n", self.typed(value));
                self.text.push_str(&line);
                name
            }
        }
    }

    fn new_pointer(&mut self) -> String {
        self.pointers += 1;
        format!("%p{}", self.pointers - 1)
    }

    /// Prints an instruction as a line, or as up to four with its casts.
    fn inst(&mut self, inst: Inst) {
        let result = self.func.result(inst);
        let ty = result.map_or(Type::Void, |value| self.func.ty(value));
        let (body, pointer_result) = self.body(self.func.inst(inst), ty);
        let Some(result) = result else {
            let _ = writeln!(self.text, "  {body}");
            return;
        };
        if !pointer_result {
            let line = format!("  {} = {body}\n", self.value(result));
            return self.text.push_str(&line);
        }
        let name = self.new_pointer();
        let line = format!("  {name} = {body}\n  {} = ptrtoint ptr {name} to i32\n", self.value(result));
        self.text.push_str(&line);
    }

    /// An instruction without its result, and whether LLVM has that result as a pointer.
    fn body(&mut self, data: &InstData, ty: Type) -> (String, bool) {
        let text = match *data {
            InstData::Alloca { size, align } => {
                return (format!("alloca i8, {}, align {}", self.typed(size), align.max(1)), true);
            }
            InstData::Call { func, args } => return self.call(func, args),
            InstData::CallIndirect { callee, args, .. } => {
                let callee = match self.names.symbol(callee) {
                    // Not the plain symbol: that would be a direct call.
                    Some(symbol) => format!("inttoptr (i32 ptrtoint (ptr {symbol} to i32) to ptr)"),
                    None => self.pointer(callee),
                };
                format!("call {ty} {callee}({})", self.arguments(self.func.values(args)))
            }
            InstData::Load { addr, align } => format!("load {ty}, ptr {}, align {align}", self.pointer(addr)),
            InstData::Store { addr, value, align } => {
                let addr = self.pointer(addr);
                format!("store {}, ptr {addr}, align {align}", self.typed(value))
            }
            InstData::Br { .. }
            | InstData::CondBr { .. }
            | InstData::Switch { .. }
            | InstData::Ret { .. }
            | InstData::Unreachable => self.terminator(data),
            _ => self.pure(data, ty),
        };
        (text, false)
    }

    fn pure(&self, data: &InstData, ty: Type) -> String {
        let (value, typed) = (|value| self.value(value), |value| self.typed(value));
        match *data {
            InstData::Binary { op, lhs, rhs } => format!("{op} {}, {}", typed(lhs), value(rhs)),
            InstData::Cast { op, src } => format!("{op} {} to {ty}", typed(src)),
            InstData::Icmp { cond, lhs, rhs } => format!("icmp {cond} {}, {}", typed(lhs), value(rhs)),
            InstData::Fcmp { cond, lhs, rhs } => format!("fcmp {cond} {}, {}", typed(lhs), value(rhs)),
            InstData::Select { cond, on_true, on_false } => {
                format!("select {}, {}, {}", typed(cond), typed(on_true), typed(on_false))
            }
            InstData::InsertElement { vector, element, index } => {
                format!("insertelement {}, {}, {}", typed(vector), typed(element), typed(index))
            }
            InstData::ExtractElement { vector, index } => format!("extractelement {}, {}", typed(vector), typed(index)),
            InstData::Phi { args } => {
                let mut text = format!("phi {ty}");
                for (index, BlockCall { block, value }) in self.func.phi_args(args).iter().enumerate() {
                    let number = self.blocks.get(block.index()).copied().unwrap_or(UNNUMBERED);
                    let separator = if index == 0 { " " } else { ", " };
                    let _ = write!(text, "{separator}[ {}, %b{number} ]", self.value(*value));
                }
                text
            }
            ref other => unreachable!("{other:?} has its own printer"),
        }
    }

    fn terminator(&self, data: &InstData) -> String {
        match *data {
            InstData::Br { target } => format!("br {}", self.block(target)),
            InstData::CondBr { cond, on_true, on_false } => {
                format!("br {}, {}, {}", self.typed(cond), self.block(on_true), self.block(on_false))
            }
            InstData::Switch { value, cases, default } => {
                let ty = self.ty(value);
                let mut text = format!("switch {}, {} [", self.typed(value), self.block(default));
                for SwitchCase { value, target } in self.func.cases(cases) {
                    let number = from_fn(|f| int(f, *value, ty));
                    let _ = write!(text, " {ty} {number}, {}", self.block(*target));
                }
                text + " ]"
            }
            InstData::Ret { value: Some(value) } => format!("ret {}", self.typed(value)),
            InstData::Ret { value: None } => "ret void".into(),
            _ => "unreachable".into(),
        }
    }

    fn arguments(&self, args: &[Value]) -> String {
        args.iter().map(|&arg| self.typed(arg).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn call(&mut self, callee: FuncId, args: crate::ice::ValueList) -> (String, bool) {
        let (is_pointer, pointer_result) = pointers(&self.module.funcs[callee]);
        let result = if pointer_result { "ptr" } else { self.module.func_sig(callee).result.name() };
        let func = self.func;
        let mut list = Vec::with_capacity(args.len());
        for (index, &arg) in func.values(args).iter().enumerate() {
            list.push(if is_pointer(index) { format!("ptr {}", self.pointer(arg)) } else { self.typed(arg).to_string() });
        }
        (format!("call {result} {}({})", self.names.funcs[callee.index()], list.join(", ")), pointer_result)
    }
}

/// An integer's bits as a signed number.
fn int(f: &mut std::fmt::Formatter<'_>, bits: u64, ty: Type) -> std::fmt::Result {
    match ty.bits() {
        1 => write!(f, "{}", bits & 1 == 1),
        width @ (8 | 16 | 32 | 64) => write!(f, "{}", ((bits << (64 - width)) as i64) >> (64 - width)),
        _ => write!(f, "{bits}"),
    }
}

/// A double's bits in decimal if the number is short, else in hexadecimal; both are exact.
fn float(f: &mut std::fmt::Formatter<'_>, bits: u64) -> std::fmt::Result {
    let value = f64::from_bits(bits);
    let scaled = value * 1024.0;
    if scaled.abs() < 1e15 && scaled.trunc() == scaled { write!(f, "{value:?}") } else { write!(f, "0x{bits:016X}") }
}

/// The double with a float's value; of a NaN, with its sign and payload.
fn widen_float(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = u64::from(bits & 0x8000_0000) << 32;
        return sign | 0x7ff0_0000_0000_0000 | u64::from(bits & 0x007f_ffff) << 29;
    }
    f64::from(value).to_bits()
}
