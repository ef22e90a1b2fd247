//! Guest memory: the record of what is mapped, and the emulator's mappings kept in step with it.
//!
//! A page without access stays out of the emulator, and its content is parked here: the emulator
//! forgets to check read rights on the second half of a load that spans two pages, and for good
//! after such a load has faulted. (What is left: a store that spans a page boundary and faults on
//! the second page has written the bytes before it, where hardware writes none.)
//!
//! Invariants: a region with read access is mapped in the emulator, with the same rights; one
//! without is not; pages are parked only where the record has a region without access, and only if
//! a byte of them is not zero.

use std::collections::BTreeMap;

use super::cpu::Cpu;
use super::regions::{Region, Regions, Rights};
use crate::guest::{Fault, PAGE_SIZE};
use unicorn_engine::{Prot, uc_error};

/// Guest memory.
pub(super) struct Pages {
    regions: Regions,
    /// Contents of pages without access, by address.
    parked: BTreeMap<u32, Vec<u8>>,
    limit: u64,
}

impl Pages {
    /// Nothing mapped yet, and never more than `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self { regions: Regions::default(), parked: BTreeMap::new(), limit }
    }

    /// Checks an access that the program could make.
    pub fn check(&self, addr: u32, len: usize, write: bool) -> Result<(), Fault> {
        self.regions.check(addr, len, write)
    }

    /// Maps zeroed pages in place of whatever is mapped there.
    pub fn map(&mut self, cpu: &mut Cpu, region: Region) -> Result<(), String> {
        self.unmap(cpu, region.addr, region.len);
        if self.regions.total() + u64::from(region.len) > self.limit {
            return Err(format!("out of memory: more than {} bytes mapped", self.limit));
        }
        if region.rights.read {
            map_in(cpu, region).map_err(|error| format!("Unicorn: {error}"))?;
        }
        self.regions.insert(region);
        Ok(())
    }

    /// As [`map`](Self::map), with memory of the host's, content included. The region can be read.
    ///
    /// # Safety
    /// `memory` is page-aligned, as long as the region, and stays valid until the region is
    /// unmapped or the emulator closed.
    pub unsafe fn map_host(&mut self, cpu: &mut Cpu, region: Region, memory: *mut u8) -> Result<(), String> {
        self.unmap(cpu, region.addr, region.len);
        if self.regions.total() + u64::from(region.len) > self.limit {
            return Err(format!("out of memory: more than {} bytes mapped", self.limit));
        }
        let (addr, len) = (u64::from(region.addr), u64::from(region.len));
        // SAFETY: the caller promises what the emulator asks for.
        let mapped = unsafe { cpu.uc.mem_map_ptr(addr, len, prot(region.rights), memory.cast()) };
        mapped.map_err(|error| format!("Unicorn: {error}"))?;
        self.regions.insert(region);
        Ok(())
    }

    /// Unmaps pages.
    pub fn unmap(&mut self, cpu: &mut Cpu, addr: u32, len: u32) {
        for piece in self.regions.remove(addr, len) {
            if piece.rights.read {
                unmap_in(cpu, piece);
            } else {
                self.unpark(piece);
            }
        }
    }

    /// Changes the rights of pages that are mapped.
    pub fn protect(&mut self, cpu: &mut Cpu, addr: u32, len: u32, rights: Rights) {
        for piece in self.regions.remove(addr, len) {
            let changed = Region { rights, ..piece };
            match (piece.rights.read, rights.read) {
                (true, true) => {
                    let (start, len) = (u64::from(piece.addr), u64::from(piece.len));
                    cpu.uc.mem_protect(start, len, prot(rights)).expect("what the record names is mapped");
                }
                (true, false) => {
                    self.park(cpu, piece);
                    unmap_in(cpu, piece);
                }
                (false, true) => {
                    map_in(cpu, changed).expect("the pages are free, and their memory was counted");
                    for (addr, bytes) in self.unpark(piece) {
                        cpu.write(addr, &bytes).expect("the pages have just been mapped");
                    }
                }
                (false, false) => {}
            }
            self.regions.insert(changed);
        }
    }

    /// Keeps the content of a region that is about to leave the emulator.
    fn park(&mut self, cpu: &Cpu, region: Region) {
        for addr in (region.addr..region.addr + region.len).step_by(PAGE_SIZE as usize) {
            let mut bytes = vec![0; PAGE_SIZE as usize];
            cpu.read(addr, &mut bytes).expect("what the record names is mapped");
            if bytes.iter().any(|&byte| byte != 0) {
                self.parked.insert(addr, bytes);
            }
        }
    }

    /// Takes out the parked content of a region.
    fn unpark(&mut self, region: Region) -> Vec<(u32, Vec<u8>)> {
        let addrs: Vec<u32> = self.parked.range(region.addr..region.addr + region.len).map(|(&addr, _)| addr).collect();
        addrs.into_iter().filter_map(|addr| self.parked.remove_entry(&addr)).collect()
    }
}

fn map_in(cpu: &mut Cpu, region: Region) -> Result<(), uc_error> {
    cpu.uc.mem_map(u64::from(region.addr), u64::from(region.len), prot(region.rights))
}

fn unmap_in(cpu: &mut Cpu, region: Region) {
    cpu.uc.mem_unmap(u64::from(region.addr), u64::from(region.len)).expect("what the record names is mapped");
}

fn prot(rights: Rights) -> Prot {
    let bit = |set: bool, prot: Prot| if set { prot } else { Prot::NONE };
    bit(rights.read, Prot::READ) | bit(rights.write, Prot::WRITE) | bit(rights.execute, Prot::EXEC)
}
