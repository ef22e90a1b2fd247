//! Global variables and merged constants as directives.
//!
//! In: the layout of the module's globals. Out: for each section its globals in order, each after
//! the padding that its alignment asks for, so that the assembler arrives at the layout's offsets.
//! Only directives that never align on their own are used (`.4byte`, not `.word`). Linear in the
//! bytes.

use std::fmt::Write;

use super::super::data::{DataLayout, DataSection, LaidOut};
use super::super::own;
use super::super::pool::{MergedPool, SIZES};
use super::names::Names;
use crate::ice::{Global, GlobalInit, Linkage, Module};
use crate::mc::SymbolRef;

/// How many bytes stand on a line.
const PER_LINE: usize = 16;

/// Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => { _ = write!($out, $($text)*) };
}

/// Appends the sections of global variables.
pub fn write_globals(module: &Module, layout: &DataLayout, names: &Names<'_>, out: &mut String) {
    for (section, laid_out) in layout.sections().iter().enumerate() {
        if layout.globals_in(section as u32).next().is_none() {
            continue;
        }
        begin_section(*laid_out, names, out);
        for (id, _) in layout.globals_in(section as u32) {
            write_global(module, id, names, out);
        }
    }
}

fn begin_section(LaidOut { kind, own: variable, .. }: LaidOut, names: &Names<'_>, out: &mut String) {
    let Some(variable) = variable else {
        return out.push_str(match kind {
            DataSection::Rodata => "\n\t.section\t.rodata, \"a\", %progbits\n",
            DataSection::Data => "\n\t.data\n",
            DataSection::Bss => "\n\t.bss\n",
        });
    };
    let spelling = names.of(SymbolRef::Global(variable)).expect("a global has a name");
    let name = section_name(&own::data(kind, Some(&spelling.defined)));
    let flags = match kind {
        DataSection::Rodata => "\"a\", %progbits",
        DataSection::Data => "\"aw\", %progbits",
        DataSection::Bss => "\"aw\", %nobits",
    };
    // A variable may be called as constants are: without this its section would be theirs.
    let is_constants = SIZES.iter().any(|size| name == format!(".rodata.cst{size}"));
    put!(out, "\n\t.section\t{name}, {flags}{}\n", if is_constants { ", unique, 1" } else { "" });
}

/// A section's name, made of one that may be in quotes: then they go around the whole.
pub fn section_name(name: &str) -> String {
    match name.split_once('"') {
        Some((before, rest)) => format!("\"{before}{rest}"),
        None => name.to_owned(),
    }
}

fn write_global(module: &Module, id: Global, names: &Names<'_>, out: &mut String) {
    let global = &module.globals[id];
    let spelling = names.of(SymbolRef::Global(id)).expect("a global has a name");
    let name = &spelling.defined;
    if global.align > 1 {
        put!(out, "\t.balign\t{}\n", global.align);
    }
    if global.linkage == Linkage::External {
        put!(out, "\t.globl\t{name}\n");
    }
    put!(out, "\t.type\t{name}, %object\n\t.size\t{name}, {}\n{name}:\n", global.size());
    for piece in &global.init {
        match *piece {
            GlobalInit::Data(ref bytes) => write_bytes(bytes, out),
            GlobalInit::Zero(0) => {}
            GlobalInit::Zero(count) => put!(out, "\t.zero\t{count}\n"),
            GlobalInit::FuncAddr(func, addend) => write_address(SymbolRef::Func(func), addend, names, out),
            GlobalInit::GlobalAddr(global, addend) => write_address(SymbolRef::Global(global), addend, names, out),
        }
    }
}

fn write_address(target: SymbolRef, addend: i32, names: &Names<'_>, out: &mut String) {
    let spelling = names.of(target).expect("the builder has referred to it");
    put!(out, "\t.4byte\t{}", spelling.used);
    if addend != 0 {
        put!(out, "{addend:+}");
    }
    out.push('\n');
}

/// Text as text, anything else as numbers.
fn write_bytes(bytes: &[u8], out: &mut String) {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | 0);
    if bytes.len() > 1 && bytes[0] != 0 && bytes.iter().all(is_text) {
        for line in bytes.chunks(4 * PER_LINE) {
            write_text(line, out);
        }
        return;
    }
    for line in bytes.chunks(PER_LINE) {
        for (index, byte) in line.iter().enumerate() {
            put!(out, "{}{byte}", if index == 0 { "\t.byte\t" } else { ", " });
        }
        out.push('\n');
    }
}

fn write_text(bytes: &[u8], out: &mut String) {
    out.push_str("\t.ascii\t\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' => out.push(char::from(byte)),
            // Three digits, so that a digit after them is none of theirs.
            _ => put!(out, "\\{byte:03o}"),
        }
    }
    out.push_str("\"\n");
}

/// Appends the sections of merged constants.
pub fn write_constants(pool: &MergedPool, out: &mut String) {
    for (class, size) in SIZES.into_iter().enumerate() {
        let bytes = pool.section(class);
        if bytes.is_empty() {
            continue;
        }
        put!(out, "\n\t.section\t.rodata.cst{size}, \"aM\", %progbits, {size}\n\t.balign\t{size}\n");
        let places = pool.places().iter().enumerate().filter(|(_, place)| usize::from(place.class) == class);
        let mut places: Vec<_> = places.collect();
        places.sort_unstable_by_key(|(_, place)| place.offset);
        for (number, place) in places {
            put!(out, ".LC{number}:\n");
            for (index, word) in bytes[place.offset as usize..][..size].chunks(4).enumerate() {
                let value = word.iter().rev().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
                put!(out, "{}{value:#010x}", if index == 0 { "\t.4byte\t" } else { ", " });
            }
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(bytes: &[u8]) -> String {
        let mut out = String::new();
        write_bytes(bytes, &mut out);
        out
    }

    #[test]
    fn text_is_text_and_numbers_are_numbers() {
        assert_eq!(bytes(b"a \"b\"\\\n7\0"), "\t.ascii\t\"a \\\"b\\\"\\\\\\0127\\000\"\n");
        assert_eq!(bytes(&[0, 65, 200]), "\t.byte\t0, 65, 200\n");
        assert_eq!(bytes(&[200; 17]).lines().count(), 2);
        assert_eq!(bytes(&[]), "");
    }
}
