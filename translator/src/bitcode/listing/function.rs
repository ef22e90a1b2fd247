//! The records of a function's block as assembly: constants and instructions.
//!
//! In: a record. Out: pieces of text. A record that means nothing is one of numbers; nothing is
//! checked. Source: [PNACL-MANUAL] "Function Blocks", "Constants Blocks".

use std::rc::Rc;

use super::layout::{Piece, text, words};
use super::types::{Kind, Types, Value, signed};

/// A function while its block is listed.
#[derive(Default, Debug)]
pub struct Function {
    /// Values of the module.
    globals: Rc<Vec<Value>>,
    /// Those of the function so far.
    own: Vec<Value>,
    /// Types of values that come later, by number.
    forward: Vec<(usize, String)>,
    /// The type of the constants that follow.
    constant_type: Option<u64>,
    constants: usize,
    results: usize,
    /// The block that the next instruction is in.
    pub block: usize,
    /// Whether that block has begun.
    pub is_in_block: bool,
}

const BINARY: [&str; 13] = ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"];
const BINARY_FLOAT: [&str; 7] = ["fadd", "fsub", "fmul", "", "fdiv", "", "frem"];
const CASTS: [&str; 12] =
    ["trunc", "zext", "sext", "fptoui", "fptosi", "uitofp", "sitofp", "fptrunc", "fpext", "ptrtoint", "inttoptr", "bitcast"];
const FLOAT_TESTS: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"];
const INTEGER_TESTS: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];

/// A word of a table, or the number.
fn word(table: &[&str], index: u64) -> String {
    table.get(index as usize).filter(|word| !word.is_empty()).map_or_else(|| index.to_string(), ToString::to_string)
}

fn is_float(ty: &str) -> bool {
    ty.contains("float") || ty.contains("double")
}

/// A word and what ends it, kept together.
fn ended(piece: Piece, end: &str) -> Piece {
    Piece::Cluster(vec![piece, text(end)])
}

/// An alignment as records have it: its logarithm plus one.
pub fn alignment(value: u64) -> u64 {
    if value == 0 { 0 } else { 1u64.checked_shl(value as u32 - 1).unwrap_or(0) }
}

impl Function {
    /// A function of a module with these values and parameters of these types.
    pub fn new(globals: Rc<Vec<Value>>, params: Vec<String>) -> Self {
        let param = |(number, ty)| Value { kind: Kind::Param, number, ty };
        Self { globals, own: params.into_iter().enumerate().map(param).collect(), ..Self::default() }
    }

    /// How many values there are.
    fn count(&self) -> usize {
        self.globals.len() + self.own.len()
    }

    /// The value with this number: one that is known, or a later one.
    pub fn value(&self, number: usize) -> Value {
        let own = |number: usize| self.own.get(number - self.globals.len());
        let known = self.globals.get(number).or_else(|| own(number));
        known.cloned().unwrap_or_else(|| {
            let ty = self.forward.iter().find(|(forward, _)| *forward == number).map_or("?", |(_, ty)| ty);
            let number = self.results + (number - self.count());
            Value { kind: Kind::Result, number, ty: ty.into() }
        })
    }

    /// How far back a value is, in 32 bits: its number.
    fn number(&self, back: u64) -> usize {
        (self.count() as u32).wrapping_sub(back as u32) as usize
    }

    /// An operand. The address of a function is a number like any other.
    fn operand(&self, back: u64) -> Value {
        let value = self.value(self.number(back));
        if value.kind == Kind::Function { Value { ty: "i32".into(), ..value } } else { value }
    }

    fn typed(&self, back: u64) -> Piece {
        let value = self.operand(back);
        words(&[&value.ty, &value.name()])
    }

    /// Adds a result, and how the instruction begins.
    fn define(&mut self, ty: String) -> Vec<Piece> {
        let value = Value { kind: Kind::Result, number: self.results, ty };
        self.results += 1;
        let pieces = vec![text(value.name()), Piece::Space, text("="), Piece::Space];
        self.own.push(value);
        pieces
    }

    /// The same for an element of a vector, which stands between two blanks on each side.
    fn define_element(&mut self, ty: String) -> Vec<Piece> {
        self.define(ty)
            .into_iter()
            .flat_map(|piece| if matches!(piece, Piece::Space) { vec![piece; 2] } else { vec![piece] })
            .collect()
    }

    /// A record of the constants block; whether it sets the type.
    pub fn constant(&mut self, types: &Types, values: &[u64]) -> (Vec<Piece>, bool) {
        let ty = self.constant_type.map_or("?".to_string(), |ty| types.name(ty));
        let what = match *values {
            [1, ty] => {
                self.constant_type = Some(ty);
                return (vec![text(types.name(ty) + ":")], true);
            }
            [3] => "undef".into(),
            [4, value] if ty == "i1" => (signed(value) & 1).to_string(),
            [4, value] => signed(value).to_string(),
            [6, bits] if ty == "float" => {
                let value = f32::from_bits(bits as u32);
                float(value.into(), || format!("{value:e}"), || value.to_string())
            }
            [6, bits] => {
                let value = f64::from_bits(bits);
                float(value, || format!("{value:e}"), || value.to_string())
            }
            _ => return (numbers(values), false),
        };
        let value = Value { kind: Kind::Constant, number: self.constants, ty: ty.clone() };
        self.constants += 1;
        let name = value.name();
        self.own.push(value);
        let pieces = vec![text(name), Piece::Space, text("="), Piece::Space, ended(words(&[&ty, &what]), ";")];
        (pieces, false)
    }

