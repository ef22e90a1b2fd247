//! Which guest pages are mapped, with which rights: the executor's own record, since the emulator's
//! `mem_read` and `mem_write` ignore rights, and its `mem_unmap` and `mem_protect` fail on a range
//! with holes.
//!
//! Invariant: regions are page-aligned, not empty and do not overlap. Each operation takes time
//! logarithmic in the number of regions plus linear in the number that it touches.

use std::collections::BTreeMap;

use crate::guest::Fault;

/// What the program may do with a region. Without `read`, nothing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Rights {
    pub read: bool,
    pub write: bool,
    pub execute: bool,
}

/// A mapped range with one set of rights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub addr: u32,
    pub len: u32,
    pub rights: Rights,
}

/// All mapped regions.
#[derive(Default, Debug)]
pub(super) struct Regions {
    by_addr: BTreeMap<u32, (u32, Rights)>,
    total: u64,
}

impl Regions {
    /// Bytes mapped.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Records a region on unmapped pages.
    pub fn insert(&mut self, region: Region) {
        debug_assert!(self.overlapping(region.addr, region.len).next().is_none(), "regions overlap");
        self.by_addr.insert(region.addr, (region.len, region.rights));
        self.total += u64::from(region.len);
    }

    /// Takes a range out of the record; gives the pieces that were mapped, in address order.
    pub fn remove(&mut self, addr: u32, len: u32) -> Vec<Region> {
        let (start, end) = (u64::from(addr), u64::from(addr) + u64::from(len));
        let touched: Vec<Region> = self.overlapping(addr, len).collect();
        let mut pieces = Vec::with_capacity(touched.len());
        for region in touched {
            self.by_addr.remove(&region.addr);
            let (from, to) = (u64::from(region.addr), u64::from(region.addr) + u64::from(region.len));
            for (keep_from, keep_to) in [(from, start.min(to)), (end.max(from), to)] {
                if keep_from < keep_to {
                    self.by_addr.insert(keep_from as u32, ((keep_to - keep_from) as u32, region.rights));
                }
            }
            let (from, to) = (from.max(start), to.min(end));
            self.total -= to - from;
            pieces.push(Region { addr: from as u32, len: (to - from) as u32, rights: region.rights });
        }
        pieces
    }

    /// Checks an access that the program could make.
    pub fn check(&self, addr: u32, len: usize, write: bool) -> Result<(), Fault> {
        let end = u64::from(addr) + len as u64;
        let mut cursor = u64::from(addr);
        while cursor < end {
            let region = u32::try_from(cursor).ok().and_then(|addr| self.at(addr));
            match region.filter(|region| if write { region.rights.write } else { region.rights.read }) {
                Some(region) => cursor = u64::from(region.addr) + u64::from(region.len),
                None => return Err(Fault { addr: cursor as u32, write }),
            }
        }
        Ok(())
    }

    /// The region that an address lies in.
    pub fn at(&self, addr: u32) -> Option<Region> {
        let (&start, &(len, rights)) = self.by_addr.range(..=addr).next_back()?;
        (addr - start < len).then_some(Region { addr: start, len, rights })
    }

    /// All regions that share an address with a range, in address order.
    fn overlapping(&self, addr: u32, len: u32) -> impl Iterator<Item = Region> + '_ {
        let end = u64::from(addr) + u64::from(len);
        let first = self.at(addr).map_or(addr, |region| region.addr);
        let from_first = self.by_addr.range(first..).take_while(move |(start, _)| u64::from(**start) < end);
        from_first.map(|(&addr, &(len, rights))| Region { addr, len, rights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RW: Rights = Rights { read: true, write: true, execute: false };
    const RO: Rights = Rights { read: true, write: false, execute: false };

    fn region(addr: u32, len: u32, rights: Rights) -> Region {
        Region { addr, len, rights }
    }

    #[test]
    fn removing_splits_what_it_touches() {
        let mut regions = Regions::default();
        regions.insert(region(0x1000, 0x3000, RW));
        regions.insert(region(0x6000, 0x1000, RO));
        let pieces = regions.remove(0x2000, 0x4800);
        assert_eq!(pieces, [region(0x2000, 0x2000, RW), region(0x6000, 0x800, RO)]);
        assert_eq!(regions.at(0x1fff), Some(region(0x1000, 0x1000, RW)));
        assert_eq!(regions.at(0x2000), None);
        assert_eq!(regions.at(0x6900), Some(region(0x6800, 0x800, RO)));
        assert_eq!(regions.total(), 0x1800);
        assert_eq!(regions.remove(0x1400, 0x400), [region(0x1400, 0x400, RW)]);
        assert_eq!(regions.at(0x1800), Some(region(0x1800, 0x800, RW)));
    }

    #[test]
    fn a_check_names_the_first_bad_address() {
        let mut regions = Regions::default();
        regions.insert(region(0x1000, 0x1000, RW));
        regions.insert(region(0x2000, 0x1000, RO));
        assert_eq!(regions.check(0x1ffc, 8, false), Ok(()));
        assert_eq!(regions.check(0x1ffc, 8, true), Err(Fault { addr: 0x2000, write: true }));
        assert_eq!(regions.check(0x2ffc, 8, false), Err(Fault { addr: 0x3000, write: false }));
        assert_eq!(regions.check(0xffc, 1, false), Err(Fault { addr: 0xffc, write: false }));
        assert_eq!(regions.check(0, 0, true), Ok(()));
        assert!(regions.check(u32::MAX, 2, false).is_err());
    }
}
