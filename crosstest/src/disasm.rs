//! A function's code as text: what file tests look for patterns in.
//!
//! In: an object file and the name of a function. Out: a line for each instruction, in the syntax
//! of the architecture's own manual (Intel's for x86), with numbered labels for the targets of
//! branches and names for what is relocated, whether the object refers to it by its own symbol or
//! by its section. The decoders (iced-x86, capstone) share nothing with the translator's encoders,
//! so that a pattern tells what the bytes mean. Linear in the code.

use std::collections::BTreeMap;

use capstone::{Capstone, Endian, InsnGroupType, NO_EXTRA_MODE};
use iced_x86::{DecoderOptions, Formatter, Instruction, IntelFormatter, OpKind, SymbolResolver, SymbolResult};
use object::{Object, ObjectSection, ObjectSymbol, Relocation, RelocationEncoding, RelocationKind, RelocationTarget, SymbolKind};
use rustc_hash::FxHashMap;
use translator::options::Isa;

use crate::isa::Decoder::{Words, X86};
use crate::isa::facts;

/// The code of a function.
struct Code<'o> {
    /// The instructions' bytes; the first has the address 0.
    bytes: &'o [u8],
    /// What is relocated: the offset of the field, and the symbol.
    names: BTreeMap<u64, String>,
}

/// Disassembles a function of an object file.
pub fn function(isa: Isa, object: &[u8], name: &str) -> Result<Vec<String>, String> {
    Ok(listing(isa, object, name)?.into_iter().map(|line| line.text).collect())
}

/// A line of disassembled code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLine {
    /// The instruction's offset in its function; a label has none.
    pub offset: Option<u64>,
    /// The text.
    pub text: String,
}

/// Disassembles a function of an object file, with the instructions' offsets.
pub fn listing(isa: Isa, object: &[u8], name: &str) -> Result<Vec<CodeLine>, String> {
    let file = object::File::parse(object).map_err(|error| format!("the object: {error}"))?;
    let code = find(&file, name)?;
    match facts(isa).decoder {
        X86(bits) => Ok(x86(&code, bits)),
        Words(arch, mode) => words(&code, Capstone::new_raw(arch, mode, NO_EXTRA_MODE, Some(Endian::Little))),
    }
}

fn find<'o>(file: &object::File<'o>, name: &str) -> Result<Code<'o>, String> {
    let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name) && symbol.section_index().is_some());
    let symbol = symbol.ok_or_else(|| format!("the object does not define {name}"))?;
    let bad = |what: &str| format!("the object's symbol {name} has no {what}");
    let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok()).ok_or_else(|| bad("section"))?;
    let bytes = section.data_range(symbol.address(), symbol.size()).ok().flatten().ok_or_else(|| bad("code"))?;
    let range = symbol.address()..symbol.address() + symbol.size();
    let mut names = BTreeMap::new();
    for (at, relocation) in section.relocations().filter(|(at, _)| range.contains(at)) {
        let RelocationTarget::Symbol(index) = relocation.target() else { continue };
        let Ok(target) = file.symbol_by_index(index) else { continue };
        let offset = at - range.start;
        names.insert(offset, target_name(file, &target, addend(&relocation, bytes, offset)));
    }
    Ok(Code { bytes, names })
}

/// What a relocation adds to its symbol, as far as the field's form is known: without what makes a
/// distance from the field one from the next instruction.
fn addend(relocation: &Relocation, code: &[u8], at: u64) -> i64 {
    let field = || Some(i32::from_le_bytes(code.get(at as usize..)?.first_chunk().copied()?));
    let whole = matches!(relocation.kind(), RelocationKind::Absolute | RelocationKind::Relative | RelocationKind::PltRelative);
    let stated = match relocation.has_implicit_addend() {
        true if whole && relocation.size() == 32 => field().map_or(0, i64::from),
        true => 0,
        false => relocation.addend(),
    };
    match relocation.kind() {
        RelocationKind::Relative | RelocationKind::PltRelative if relocation.encoding() == RelocationEncoding::Generic => {
            stated + 4
        }
        _ => stated,
    }
}

