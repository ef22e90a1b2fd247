//! Frame layout: gives every variable without a register, and every static stack object, its place.
//!
//! The frame grows down. From low to high addresses: outgoing arguments, variables and objects, saved registers, the return address,
//! incoming arguments. Offsets of variables are counted from the lowest variable, above the outgoing arguments; the target adds the
//! rest. Nothing is shared between variables here: at Om1 every variable has a slot of its own, which keeps the slot's content valid for
//! the whole function.
//!
//! Complexity: linear in variables and objects.

use super::{Code, Home, MachInst, VarData, VarKind};

/// What a frame holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FrameNeeds {
    /// Bytes of variables and static objects, a multiple of 16.
    pub locals: u32,
    /// Bytes of outgoing arguments, a multiple of 16.
    pub outgoing: u32,
}

/// Places of the static stack objects.
#[derive(Clone, Default, Debug)]
pub struct FrameLayout {
    objects: Vec<u32>,
}

/// The largest alignment that the frame guarantees, in bytes.
const FRAME_ALIGN: u32 = 16;

impl FrameLayout {
    /// Places everything. `None` if the frame would reach 2 GiB.
    ///
    /// Variables go by descending size, so that no padding is needed between them: 16 bytes first, then 8, then 4; objects follow.
    pub fn assign<I: MachInst>(&mut self, code: &mut Code<I>) -> Option<FrameNeeds> {
        let needs_slot = |var: &VarData| var.kind == VarKind::Any && var.reg.is_none() && var.home == Home::None;
        let mut counts = [0u64; 3];
        for var in code.vars.iter().filter(|var| needs_slot(var)) {
            counts[size_class(var.bytes)] += 1;
        }
        let mut next = [0, counts[0] * 16, counts[0] * 16 + counts[1] * 8];
        let end = next[2] + counts[2] * 4;
        if end > u64::from(u32::MAX / 4) {
            return None;
        }
        for var in code.vars.iter_mut().filter(|var| needs_slot(var)) {
            let offset = &mut next[size_class(var.bytes)];
            var.home = Home::Frame(*offset as u32);
            *offset += u64::from(var.bytes);
        }
        let locals = self.place_objects(code, end)?;
        Some(FrameNeeds { locals, outgoing: code.outgoing.next_multiple_of(FRAME_ALIGN) })
    }

    fn place_objects<I: MachInst>(&mut self, code: &Code<I>, start: u64) -> Option<u32> {
        self.objects.clear();
        let mut end = start;
        for &(size, align) in &code.frame_objects {
            debug_assert!(align <= FRAME_ALIGN, "over-aligned objects are allocated dynamically");
            end = end.next_multiple_of(u64::from(align.max(1)));
            self.objects.push(end as u32);
            end += u64::from(size);
            if end > u64::from(u32::MAX / 2) {
                return None;
            }
        }
        Some(end.next_multiple_of(u64::from(FRAME_ALIGN)) as u32)
    }

    /// The byte offset of a static stack object from the lowest variable.
    pub fn object(&self, object: super::FrameObject) -> u32 {
        self.objects[object.as_u32() as usize]
    }
}

fn size_class(bytes: u8) -> usize {
    match bytes {
        16 => 0,
        8 => 1,
        _ => 2,
    }
}
