//! Sections: headers, file layout, and the assembly of the file.
//!
//! In: a list of [`Section`]s, the null section not counted, so that the section at position `i`
//! has index `i + 1`. Out: the file: file header, contents in order, section headers. Source:
//! [SYSV-GABI] "Sections".

use std::borrow::Cow;

use super::header::{Class, FileHeader};
use super::strtab::StringTable;

/// `SHT_PROGBITS`.
pub const PROGBITS: u32 = 1;
/// `SHT_SYMTAB`.
pub const SYMTAB: u32 = 2;
/// `SHT_STRTAB`.
pub const STRTAB: u32 = 3;
/// `SHT_RELA`.
pub const RELA: u32 = 4;
/// `SHT_NOBITS`.
pub const NOBITS: u32 = 8;
/// `SHT_REL`.
pub const REL: u32 = 9;

/// `SHF_WRITE`.
pub const WRITE: u32 = 1;
/// `SHF_ALLOC`.
pub const ALLOC: u32 = 2;
/// `SHF_EXECINSTR`.
pub const EXEC: u32 = 4;
/// `SHF_MERGE`.
pub const MERGE: u32 = 0x10;
/// `SHF_INFO_LINK`.
pub const INFO_LINK: u32 = 0x40;

/// Contents are put at file offsets that are multiples of at most this. Only addresses have to
/// honour `sh_addralign`.
const MAX_FILE_ALIGN: u32 = 16;

/// Where the bytes of a section come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Content<'a, S> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// That many bytes, written by [`write_file`]'s caller when their turn comes.
    Deferred(u32, S),
    /// That many bytes that [`write_file`]'s caller has apart from the rest.
    Apart(u64),
    /// That many bytes more of what the section before has there, behind as much padding as the alignment
    /// takes.
    Continued(u64),
    /// That many bytes that are not in the file.
    NoBits(u32),
    /// The names of all sections: made by [`write_file`].
    SectionNames,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a, S> {
    /// Name.
    pub name: Cow<'static, str>,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags`.
    pub flags: u32,
    /// `sh_link`.
    pub link: u32,
    /// `sh_info`.
    pub info: u32,
    /// `sh_addralign`.
    pub align: u32,
    /// `sh_entsize`.
    pub entry_size: u32,
    /// The bytes.
    pub content: Content<'a, S>,
}

impl<'a, S> Section<'a, S> {
    /// A section without link, info or entry size.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: u32, flags: u32, align: u32, content: Content<'a, S>) -> Self {
        Self { name: name.into(), kind, flags, link: 0, info: 0, align, entry_size: 0, content }
    }
}

/// Assembles the file, or `None` if it would have 4 GiB or more: what stands before, between and behind
/// the sections whose content is [`Content::Apart`], so one piece more than there are of these. The
/// last section has to be the one with the sections' names; `deferred` appends the contents that are
/// [`Content::Deferred`].
pub fn write_file<S: Copy>(
    class: Class,
    machine: u16,
    flags: u32,
    sections: &[Section<'_, S>],
    mut deferred: impl FnMut(S, &mut Vec<u8>),
) -> Option<Vec<Vec<u8>>> {
    let mut names = StringTable::with_capacity(160);
    let name_offsets: Vec<u32> = sections.iter().map(|section| names.add(&section.name)).collect();
    let header_size = class.section_header_size() as usize;
    let mut headers = Vec::with_capacity((sections.len() + 1) * header_size);
    headers.resize(header_size, 0); // the null section
    let mut offset = u64::from(class.file_header_size());
    let mut offsets = Vec::with_capacity(sections.len());
    for (section, name) in sections.iter().zip(name_offsets) {
        let (size, in_file) = match section.content {
            Content::Bytes(bytes) => (bytes.len() as u64, true),
            Content::Deferred(size, _) => (u64::from(size), true),
            Content::Apart(size) | Content::Continued(size) => (size, true),
            Content::NoBits(size) => (u64::from(size), false),
            Content::SectionNames => (names.bytes().len() as u64, true),
        };
        offset = offset.next_multiple_of(u64::from(section.align.clamp(1, MAX_FILE_ALIGN)));
        offsets.push(offset as usize);
        let (file_offset, file_size) = (u32::try_from(offset).ok()?, u32::try_from(size).ok()?);
        let &Section { kind, flags, link, info, align, entry_size, .. } = section;
        let address = 0;
        let halves = |words: [u32; 2], headers: &mut Vec<u8>| {
            words.iter().for_each(|word| headers.extend_from_slice(&word.to_le_bytes()));
        };
        halves([name, kind], &mut headers);
        for word in [flags, address, file_offset, file_size] {
            class.write_word(u64::from(word), &mut headers);
        }
        halves([link, info], &mut headers);
        for word in [align, entry_size] {
            class.write_word(u64::from(word), &mut headers);
        }
        if in_file {
            offset += size;
        }
    }
    let section_headers = offset.next_multiple_of(u64::from(class.word_size()));
    u32::try_from(section_headers + headers.len() as u64).ok()?;
    debug_assert!(sections.len() < 0xff00, "sections beyond what can be numbered");
    let section_count = sections.len() as u16 + 1;
    let header = FileHeader {
        class,
        machine,
        flags,
        section_headers: section_headers as u32,
        section_count,
        names_section: section_count - 1,
    };
    let (mut pieces, mut out) = (Vec::new(), Vec::new());
    // Where `out` begins in the file.
    let mut base = 0;
    header.write(&mut out);
    for (section, &offset) in sections.iter().zip(&offsets) {
        match section.content {
            Content::NoBits(_) => continue,
            Content::Continued(size) => {
                base = offset + size as usize;
                continue;
            }
            _ => {}
        }
        out.resize(offset - base, 0);
        match section.content {
            Content::Bytes(bytes) => out.extend_from_slice(bytes),
            Content::Deferred(size, source) => {
                deferred(source, &mut out);
                debug_assert_eq!(base + out.len(), offset + size as usize, "size of section {}", section.name);
            }
            Content::Apart(size) => {
                base = offset + size as usize;
                pieces.push(std::mem::take(&mut out));
            }
            Content::NoBits(_) | Content::Continued(_) => {}
            Content::SectionNames => out.extend_from_slice(names.bytes()),
        }
    }
    out.resize(section_headers as usize - base, 0);
    out.extend_from_slice(&headers);
    pieces.push(out);
    Some(pieces)
}
