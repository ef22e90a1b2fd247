//! The emulator behind a few typed calls: registers, memory, and what its hooks noted
//! (`crosstest/docs/emulator.md`, "Set-up").
//!
//! Nothing here knows an ISA. Register numbers come from the ISA's own file and always exist, so
//! that reading one cannot fail.

use std::ops::Range;

use unicorn_engine::{
    Arch, ControlType, HookType, MemRegion, MemType, Mode, Prot, TlbEntry, TlbType, Unicorn, uc_ctl, uc_error, uc_version,
};

use crate::exec::executed::Executed;
use crate::exec::{Counting, STACKS_BASE, STACKS_END};
use crate::guest::Fault;
use crate::trace::{Trace, Write};

/// Translated host code may take this much memory before it is thrown away. The default of 1 GB
/// grows to 141 MB resident.
const TCG_BUFFER_BYTES: u32 = 8 << 20;

/// What the hooks note while code runs.
#[derive(Clone, Default, Debug)]
pub struct Events {
    /// Basic blocks that may still be entered.
    pub fuel: u64,
    /// Whether fuel ran out.
    pub out_of_fuel: bool,
    /// The refused memory access.
    pub access: Option<(MemType, u64)>,
    /// The first refused write, if the emulator goes on after it.
    pub refused: Option<RefusedWrite>,
    /// The exception that was raised.
    pub exception: Option<u32>,
    /// The first read of a stack below the stack pointer: its address, and the stack pointer.
    pub below: Option<(u64, u64)>,
    /// Whether the last exclusive store was made to fail.
    pub store_failed: bool,
    /// What the code does, if it is watched.
    pub trace: Option<Box<Trace<u32>>>,
    /// How many instructions were executed, if they are counted.
    pub instructions: u64,
    /// What was executed, if that is noted.
    pub executed: Option<Box<Executed>>,
}

/// The state in which a write was refused.
#[derive(Clone, Debug)]
pub struct RefusedWrite {
    /// The address of the instruction.
    pub pc: Option<u64>,
    /// The memory below the stacks.
    pub memory: Vec<(u32, Vec<u8>)>,
}

/// The emulator.
pub struct Cpu {
    /// The engine.
    pub uc: Unicorn<'static, Events>,
}

/// What an emulator is to be, and what its hooks note.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The architecture.
    pub arch: (Arch, Mode),
    /// The processor model, if it is not the default one.
    pub model: Option<i32>,
    /// Whether basic blocks are counted.
    pub metered: bool,
    /// Whether the emulator goes on after a refused write
    /// ([`super::isa::IsaOps::GOES_ON_AFTER_WRITE`]): then what memory was is kept
    /// ([`Events::refused`]).
    pub goes_on: bool,
    /// The number of the stack pointer, if reads of stacks below it are noted.
    pub sp: Option<i32>,
    /// What is noted of instructions.
    pub counting: Counting,
    /// Addresses of code that stands in for other code, and is not counted.
    pub uncounted: Range<u64>,
}

