//! Hooks on single instructions of an image: exclusive stores that are to fail, and instructions
//! that the emulator translates wrongly without a hook.
//!
//! Linear in the image's code, of ISAs whose instructions are words.

use unicorn_engine::Unicorn;

use super::cpu::Events;
use super::isa::IsaOps;
use super::{Executor, unicorn};
use crate::load::{self, Image};

impl<I: IsaOps> Executor<I> {
    /// Sets the hooks of an image in place of those of the image before.
    pub(super) fn hook_instructions(&mut self, image: &Image) -> Result<(), String> {
        for hook in std::mem::take(&mut self.hooks) {
            self.cpu.uc.remove_hook(hook).map_err(unicorn)?;
        }
        if !I::HAS_HOOKS {
            return Ok(());
        }
        for chunk in &image.chunks {
            let is_code = |segment: &load::Segment| segment.access.execute && chunk.addr.wrapping_sub(segment.addr) < segment.len;
            if !image.segments.iter().any(is_code) {
                continue;
            }
            for (addr, word) in (chunk.addr..).step_by(4).zip(chunk.bytes.as_chunks::<4>().0) {
                self.hook_instruction(u64::from(addr), u32::from_le_bytes(*word))?;
            }
        }
        Ok(())
    }

    fn hook_instruction(&mut self, addr: u64, word: u32) -> Result<(), String> {
        let hook = match I::failed_store(word).filter(|_| self.config.fail_stores) {
            // Every other one sets the register for failure and goes on behind it. Nothing is
            // stored.
            Some((register, failure)) => self.cpu.uc.add_code_hook(addr, addr, move |uc: &mut Unicorn<'_, Events>, _, _| {
                let failed = &mut uc.get_data_mut().store_failed;
                *failed = !*failed;
                if *failed {
                    uc.reg_write(register, failure).expect("the ISA has this register");
                    uc.set_pc(addr + 4).expect("there is a program counter");
                }
            }),
            // A hook may change registers, so that the emulator cannot take them for constants.
            None if I::goes_wrong_with_constants(word) => self.cpu.uc.add_code_hook(addr, addr, |_, _, _| {}),
            None => return Ok(()),
        };
        self.hooks.push(hook.map_err(unicorn)?);
        Ok(())
    }
}
