//! Tells people why a thread trapped: what happened, where, and the code bytes there.

use std::fmt::Write;

use unicorn_engine::{MemType, uc_error};

use super::cpu::Cpu;
use super::isa::IsaOps;
use crate::load::Image;

/// Number of code bytes shown.
const WINDOW: usize = 12;

/// One line on why the emulator stopped with `ended` at `pc`.
pub(super) fn describe<I: IsaOps>(cpu: &Cpu, image: &Image, ended: Result<(), uc_error>, pc: u64) -> String {
    let events = cpu.uc.get_data();
    let what = match (events.access, events.exception, ended) {
        (Some((kind, addr)), ..) => access(kind, addr),
        (_, Some(number), _) => format!("{} ({number})", I::exception(number)),
        (.., Err(uc_error::INSN_INVALID)) => "invalid or trapping instruction".into(),
        (.., Err(error)) => error.to_string(),
        (.., Ok(())) => "halted".into(),
    };
    let mut text = format!("{what} at {pc:#010x}");
    let Ok(pc) = u32::try_from(pc) else { return text };
    if let Some(symbol) = image.symbolize(pc) {
        let _ = write!(text, " ({symbol})");
    }
    let code = (1..=WINDOW).rev().find_map(|len| {
        let mut bytes = vec![0; len];
        cpu.read(pc, &mut bytes).is_ok().then_some(bytes)
    });
    for (index, byte) in code.unwrap_or_default().into_iter().enumerate() {
        let _ = write!(text, "{} {byte:02x}", if index == 0 { ", code" } else { "" });
    }
    text
}

fn access(kind: MemType, addr: u64) -> String {
    let what = match kind {
        MemType::READ_UNMAPPED => "read of unmapped",
        MemType::READ_PROT => "read of protected",
        MemType::WRITE_UNMAPPED => "write of unmapped",
        MemType::WRITE_PROT => "write of protected",
        MemType::FETCH_UNMAPPED => "execution of unmapped",
        MemType::FETCH_PROT => "execution of protected",
        _ => "bad access to",
    };
    format!("{what} address {addr:#010x}")
}