impl Cpu {
    /// Makes an emulator with its hooks.
    pub fn open(setup: Setup) -> Result<Self, String> {
        let Setup { arch: (arch, mode), model, metered, goes_on, sp, counting, uncounted } = setup;
        check_version()?;
        let fail = |error: uc_error| format!("Unicorn: {error}");
        let mut uc = Unicorn::new_with_data(arch, mode, Events::default()).map_err(fail)?;
        let control = ControlType(ControlType::TCG_BUFFER_SIZE.0 | ControlType::IO_WRITE.0);
        // SAFETY: the handle is the live engine that `uc` owns, and this control takes exactly one
        // 32-bit argument, the size in bytes. It must come before everything that initialises the
        // engine, which setting the TLB does.
        let set = unsafe { uc_ctl(uc.get_handle(), control, TCG_BUFFER_BYTES) };
        if set != uc_error::OK {
            return Err(fail(set));
        }
        if let Some(model) = model {
            uc.ctl_set_cpu_model(model).map_err(fail)?;
        }
        // The default TLB models the ISA's MMU, which aliases addresses.
        uc.ctl_set_tlb_type(TlbType::VIRTUAL).map_err(fail)?;
        let everywhere = (1, 0);
        // Without this hook an entry allows what is being done and nothing else: code that reads
        // and writes the same page looks it up each time, which takes hundreds of nanoseconds. What
        // the memory's mapping forbids is refused all the same.
        uc.add_tlb_hook(everywhere.0, everywhere.1, |_, addr, _| Some(TlbEntry { paddr: addr, perms: Prot::ALL }))
            .map_err(fail)?;
        uc.add_mem_hook(HookType::MEM_INVALID, everywhere.0, everywhere.1, move |uc, kind, addr, _, _| {
            let is_write = matches!(kind, MemType::WRITE_UNMAPPED | MemType::WRITE_PROT);
            if goes_on && is_write && uc.get_data().refused.is_none() {
                let refused = RefusedWrite { pc: uc.pc_read().ok(), memory: writable_memory(uc) };
                uc.get_data_mut().refused = Some(refused);
            }
            if !goes_on || uc.get_data().access.is_none() {
                uc.get_data_mut().access = Some((kind, addr));
            }
            false
        })
        .map_err(fail)?;
        uc.add_intr_hook(|uc, number| {
            uc.get_data_mut().exception = Some(number);
            stop(uc);
        })
        .map_err(fail)?;
        if metered {
            uc.add_block_hook(everywhere.0, everywhere.1, |uc, _, _| {
                let events = uc.get_data_mut();
                match events.fuel.checked_sub(1) {
                    Some(left) => events.fuel = left,
                    None => {
                        events.out_of_fuel = true;
                        stop(uc);
                    }
                }
            })
            .map_err(fail)?;
        }
        if let Some(sp) = sp {
            let note = move |uc: &mut Unicorn<'_, Events>, _: MemType, addr: u64, _: usize, _: i64| {
                let sp = uc.reg_read(sp).unwrap_or(0);
                if addr < sp {
                    uc.get_data_mut().below.get_or_insert((addr, sp));
                }
                true
            };
            uc.add_mem_hook(HookType::MEM_READ, u64::from(STACKS_BASE), u64::from(STACKS_END) - 1, note).map_err(fail)?;
        }
        match counting {
            Counting::Nothing => {}
            Counting::Instructions => {
                uc.add_code_hook(everywhere.0, everywhere.1, move |uc, addr, _| {
                    uc.get_data_mut().instructions += u64::from(!uncounted.contains(&addr));
                })
                .map_err(fail)?;
            }
            Counting::Ways => {
                uc.add_code_hook(everywhere.0, everywhere.1, |uc, addr, _| {
                    uc.get_data_mut().executed.get_or_insert_default().note(addr as u32);
                })
                .map_err(fail)?;
            }
        }
        Ok(Self { uc })
    }

    /// Has every instruction and every write below the stacks noted from now on.
    pub fn watch(&mut self) -> Result<(), String> {
        let fail = |error: uc_error| format!("Unicorn: {error}");
        self.uc.get_data_mut().trace = Some(Box::default());
        let everywhere = (1, 0);
        self.uc
            .add_code_hook(everywhere.0, everywhere.1, |uc, addr, _| {
                if let Some(trace) = &mut uc.get_data_mut().trace {
                    trace.last = Some(addr as u32);
                }
            })
            .map_err(fail)?;
        self.uc
            .add_mem_hook(HookType::MEM_WRITE, 0, u64::from(STACKS_BASE) - 1, |uc, _, addr, size, value| {
                if let Some(trace) = &mut uc.get_data_mut().trace {
                    let (place, calls_before) = (trace.last.unwrap_or(0), trace.calls.len());
                    let bytes = value.to_le_bytes()[..size.min(8)].to_vec();
                    trace.note(Write { place, addr: addr as u32, bytes, unspecified: Vec::new(), calls_before });
                }
                true
            })
            .map_err(fail)?;
        Ok(())
    }

    /// Maps code that can be executed and nothing else.
    pub fn map_stubs(&mut self, addr: u32, code: &[u8]) -> Result<(), String> {
        let fail = |error: uc_error| format!("Unicorn: {error}");
        self.uc.mem_map(u64::from(addr), code.len() as u64, Prot::EXEC).map_err(fail)?;
        self.write(addr, code).map_err(|fault| fault.to_string())
    }

    /// A register of at most 64 bits.
    pub fn reg(&self, register: impl Into<i32>) -> u64 {
        self.uc.reg_read(register).expect("the ISA has this register")
    }

    /// Writes a register of at most 64 bits.
    pub fn set_reg(&mut self, register: impl Into<i32>, value: u64) {
        self.uc.reg_write(register, value).expect("the ISA has this register");
    }

    /// A longer register, into an array of its length.
    pub fn reg_bytes<const N: usize>(&self, register: impl Into<i32>) -> [u8; N] {
        let bytes = self.uc.reg_read_long(register).expect("the ISA has this register");
        bytes[..].try_into().expect("the register has this length")
    }

    /// Writes a longer register from an array of its length.
    pub fn set_reg_bytes<const N: usize>(&mut self, register: impl Into<i32>, bytes: &[u8; N]) {
        self.uc.reg_write_long(register, bytes).expect("the ISA has this register");
    }

    /// Reads memory, whatever its rights.
    pub fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        self.uc.mem_read(u64::from(addr), buffer).map_err(|_| Fault { addr, write: false })
    }

    /// Writes memory, whatever its rights.
    pub fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.uc.mem_write(u64::from(addr), bytes).map_err(|_| Fault { addr, write: true })
    }

    /// Reads a little-endian number of at most 16 bytes.
    pub fn read_le(&self, addr: u32, len: usize) -> Result<u128, Fault> {
        let mut bytes = [0; 16];
        self.read(addr, &mut bytes[..len])?;
        Ok(u128::from_le_bytes(bytes))
    }
}

/// What the program can write below the stacks.
fn writable_memory(uc: &Unicorn<'_, Events>) -> Vec<(u32, Vec<u8>)> {
    let regions = uc.mem_regions().unwrap_or_default();
    let writable = regions.iter().filter(|region| region.perms & Prot::WRITE.0 != 0 && region.end < u64::from(STACKS_BASE));
    let content = |region: &MemRegion| {
        let bytes = uc.mem_read_as_vec(region.begin, (region.end - region.begin + 1) as usize).ok()?;
        Some((region.begin as u32, bytes))
    };
    writable.filter_map(content).collect()
}

/// Stops the emulator before the next instruction.
fn stop(uc: &mut Unicorn<'_, Events>) {
    uc.emu_stop().expect("a running emulator can be stopped");
}

/// The version of the library: major, minor, patch.
pub fn version() -> (u32, u32, u32) {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the function writes one number through each pointer; both are live locals.
    let all = unsafe { uc_version(&raw mut major, &raw mut minor) };
    (major, minor, all >> 8 & 0xff)
}

/// Refuses a library that is not the one this was written for: Unicorn 2.0 lacks fixes that the
/// executors rely on.
fn check_version() -> Result<(), String> {
    let (major, minor, _) = version();
    if (major, minor) < (2, 1) {
        return Err(format!("linked with Unicorn {major}.{minor}, which is too old: build with UNICORN_NO_PKG_CONFIG=1"));
    }
    Ok(())
}
