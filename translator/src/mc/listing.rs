//! Machine code as assembly text: what a target's disassembler hands to the writer of the file, and
//! what it needs from it.
//!
//! In: the finished code of a function. Out: its lines. The code is read back from its bytes, by
//! the tables that wrote them, and not taken down while it is emitted: so the object path pays
//! nothing for the text, and the text says what the bytes say. The names of symbols and labels are
//! the caller's.

use std::fmt::{self, Display, Formatter};

use super::buffer::{Label, Reloc};
use super::code::{Comment, CommentPlace, FuncCode};
use super::symbol::SymbolRef;

/// What instructions refer to by name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// A symbol.
    Symbol(SymbolRef),
    /// A label of this function.
    Label(Label),
}

/// Writes names.
pub type NameWriter<'a> = dyn Fn(Name, &mut Formatter<'_>) -> fmt::Result + 'a;

/// Appends a function's lines to a text and says where its labels are; see [`list`].
pub type Lister = fn(&FuncCode, &NameWriter<'_>, Form, &mut String) -> Result<Vec<u32>, Unreadable>;

/// How code stands in a text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// As instructions.
    Instructions,
    /// As the bytes that were encoded, but for instructions that a relocation is about: only as
    /// instructions do these name what they refer to on all machines.
    Bytes,
}

/// The offset of code that does not read as an instruction: the disassembler lacks what the encoder
/// has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub u32);

/// An instruction as read from code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decoded<I> {
    /// Where it starts.
    pub offset: u32,
    /// The instruction.
    pub inst: I,
    /// Its length in bytes.
    pub len: u32,
    /// Where it branches within the function, if it does: an offset.
    pub target: Option<u32>,
}

/// Reads and prints the instructions of one architecture.
pub trait Disassembler {
    /// An instruction.
    type Inst;

    /// Reads the instruction at an offset. `relocs` are the relocations from there on.
    fn decode(&self, code: &[u8], offset: u32, relocs: &[Reloc]) -> Option<Decoded<Self::Inst>>;

    /// The directive for code as numbers, and how many bytes each of its numbers is.
    const NUMBERS: (&'static str, usize) = (".byte", 1);

    /// Looks at all instructions of a function before the first is written: what an assembler would
    /// make of each may depend on the others.
    fn prepare(&self, _code: &[u8], _insts: &mut [Decoded<Self::Inst>]) {}

    /// Whether an assembler makes the bytes that were read of what [`print`](Self::print) writes. Where it does not, they stand in the
    /// text, with the instruction as a comment.
    fn is_exact(&self, _inst: &Self::Inst) -> bool {
        true
    }

    /// The name of a relocation of a field in such bytes, if it is not what an assembler makes of a word of data.
    fn field_name(&self, _kind: u16) -> Option<&'static str> {
        None
    }

    /// Writes an instruction, with `label` in the place of its branch target.
    fn print(&self, inst: &Self::Inst, label: Option<Label>, name: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result;
}

/// Appends the lines of a function: a tab and an instruction, or a label and a colon. Labels are
/// numbered by their place; the result has their offsets, in this order. Entries of jump tables are
/// labels, too.
///
/// Complexity: linear in the code, but for a search of each branch's label.
pub fn list<D: Disassembler>(
    disassembler: &D,
    code: &FuncCode,
    name: &NameWriter<'_>,
    form: Form,
    out: &mut String,
) -> Result<Vec<u32>, Unreadable> {
    let mut insts = decode_all(disassembler, code)?;
    disassembler.prepare(&code.bytes, &mut insts);
    let mut labels: Vec<u32> =
        insts.iter().filter_map(|decoded| decoded.target).chain(code.tables.all().iter().copied()).collect();
    labels.sort_unstable();
    labels.dedup();
    let label_at = |offset| labels.binary_search(&offset).ok().map(|index| Label::from_u32(index as u32));
    let end = code.bytes.len() as u32;
    let is_start = |offset: u32| offset == end || insts.binary_search_by_key(&offset, |decoded| decoded.offset).is_ok();
    if let Some(&inside) = labels.iter().find(|&&label| !is_start(label)) {
        return Err(Unreadable(inside));
    }
    let bind = |offset, out: &mut String| {
        if let Some(label) = label_at(offset) {
            *out += &format!("{}:\n", fmt::from_fn(|f| name(Name::Label(label), f)));
        }
    };
    let mut comments = Comments(&code.comments);
    for decoded in &insts {
        comments.above(decoded.offset, out);
        bind(decoded.offset, out);
        comments.below(decoded.offset, out);
        let bytes = decoded.offset as usize..(decoded.offset + decoded.len) as usize;
        let label = decoded.target.and_then(label_at);
        let instruction = fmt::from_fn(|f| disassembler.print(&decoded.inst, label, name, f));
        let relocs = relocs_in(code, decoded.offset, decoded.len);
        if form == Form::Bytes && relocs.is_empty() {
            append_line(out, fmt::from_fn(|f| numbers(D::NUMBERS, &code.bytes[bytes.clone()], f)));
        } else if disassembler.is_exact(&decoded.inst) {
            append_line(out, instruction);
        } else {
            append_bytes(disassembler, (&code.bytes[..bytes.end], bytes.start), relocs, name, out);
            append_comment(&instruction.to_string(), out);
        }
        comments.behind(decoded.offset + decoded.len, out);
    }
    comments.above(end, out);
    bind(end, out);
    Ok(labels)
}

/// The comments that are still to come.
struct Comments<'c>(&'c [Comment]);

