//! A `.pexe` as a listing of three columns: where a record begins, the record, and what it means.
//! The format is that of the SDK's `pnacl-bcdis`.
//!
//! ```text
//!      184:0|    6: <1, 0, 102, 97, 99,   |    @f0 : "fact"; <@a2>
//!           |        116>                 |
//! ```
//!
//! An address is a byte of the file and a bit of that byte. A record is `abbreviation: <code, values>`, where
//! codes from 65532 on stand for the file header (65532), definitions of abbreviations (65533), and blocks' ends and
//! starts. In the assembly `@aN` is the Nth abbreviation that the abbreviations block has for the block, and `%aN` the Nth of its
//! own; `@fN`, `@gN`, `%pN`, `%cN`, `%vN`, `%bN` are functions, global variables, parameters, constants, results
//! and blocks. Nothing is checked here but that the bits are whole; what a reader has to say of a record is put behind it. Linear
//! in the file.
//!
//! Source: [PNACL-MANUAL] throughout; the layout of lines is what the tests of [PNACL-BCDIS] throughout show.

mod function;
mod layout;
#[cfg(test)]
mod tests;
mod types;

use std::collections::VecDeque;
use std::rc::Rc;

use super::header;
use super::text_records::{DEFINE, END, ENTER, Visited, visit};
use crate::error::{DecodeError, DecodeErrorData};
use function::{Function, alignment, numbers};
use layout::{Column, Piece, text, words};
use types::{Kind, Ty, Types, Value};

/// The columns that a listing has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    /// Addresses and records.
    pub records: bool,
    /// What they mean.
    pub assembly: bool,
}

/// The width of the column of records, and of that of assembly: with the addresses they make 80.
const RECORDS: usize = 29;
const ASSEMBLY: usize = 39;
/// The code of a file header as a record.
const HEADER: u64 = 65532;
/// Blocks, by number.
const BLOCKS: [(u64, &str); 7] = [
    (0, "abbreviations"),
    (8, "module"),
    (11, "constants"),
    (12, "function"),
    (14, "valuesymtab"),
    (17, "types"),
    (19, "globals"),
];

/// Lists a `.pexe`, with what is wrong with it, in the order of places.
///
/// # Errors
/// If it is not whole bitcode.
pub fn list(bytes: &[u8], columns: Columns, problems: &[DecodeError]) -> Result<String, DecodeError> {
    let mut listing = Listing { columns, ..Listing::default() };
    let mut problems = problems.iter().peekable();
    listing.header(&bytes[..header::check(bytes)?.min(bytes.len())]);
    visit(bytes, |line| {
        while let Some(problem) = problems.next_if(|problem| problem.bit_offset() < line.at) {
            listing.problem(problem);
        }
        listing.item(&line);
    })?;
    problems.for_each(|problem| listing.problem(problem));
    Ok(listing.out)
}

impl Default for Columns {
    fn default() -> Self {
        Columns { records: true, assembly: true }
    }
}

/// A block that is open.
#[derive(Debug)]
struct Open {
    id: u64,
    /// How many abbreviations the abbreviations block had for it.
    shared: u64,
    /// How many it defined itself.
    own: u64,
}

#[derive(Default, Debug)]
struct Listing {
    columns: Columns,
    out: String,
    open: Vec<Open>,
    /// How many abbreviations the abbreviations block has for each kind of block.
    shared: Vec<(u64, u64)>,
    /// In the abbreviations block: what definitions are for.
    target: Option<u64>,
    types: Types,
    /// Functions and global variables.
    values: Rc<Vec<Value>>,
    /// How many of them are functions.
    functions: u64,
    /// The types of functions with bodies that have not come.
    bodies: VecDeque<(usize, u64)>,
    /// Initializers that the variable still needs, of a list.
    pieces: u64,
    /// Where the list ends that has all of them.
    closes: Option<usize>,
    function: Option<Function>,
    /// Whether the constants block has set a type.
    has_type: bool,
}

/// A line of assembly: how far it is indented, and its pieces.
type Assembly = (usize, Vec<Piece>);

