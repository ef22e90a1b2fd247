//! Where a module's globals lie in guest memory: one plan for every engine.
//!
//! In: a [`Module`]. Out: the guest address of every global, and the three regions that hold them.
//! The plan follows a fixed rule that shares nothing with the translator's object writer, so that
//! the loader can check one against the other:
//! - read-only: every constant global; data: writable globals with a byte that is not zero; bss:
//!   writable globals that are all zero;
//! - all of it is in the lowest gigabyte, as the sandboxes of ARM and MIPS are;
//! - within a region globals follow each other in the order of the module, each aligned to its
//!   `align`;
//! - a region starts at its fixed base, or at the next page after the region before it when that
//!   one is too large; further up if one of its globals is aligned to more than that.
//!
//! Invariants: globals of one region do not overlap and ascend in module order; a global without
//! bytes has an address like any other (perhaps that of its neighbour); regions do not share a
//! page. Linear in the number of initialiser pieces.

use translator::ice::{Global, GlobalVar, Module};

use crate::guest::PAGE_SIZE;

/// Code of an engine that runs machine code starts here.
pub const TEXT_BASE: u32 = 0x0002_0000;
/// Addresses that the interpreter gives to functions start here: reserved, never mapped.
pub const FUNC_BASE: u32 = 0x0e00_0000;
/// Distance between two function addresses of the interpreter, in bytes.
pub const FUNC_STRIDE: u32 = 16;
/// How much further up functions lie for each unit of displacement, in bytes: few bits are the
/// same.
const FUNC_DISPLACEMENT: u32 = 0x0015_a5b0;
/// Constant globals start here.
pub const RODATA_BASE: u32 = 0x1000_0000;
/// Initialised writable globals start here, or later if the constant ones do not fit below.
pub const DATA_BASE: u32 = 0x1100_0000;
/// Globals end below this address: what follows, up to [`STACK_LOW`], is left for the heap.
pub const GLOBALS_END: u32 = 0x3000_0000;
/// Stacks that an engine makes for itself lie from here up to [`STACK_TOP`].
pub const STACK_LOW: u32 = 0x3000_0000;
/// The end of the first stack; further ones lie below it.
pub const STACK_TOP: u32 = 0x3e00_0000;

/// Bytes beyond it that are nobody's: what is read there may be something in one engine and nothing in another.
const BEYOND: u32 = 0x0100_0000;

/// A range of guest addresses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// First address.
    pub start: u32,
    /// Address after the last byte; equal to `start` when there is none.
    pub end: u32,
}

impl Span {
    /// Size in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether an address lies in it.
    pub const fn contains(self, addr: u32) -> bool {
        self.start <= addr && addr < self.end
    }
}

/// The addresses that the interpreter gives to a module's functions; `displacement` puts them
/// further up.
///
/// # Errors
/// If there are more functions than addresses.
pub fn functions(module: &Module, displacement: u32) -> Result<Span, String> {
    let start = displacement.checked_mul(FUNC_DISPLACEMENT).and_then(|up| FUNC_BASE.checked_add(up));
    let size = u32::try_from(module.funcs.len()).ok().and_then(|count| count.checked_mul(FUNC_STRIDE));
    let span = start.zip(size).and_then(|(start, size)| Some(Span { start, end: start.checked_add(size)? }));
    span.filter(|span| span.end <= RODATA_BASE).ok_or_else(|| {
        format!("{} functions are more than have addresses from {FUNC_BASE:#x} to {RODATA_BASE:#x}", module.funcs.len())
    })
}

/// Whether an address is where engines keep code, stacks and what else is theirs: what lies there,
/// and whether anything does, differs.
pub const fn is_engines(addr: u32) -> bool {
    TEXT_BASE <= addr && addr < RODATA_BASE || STACK_LOW <= addr && addr < STACK_TOP + BEYOND
}

/// Which region a global lies in.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegionKind {
    /// Constant.
    ReadOnly,
    /// Writable, with a byte that is not zero.
    Data,
    /// Writable and all zero.
    Bss,
}

impl RegionKind {
    /// Every region, in the order of their addresses.
    pub const ALL: [RegionKind; 3] = [RegionKind::ReadOnly, RegionKind::Data, RegionKind::Bss];

    /// The region of a global.
    pub fn of(global: &GlobalVar) -> Self {
        match (global.constant, global.is_zero()) {
            (true, _) => RegionKind::ReadOnly,
            (false, false) => RegionKind::Data,
            (false, true) => RegionKind::Bss,
        }
    }
}

/// The plan of a module's guest memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The address of every global, by its index.
    pub globals: Vec<u32>,
    /// Constant globals.
    pub rodata: Span,
    /// Initialised writable globals.
    pub data: Span,
    /// Zeroed writable globals.
    pub bss: Span,
    /// The first page after all globals: where the heap (the program break) starts. A multiple of
    /// [`PAGE_SIZE`].
    pub heap_start: u32,
}

impl Layout {
    /// Plans a module. Fails when its globals do not fit below [`GLOBALS_END`].
    pub fn of(module: &Module) -> Result<Layout, String> {
        let mut globals = vec![0; module.globals.len()];
        let rodata = place(module, RegionKind::ReadOnly, RODATA_BASE, &mut globals)?;
        let data = place(module, RegionKind::Data, DATA_BASE.max(page_after(rodata.end)), &mut globals)?;
        let bss = place(module, RegionKind::Bss, page_after(data.end), &mut globals)?;
        Ok(Layout { globals, rodata, data, bss, heap_start: page_after(bss.end) })
    }