impl Comments<'_> {
    /// Takes the next comment if it is about a place up to an offset, and is written up to a place there.
    fn take(&mut self, offset: u32, place: CommentPlace) -> Option<&str> {
        let (first, rest) = self.0.split_first()?;
        if (first.offset, first.place) > (offset, place) {
            return None;
        }
        self.0 = rest;
        Some(&first.text)
    }

    fn behind(&mut self, offset: u32, out: &mut String) {
        while let Some(text) = self.take(offset, CommentPlace::Behind) {
            append_comment(text, out);
        }
    }

    fn above(&mut self, offset: u32, out: &mut String) {
        self.lines(offset, CommentPlace::Above, out);
    }

    fn below(&mut self, offset: u32, out: &mut String) {
        self.lines(offset, CommentPlace::Below, out);
    }

    fn lines(&mut self, offset: u32, place: CommentPlace, out: &mut String) {
        while let Some(text) = self.take(offset, place) {
            *out += &format!("\t\t\t\t/* {text} */\n");
        }
    }
}

fn decode_all<D: Disassembler>(disassembler: &D, code: &FuncCode) -> Result<Vec<Decoded<D::Inst>>, Unreadable> {
    let mut insts = Vec::with_capacity(code.bytes.len() / 4);
    let (mut offset, mut relocs) = (0, &code.relocs[..]);
    while (offset as usize) < code.bytes.len() {
        let decoded = disassembler.decode(&code.bytes, offset, relocs).ok_or(Unreadable(offset))?;
        let next = offset + decoded.len;
        let inside = relocs.iter().take_while(|reloc| reloc.offset < next).count();
        relocs = &relocs[inside..];
        insts.push(decoded);
        offset = next;
    }
    Ok(insts)
}

/// The relocations of an instruction.
fn relocs_in(code: &FuncCode, offset: u32, len: u32) -> &[Reloc] {
    let before = |end: u32| code.relocs.partition_point(|reloc| reloc.offset < end);
    &code.relocs[before(offset)..before(offset + len)]
}

/// Appends the bytes of some code from an offset on as data; fields that have a relocation are words, or words that a directive is about.
fn append_bytes<D: Disassembler>(
    disassembler: &D,
    (code, mut at): (&[u8], usize),
    relocs: &[Reloc],
    name: &NameWriter<'_>,
    out: &mut String,
) {
    for reloc in relocs {
        let field = reloc.offset as usize;
        append_line(out, fmt::from_fn(|f| numbers(D::NUMBERS, &code[at..field], f)));
        let place = fmt::from_fn(|f| {
            name(Name::Symbol(reloc.target), f)?;
            if reloc.addend != 0 { write!(f, "{:+}", reloc.addend) } else { Ok(()) }
        });
        match disassembler.field_name(reloc.kind) {
            Some(kind) => append_line(out, format_args!(".reloc\t., {kind}, {place}\n\t.4byte\t0")),
            None => append_line(out, format_args!(".4byte\t{place}")),
        }
        at = field + 4;
    }
    if at < code.len() {
        append_line(out, fmt::from_fn(|f| numbers(D::NUMBERS, &code[at..], f)));
    }
}

/// Appends a comment to the last line. A name in it may have what ends comments.
fn append_comment(text: &str, out: &mut String) {
    out.truncate(out.trim_end_matches('\n').len());
    *out += &format!("\t/* {} */\n", text.replace("*/", "* /"));
}

/// Little-endian numbers, of so many bytes each.
fn numbers((directive, size): (&str, usize), bytes: &[u8], f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{directive}\t")?;
    for (index, number) in bytes.chunks(size).enumerate() {
        write!(f, "{}0x", if index == 0 { "" } else { ", " })?;
        number.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))?;
    }
    Ok(())
}