/// A place by the symbol that it belongs to. One that is given by its section gets the name of what
/// lies there, so that the same place has the same name whatever wrote the object.
fn target_name(file: &object::File<'_>, target: &object::Symbol<'_, '_>, addend: i64) -> String {
    let name = target.name().unwrap_or("?");
    let is_section = target.kind() == SymbolKind::Section || name.is_empty();
    let Some(section) = target.section_index().filter(|_| is_section) else { return name.to_string() };
    let offset = target.address().wrapping_add_signed(addend);
    let is_there = |symbol: &object::Symbol<'_, '_>| {
        let is_named = symbol.kind() != SymbolKind::Section && symbol.name().is_ok_and(|name| !name.is_empty());
        is_named && symbol.section_index() == Some(section) && symbol.address() <= offset
    };
    let nearest = file.symbols().filter(is_there).max_by_key(|symbol| (symbol.address(), std::cmp::Reverse(symbol.index().0)));
    let (base, start) = match &nearest {
        Some(symbol) => (symbol.name().unwrap_or("?"), symbol.address()),
        None => (file.section_by_index(section).ok().and_then(|section| section.name().ok()).unwrap_or("?"), 0),
    };
    if offset == start { base.to_string() } else { format!("{base}+{:#x}", offset - start) }
}

impl Code<'_> {
    /// The symbol of the relocated field that starts within a range.
    fn name_in(&self, range: std::ops::Range<u64>) -> Option<&String> {
        self.names.range(range).next().map(|(_, name)| name)
    }
}

/// Numbers for branch targets, in the order of addresses.
fn labels(targets: impl Iterator<Item = u64>, len: usize) -> FxHashMap<u64, String> {
    let mut targets: Vec<u64> = targets.filter(|&target| target < len as u64).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().enumerate().map(|(number, target)| (target, format!("L{number}"))).collect()
}

/// Instructions as lines, with labels in between.
fn lines(instructions: Vec<(u64, String)>, labels: &FxHashMap<u64, String>) -> Vec<CodeLine> {
    let mut lines = Vec::new();
    for (at, text) in instructions {
        lines.extend(labels.get(&at).map(|label| CodeLine { offset: None, text: format!("{label}:") }));
        lines.push(CodeLine { offset: Some(at), text: format!("  {text}") });
    }
    lines
}

/// Names for the numbers in x86 instructions.
struct Names {
    labels: FxHashMap<u64, String>,
    /// By instruction: the names of its displacement or branch distance, and of its immediate.
    fields: FxHashMap<u64, [Option<String>; 2]>,
}

impl SymbolResolver for Names {
    fn symbol(&mut self, inst: &Instruction, operand: u32, _: Option<u32>, address: u64, _: u32) -> Option<SymbolResult<'_>> {
        let kind = inst.try_op_kind(operand).ok()?;
        let fields = self.fields.get(&inst.ip());
        let field = |index: usize| fields.and_then(|fields| fields[index].as_deref());
        let is_branch = matches!(kind, OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64);
        let name = match kind {
            OpKind::Memory => field(0),
            _ if is_branch => field(1).or_else(|| self.labels.get(&address).map(String::as_str)),
            _ => field(1),
        };
        name.map(|name| SymbolResult::with_str(address, name))
    }
}

fn x86(code: &Code<'_>, bitness: u32) -> Vec<CodeLine> {
    let mut decoder = iced_x86::Decoder::with_ip(bitness, code.bytes, 0, DecoderOptions::NONE);
    let (mut instructions, mut fields) = (Vec::new(), FxHashMap::default());
    while decoder.can_decode() {
        let inst = decoder.decode();
        let offsets = decoder.get_constant_offsets(&inst);
        let start = |has: bool, offset: usize| has.then(|| inst.ip() + offset as u64);
        let starts = [
            start(offsets.has_displacement(), offsets.displacement_offset()),
            start(offsets.has_immediate(), offsets.immediate_offset()),
        ];
        fields.insert(inst.ip(), starts.map(|at| code.name_in(at?..at? + 1).cloned()));
        instructions.push(inst);
    }
    let targets = instructions
        .iter()
        .filter(|inst| inst.near_branch_target() != 0 || inst.is_jcc_short_or_near() || inst.is_jmp_short_or_near());
    let labels = labels(targets.map(Instruction::near_branch_target), code.bytes.len());
    let names = Names { labels: labels.clone(), fields };
    let mut formatter = IntelFormatter::with_options(Some(Box::new(names)), None);
    let options = formatter.options_mut();
    options.set_space_after_operand_separator(true);
    options.set_branch_leading_zeros(false);
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_uppercase_hex(false);
    options.set_rip_relative_addresses(true);
    options.set_show_branch_size(false);
    let text = |inst: &Instruction| {
        let mut text = String::new();
        formatter.format(inst, &mut text);
        (inst.ip(), text)
    };
    lines(instructions.iter().map(text).collect(), &labels)
}

