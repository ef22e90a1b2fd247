//! Executable files and objects: their code, and what is wrong with it.
//!
//! In: an ELF file. Out: what [`super::validate`] says of each of its executable parts: the segments of a linked file, the sections of an
//! object. In an object, branches are led to their targets first, where they are in the same section; those that lead elsewhere are
//! counted, and left to whoever links.

use std::fmt;

use object::{
    Object, ObjectKind, ObjectSection, ObjectSegment, ObjectSymbol, Relocation, RelocationFlags, RelocationTarget, SectionFlags,
    elf,
};
use translator::options::Isa;

use super::isa::{Field, facts};
use super::report::{Summary, Violation, Violations};
use super::{Code, bundle, marked};

/// An executable part of a file.
#[derive(Debug)]
pub struct Part {
    /// Its section's name, or its address.
    pub name: String,
    /// What is said of it.
    pub result: Result<Summary, Violations>,
}

/// Why a file cannot be validated at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Validates a file's code; `isa` is what it has to be for, if that is given.
pub fn validate(bytes: &[u8], isa: Option<Isa>) -> Result<Vec<Part>, Unreadable> {
    let file = object::File::parse(bytes).map_err(|error| Unreadable(error.to_string()))?;
    let found = architecture(&file).ok_or_else(|| Unreadable("no ELF file of x86, ARM or MIPS".to_string()))?;
    if let Some(isa) = isa.filter(|&isa| isa != found) {
        return Err(Unreadable(format!("it is for {found}, not {isa}")));
    }
    let parts = if file.kind() == ObjectKind::Relocatable { sections(&file, found)? } else { segments(&file, found)? };
    match parts.is_empty() {
        true => Err(Unreadable("it has no code".to_string())),
        false => Ok(parts),
    }
}

fn architecture(file: &object::File<'_>) -> Option<Isa> {
    if !file.is_little_endian() || file.format() != object::BinaryFormat::Elf {
        return None;
    }
    Isa::ALL.into_iter().find(|&isa| facts(isa).machines.contains(&file.architecture()))
}

/// The executable segments of a linked file, whole as they are mapped.
fn segments(file: &object::File<'_>, isa: Isa) -> Result<Vec<Part>, Unreadable> {
    let mut parts = Vec::new();
    for segment in file.segments() {
        let object::SegmentFlags::Elf { p_flags } = segment.flags() else { continue };
        if p_flags & elf::PF_X == 0 {
            continue;
        }
        let name = format!("{:#x}", segment.address());
        let address = u32::try_from(segment.address()).map_err(|_| Unreadable(format!("segment {name}: beyond 4 GiB")))?;
        let data = segment.data().map_err(|error| Unreadable(format!("segment {name}: {error}")))?;
        if data.len() as u64 != segment.size() {
            return Err(Unreadable(format!("segment {name}: its file has {} of its {} bytes", data.len(), segment.size())));
        }
        let result = match p_flags & elf::PF_W {
            0 => marked(Code { isa, bytes: data, address }, &[]).map(|(summary, _)| summary),
            _ => Err(writable(isa, address)),
        };
        parts.push(Part { name, result });
    }
    Ok(parts)
}

/// The executable sections of an object, each as if it lay at 0.
fn sections(file: &object::File<'_>, isa: Isa) -> Result<Vec<Part>, Unreadable> {
    let mut parts = Vec::new();
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
        if sh_flags & u64::from(elf::SHF_EXECINSTR) == 0 || section.size() == 0 {
            continue;
        }
        let name = section.name().unwrap_or("?").to_string();
        let fail = |why: String| Unreadable(format!("section {name}: {why}"));
        if sh_flags & u64::from(elf::SHF_WRITE) != 0 {
            parts.push(Part { name, result: Err(writable(isa, 0)) });
            continue;
        }
        if section.align() % u64::from(bundle(isa)) != 0 {
            return Err(fail(format!("its alignment, {}, is no multiple of the bundle, {}", section.align(), bundle(isa))));
        }
        let mut bytes = section.uncompressed_data().map_err(|error| fail(error.to_string()))?.into_owned();
        let mut outside = Vec::new();
        for (offset, relocation) in section.relocations() {
            let Some(field) = branch_field(isa, &relocation) else { continue };
            if !lead(file, &section, field, offset, &relocation, &mut bytes).map_err(&fail)? {
                outside.push(offset as u32);
            }
        }
        outside.sort_unstable();
        pad(isa, &mut bytes);
        let result = marked(Code { isa, bytes: &bytes, address: 0 }, &outside).map(|(summary, _)| summary);
        parts.push(Part { name, result });
    }
    Ok(parts)
}

