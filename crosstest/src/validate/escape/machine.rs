//! The emulator that runs code and looks at all that it does.
//!
//! Only the code and the runtime's two words are mapped at first. Whatever the code accesses within its sandbox is mapped when it does so,
//! with random content; beyond it nothing is, and the guard regions end the run.

use translator::options::Isa;
use unicorn_engine::{HookType, MemType, Prot, TlbEntry, TlbType, Unicorn, uc_error};

use super::states::{self, CODE, Space, THREAD, target};
use super::{Below, Tried};
use crate::validate::bundle;
use crate::validate::isa::facts;
use crate::validate::pass::Mark;

/// The most instructions of a run.
const MAX_INSTRUCTIONS: usize = 200;
/// The most pages that a run is given.
const MAX_PAGES: u64 = 24;
const PAGE: u64 = 4096;

/// What the hooks know and note.
struct Watch {
    isa: Isa,
    marks: Vec<Mark>,
    /// The address of the last instruction, and the one behind it.
    last: Option<(u64, u64)>,
    /// For contents of pages.
    random: u64,
    tried: Tried,
    escape: Option<String>,
}

type Machine<'m> = Unicorn<'m, Watch>;

/// Runs valid code from a random state; an error says how it got out.
pub fn run(isa: Isa, code: &[u8], marks: &[Mark], below: Below<'_>) -> Result<Tried, String> {
    let watch =
        Watch { isa, marks: marks.to_vec(), last: None, random: states::bits(below) | 1, tried: Tried::default(), escape: None };
    let fail = |error: uc_error| format!("Unicorn: {error}");
    let (arch, mode) = target(isa).arch;
    let mut uc = Unicorn::new_with_data(arch, mode, watch).map_err(fail)?;
    if let Some(model) = target(isa).model {
        uc.ctl_set_cpu_model(model).map_err(fail)?;
    }
    uc.ctl_set_tlb_type(TlbType::VIRTUAL).map_err(fail)?;
    uc.add_tlb_hook(1, 0, |_, addr, _| Some(TlbEntry { paddr: addr, perms: Prot::ALL })).map_err(fail)?;
    map(&mut uc, isa, code).map_err(fail)?;
    add_hooks(&mut uc).map_err(fail)?;
    states::set(&mut uc, isa, below);
    let bundles = code.len() / bundle(isa) as usize;
    let entry = code_start(isa) + (below(bundles) * bundle(isa) as usize) as u64;
    // Where it ends is for the hooks to see; that it ends with an error is as good as any other end.
    let _ = uc.emu_start(entry, 1, 0, MAX_INSTRUCTIONS);
    let watch = uc.get_data_mut();
    watch.escape.take().map_or(Ok(watch.tried), Err)
}

fn code_start(isa: Isa) -> u64 {
    target(isa).space.base + u64::from(CODE)
}

/// Puts the code where it lies, traps behind it, and the runtime's words.
fn map(uc: &mut Machine<'_>, isa: Isa, code: &[u8]) -> Result<(), uc_error> {
    let traps: Vec<u8> = facts(isa).trap.iter().copied().cycle().take(PAGE as usize - code.len()).collect();
    uc.mem_map(code_start(isa), PAGE, Prot::READ | Prot::EXEC)?;
    uc.mem_write(code_start(isa), code)?;
    uc.mem_write(code_start(isa) + code.len() as u64, &traps)?;
    if target(isa).has_thread_words {
        uc.mem_map(THREAD, PAGE, Prot::READ)?;
    }
    Ok(())
}

fn add_hooks(uc: &mut Machine<'_>) -> Result<(), uc_error> {
    uc.add_code_hook(1, 0, |uc, address, size| {
        let address = in_space(uc.get_data().isa, address);
        if let Some(why) = look(uc, address, u64::from(size)) {
            let escape = &mut uc.get_data_mut().escape;
            escape.get_or_insert(why);
            let _ = uc.emu_stop();
        }
    })?;
    uc.add_mem_hook(HookType::MEM_INVALID, 1, 0, |uc, kind, address, size, _| {
        let address = in_space(uc.get_data().isa, address);
        let is_fetch = matches!(kind, MemType::FETCH_UNMAPPED | MemType::FETCH_PROT);
        let is_unmapped = matches!(kind, MemType::READ_UNMAPPED | MemType::WRITE_UNMAPPED);
        let why = if is_fetch { fetches(uc, address) } else { accesses(uc, address, size as u64) };
        if why.is_some() {
            let escape = &mut uc.get_data_mut().escape;
            *escape = escape.take().or(why);
            return false;
        }
        is_unmapped && give(uc, address, size as u64)
    })?;
    uc.add_mem_hook(HookType::MEM_READ, THREAD, THREAD + PAGE - 1, |uc, _, address, size, _| {
        if target(uc.get_data().isa).has_thread_words && !(size == 4 && matches!(address - THREAD, 0 | 4)) {
            uc.get_data_mut().escape.get_or_insert(format!("reads {size} bytes of the runtime's at {address:#x}"));
        }
        true
    })?;
    // Traps end the run.
    uc.add_intr_hook(|uc, _| {
        let _ = uc.emu_stop();
    })?;
    Ok(())
}

