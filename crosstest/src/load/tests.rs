//! Linking of objects built byte by byte, sound ones and broken ones.

use object::elf;

use super::*;
use crate::guest::PAGE_SIZE;

const BASES: Bases = Bases { text: 0x2_0000, rodata: 0x1000_0000, data: 0x1100_0000, bss: 0x1101_0000, other: 0x0800_0000 };

/// Section indices of [`Builder`]'s files start here: 0 is the null section.
const TEXT: u16 = 1;
const DATA: u16 = 2;
const BSS: u16 = 3;
const POOL: u16 = 4;

/// Name, type, flags, content, size without content, link, info, alignment.
type Section = (u32, u32, u32, Vec<u8>, u32, u32, u32, u32);

/// Builds relocatable objects with the sections `.text .data .bss .rodata.cst16` and one relocation
/// section, for `.text`.
#[derive(Clone)]
struct Builder {
    isa: Isa,
    text: Vec<u8>,
    data: Vec<u8>,
    bss: u32,
    pool_align: u32,
    /// Name, value, size, info, section.
    symbols: Vec<(&'static str, u32, u32, u8, u16)>,
    /// Offset, symbol, kind, addend.
    relocs: Vec<(u32, u32, u32, i32)>,
}

impl Builder {
    fn new(isa: Isa) -> Self {
        // Calls with an addend that makes up for the program counter's lead, or no-operations.
        let text = if isa == Isa::Arm32 { [0xfe, 0xff, 0xff, 0xeb].repeat(4) } else { vec![0x90; 16] };
        let data = vec![1, 2, 3, 4];
        Self { isa, text, data, bss: 8, pool_align: 16, symbols: Vec::new(), relocs: Vec::new() }
    }

    fn symbol(mut self, name: &'static str, binding: u8, section: u16, value: u32) -> Self {
        self.symbols.push((name, value, 4, binding << 4 | elf::STT_OBJECT, section));
        self
    }

    fn reloc(mut self, offset: u32, symbol: u32, kind: u32, addend: i32) -> Self {
        self.relocs.push((offset, symbol, kind, addend));
        self
    }

