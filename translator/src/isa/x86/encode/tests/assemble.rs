//! The printer's text, assembled by GNU as, must mean what the encoder wrote. Skipped, with a
//! message, where `as` is missing.
//!
//! GNU as may choose another form (the accumulator's, or a wider displacement), so instructions are
//! compared decoded, not by bytes; but ours may not be longer, except for exchanges with the
//! accumulator and 64-bit movd from memory.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::process::Command;

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _};

use super::super::testing::meaning::{Meaning, Part, decoded};
use super::*;
use crate::isa::x86::print::{Name, display};
use crate::testing::skipped;

/// An assembled or encoded program: its instructions, and relocations as offset, type, symbol,
/// addend.
struct Program {
    code: Vec<u8>,
    relocs: Vec<(u64, u32, String, i32)>,
}

fn name(symbol: SymbolRef) -> String {
    match symbol {
        SymbolRef::Func(id) => format!("func_{}", id.as_u32()),
        _ => "global".to_owned(),
    }
}

fn text(mode: Mode, inst: &PhysInst<'_>) -> String {
    let write = |what, f: &mut std::fmt::Formatter<'_>| match what {
        Name::Symbol(symbol) => f.write_str(&name(symbol)),
        Name::Label(label) => write!(f, ".{label}"),
    };
    display(mode, inst, write).to_string()
}

/// Every `stride`th instruction that the table's rows make from a few operands, as its text, and
/// all encoded together.
fn sample(mode: Mode) -> (Vec<String>, Program) {
    let mut buffer = CodeBuffer::default();
    buffer.reserve_labels(1);
    buffer.bind(Label::from_u32(0));
    let mut lines = Vec::new();
    let mems = some_mems(mode, 1499);
    for row in table::ROWS {
        for size in SIZES.into_iter().filter(|&size| has_size(row, mode, size)) {
            let Operands { dst, src, imm } = operands(row, mode, size, &mems);
            let all = dst.iter().flat_map(|dst| src.iter().map(move |src| (dst, src)));
            // A stride without common factors with the numbers of registers and operands.
            let stride = if dst.len() * src.len() > 40 { 11 } else { 1 };
            // The assembler makes a nop of an exchange of a register with itself.
            let all = all.filter(|(dst, src)| row.op != Op::Xchg || dst != src);
            for (index, (dst, src)) in all.step_by(stride).enumerate() {
                let cc = if row.has_condition { Cc::ALL[index % 16] } else { Cc::O };
                let inst = PhysInst { op: row.op, size, cc, imm: imm[index % imm.len()], dst, src };
                lines.push(text(mode, &inst));
                encode(&mut buffer, mode, &inst);
            }
        }
    }
    buffer.finish();
    let relocs = buffer
        .relocs()
        .iter()
        .map(|reloc| {
            let addend = if mode == Mode::X8632 { 0 } else { reloc.addend };
            (u64::from(reloc.offset), u32::from(reloc.kind), name(reloc.target), addend)
        })
        .collect();
    (lines, Program { code: buffer.bytes().to_vec(), relocs })
}

/// Assembles lines; `None` if there is no assembler.
fn assemble(mode: Mode, lines: &[String]) -> Option<Program> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (source, target) = (directory.path().join("in.s"), directory.path().join("out.o"));
    let mut file = String::from(".intel_syntax noprefix\n.L0:\n");
    for line in lines {
        writeln!(file, "{line}").expect("writing to a string");
    }
    std::fs::write(&source, file).expect("a writable directory");
    let flag = if mode == Mode::X8632 { "--32" } else { "--64" };
    let output = Command::new("as").arg(flag).arg("-o").arg(&target).arg(&source).output().ok()?;
    let message = String::from_utf8_lossy(&output.stderr);
    let place = message.split(':').filter_map(|word| word.parse::<usize>().ok()).next();
    let line = place.and_then(|line| lines.get(line.wrapping_sub(3)));
    assert!(output.status.success(), "as: {line:?}: {}", message.chars().take(1000).collect::<String>());
    let bytes = std::fs::read(&target).expect("as has written it");
    let object = object::File::parse(&*bytes).expect("an object file");
    let section = object.section_by_name(".text").expect("a text section");
    let relocs = section
        .relocations()
        .map(|(offset, reloc)| {
            let object::RelocationTarget::Symbol(index) = reloc.target() else { panic!("a relocation without a symbol") };
            let symbol = object.symbol_by_index(index).and_then(|symbol| symbol.name().map(str::to_owned)).expect("a symbol");
            let object::RelocationFlags::Elf { r_type } = reloc.flags() else { panic!("a relocation that is not ELF's") };
            // A function by way of a table of the linker's (4) or not (2): `as` decides by the
            // addend.
            let kind = if mode == Mode::X8664 && r_type == 2 { 4 } else { r_type };
            (offset, kind, symbol, reloc.addend() as i32)
        })
        .collect();
    Some(Program { code: section.data().expect("contents").to_vec(), relocs })
}

/// An instruction's meaning, with the symbols of its relocations by field.
type Line = (Meaning, Vec<(u32, String, i32)>);

fn decode(mode: Mode, program: &Program) -> Vec<(Instruction, Line)> {
    let by_offset: HashMap<u64, _> = program.relocs.iter().map(|reloc| (reloc.0, (reloc.1, reloc.2.clone(), reloc.3))).collect();
    let mut decoder = Decoder::with_ip(if mode == Mode::X8632 { 32 } else { 64 }, &program.code, 0, DecoderOptions::NONE);
    let mut list = Vec::new();
    while decoder.can_decode() {
        let inst = decoder.decode();
        let mut meaning = decoded(mode, &inst);
        for operand in &mut meaning.operands {
            if let Part::Branch(target) = operand {
                // A label is at 0; what a symbol's field holds is a distance.
                let absolute = target.wrapping_add(inst.ip()) as u32;
                *target = if absolute == 0 { 0 } else { u64::from(absolute.wrapping_sub(inst.next_ip() as u32)) };
            }
        }
        if let (Mnemonic::Xchg, [Part::Reg(first), Part::Reg(second), _]) = (inst.mnemonic(), &mut meaning.operands) {
            // An exchange has no direction.
            (*first, *second) = (*first.min(second), *first.max(second));
        }
        let relocs = (inst.ip()..inst.next_ip()).filter_map(|offset| by_offset.get(&offset).cloned()).collect();
        list.push((inst, (meaning, relocs)));
    }
    list
}

#[test]
fn as_reads_what_is_printed() {
    for mode in MODES {
        let (lines, ours) = sample(mode);
        let Some(theirs) = assemble(mode, &lines) else {
            skipped("encodings assembled by GNU as, which is not installed (Debian: binutils)");
            return;
        };
        let (ours, theirs) = (decode(mode, &ours), decode(mode, &theirs));
        assert_eq!((ours.len(), theirs.len()), (lines.len(), lines.len()));
        for ((line, our), mut their) in lines.iter().zip(&ours).zip(theirs) {
            if line.starts_with("lea ") {
                // `as` lets the linker extend the symbol without sign if no upper half is kept: it
                // is all the same.
                their.1.1.iter_mut().zip(&our.1.1).for_each(|(their, our)| their.0 = our.0);
            }
            assert_eq!(our.1, their.1, "{mode:?} {line}");
            let has_shorter = matches!(our.0.mnemonic(), Mnemonic::Xchg | Mnemonic::Movq);
            assert!(our.0.len() <= their.0.len() || has_shorter, "{mode:?} {line}");
        }
    }
}