/// What is wrong with code that can be changed.
fn writable(isa: Isa, address: u32) -> Violations {
    let rule = facts(isa).rules.not_writable;
    let violation = Violation { address, bytes: Vec::new(), instruction: "(all of it)".to_string(), rule };
    Violations { count: 1, first: vec![violation] }
}

/// What linkers fill the last bundle with is not the object's matter: traps, here.
fn pad(isa: Isa, bytes: &mut Vec<u8>) {
    let trap = facts(isa).trap;
    while !bytes.len().is_multiple_of(bundle(isa) as usize) {
        bytes.push(trap[bytes.len() % trap.len()]);
    }
}

/// The field of a relocation that may be of a direct branch. (What is no branch after all is led, too, and looks the same to the rules.)
fn branch_field(isa: Isa, relocation: &Relocation) -> Option<Field> {
    let RelocationFlags::Elf { r_type } = relocation.flags() else { return None };
    facts(isa).branches.iter().find(|&&(known, _)| known == r_type).map(|&(_, field)| field)
}

/// Writes a branch's distance or target into its field; false if the target is not in this section.
fn lead(
    file: &object::File<'_>,
    section: &object::Section<'_, '_>,
    kind: Field,
    offset: u64,
    relocation: &Relocation,
    bytes: &mut [u8],
) -> Result<bool, String> {
    let target = match relocation.target() {
        RelocationTarget::Symbol(index) => {
            let symbol = file.symbol_by_index(index).map_err(|error| error.to_string())?;
            match symbol.section_index() == Some(section.index()) {
                true => symbol.address(),
                false => return Ok(false),
            }
        }
        RelocationTarget::Section(index) if index == section.index() => 0,
        _ => return Ok(false),
    };
    let place = usize::try_from(offset).ok().filter(|place| place.checked_add(4).is_some_and(|end| end <= bytes.len()));
    let place = place.ok_or_else(|| format!("the relocation at {offset:#x} is outside"))?;
    let field = u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap_or_default());
    let led = led(kind, relocation, field, target as u32, offset as u32);
    bytes[place..place + 4].copy_from_slice(&led.to_le_bytes());
    Ok(true)
}

/// The field of a branch at `place` to `target`, each in its section ([SYSV-AMD64] 4.4.1, [ARM-ELF] 4.6.1, [SYSV-MIPS] "Relocation Types").
fn led(kind: Field, relocation: &Relocation, field: u32, target: u32, place: u32) -> u32 {
    let addend = |implicit: u32| if relocation.has_implicit_addend() { implicit } else { relocation.addend() as u32 };
    match kind {
        Field::Distance => target.wrapping_add(addend(field)).wrapping_sub(place),
        Field::Words(bits) => {
            let implicit = ((field << (32 - bits)) as i32 >> (30 - bits)) as u32;
            let distance = target.wrapping_add(addend(implicit)).wrapping_sub(place);
            let mask = (1 << bits) - 1;
            field & !mask | distance >> 2 & mask
        }
        Field::Region => {
            let sum = target.wrapping_add(addend(field << 2 & 0x0FFF_FFFC));
            field & 0xFC00_0000 | sum >> 2 & 0x03FF_FFFF
        }
    }
}
