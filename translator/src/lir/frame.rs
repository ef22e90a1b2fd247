//! Frame layout: gives every variable without a register, and every static stack object, its place.
//!
//! The frame grows down. From low to high addresses: outgoing arguments, variables and objects,
//! saved registers, the return address, incoming arguments. Offsets of variables are counted from
//! the lowest variable, above the outgoing arguments; the target adds the rest. Nothing is shared
//! between variables here: at Om1 every variable has a slot of its own, which keeps the slot's
//! content valid for the whole function.
//!
//! Complexity: linear in variables and objects.

use super::{Code, Home, MachInst, Var, VarKind};
use crate::util::refill;

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
    /// The variables that get a place.
    placed: Vec<Var>,
    /// Bytes by which frames are larger than they have to be.
    extra: u32,
}

/// More than this is not added to a frame.
const MOST_EXTRA: u32 = 1 << 28;

/// The largest alignment that the frame guarantees, in bytes.
const FRAME_ALIGN: u32 = 16;

/// How places follow each other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Without gaps but for alignment.
    Dense,
    /// With gaps, so that no place's size or order matters to another.
    Loose,
}

/// What a variable takes in a loose frame, in bytes; and what is between its objects.
const LOOSE: u32 = 2 * FRAME_ALIGN;

/// Objects of at most so many bytes come before the others.
const SMALL_OBJECT: u32 = 64;

impl FrameLayout {
    /// A layout whose frames are larger than they have to be by `extra` bytes, rounded up, so that
    /// a test reaches the code for large ones.
    pub fn with_extra(extra: u32) -> Self {
        let extra = extra.min(MOST_EXTRA).next_multiple_of(FRAME_ALIGN);
        Self { extra, ..Self::default() }
    }

    /// Places everything, of the variables those that are `needed`. `None` from 1 GiB of variables
    /// on, or 2 GiB with the objects.
    ///
    /// Variables go by descending size, so that no padding is needed between them: 16 bytes first,
    /// then 8, then 4; objects follow, small ones first.
    pub fn assign<I: MachInst>(
        &mut self,
        code: &mut Code<I>,
        packing: Packing,
        needed: impl Fn(Var) -> bool,
    ) -> Option<FrameNeeds> {
        self.placed.clear();
        let mut counts = [0u64; 3];
        for (index, var) in code.vars.iter().enumerate() {
            let may_need = matches!(var.kind, VarKind::Any | VarKind::Memory) && var.reg.is_none() && var.home == Home::None;
            if may_need && needed(Var::from_u32(index as u32)) {
                counts[size_class(var.bytes)] += 1;
                self.placed.push(Var::from_u32(index as u32));
            }
        }
        let loose = if packing == Packing::Loose { u64::from(LOOSE) } else { 0 };
        let strides = [16, 8, 4].map(|bytes| loose.max(bytes));
        let mut next = [0, counts[0] * strides[0], counts[0] * strides[0] + counts[1] * strides[1]];
        next[2] -= if loose == 0 && fault!(FrameSlotsOverlap, counts[1] > 0) { 4 } else { 0 };
        let end = next[2] + counts[2] * strides[2];
        if end > u64::from(u32::MAX / 4) {
            return None;
        }
        for &var in &self.placed {
            let var = code.var_mut(var);
            let offset = &mut next[size_class(var.bytes)];
            var.home = Home::Frame(*offset as u32);
            *offset += loose.max(var.bytes.into());
        }
        let locals = self.place_objects(code, end, loose)?;
        let lost = if fault!(FrameOutgoing, !code.outgoing.is_multiple_of(FRAME_ALIGN)) { FRAME_ALIGN } else { 0 };
        Some(FrameNeeds { locals, outgoing: code.outgoing.next_multiple_of(FRAME_ALIGN) + self.extra - lost })
    }