impl Listing {
    /// The file's header.
    fn header(&mut self, bytes: &[u8]) {
        let values: Vec<u64> = std::iter::once(HEADER).chain(bytes.iter().map(|&byte| byte.into())).collect();
        let magic = vec![text("Magic Number: 'PEXE' (80, 69, 88, 69)")];
        let version = vec![text(format!("PNaCl Version: {}", bytes.get(12).copied().unwrap_or(0)))];
        let record = record(0, None, &values);
        self.print(Some(0), record, lines(&[(0, magic), (0, version)]));
    }

    /// What is wrong with what was listed last.
    fn problem(&mut self, problem: &DecodeError) {
        let DecodeErrorData { byte, bit, .. } = problem.data();
        self.out += &format!("Error({byte}:{bit}): {}\n", problem.data().what());
    }

    /// A record, or the start or end of a block.
    fn item(&mut self, line: &Visited<'_>) {
        let depth = if line.values[0] == ENTER { self.open.len() } else { self.open.len() - usize::from(line.values[0] == END) };
        let records = record(depth * 2, Some(line.index), line.values);
        let mut assembly = match line.values {
            [ENTER, id, ..] => self.enter(*id, depth * 2),
            [END] => self.leave(depth * 2),
            [DEFINE, values @ ..] => self.define(depth * 2, values),
            values => self.record(depth * 2, values),
        };
        if let (4.., Some(open), Some(last)) = (line.index, self.open.last(), assembly.last_mut()) {
            let number = line.index - 4;
            let name = if number < open.shared { format!("<@a{number}>") } else { format!("<%a{}>", number - open.shared) };
            last.1.extend([Piece::Space, text(name)]);
        }
        self.print(Some(line.at), records, lines(&assembly));
        if let Some(indent) = self.closes.take() {
            // A line of its own, which no record has.
            self.print(None, Vec::new(), lines(&[(indent, vec![text("}")])]));
        }
    }

    fn enter(&mut self, id: u64, indent: usize) -> Vec<Assembly> {
        let shared = self.shared.iter().find(|(block, _)| *block == id).map_or(0, |&(_, count)| count);
        self.open.push(Open { id, shared, own: 0 });
        self.target = None;
        let comment = format!("// BlockID = {id}");
        if id == 12 {
            return self.enter_function(indent, comment);
        }
        if id == 11 {
            self.has_type = false;
        }
        let name = BLOCKS.iter().find(|(block, _)| *block == id).map_or("block", |(_, name)| name);
        vec![(indent, vec![text(name), Piece::Space, text("{"), Piece::Space, Piece::Space, text(comment)])]
    }

    fn enter_function(&mut self, indent: usize, comment: String) -> Vec<Assembly> {
        let (number, ty) = self.bodies.pop_front().unwrap_or((0, u64::MAX));
        let (result, params) = self
            .types
            .signature(ty)
            .map_or(("?".into(), Vec::new()), |(result, params)| (self.types.name(result), self.types.names(params)));
        let named = params.iter().enumerate().map(|(index, ty)| format!("{ty} %p{index}"));
        let head = function_head(&result, &format!("@f{number}"), &named.collect::<Vec<_>>());
        self.function = Some(Function::new(self.values.clone(), params));
        let head = [text("function"), Piece::Space, head, Piece::Space, text("{"), Piece::Mark];
        vec![(indent, [&head[..], &[Piece::Space, Piece::Space, text(comment)]].concat())]
    }

    fn leave(&mut self, indent: usize) -> Vec<Assembly> {
        let id = self.open.pop().map_or(0, |open| open.id);
        if id == 12 {
            self.function = None;
        }
        // The constants' types have indented what follows them.
        let indent = if id == 11 && self.has_type { indent + 2 } else { indent };
        vec![(indent, vec![text("}")])]
    }

