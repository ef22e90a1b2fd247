//! Sandboxed programs (.nexe), read into an [`Image`].
//!
//! In: an executable ELF file, of either class, for a known machine. Out: a [`Nexe`] whose code has been validated as it will be mapped,
//! with the traps behind it. The file is untrusted: whatever it says gives a [`Nexe`] or one line. Segments are those that Native Client's
//! loader takes: one of code from 0x20000 on, at most one of constants and one of data, each on pages of its own. Sources:
//! [NACL-SFI-X8664] "Binary Format"; [NACL-SOURCE] `src/trusted/service_runtime/elf_util.c`.

use std::sync::Arc;

use object::{Object, ObjectKind, ObjectSegment, ObjectSymbol, SegmentFlags, SymbolKind, elf};
use translator::options::Isa;

use super::{Access, Chunk, END, Image, Segment, Symbol};
use crate::guest::{ENGINE_BASE, PAGE_SIZE};
use crate::isa::{facts, of_machine};
use crate::layout::{RODATA_BASE, Span, TEXT_BASE};
use crate::validate::{Code, bundle, validate};

/// Where the host's code lies under every engine: a program has nothing there.
const HOSTS: Span = Span { start: ENGINE_BASE, end: RODATA_BASE };

/// A sandboxed program.
#[derive(Clone, Debug)]
pub struct Nexe {
    /// What it is for.
    pub isa: Isa,
    /// Its code and data.
    pub image: Arc<Image>,
    /// Where it begins: a function of one argument, the address of what it is told.
    pub entry: u32,
}

/// Where files name their operating system, and how Native Client.
const EI_OSABI: usize = 7;
const OSABI_NACL: u8 = 123;
const OF_ANOTHER_SYSTEM: &str =
    "an ELF executable of another system, such as this one's, and neither a .pexe nor a program of Native Client (.nexe)";

/// Whether a file is machine code.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(&elf::ELFMAG)
}

impl Nexe {
    /// Reads one, and validates its code.
    ///
    /// # Errors
    /// What it is instead, or what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Nexe, String> {
        let file = object::File::parse(bytes).map_err(|error| format!("no ELF file that can be read: {error}"))?;
        // Of both classes the machine lies at the same place.
        let machine = bytes.get(18..20).map_or(0, |word| u16::from_le_bytes([word[0], word[1]]));
        let isa = of_machine(machine).filter(|_| file.is_little_endian()).ok_or("no machine code of x86, ARM or MIPS")?;
        match file.kind() {
            ObjectKind::Executable => {}
            // Programs of Linux can lie anywhere, too, as libraries do, which nothing enters.
            ObjectKind::Dynamic if file.entry() != 0 => return Err(OF_ANOTHER_SYSTEM.into()),
            _ => return Err("an object or a library, and no program (.nexe)".into()),
        }
        let of_native_client = bytes.get(EI_OSABI) == Some(&OSABI_NACL);
        let why = |why| if of_native_client { why } else { format!("{OF_ANOTHER_SYSTEM}: {why}") };
        Self::of_executable(isa, &file).map_err(why)
    }

    /// Reads one that is known to be a program of some system.
    fn of_executable(isa: Isa, file: &object::File<'_>) -> Result<Nexe, String> {
        let (mut segments, mut chunks) = (Vec::new(), Vec::new());
        for segment in file.segments() {
            let SegmentFlags::Elf { p_flags } = segment.flags() else { continue };
            if segment.size() != 0 {
                let (place, chunk) = mapped(isa, &segment, p_flags)?;
                segments.push(place);
                chunks.push(chunk);
            }
        }
        segments.sort_unstable_by_key(|segment: &Segment| segment.addr);
        check(&segments)?;
        let entry = u32::try_from(file.entry()).map_err(|_| "it begins beyond 4 GiB")?;
        let is_code = |segment: &&Segment| segment.access.execute && entry.wrapping_sub(segment.addr) < segment.len;
        if !entry.is_multiple_of(bundle(isa)) || !segments.iter().any(|segment| is_code(&segment)) {
            return Err(format!("it begins at {entry:#x}, which is no bundle of its code"));
        }
        let mut image = Image::new(segments, chunks, symbols(file));
        image.sandboxed = true;
        check_code(isa, &image)?;
        Ok(Nexe { isa, image: Arc::new(image), entry })
    }

    /// The first page behind its data and the host's code: where its heap starts.
    pub fn heap_start(&self) -> u32 {
        let last = self.image.segments.last().map_or(0, |segment| segment.addr + segment.len);
        last.max(RODATA_BASE)
    }
}