fn words(code: &Code<'_>, decoder: Result<Capstone, capstone::Error>) -> Result<Vec<CodeLine>, String> {
    let fail = |error| format!("disassembling: {error}");
    let mut decoder = decoder.map_err(fail)?;
    decoder.set_detail(true).map_err(fail)?;
    decoder.set_skipdata(true).map_err(fail)?;
    let decoded = decoder.disasm_all(code.bytes, 0).map_err(fail)?;
    let jump = capstone::InsnGroupId(InsnGroupType::CS_GRP_JUMP as u8);
    let mut instructions: Vec<(u64, String, Option<u64>)> = Vec::new();
    for inst in decoded.iter() {
        let at = inst.address();
        let operands = inst.op_str().unwrap_or_default();
        let (rest, last) = operands.rsplit_once(", ").map_or(("", operands), |(rest, last)| (rest, last));
        let name = code.name_in(at..at + inst.len() as u64);
        let jumps = decoder.insn_detail(inst).is_ok_and(|detail| detail.groups().contains(&jump));
        let target = last.trim_start_matches('#').strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let target = target.or_else(|| last.trim_start_matches('#').parse().ok()).filter(|_| jumps && name.is_none());
        let mut text = inst.mnemonic().unwrap_or("?").to_string();
        if !rest.is_empty() {
            text += &format!(" {rest},");
        }
        // The target's label is not known yet.
        match (name, target) {
            (Some(name), _) => text += &format!(" {name}"),
            (None, None) if !last.is_empty() => text += &format!(" {last}"),
            _ => {}
        }
        instructions.push((at, text, target));
    }
    let labels = labels(instructions.iter().filter_map(|&(.., target)| target), code.bytes.len());
    let name = |(at, text, target): (u64, String, Option<u64>)| match target {
        Some(target) => (at, format!("{text} {}", labels.get(&target).cloned().unwrap_or_else(|| format!("{target:#x}")))),
        None => (at, text),
    };
    Ok(lines(instructions.into_iter().map(name).collect(), &labels))
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::write::{Object as NewObject, Relocation as NewRelocation, Symbol, SymbolSection};
    use object::{Architecture, BinaryFormat, Endianness, RelocationFlags, SymbolFlags, SymbolScope};

    /// `mov eax, [second]; call f`, the variable given by its own symbol or by its section, in an
    /// object with stated addends or without.
    fn object(machine: Architecture, by_section: bool) -> Vec<u8> {
        let mut out = NewObject::new(BinaryFormat::Elf, machine, Endianness::Little);
        let (text, data) =
            (out.section_id(object::write::StandardSection::Text), out.section_id(object::write::StandardSection::Data));
        out.append_section_data(data, &[0; 12], 4);
        let is_rela = machine == Architecture::X86_64_X32;
        let in_section = if by_section { 8 } else { 0u8 };
        let field = if is_rela { 0 } else { in_section };
        let distance = if is_rela { [0; 4] } else { [0xfc, 0xff, 0xff, 0xff] };
        let load: &[u8] = if is_rela { &[0x8b, 0x04, 0x25] } else { &[0x8b, 0x05] };
        let code = [load, &[field, 0, 0, 0, 0xe8], &distance].concat();
        let at = load.len() as u64;
        out.append_section_data(text, &code, 16);
        let symbol = |name: &str, section, value, size, kind| Symbol {
            name: name.into(),
            value,
            size,
            kind,
            scope: SymbolScope::Compilation,
            weak: false,
            section: SymbolSection::Section(section),
            flags: SymbolFlags::None,
        };
        let f = out.add_symbol(symbol("f", text, 0, code.len() as u64, SymbolKind::Text));
        out.add_symbol(symbol("first", data, 0, 8, SymbolKind::Data));
        let second = out.add_symbol(symbol("second", data, 8, 4, SymbolKind::Data));
        let target = if by_section { out.section_symbol(data) } else { second };
        let stated = |addend| if is_rela { addend } else { 0 };
        let flags = |elf: u32| RelocationFlags::Elf { r_type: elf };
        let kinds = if is_rela { [10, 2] } else { [1, 2] };
        let addend = stated(i64::from(in_section));
        out.add_relocation(text, NewRelocation { offset: at, symbol: target, addend, flags: flags(kinds[0]) }).unwrap();
        out.add_relocation(text, NewRelocation { offset: at + 5, symbol: f, addend: stated(-4), flags: flags(kinds[1]) })
            .unwrap();
        out.write().unwrap()
    }

    #[test]
    fn what_is_given_by_its_section_has_the_name_of_what_lies_there() {
        for (machine, isa) in [(Architecture::I386, Isa::X8632), (Architecture::X86_64_X32, Isa::X8664)] {
            let code = [false, true].map(|by_section| function(isa, &object(machine, by_section), "f").unwrap());
            assert_eq!(code[0], code[1]);
            assert!(code[0][0].contains("[second]") && code[0][1].contains("call f"), "{code:?}");
        }
    }
}