    /// Small objects first: accesses reach them without another instruction, and with shorter ones on x86.
    fn place_objects<I: MachInst>(&mut self, code: &Code<I>, start: u64, gap: u64) -> Option<u32> {
        refill(&mut self.objects, code.frame_objects.len(), 0);
        let mut end = start;
        let of_kind = |is_small: bool| {
            let objects = code.frame_objects.iter().enumerate();
            objects.filter(move |(_, (size, _))| (*size <= SMALL_OBJECT) == is_small)
        };
        for (index, &(size, align)) in of_kind(true).chain(of_kind(false)) {
            debug_assert!(align <= FRAME_ALIGN, "over-aligned objects are allocated dynamically");
            end = end.next_multiple_of(u64::from(align.max(1)));
            self.objects[index] = end as u32;
            end += gap + u64::from(if fault!(FrameObjectsOverlap, size > 16) { size - 4 } else { size });
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lir::{FrameObject, RegClass, RegMask, Role};

    /// The layout looks at variables and objects only.
    #[derive(Copy, Clone, Debug)]
    struct NoInst;

    impl MachInst for NoInst {
        type Pools = ();
        type Const = ();
        fn visit(&self, (): &(), _: impl FnMut(Var, Role)) {}
        fn clobbers(&self, (): &()) -> RegMask {
            RegMask::EMPTY
        }
    }

    const KINDS: [VarKind; 3] = [VarKind::Any, VarKind::Register, VarKind::Fixed(1)];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn places_are_aligned_and_disjoint_and_inside(
            vars in prop::collection::vec((0..3_usize, 0..5_usize), 0..30),
            objects in prop::collection::vec((0..100_u32, 0..5_u32), 0..10),
            outgoing in 0..100_u32,
            is_loose in any::<bool>(),
        ) {
            let mut code = Code::<NoInst> { outgoing, ..Code::default() };
            for &(size, kind) in &vars {
                // Of five kinds, three are `Any`.
                let var = code.make_var(RegClass(0), [4, 8, 16][size], *KINDS.get(kind).unwrap_or(&VarKind::Any));
                if kind == 4 {
                    code.var_mut(var).home = Home::Incoming(8);
                }
            }
            for &(size, log_align) in &objects {
                code.make_frame_object(size, 1 << log_align);
            }
            let mut layout = FrameLayout::default();
            // Every seventh variable is written only.
            let needed = |var: Var| !var.as_u32().is_multiple_of(7);
            let packing = if is_loose { Packing::Loose } else { Packing::Dense };
            let needs = layout.assign(&mut code, packing, needed).expect("a small frame");
            let mut places = Vec::new();
            for (index, (var, &(_, kind))) in code.vars.iter().zip(&vars).enumerate() {
                let needed = needed(Var::from_u32(index as u32));
                match var.home {
                    Home::Frame(offset) => {
                        prop_assert!(needed && var.kind == VarKind::Any && offset.is_multiple_of(u32::from(var.bytes)));
                        places.push((offset, u32::from(var.bytes)));
                    }
                    Home::Incoming(offset) => prop_assert_eq!((kind, offset), (4, 8)),
                    Home::None => prop_assert!(!needed || var.kind != VarKind::Any),
                }
            }
            for (index, &(size, log_align)) in objects.iter().enumerate() {
                let offset = layout.object(FrameObject::from_u32(index as u32));
                prop_assert!(offset.is_multiple_of(1 << log_align));
                places.push((offset, size));
            }
            places.sort_unstable();
            let gap = if is_loose { FRAME_ALIGN } else { 0 };
            prop_assert!(places.windows(2).all(|pair| pair[0].0 + pair[0].1 + gap <= pair[1].0), "{:?}", places);
            prop_assert!(places.iter().all(|&(offset, size)| offset + size <= needs.locals));
            prop_assert!(needs.locals.is_multiple_of(16) && needs.outgoing.is_multiple_of(16) && needs.outgoing >= outgoing);
        }
    }

    #[test]
    fn small_objects_are_next_to_the_stack_pointer() {
        let mut code = Code::<NoInst>::default();
        for size in [4000, 8, SMALL_OBJECT + 1, SMALL_OBJECT] {
            code.make_frame_object(size, 4);
        }
        let mut layout = FrameLayout::default();
        assert!(layout.assign(&mut code, Packing::Dense, |_| true).is_some());
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&index| layout.object(FrameObject::from_u32(index)));
        assert_eq!(order, [1, 3, 0, 2]);
    }

    #[test]
    fn a_frame_of_2_gib_is_refused() {
        let with = |sizes: &[u32]| {
            let mut code = Code::<NoInst>::default();
            for &size in sizes {
                code.make_frame_object(size, 16);
            }
            FrameLayout::default().assign(&mut code, Packing::Dense, |_| true)
        };
        assert!(with(&[1 << 30, (1 << 30) - 16]).is_some());
        assert_eq!(with(&[1 << 30, 1 << 30]), None);
        assert_eq!(with(&[1 << 30; 5]), None);
    }
}