    /// A definition of an abbreviation.
    fn define(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        let Some(open) = self.open.last_mut() else { return Vec::new() };
        let (indent, name) = match (open.id, self.target) {
            (0, Some(target)) => {
                let at = self.shared.iter().position(|(block, _)| *block == target).unwrap_or_else(|| {
                    self.shared.push((target, 0));
                    self.shared.len() - 1
                });
                self.shared[at].1 += 1;
                (indent + 2, format!("@a{}", self.shared[at].1 - 1))
            }
            _ => {
                open.own += 1;
                (indent, format!("%a{}", open.own - 1))
            }
        };
        let mut pieces =
            vec![text(name), Piece::Space, text("="), Piece::Space, text("abbrev"), Piece::Space, text("<"), Piece::Mark];
        let encodings = encodings(values.get(1..).unwrap_or_default());
        for (index, encoding) in encodings.iter().enumerate() {
            let is_last = index + 1 == encodings.len();
            pieces.push(text(format!("{encoding}{}", if is_last { ">" } else { "," })));
            pieces.extend((!is_last).then_some(Piece::Space));
        }
        pieces.extend(encodings.is_empty().then(|| text(">")));
        pieces.extend([Piece::Unmark, text(";")]);
        vec![(indent, pieces)]
    }

    /// A record that is no structure.
    fn record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        match self.open.last().map(|open| open.id) {
            Some(0) => self.target_record(indent, values),
            Some(8) => self.module_record(indent, values),
            Some(17) => vec![(indent, self.type_record(values))],
            Some(19) => self.global_record(indent, values),
            Some(14) => vec![(indent, self.symbol_record(values))],
            Some(11) => self.constant_record(indent, values),
            Some(12) => self.instruction_record(indent, values),
            _ => vec![(indent, numbers(values))],
        }
    }

    fn target_record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        let [1, block] = *values else { return vec![(indent, numbers(values))] };
        self.target = Some(block);
        let name =
            BLOCKS.iter().find(|(id, _)| *id == block).map_or_else(|| format!("block {block}"), |(_, name)| (*name).into());
        vec![(indent, vec![text(name + ":")])]
    }

    fn module_record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        let pieces = match *values {
            [1, version] => vec![text("version"), Piece::Space, text(format!("{version};"))],
            [8, ty, _, is_declared, linkage] => {
                let number = self.values.len();
                let (result, params) = self
                    .types
                    .signature(ty)
                    .map_or(("?".into(), Vec::new()), |(result, params)| (self.types.name(result), self.types.names(params)));
                Rc::make_mut(&mut self.values).push(Value { kind: Kind::Function, number, ty: result.clone() });
                self.functions += 1;
                if is_declared == 0 {
                    self.bodies.push_back((number, ty));
                }
                let what = if is_declared == 0 { "define" } else { "declare" };
                let linkage = match linkage {
                    0 => "external".into(),
                    3 => "internal".into(),
                    other => format!("linkage({other})"),
                };
                let head = function_head(&result, &format!("@f{number}"), &params);
                vec![text(what), Piece::Space, text(linkage), Piece::Space, head, text(";")]
            }
            _ => numbers(values),
        };
        vec![(indent, pieces)]
    }

    fn type_record(&mut self, values: &[u64]) -> Vec<Piece> {
        let name = match *values {
            [1, count] => return vec![text("count"), Piece::Space, text(format!("{count};"))],
            [2] => "void".into(),
            [3] => "float".into(),
            [4] => "double".into(),
            [7, width] => format!("i{width}"),
            [12, lanes, ty] => format!("<{lanes} x {}>", self.types.name(ty)),
            [21, _, result, ref params @ ..] => {
                let number = self.types.len();
                let params = params.to_vec();
                let list = parenthesized(&self.types.names(&params));
                let signature = Piece::Cluster(vec![text(self.types.name(result)), Piece::Space, list]);
                self.types.push(Ty::Function(result, params));
                return vec![text(format!("@t{number}")), Piece::Space, text("="), Piece::Space, signature, text(";")];
            }
            _ => return numbers(values),
        };
        let number = self.types.len();
        self.types.push(Ty::Plain(name.clone()));
        vec![text(format!("@t{number}")), Piece::Space, text("="), Piece::Space, text(name), text(";")]
    }

    fn global_record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        // Those of a list stand deeper.
        let inner = indent + if self.pieces > 0 { 4 } else { 2 };
        let initializer = match *values {
            [5, count] => return vec![(indent, vec![text("count"), Piece::Space, text(format!("{count};"))])],
            [0, align, is_constant] => {
                let number = self.values.len() - self.functions as usize;
                Rc::make_mut(&mut self.values).push(Value { kind: Kind::Global, number, ty: "i32".into() });
                let kind = if is_constant == 1 { "const" } else { "var" };
                let align = words(&["align", &format!("{},", alignment(align))]);
                return vec![(indent, vec![text(kind), Piece::Space, text(format!("@g{number},")), Piece::Space, align])];
            }
            [1, count] => {
                self.pieces = count;
                return vec![(inner, vec![text("initializers"), Piece::Space, text(count.to_string()), Piece::Space, text("{")])];
            }
            [2, size] => vec![text("zerofill"), Piece::Space, text(format!("{size};"))],
            [3, ref bytes @ ..] => bytes_of(bytes, |byte| format!("{byte:3}")),
            [4, value] => vec![text("reloc"), Piece::Space, text(self.address(value)), text(";")],
            [4, value, addend] => {
                let addend = addend as u32 as i32;
                let sign = if addend < 0 { "-" } else { "+" };
                let offset = words(&[&self.address(value), sign, &addend.unsigned_abs().to_string()]);
                vec![text("reloc"), Piece::Space, offset, text(";")]
            }
            _ => numbers(values),
        };
        if self.pieces > 0 {
            self.pieces -= 1;
            self.closes = (self.pieces == 0).then_some(indent + 2);
        }
        vec![(inner, initializer)]
    }

    /// A function or a global variable, which may come later.
    fn address(&self, value: u64) -> String {
        value.checked_sub(self.functions).map_or_else(|| format!("@f{value}"), |number| format!("@g{number}"))
    }

    fn symbol_record(&self, values: &[u64]) -> Vec<Piece> {
        let (name, symbol) = match *values {
            [1, value, ref symbol @ ..] => {
                let local = self.function.as_ref().map(|function| function.value(value as usize).name());
                (local.unwrap_or_else(|| self.address(value)), symbol)
            }
            [2, block, ref symbol @ ..] => (format!("%b{block}"), symbol),
            _ => return numbers(values),
        };
        let is_char6 = |&byte: &u64| u8::try_from(byte).is_ok_and(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte));
        let mut pieces = vec![text(name), Piece::Space, text(":"), Piece::Space];
        if symbol.iter().all(is_char6) {
            let spelled: String = symbol.iter().map(|&byte| char::from(byte as u8)).collect();
            pieces.extend([text(format!("\"{spelled}\"")), text(";")]);
        } else {
            let show = |byte: u64| if is_char6(&byte) { format!("'{}'", char::from(byte as u8)) } else { format!("{byte:3}") };
            pieces.extend(bytes_of(symbol, show));
        }
        pieces
    }

    fn constant_record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        let Some(function) = &mut self.function else { return vec![(indent, numbers(values))] };
        let (pieces, is_type) = function.constant(&self.types, values);
        self.has_type |= is_type;
        vec![(indent + if is_type { 0 } else { 2 }, pieces)]
    }

    fn instruction_record(&mut self, indent: usize, values: &[u64]) -> Vec<Assembly> {
        let Some(function) = &mut self.function else { return vec![(indent, numbers(values))] };
        let label = (values[0] != 1 && !function.is_in_block).then(|| format!("%b{}:", function.block));
        let (found, ends) = function.instruction(&self.types, values);
        if values[0] != 1 {
            function.is_in_block = !ends;
            function.block += usize::from(ends);
        }
        if let Some(label) = label {
            // A line of its own, which no record has.
            self.print(None, Vec::new(), lines(&[(indent - 2, vec![text(label)])]));
        }
        let last = found.len() - 1;
        let at = |number: usize| if number == 0 || number == last { indent } else { indent + 2 };
        found.into_iter().enumerate().map(|(number, pieces)| (at(number), pieces)).collect()
    }

    /// Prints the lines of an item beside each other.
    fn print(&mut self, at: Option<u64>, records: Vec<String>, assembly: Vec<String>) {
        let rows = match self.columns {
            Columns { records: true, assembly: true } => records.len().max(assembly.len()),
            Columns { records: true, .. } => records.len(),
            Columns { .. } => assembly.len(),
        };
        let empty = String::new();
        for row in 0..rows {
            let address = match at {
                Some(at) if row == 0 => format!("{:8}:{}", at / 8, at % 8),
                _ => " ".repeat(10),
            };
            let (record, meaning) = (records.get(row).unwrap_or(&empty), assembly.get(row).unwrap_or(&empty));
            let line = match self.columns {
                Columns { records: true, assembly: true } => format!("{address}|{record:RECORDS$}|{meaning}"),
                Columns { records: true, .. } => format!("{address}|{record}"),
                Columns { .. } => meaning.clone(),
            };
            self.out += line.trim_end();
            self.out.push('\n');
        }
    }
}