    /// The address of a global; that of an unknown one is 0.
    pub fn address(&self, global: Global) -> u32 {
        self.globals.get(global.as_u32() as usize).copied().unwrap_or(0)
    }

    /// The range of a region.
    pub const fn region(&self, kind: RegionKind) -> Span {
        match kind {
            RegionKind::ReadOnly => self.rodata,
            RegionKind::Data => self.data,
            RegionKind::Bss => self.bss,
        }
    }
}

/// Gives addresses to the globals of one region and returns its range.
fn place(module: &Module, kind: RegionKind, base: u32, addresses: &mut [u32]) -> Result<Span, String> {
    let of_region = || module.globals.iter().filter(|(_, global)| RegionKind::of(global) == kind);
    let align = of_region().map(|(_, global)| global.align).max().unwrap_or(1).max(PAGE_SIZE);
    let base = u64::from(base).next_multiple_of(u64::from(align));
    let mut end = base;
    for (id, global) in of_region() {
        let start = end.next_multiple_of(u64::from(global.align.max(1)));
        end = start.saturating_add(global.size());
        if end > u64::from(GLOBALS_END) {
            return Err(format!("global {} of {} bytes does not fit into guest memory", module.global_symbol(id), global.size()));
        }
        addresses[id.as_u32() as usize] = start as u32;
    }
    Ok(Span { start: base as u32, end: end as u32 })
}

/// The first page boundary at or after an address. The address lies at or below [`GLOBALS_END`].
fn page_after(addr: u32) -> u32 {
    addr.next_multiple_of(PAGE_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::ice::{GlobalInit, Linkage};

    fn global(constant: bool, align: u32, init: Vec<GlobalInit>) -> GlobalVar {
        GlobalVar { name: String::new(), linkage: Linkage::Internal, constant, align, init }
    }

    fn layout(globals: Vec<GlobalVar>) -> Result<Layout, String> {
        let mut module = Module::new();
        for global in globals {
            module.globals.push(global);
        }
        Layout::of(&module)
    }

    #[test]
    fn each_kind_has_its_region_and_order_is_the_modules() {
        let plan = layout(vec![
            global(false, 1, vec![GlobalInit::Zero(3)]),
            global(true, 4, vec![GlobalInit::Data(vec![1, 2, 3, 4, 5])]),
            global(false, 1, vec![GlobalInit::Data(vec![9])]),
            global(true, 8, vec![GlobalInit::Zero(8)]),
            global(false, 16, vec![GlobalInit::Zero(16)]),
            global(false, 2, vec![GlobalInit::GlobalAddr(Global::from_u32(0), 4)]),
        ])
        .unwrap();
        let bss = 0x1101_0000;
        assert_eq!(plan.globals, [bss, 0x1000_0000, 0x1100_0000, 0x1000_0008, bss + 16, 0x1100_0002]);
        assert_eq!(plan.rodata, Span { start: 0x1000_0000, end: 0x1000_0010 });
        assert_eq!(plan.data, Span { start: 0x1100_0000, end: 0x1100_0006 });
        assert_eq!(plan.bss, Span { start: bss, end: bss + 32 });
        assert_eq!(plan.heap_start, 0x1102_0000);
    }

    #[test]
    fn a_region_starts_where_its_most_aligned_global_may() {
        let plan = layout(vec![
            global(false, 4, vec![GlobalInit::Zero(4)]),
            global(false, 0x10_0000, vec![GlobalInit::Zero(4)]),
            global(true, 1 << 29, vec![GlobalInit::Zero(4)]),
        ]);
        assert_eq!(plan.unwrap().globals, [0x2010_0000, 0x2020_0000, 0x2000_0000]);
    }

    #[test]
    fn displaced_functions_lie_apart_and_below_the_constants() {
        let module = Module::new();
        let starts: Vec<u32> = (0..4).map(|displacement| functions(&module, displacement).unwrap().start).collect();
        assert!(starts.is_sorted() && starts.iter().all(|start| start.is_multiple_of(FUNC_STRIDE)), "{starts:x?}");
        assert!(functions(&module, 100).is_err() && functions(&module, u32::MAX).is_err());
    }

    #[test]
    fn large_constants_push_the_data_up() {
        let plan =
            layout(vec![global(true, 1, vec![GlobalInit::Zero(0x0100_0001)]), global(false, 1, vec![GlobalInit::Data(vec![1])])]);
        assert_eq!(plan.unwrap().globals, [0x1000_0000, 0x1101_0000]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(layout(vec![global(false, 1, vec![GlobalInit::Zero(0x3000_0000)])]).is_err());
        assert!(layout(vec![global(false, 1, vec![GlobalInit::Zero(u32::MAX); 4])]).is_err());
        assert!(layout(vec![global(true, 1 << 31, vec![GlobalInit::Zero(1)])]).is_err());
    }

    #[test]
    fn an_empty_module_has_empty_regions() {
        let plan = layout(vec![]).unwrap();
        assert!(RegionKind::ALL.iter().all(|&kind| plan.region(kind).is_empty()));
        assert_eq!(plan.heap_start, 0x1100_0000);
    }
}
