//! Ways out of a sandbox: direct branches must not leave the validated code, so what the host provides is reached through code that
//! jumps there indirectly.
//!
//! In: the symbols that no object defines and the host does, and where code ends. Out: a stub for each, in bundles of its own, and
//! what takes the host's place when symbols are resolved.

use rustc_hash::FxHashMap;

use super::elf::{Definition, Object};
use super::image::{Chunk, Segment};
use super::{Globals, LoadError};
use crate::guest::PAGE_SIZE;
use crate::isa::facts;
use translator::options::Isa;

/// What the host provides, by name.
type Host<'h> = dyn Fn(&str) -> Option<u32> + 'h;

/// The stubs of an image.
#[derive(Default)]
pub(super) struct Stubs {
    addrs: FxHashMap<String, u32>,
    /// Their code.
    pub chunk: Option<Chunk>,
}

impl Stubs {
    /// Makes them, behind the code in the segment at `text`, which grows if it has to.
    pub fn new(
        isa: Isa,
        objects: &[Object<'_>],
        (globals, host): (&Globals<'_>, &Host<'_>),
        end: u32,
        segments: &mut [Segment],
    ) -> Result<Stubs, LoadError> {
        let is_missing = |name: &&str| !globals.contains_key(name);
        let undefined = objects
            .iter()
            .flat_map(|object| &object.symbols)
            .filter(|symbol| symbol.named && symbol.definition == Definition::Undefined);
        let mut names: Vec<&str> = undefined.map(|symbol| symbol.name).filter(is_missing).collect();
        names.sort_unstable();
        names.dedup();
        let (mut addrs, mut bytes) = (FxHashMap::default(), Vec::new());
        // All architectures' bundles divide this.
        let start = end.next_multiple_of(ALIGN);
        for (name, addr) in names.into_iter().filter_map(|name| Some((name, host(name)?))) {
            addrs.insert(name.to_string(), start + bytes.len() as u32);
            bytes.extend((facts(isa).way_out)(addr));
            bytes.extend(facts(isa).stop.iter().cycle().take(bytes.len().next_multiple_of(ALIGN as usize) - bytes.len()));
        }
        if bytes.is_empty() {
            return Ok(Stubs::default());
        }
        let Some(code) = segments.iter().position(|segment| segment.access.execute) else { return Ok(Stubs::default()) };
        let end = start + bytes.len() as u32;
        segments[code].len = (end - segments[code].addr).next_multiple_of(PAGE_SIZE);
        let next = segments.get(code + 1).map(|next| next.addr);
        if next.is_some_and(|next| next < segments[code].addr + segments[code].len) {
            return Err(LoadError::new("the code", "there is no room behind it for the ways out of the sandbox"));
        }
        Ok(Stubs { addrs, chunk: Some(Chunk { addr: start, bytes }) })
    }

    /// The address that stands for one of the host's.
    pub fn get(&self, name: &str) -> Option<u32> {
        self.addrs.get(name).copied()
    }
}

const ALIGN: u32 = 32;