/// Addresses of 32 bits come sign-extended now and then.
fn in_space(isa: Isa, address: u64) -> u64 {
    address & target(isa).address_bits
}

/// What is wrong with the instruction that is about to run.
fn look(uc: &mut Machine<'_>, address: u64, size: u64) -> Option<String> {
    let watch = uc.get_data_mut();
    let isa = watch.isa;
    let last = watch.last.replace((address, address + size));
    let offset = address.wrapping_sub(code_start(isa));
    let mark = usize::try_from(offset).ok().and_then(|offset| watch.marks.get(offset).copied());
    match mark {
        Some(Mark::Start) => {}
        Some(Mark::Guarded) => {
            // A string instruction is looked at again each time that it repeats.
            let follows = last.is_some_and(|(before, behind)| behind == address || before == address);
            if !follows {
                return Some(format!("the instruction at {address:#x} runs without the one before it"));
            }
            watch.tried.guarded += 1;
        }
        // Behind the code and at the head of data there are traps.
        None | Some(Mark::Data) if offset.is_multiple_of(u64::from(bundle(isa))) => {
            watch.tried.left += 1;
            let _ = uc.emu_stop();
            return None;
        }
        _ => return Some(format!("no instruction was validated at {address:#x}")),
    }
    watch.tried.instructions += 1;
    let broken = if mark == Some(Mark::Guarded) { None } else { states::broken(uc, isa) };
    broken.map(|broken| format!("before the instruction at {address:#x}: {broken}"))
}

/// What is wrong with a fetch from where there is no code.
fn fetches(uc: &mut Machine<'_>, address: u64) -> Option<String> {
    let isa = uc.get_data().isa;
    let offset = address.wrapping_sub(target(isa).space.base);
    // A fetch may go on beyond the last page that it can read.
    let is_bundle = offset.is_multiple_of(u64::from(bundle(isa)));
    uc.get_data_mut().tried.left += 1;
    (offset >= target(isa).space.code || !is_bundle).then(|| format!("fetches from {address:#x}"))
}

/// What is wrong with an access where nothing is mapped, or something that it may not change.
fn accesses(uc: &mut Machine<'_>, address: u64, size: u64) -> Option<String> {
    let isa = uc.get_data().isa;
    let Space { base, len, guards, .. } = target(isa).space;
    let (before, behind) = guards?;
    let from_guard = address.wrapping_sub(base).wrapping_add(before) & target(isa).address_bits;
    if from_guard + size > before + len + behind {
        return Some(format!("accesses {size} bytes at {address:#x}"));
    }
    None
}

/// Maps the pages of an access, if they are the sandbox's; false if they are not, or there were too many.
fn give(uc: &mut Machine<'_>, address: u64, size: u64) -> bool {
    let Space { base, len, .. } = target(uc.get_data().isa).space;
    let last = address.wrapping_add(size.max(1) - 1);
    let mut page = address & !(PAGE - 1);
    while page <= last {
        let watch = uc.get_data_mut();
        if page.wrapping_sub(base) >= len {
            watch.tried.stopped_by_guards += 1;
            return false;
        }
        if watch.tried.pages == MAX_PAGES {
            return false;
        }
        watch.tried.pages += 1;
        let mut random = watch.random;
        let content: Vec<u8> = (0..PAGE / 8).flat_map(|_| next(&mut random).to_le_bytes()).collect();
        uc.get_data_mut().random = random;
        // What is mapped already is the other page's.
        if uc.mem_map(page, PAGE, Prot::READ | Prot::WRITE).is_ok() && uc.mem_write(page, &content).is_err() {
            return false;
        }
        page += PAGE;
    }
    true
}

/// Marsaglia's xorshift: any content will do.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