fn append_line(out: &mut String, instruction: impl Display) {
    use fmt::Write;
    writeln!(out, "\t{instruction}").expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One byte an instruction: a branch to the offset that it holds, or nothing if that is 255.
    struct Bytes;

    impl Disassembler for Bytes {
        type Inst = u8;

        fn decode(&self, code: &[u8], offset: u32, _: &[Reloc]) -> Option<Decoded<u8>> {
            let inst = code[offset as usize];
            (inst != 254).then_some(Decoded { offset, inst, len: 1, target: (inst != 255).then_some(u32::from(inst)) })
        }

        fn print(&self, inst: &u8, label: Option<Label>, name: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "op{inst} ")?;
            label.map_or(Ok(()), |label| name(Name::Label(label), f))
        }
    }

    /// Five bytes an instruction, which is a comment if the first of them is odd.
    struct Fives;

    impl Disassembler for Fives {
        type Inst = u8;

        fn decode(&self, code: &[u8], offset: u32, _: &[Reloc]) -> Option<Decoded<u8>> {
            Some(Decoded { offset, inst: code[offset as usize], len: 5, target: None })
        }

        fn is_exact(&self, inst: &u8) -> bool {
            inst.is_multiple_of(2)
        }

        fn field_name(&self, kind: u16) -> Option<&'static str> {
            (kind == 7).then_some("R_SEVEN")
        }

        fn print(&self, inst: &u8, _: Option<Label>, _: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "op{inst}*/")
        }
    }

    #[test]
    fn what_an_assembler_would_encode_otherwise_is_bytes_and_a_comment() {
        let name = |_: Name, f: &mut Formatter<'_>| f.write_str("there");
        let reloc =
            |offset, kind, addend| Reloc { offset, kind, target: SymbolRef::Func(crate::ice::FuncId::from_u32(0)), addend };
        let relocs = vec![reloc(11, 1, 4), reloc(16, 7, -4)];
        let code = FuncCode { bytes: [2, 0, 0, 0, 0, 1, 2, 3, 4, 5].repeat(2), relocs, ..FuncCode::default() };
        let bytes = FuncCode { bytes: [&code.bytes[..10], &[3, 0, 0, 0, 0, 5, 0, 0, 0, 0]].concat(), ..code };
        let mut out = String::new();
        list(&Fives, &bytes, &name, Form::Instructions, &mut out).unwrap();
        let expected = "\top2*/\n\t.byte\t0x01, 0x02, 0x03, 0x04, 0x05\t/* op1* / */\n\t.byte\t0x03\n\t.4byte\tthere+4\t/* op3* / */\n\
            \t.byte\t0x05\n\t.reloc\t., R_SEVEN, there-4\n\t.4byte\t0\t/* op5* / */\n";
        assert_eq!(out, expected);
    }

    fn listed(bytes: &[u8]) -> Result<String, Unreadable> {
        listed_as(Form::Instructions, FuncCode { bytes: bytes.to_vec(), ..FuncCode::default() })
    }

    fn listed_as(form: Form, code: FuncCode) -> Result<String, Unreadable> {
        let name = |name: Name, f: &mut Formatter<'_>| match name {
            Name::Label(label) => write!(f, "{label}"),
            Name::Symbol(_) => Ok(()),
        };
        let mut out = String::new();
        list(&Bytes, &code, &name, form, &mut out).map(|_| out)
    }

    #[test]
    fn labels_stand_where_branches_lead_and_at_the_end_of_the_code() {
        assert_eq!(listed(&[3, 1, 255]).unwrap(), "\top3 L1\nL0:\n\top1 L0\n\top255 \nL1:\n");
    }

    #[test]
    fn bytes_stand_for_all_but_what_a_relocation_is_about() {
        let target = SymbolRef::Func(crate::ice::FuncId::from_u32(0));
        let relocs = vec![Reloc { offset: 1, kind: 1, target, addend: 0 }];
        let code = FuncCode { bytes: vec![3, 1, 255], relocs, ..FuncCode::default() };
        assert_eq!(listed_as(Form::Bytes, code).unwrap(), "\t.byte\t0x03\nL0:\n\top1 L0\n\t.byte\t0xff\nL1:\n");
        let words = fmt::from_fn(|f| numbers((".inst", 4), &[1, 2, 3, 4, 5, 6, 7, 0xe8], f)).to_string();
        assert_eq!(words, ".inst\t0x04030201, 0xe8070605");
    }

    #[test]
    fn comments_stand_behind_instructions_and_around_labels() {
        let comment = |offset, place, text: &str| Comment { offset, place, text: text.into() };
        let comments = vec![
            comment(0, CommentPlace::Below, "in"),
            comment(1, CommentPlace::Behind, "end"),
            comment(1, CommentPlace::Above, "out"),
            comment(1, CommentPlace::Below, "next"),
            comment(2, CommentPlace::Above, "last"),
        ];
        let code = FuncCode { bytes: vec![1, 255], comments, ..FuncCode::default() };
        let tabs = "\t\t\t\t";
        let expected =
            format!("{tabs}/* in */\n\top1 L0\t/* end */\n{tabs}/* out */\nL0:\n{tabs}/* next */\n\top255 \n{tabs}/* last */\n");
        assert_eq!(listed_as(Form::Instructions, code).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_read_and_targets_outside_are_reported() {
        assert_eq!(listed(&[255, 254]), Err(Unreadable(1)));
        assert_eq!(listed(&[255, 4]), Err(Unreadable(4)));
    }
}