    /// An instruction: its lines (the first, and those below it with how far they are indented), and
    /// whether it ends its block.
    pub fn instruction(&mut self, types: &Types, values: &[u64]) -> (Vec<Vec<Piece>>, bool) {
        let ends = matches!(values[0], 10 | 11 | 12 | 15);
        if let [12, _, condition, default, count, cases @ ..] = values {
            return (self.switch(*condition, *default, *count, cases), ends);
        }
        (vec![self.simple(types, values).unwrap_or_else(|| numbers(values))], ends)
    }

    fn simple(&mut self, types: &Types, values: &[u64]) -> Option<Vec<Piece>> {
        let semicolon = |piece| ended(piece, ";");
        let comma = |piece| ended(piece, ",");
        let pieces = match *values {
            [1, count] => vec![semicolon(words(&["blocks", &count.to_string()]))],
            [2, a, b, op, ..] => {
                let (a, b) = (self.operand(a), self.operand(b));
                let name = word(if is_float(&a.ty) { &BINARY_FLOAT } else { &BINARY }, op);
                let mut pieces = self.define(a.ty.clone());
                pieces.extend([
                    text(name),
                    Piece::Space,
                    comma(words(&[&a.ty, &a.name()])),
                    Piece::Space,
                    semicolon(text(b.name())),
                ]);
                pieces
            }
            [3, a, ty, op] => {
                let (a, ty) = (self.typed(a), types.name(ty));
                let mut pieces = self.define(ty.clone());
                pieces.extend([text(word(&CASTS, op)), Piece::Space, a, Piece::Space, semicolon(words(&["to", &ty]))]);
                pieces
            }
            [6, vector, index] => {
                let (vector, index) = (self.operand(vector), self.typed(index));
                let element = vector.ty.rsplit_once("x ").map_or("?", |(_, element)| element.trim_end_matches('>'));
                let mut pieces = self.define_element(element.into());
                pieces.extend([comma(words(&["extractelement", &vector.ty, &vector.name()])), Piece::Space, semicolon(index)]);
                pieces
            }
            [7, vector, element, index] => {
                let (vector, element, index) = (self.operand(vector), self.typed(element), self.typed(index));
                let mut pieces = self.define_element(vector.ty.clone());
                let first = comma(words(&["insertelement", &vector.ty, &vector.name()]));
                pieces.extend([first, Piece::Space, comma(element), Piece::Space, semicolon(index)]);
                pieces
            }
            [10] => vec![semicolon(words(&["ret", "void"]))],
            [10, value] => vec![text("ret"), Piece::Space, semicolon(self.typed(value))],
            [11, target] => vec![text("br"), Piece::Space, semicolon(label(target))],
            [11, yes, no, condition] => {
                let condition = self.typed(condition);
                let labels = [comma(label(yes)), Piece::Space, semicolon(label(no))];
                [vec![text("br"), Piece::Space, comma(condition), Piece::Space], labels.into()].concat()
            }
            [15] => vec![text("unreachable;")],
            [16, ty, ref incoming @ ..] => self.phi(types, ty, incoming),
            [19, size, align] => {
                let size = self.typed(size);
                let mut pieces = self.define("i32".into());
                pieces.extend([
                    text("alloca"),
                    Piece::Space,
                    text("i8,"),
                    Piece::Space,
                    comma(size),
                    Piece::Space,
                    aligned(align),
                ]);
                pieces
            }
            [20, address, align, ty] => {
                let (address, ty) = (self.operand(address).name(), types.name(ty));
                let mut pieces = self.define(ty.clone());
                let address = comma(words(&[&(ty + "*"), &address]));
                pieces.extend([text("load"), Piece::Space, address, Piece::Space, aligned(align)]);
                pieces
            }
            [24, address, value, align] => {
                let (address, value) = (self.operand(address).name(), self.operand(value));
                let stored = comma(words(&[&value.ty, &value.name()]));
                let address = comma(words(&[&(value.ty + "*"), &address]));
                vec![text("store"), Piece::Space, stored, Piece::Space, address, Piece::Space, aligned(align)]
            }
            [28, a, b, test] => {
                let (a, b) = (self.operand(a), self.operand(b));
                let is_float = is_float(&a.ty);
                let test = if is_float { word(&FLOAT_TESTS, test) } else { word(&INTEGER_TESTS, test.wrapping_sub(32)) };
                let ty = a.ty.split_once("x ").map_or("i1".into(), |(lanes, _)| format!("{lanes}x i1>"));
                let mut pieces = self.define(ty);
                let name = if is_float { "fcmp" } else { "icmp" };
                pieces.extend([text(name), Piece::Space, text(test), Piece::Space]);
                pieces.extend([comma(words(&[&a.ty, &a.name()])), Piece::Space, semicolon(text(b.name()))]);
                pieces
            }
            [29, yes, no, condition] => {
                let (condition, no, ty) = (self.typed(condition), self.typed(no), self.operand(yes).ty);
                let yes = self.typed(yes);
                let mut pieces = self.define(ty);
                pieces.extend([
                    text("select"),
                    Piece::Space,
                    comma(condition),
                    Piece::Space,
                    comma(yes),
                    Piece::Space,
                    semicolon(no),
                ]);
                pieces
            }
            [34, convention, callee, ref arguments @ ..] => {
                let callee = self.value(self.number(callee));
                self.call(convention, &callee.name(), callee.ty.clone(), arguments)
            }
            [44, convention, callee, ty, ref arguments @ ..] => {
                let (callee, result) = (self.operand(callee).name(), types.name(ty));
                self.call(convention, &callee, result, arguments)
            }
            [43, value, ty] => {
                self.forward.push((value as usize, types.name(ty)));
                let name = self.value(value as usize).name();
                vec![text("declare"), Piece::Space, semicolon(words(&[&types.name(ty), &name]))]
            }
            _ => return None,
        };
        Some(pieces)
    }