/// The lines of assembly.
fn lines(assembly: &[Assembly]) -> Vec<String> {
    let mut all = Vec::new();
    for (indent, pieces) in assembly {
        let mut column = Column::new(ASSEMBLY, *indent, indent + 4);
        pieces.iter().for_each(|piece| column.put(piece));
        all.extend(column.finish());
    }
    all
}

/// The lines of a record.
fn record(indent: usize, index: Option<u64>, values: &[u64]) -> Vec<String> {
    let head = index.map_or("<".to_string(), |index| format!("{index}: <"));
    let start = indent + head.len();
    let mut column = Column::new(RECORDS, indent, start);
    column.put(&text(head));
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            column.put(&Piece::Space);
        }
        // What ends the record may stand alone, a comma may not.
        column.put(&text(if place + 1 < values.len() { format!("{value},") } else { value.to_string() }));
    }
    column.put(&text(">"));
    column.finish()
}

/// A list in parentheses.
fn parenthesized(list: &[String]) -> Piece {
    let mut pieces = vec![text("(")];
    for (index, item) in list.iter().enumerate() {
        pieces.push(text(if index + 1 < list.len() { format!("{item},") } else { item.clone() }));
        pieces.extend((index + 1 < list.len()).then_some(Piece::Space));
    }
    pieces.push(text(")"));
    Piece::Cluster(pieces)
}