/// A segment as it is mapped, and what is in it.
fn mapped(isa: Isa, segment: &object::Segment<'_, '_>, flags: u32) -> Result<(Segment, Chunk), String> {
    let name = format!("segment {:#x}", segment.address());
    let access = match (flags & elf::PF_R != 0, flags & elf::PF_W != 0, flags & elf::PF_X != 0) {
        (true, false, true) => Access::READ_EXECUTE,
        (true, false, false) => Access::READ,
        (true, true, false) => Access::READ_WRITE,
        _ => return Err(format!("{name}: it is neither code, nor constants, nor data")),
    };
    let end = segment.address().checked_add(segment.size()).filter(|&end| end <= u64::from(END));
    let end = end.ok_or_else(|| format!("{name}: it ends beyond {END:#x}"))? as u32;
    let (start, data) = (segment.address() as u32, segment.data().map_err(|error| format!("{name}: {error}"))?);
    if data.len() as u64 > segment.size() {
        return Err(format!("{name}: there is more in the file than fits"));
    }
    let (addr, last) = (start / PAGE_SIZE * PAGE_SIZE, end.next_multiple_of(PAGE_SIZE));
    let mut bytes = data.to_vec();
    if access.execute {
        if start != TEXT_BASE || data.len() as u64 != segment.size() {
            return Err(format!("{name}: code begins at {TEXT_BASE:#x}, and all of it is in the file"));
        }
        // Whoever runs off its end is stopped on the same page.
        let trap = facts(isa).stop;
        bytes.extend(trap.iter().cycle().skip(bytes.len() % trap.len()).take((last - end) as usize));
    }
    Ok((Segment { addr, len: last - addr, access }, Chunk { addr: start, bytes }))
}

/// Checks that segments, by ascending addresses, are what a loader takes.
fn check(segments: &[Segment]) -> Result<(), String> {
    if let Some(both) = segments.windows(2).find(|pair| pair[1].addr < pair[0].addr + pair[0].len) {
        return Err(format!("segments at {:#x} and {:#x} share a page", both[0].addr, both[1].addr));
    }
    for access in [Access::READ_EXECUTE, Access::READ, Access::READ_WRITE] {
        let count = segments.iter().filter(|segment| segment.access == access).count();
        if count > 1 || access.execute && count == 0 {
            return Err(format!("{count} segments of {}", if access.execute { "code" } else { "one kind" }));
        }
    }
    let is_taken =
        |segment: &&Segment| segment.addr < TEXT_BASE || segment.addr < HOSTS.end && segment.addr + segment.len > HOSTS.start;
    match segments.iter().find(is_taken) {
        Some(segment) => Err(format!(
            "segment {:#x}: the addresses below {TEXT_BASE:#x} and from {:#x} to {:#x} are the host's",
            segment.addr, HOSTS.start, HOSTS.end
        )),
        None => Ok(()),
    }
}

/// Functions and variables, for messages.
fn symbols(file: &object::File<'_>) -> Vec<Symbol> {
    let named =
        file.symbols().filter(|symbol| matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data | SymbolKind::Unknown));
    let symbols = named.filter_map(|symbol| {
        let name = symbol.name().ok().filter(|name| !name.is_empty() && !symbol.is_undefined())?.to_string();
        let (addr, size) = (u32::try_from(symbol.address()).ok()?, symbol.size() as u32);
        Some(Symbol { name, addr, size, object: 0, global: symbol.is_global() })
    });
    symbols.collect()
}

/// Checks that sandboxed code keeps to its rules: nothing of it runs that does not.
///
/// # Errors
/// The first place that does not, by its function.
pub fn check_code(isa: Isa, image: &Image) -> Result<(), String> {
    let is_code = |addr: u32| image.segments.iter().any(|segment| segment.addr == addr && segment.access.execute);
    for code in image.chunks.iter().filter(|chunk| image.sandboxed && is_code(chunk.addr)) {
        validate(Code { isa, bytes: &code.bytes, address: code.addr }).map_err(|violations| {
            let first = violations.first.first();
            let place = first.and_then(|first| image.symbolize(first.address)).unwrap_or_default();
            let first = first.map(ToString::to_string).unwrap_or_default();
            format!("the sandboxed code breaks the sandbox's rules in {} places, first in {place}: {first}", violations.count)
        })?;
    }
    Ok(())
}