    fn phi(&mut self, types: &Types, ty: u64, incoming: &[u64]) -> Vec<Piece> {
        let here = self.count();
        let value = |relative: u64| self.value(here.wrapping_add_signed(-signed(relative) as isize)).name();
        let pairs: Vec<String> =
            incoming.chunks(2).map(|pair| format!("[{}, %b{}]", value(pair[0]), pair.get(1).copied().unwrap_or(0))).collect();
        let name = types.name(ty);
        let mut pieces = self.define(name.clone());
        pieces.extend([text("phi"), Piece::Space, text(name)]);
        for (index, pair) in pairs.iter().enumerate() {
            let end = if index + 1 == pairs.len() { ";" } else { "," };
            let (first, second) = pair.split_once(' ').unwrap_or((pair, ""));
            pieces.extend([Piece::Space, ended(words(&[first, second]), end)]);
        }
        pieces
    }

    fn call(&mut self, convention: u64, callee: &str, result: String, arguments: &[u64]) -> Vec<Piece> {
        let mut list = vec![text(format!("{callee}("))];
        for (index, &argument) in arguments.iter().enumerate() {
            let last = index + 1 == arguments.len();
            list.push(if last { self.typed(argument) } else { ended(self.typed(argument), ",") });
            list.extend((!last).then_some(Piece::Space));
        }
        list.push(text(");"));
        let mut pieces = if result == "void" { Vec::new() } else { self.define(result.clone()) };
        pieces.extend((convention & 1 == 1).then(|| [text("tail"), Piece::Space]).into_iter().flatten());
        pieces.extend([text("call"), Piece::Space, text(result), Piece::Space, Piece::Cluster(list)]);
        pieces
    }

    fn switch(&self, condition: u64, default: u64, count: u64, cases: &[u64]) -> Vec<Vec<Piece>> {
        let condition = self.operand(condition);
        let mut lines =
            vec![vec![text("switch"), Piece::Space, words(&[&condition.ty, &condition.name()]), Piece::Space, text("{")]];
        lines.push(vec![text("default:"), Piece::Space, text("br"), Piece::Space, ended(label(default), ";")]);
        // A case: one range of one value, the value, the block.
        for case in cases.chunks(4).take(count as usize) {
            let [_, _, value, block] = *case else { break };
            let value = words(&[&condition.ty, &format!("{}:", signed(value))]);
            lines.push(vec![value, Piece::Space, text("br"), Piece::Space, ended(label(block), ";")]);
        }
        lines.push(vec![text("}")]);
        lines
    }
}

fn label(block: u64) -> Piece {
    words(&["label", &format!("%b{block}")])
}

fn aligned(align: u64) -> Piece {
    ended(words(&["align", &alignment(align).to_string()]), ";")
}

/// A number as it is printed: with an exponent if it would be long without.
fn float(value: f64, with_exponent: impl Fn() -> String, plain: impl Fn() -> String) -> String {
    let is_long = value != 0.0 && value.is_finite() && !(1e-4..1e17).contains(&value.abs());
    match () {
        () if value.is_nan() => "nan".into(),
        () if is_long => with_exponent(),
        () => plain(),
    }
}

/// A record whose meaning is not known.
pub fn numbers(values: &[u64]) -> Vec<Piece> {
    let list: Vec<String> = values.iter().map(ToString::to_string).collect();
    vec![text(format!("record {}", list.first().map_or("", String::as_str))), text(";")]
}