/// The result, the name and the parameters of a function.
fn function_head(result: &str, name: &str, params: &[String]) -> Piece {
    let named = Piece::Cluster(vec![text(name), parenthesized(params)]);
    Piece::Cluster(vec![text(result), Piece::Space, named])
}

/// Bytes in braces.
fn bytes_of(bytes: &[u64], show: impl Fn(u64) -> String) -> Vec<Piece> {
    let mut pieces = vec![text("{"), Piece::Mark];
    for (index, &byte) in bytes.iter().enumerate() {
        let is_last = index + 1 == bytes.len();
        pieces.push(text(if is_last { format!("{}}}", show(byte)) } else { format!("{},", show(byte)) }));
        pieces.extend((!is_last).then_some(Piece::Space));
    }
    pieces.push(Piece::Unmark);
    pieces
}

/// The encodings of a definition, as it spells them: an array with its element.
fn encodings(mut values: &[u64]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_element = false;
    while let Some((encoding, rest)) = encoding(values) {
        values = rest;
        match (&*encoding, is_element) {
            ("array", _) => is_element = true,
            (_, true) => {
                found.push(format!("array({encoding})"));
                is_element = false;
            }
            _ => found.push(encoding),
        }
    }
    found
}

fn encoding(values: &[u64]) -> Option<(String, &[u64])> {
    match values {
        [1, literal, rest @ ..] => Some((literal.to_string(), rest)),
        [0, 1, width, rest @ ..] => Some((format!("fixed({width})"), rest)),
        [0, 2, width, rest @ ..] => Some((format!("vbr({width})"), rest)),
        [0, 3, rest @ ..] => Some(("array".into(), rest)),
        [0, 4, rest @ ..] => Some(("char6".into(), rest)),
        _ => None,
    }
}