    fn build(&self) -> Vec<u8> {
        let rela = self.isa == Isa::X8664;
        let mut names = vec![0];
        let mut symtab = vec![0; 16];
        for (name, value, size, info, section) in &self.symbols {
            symtab.extend(words(&[names.len() as u32, *value, *size]));
            symtab.extend([*info, 0]);
            symtab.extend(section.to_le_bytes());
            names.extend(name.bytes().chain([0]));
        }
        let mut relocs = Vec::new();
        for (offset, symbol, kind, addend) in &self.relocs {
            relocs.extend(words(&[*offset, symbol << 8 | kind]));
            relocs.extend(if rela { words(&[*addend as u32]) } else { Vec::new() });
        }
        let code = elf::SHF_ALLOC | elf::SHF_EXECINSTR;
        let data = elf::SHF_ALLOC | elf::SHF_WRITE;
        let strings: Vec<u8> = b"\0.text\0.data\0.bss\0.rodata.cst16\0.rel\0".to_vec();
        let reloc_type = if rela { elf::SHT_RELA } else { elf::SHT_REL };
        let sections: [Section; 8] = [
            (1, elf::SHT_PROGBITS, code, self.text.clone(), 0, 0, 0, 16),
            (7, elf::SHT_PROGBITS, data, self.data.clone(), 0, 0, 0, 4),
            (13, elf::SHT_NOBITS, data, Vec::new(), self.bss, 0, 0, 4),
            (18, elf::SHT_PROGBITS, elf::SHF_ALLOC, vec![0xaa; 16], 0, 0, 0, self.pool_align),
            (32, reloc_type, 0, relocs, 0, 6, u32::from(TEXT), 4),
            (0, elf::SHT_SYMTAB, 0, symtab, 0, 7, 1, 4),
            (0, elf::SHT_STRTAB, 0, names, 0, 0, 0, 1),
            (0, elf::SHT_STRTAB, 0, strings, 0, 0, 0, 1),
        ];
        let machine = match self.isa {
            Isa::X8632 => elf::EM_386,
            Isa::X8664 => elf::EM_X86_64,
            Isa::Arm32 => elf::EM_ARM,
            Isa::Mips32 => elf::EM_MIPS,
        };
        let mut file = [&elf::ELFMAG[..], &[elf::ELFCLASS32, elf::ELFDATA2LSB, 1], &[0; 9]].concat();
        file.extend([elf::ET_REL.to_le_bytes(), machine.to_le_bytes()].concat());
        file.extend(words(&[1, 0, 0, 52, 0]));
        file.extend([52u16, 0, 0, 40, 9, 8].iter().flat_map(|half| half.to_le_bytes()));
        let mut offset = 52 + 40 * 9;
        file.extend([0; 40]);
        for (name, kind, flags, content, size, link, info, align) in &sections {
            let size = content.len() as u32 + size;
            file.extend(words(&[*name, *kind, *flags, 0, offset, size, *link, *info, *align, 0]));
            offset += content.len() as u32;
        }
        file.extend(sections.iter().flat_map(|section| section.3.clone()));
        file
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn linked(isa: Isa, objects: &[&[u8]]) -> Result<Image, LoadError> {
    let names = ["a.o", "b.o", "c.o"];
    let inputs: Vec<Input<'_>> = objects.iter().zip(names).map(|(bytes, name)| Input { name, bytes }).collect();
    link(isa, &inputs, &BASES, &|name| (name == "host").then_some(0x7f00_0010))
}

fn message(builder: &Builder) -> String {
    linked(builder.isa, &[&builder.build()]).unwrap_err().to_string()
}

/// The bytes of an image at an address.
fn word(image: &Image, addr: u32) -> u32 {
    let chunk = image.chunks.iter().find(|chunk| addr.wrapping_sub(chunk.addr) < chunk.bytes.len() as u32).unwrap();
    let at = (addr - chunk.addr) as usize;
    u32::from_le_bytes(chunk.bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn sections_get_addresses_pages_and_rights() {
    let first = Builder::new(Isa::X8632).symbol("f", elf::STB_GLOBAL, TEXT, 4).symbol("pool", elf::STB_LOCAL, POOL, 0);
    let second = Builder::new(Isa::X8632).symbol("g", elf::STB_GLOBAL, BSS, 4).symbol("pool", elf::STB_LOCAL, POOL, 0);
    let image = linked(Isa::X8632, &[&first.build(), &second.build()]).unwrap();
    let page = |addr: u32, access| Segment { addr, len: PAGE_SIZE, access };
    assert_eq!(
        image.segments,
        [
            page(0x2_0000, Access::READ_EXECUTE),
            page(0x0800_0000, Access::READ_EXECUTE),
            page(0x0802_0000, Access::READ),
            page(0x0804_0000, Access::READ_WRITE),
            page(0x0806_0000, Access::READ_WRITE),
            page(0x1100_0000, Access::READ_WRITE),
            page(0x1101_0000, Access::READ_WRITE),
        ]
    );
    assert_eq!((image.symbol("f"), image.symbol("g")), (Some(0x2_0004), Some(0x0806_0004)));
    assert_eq!(image.symbol("pool"), Some(0x0802_0000), "the first object's");
    assert_eq!(image.symbols().iter().filter(|symbol| symbol.name == "pool").count(), 2);
    assert_eq!(image.symbol("nothing"), None);
    assert_eq!(word(&image, 0x1100_0000), 0x0403_0201);
    assert_eq!(image.symbolize(0x2_0004).as_deref(), Some("f"));
    assert_eq!(image.symbolize(0x2_0014).as_deref(), Some("f+0x10"));
    assert_eq!((image.symbolize(0x2_0003), image.symbolize(0x7000_0000)), (None, None));
}

#[test]
fn references_are_resolved_and_relocated() {
    let first = Builder::new(Isa::X8632)
        .symbol("g", elf::STB_GLOBAL, elf::SHN_UNDEF, 0)
        .symbol("host", elf::STB_GLOBAL, elf::SHN_UNDEF, 0)
        .symbol("maybe", elf::STB_WEAK, elf::SHN_UNDEF, 0)
        .symbol("fixed", elf::STB_LOCAL, elf::SHN_ABS, 0x1234)
        .reloc(0, 1, elf::R_386_32, 0)
        .reloc(4, 2, elf::R_386_PC32, 0)
        .reloc(8, 3, elf::R_386_32, 0)
        .reloc(12, 4, elf::R_386_32, 0);
    let second = Builder::new(Isa::X8632).symbol("g", elf::STB_GLOBAL, DATA, 4);
    let image = linked(Isa::X8632, &[&first.build(), &second.build()]).unwrap();
    let nops = 0x9090_9090u32;
    assert_eq!(word(&image, 0x2_0000), nops.wrapping_add(0x0804_0004));
    assert_eq!(word(&image, 0x2_0004), nops.wrapping_add(0x7f00_0010 - 0x2_0004));
    assert_eq!(word(&image, 0x2_0008), nops, "an undefined weak symbol has the address 0");
    assert_eq!(word(&image, 0x2_000c), nops.wrapping_add(0x1234));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let wide = Builder::new(Isa::X8664).symbol("far", elf::STB_LOCAL, elf::SHN_ABS, 0x7fff_ffff);
    let narrow = Builder::new(Isa::X8632);
    let cases = [
        (wide.clone().reloc(4, 1, elf::R_X86_64_32S, 1), "a.o: .text+0x4: R_X86_64_32S far: out of range: 0x80000000"),
        (wide.clone().reloc(13, 1, elf::R_X86_64_32, 1), "a.o: .text+0xd: R_X86_64_32 far: the field lies outside"),
        (wide.reloc(0, 2, elf::R_X86_64_32, 1), "a.o: relocations of section 1: symbol 2 at offset 0x0 does not exist"),
        (narrow.clone().symbol("x", 0, TEXT, 0).reloc(0, 1, 3, 0), "a.o: .text+0x0: reference to x: relocation type 3 of x8632"),
        (narrow.clone().symbol("x", 0, TEXT, 17), "a.o: symbol 1: x lies 0x11 bytes into section .text of 0x10"),
        (narrow.clone().symbol("x", 0, 99, 0), "a.o: symbol 1: x lies in section 99, which does not exist"),
        (narrow.clone().symbol("x", 9, TEXT, 0), "a.o: symbol 1: x has the unknown binding 9"),
        (narrow.clone().symbol("x", 1, elf::SHN_COMMON, 4), "a.o: symbol 1: x is common"),
        (narrow.clone().symbol("a\nb", 1, elf::SHN_UNDEF, 0), "a.o: undefined: a\\nb"),
        (Builder { pool_align: 3, ..narrow.clone() }, "a.o: section .rodata.cst16: alignment 3 is not a power of two"),
        (
            Builder { pool_align: 1 << 31, ..narrow.clone() },
            "a.o: section .rodata.cst16: 0x10 bytes at 0x80000000 run past 0x30000000",
        ),
        (Builder { bss: 0xf000_0000, ..narrow.clone() }, "a.o: section .bss: 0xf0000000 bytes at 0x11010000 run past 0x30000000"),
        (Builder { data: vec![1; 0x1_0001], ..narrow }, "segment 0x11000000..0x11020000: runs into the one at 0x11010000"),
    ];
    for (builder, expected) in cases {
        let message = message(&builder);
        assert!(message.starts_with(expected), "{message:?} where {expected:?} was expected");
    }
    for (bytes, expected) in
        [(&b"\x7fEL"[..], "not an ELF file"), (b"\x7fELF\x02\x01\x01", "not a 32-bit little-endian ELF file")]
    {
        assert_eq!(linked(Isa::X8632, &[bytes]).unwrap_err().message, expected);
    }
}

#[test]
fn unaligned_bases_are_refused() {
    let bytes = Builder::new(Isa::X8632).build();
    let bases = Bases { data: BASES.data + 4, ..BASES };
    let error = link(Isa::X8632, &[Input { name: "a.o", bytes: &bytes }], &bases, &|_| None).unwrap_err();
    assert_eq!(error.to_string(), "Data base 0x11000004: not page-aligned");
}

#[test]
fn nothing_is_an_empty_image() {
    assert_eq!(linked(Isa::X8632, &[]), Ok(Image::default()));
}

#[test]
fn broken_files_give_an_error_or_an_image() {
    for isa in Isa::ALL {
        let kind = match isa {
            Isa::X8664 => elf::R_X86_64_PC32,
            // Out of its reach: through a veneer.
            Isa::Arm32 => elf::R_ARM_CALL,
            Isa::X8632 | Isa::Mips32 => elf::R_386_PC32,
        };
        let sound = Builder::new(isa)
            .symbol("f", elf::STB_GLOBAL, TEXT, 0)
            .symbol("host", elf::STB_GLOBAL, elf::SHN_UNDEF, 0)
            .reloc(4, 2, kind, -4)
            .build();
        linked(isa, &[&sound]).unwrap_or_else(|error| panic!("{error}"));
        let mut images = 0;
        for len in 0..sound.len() {
            images += usize::from(linked(isa, &[&sound[..len]]).is_ok());
        }
        for at in 0..sound.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff, sound[at].wrapping_add(1), sound[at] ^ 0x10] {
                let mut broken = sound.clone();
                broken[at] = value;
                let outcome = linked(isa, &[&broken]);
                if let Err(error) = &outcome {
                    assert_eq!(error.to_string().lines().count(), 1, "{error}");
                }
                images += usize::from(outcome.is_ok());
            }
        }
        assert!(images > 0, "not every change breaks the file");
    }
}

#[test]
fn sections_that_share_bytes_of_the_file_are_refused() {
    let mut bytes = Builder { text: vec![0x90; 4096], ..Builder::new(Isa::X8632) }.build();
    // Make .data and the pool cover .text's bytes too.
    let header = |section: u16| 52 + 40 * usize::from(section);
    for section in [DATA, POOL] {
        for field in [16, 20] {
            let from = header(TEXT) + field;
            let word: [u8; 4] = bytes[from..from + 4].try_into().unwrap();
            bytes[header(section) + field..][..4].copy_from_slice(&word);
        }
    }
    let error = linked(Isa::X8632, &[&bytes]).unwrap_err().to_string();
    assert_eq!(error, "a.o: section .data overlaps others in the file");
}
