//! The knobs of the generator.
//!
//! A [`Config`] says how large modules are and what they are made of. Each case draws its own
//! ([`Config::draw`]), with some things left out and others in excess: cases that differ a lot from
//! each other find more than cases that all have a bit of everything ([GROCE-2012]). Weights are
//! relative to each other; shares are of 256.

use translator::ice::Type;

use super::source::Source;

/// How modules are made. The default has everything, in moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Most functions besides the entry function.
    pub functions: usize,
    /// Most blocks of a function, before loops and traps add theirs.
    pub blocks: usize,
    /// Most operations of a block; guards and addresses come on top.
    pub operations: usize,
    /// Most parameters of a function.
    pub params: usize,
    /// Most edges of a function beyond those that make every block reachable. Half of them lead
    /// back.
    pub extra_edges: usize,
    /// Most phis at the start of a block.
    pub phis: usize,
    /// Most cases of a switch.
    pub cases: usize,
    /// How often an edge that leads back may be taken in a run.
    pub trips: usize,
    /// How many calls of functions a run may make.
    pub calls: usize,
    /// Relative frequency of each type, in the order of [`Type::ALL`].
    pub types: [u8; 14],
    /// Relative frequency of each kind of operation.
    pub weights: Weights,
    /// Share of scalar operands that are constants.
    pub constants: u16,
    /// Share of operands that are among the latest values; the others are drawn from all that are
    /// live or could be.
    pub recent: u16,
    /// Share of terminators that are switches where a branch would do.
    pub switches: u16,
    /// Share of values that are folded into a checksum when they are made. Values without a use
    /// always are.
    pub checks: u16,
    /// Share of addresses that are computed in more than one step.
    pub addressing: u16,
    /// Share of operations that may have an Unspecified result: undefined operands, shifts and
    /// conversions out of range. Such a result is only stored, where nothing reads it.
    pub loose: u16,
    /// Share of divisions without a guard: they may trap.
    pub unguarded: u16,
    /// Share of functions with memory on the stack beyond the first 4096 or 32768 bytes.
    pub large_frames: u16,
    /// Whether modules have global variables of more than 64 KiB.
    pub large_globals: bool,
    /// Instructions that a function gets besides, in blocks that are jumped across: more than near
    /// branches reach.
    pub bulk: usize,
    /// Values that a function computes in its first block and uses in its last ones.
    pub wide: usize,
    /// Share of loops that count in a variable, beginning anew each time that they are entered; the others count in memory.
    pub counted: u16,
    /// Share of functions whose flow is that of loops within loops and of branches that meet again, as compilers of C make it; the
    /// others have any.
    pub structured: u16,
    /// Share of functions whose blocks are in an order in which a block may be before those that dominate it.
    pub reordered: u16,
    /// Functions of a few operations that call nothing, besides the others.
    pub leaves: usize,
}

/// Relative frequency of each kind of operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Arithmetic, bitwise operations and shifts.
    pub binary: u8,
    /// Conversions.
    pub cast: u8,
    /// Integer and floating-point comparisons.
    pub compare: u8,
    /// Selects.
    pub select: u8,
    /// Loads.
    pub load: u8,
    /// Stores.
    pub store: u8,
    /// Lanes inserted and extracted.
    pub lane: u8,
    /// Calls of functions.
    pub call: u8,
    /// Intrinsics on bits and floating-point numbers.
    pub bits: u8,
    /// memcpy, memmove, memset.
    pub memory: u8,
    /// Atomic operations and fences.
    pub atomic: u8,
    /// Stack memory.
    pub alloca: u8,
    /// Loads that are changed and stored back, divisions with their remainders: what code
    /// generators fuse.
    pub idiom: u8,
    /// Values that meet the constants that break code generators (`generate::corner`).
    pub corner: u8,
}

impl Weights {
    /// The weights, in the order of the fields.
    pub fn list(&self) -> [u8; 14] {
        let Weights { binary, cast, compare, select, load, store, lane, call, bits, memory, atomic, alloca, idiom, corner } =
            *self;
        [binary, cast, compare, select, load, store, lane, call, bits, memory, atomic, alloca, idiom, corner]
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            functions: 3,
            blocks: 6,
            operations: 5,
            params: 6,
            extra_edges: 5,
            phis: 3,
            cases: 8,
            trips: 4,
            calls: 10,
            types: [4, 4, 4, 10, 6, 4, 4, 2, 2, 2, 3, 3, 4, 4],
            weights: Weights {
                binary: 12,
                cast: 6,
                compare: 4,
                select: 3,
                load: 5,
                store: 4,
                lane: 3,
                call: 4,
                bits: 2,
                memory: 1,
                atomic: 2,
                alloca: 1,
                idiom: 2,
                corner: 3,
            },
            constants: 60,
            recent: 100,
            switches: 50,
            checks: 60,
            addressing: 100,
            loose: 3,
            unguarded: 0,
            large_frames: 4,
            large_globals: false,
            bulk: 0,
            wide: 0,
            counted: 0,
            structured: 0,
            reordered: 0,
            leaves: 0,
        }
    }
}

impl Config {
    /// Draws a configuration for one case.
    pub fn draw(source: &mut Source<'_, '_>) -> Config {
        let mut config = Config::default();
        config.draw_sizes(source);
        config.draw_types(source);
        config.draw_weights(source);
        config.constants = source.pick(&[60, 10, 120, 200]);
        config.recent = source.pick(&[100, 20, 220]);
        config.switches = source.pick(&[30, 0, 160]);
        config.checks = source.pick(&[60, 10, 140]);
        config.addressing = source.pick(&[100, 20, 200]);
        config.loose = source.pick(&[0, 0, 20, 60]);
        // One case in 128 may trap.
        config.unguarded = if source.chance(2) { 120 } else { 0 };
        config.large_frames = if source.chance(20) { 128 } else { 0 };
        if config.large_frames > 0 {
            // The stack has room for a few such frames.
            config.calls = config.calls.min(3);
        }
        config.large_globals = source.chance(4);
        config.draw_extremes(source);
        config
    }

    fn draw_sizes(&mut self, source: &mut Source<'_, '_>) {
        // Small cases are quick to run and to understand; a large one now and then has what they
        // cannot have.
        match source.weighted(&[8, 6, 3, 1]) {
            0 => (self.functions, self.blocks, self.operations) = (1, 3, 6),
            1 => (self.functions, self.blocks, self.operations) = (2, 6, 4),
            2 => (self.functions, self.blocks, self.operations) = (4, 8, 5),
            _ => (self.functions, self.blocks, self.operations) = (5, 16, 8),
        }
        // Many live values: straight code of many operations.
        if source.chance(30) {
            (self.functions, self.blocks, self.operations, self.recent) = (1, 1, 60, 10);
        }
        self.params = source.pick(&[4, 0, 8, 14]);
        self.extra_edges = source.pick(&[3, 0, 6, 10]);
        self.phis = source.pick(&[2, 0, 5]);
        self.cases = source.pick(&[5, 2, 12, 40]);
        self.trips = source.pick(&[3, 1, 6]);
        self.calls = source.pick(&[8, 3, 12]);
    }

    /// What is seldom, and then in excess. Such cases take as long as hundreds of others.
    fn draw_extremes(&mut self, source: &mut Source<'_, '_>) {
        let drawn = source.below(256);
        if (14..120).contains(&drawn) {
            (self.counted, self.structured) = (200, 200);
            (self.blocks, self.extra_edges) = (self.blocks.max(4), self.extra_edges.max(4));
        }
        if (60..160).contains(&drawn) {
            self.reordered = 180;
        }
        if (100..200).contains(&drawn) {
            self.leaves = 2;
        }
        match drawn {
            1 => {
                self.bulk = 11_000;
                (self.functions, self.calls, self.blocks) = (1, 3, self.blocks.clamp(3, 6));
            }
            2 => {
                self.wide = 1100;
                (self.functions, self.calls, self.blocks) = (1, 3, self.blocks.clamp(4, 8));
                self.extra_edges = 10;
            }
            3..=5 => (self.cases, self.switches, self.blocks) = (400, 160, self.blocks.max(4)),
            // Cycles of phis: long, and several at a time.
            6..=13 => (self.phis, self.extra_edges) = (24, 10),
            _ => {}
        }
    }

    fn draw_types(&mut self, source: &mut Source<'_, '_>) {
        let only = |types: &[Type], weight: u8, others: u8| Type::ALL.map(|ty| if types.contains(&ty) { weight } else { others });
        use Type::*;
        match source.weighted(&[6, 3, 3, 3, 3, 2]) {
            0 => {}
            1 => self.types = only(&[I8, I16, I32, I1], 8, 0),
            2 => self.types = only(&[I64, I32], 8, 1),
            3 => self.types = only(&[F32, F64], 8, 1),
            4 => self.types = only(&[V4I1, V8I1, V16I1, V16I8, V8I16, V4I32, V4F32], 6, 1),
            _ => Type::ALL.iter().zip(&mut self.types).for_each(|(_, weight)| *weight = source.pick(&[4, 0, 12])),
        }
        self.types[I32 as usize - 1] = self.types[I32 as usize - 1].max(2);
    }

    fn draw_weights(&mut self, source: &mut Source<'_, '_>) {
        let w = &mut self.weights;
        for weight in [
            &mut w.cast,
            &mut w.compare,
            &mut w.select,
            &mut w.load,
            &mut w.store,
            &mut w.lane,
            &mut w.call,
            &mut w.bits,
            &mut w.memory,
            &mut w.atomic,
            &mut w.alloca,
            &mut w.idiom,
            &mut w.corner,
        ] {
            *weight = match source.below(8) {
                0..4 => *weight,
                4 | 5 => 0,
                6 => *weight * 3,
                _ => *weight * 8,
            };
        }
    }

    /// A type, as often as its weight says.
    pub fn ty(&self, source: &mut Source<'_, '_>) -> Type {
        Type::ALL[source.weighted(&self.types)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;

    #[test]
    fn drawn_configurations_differ_and_always_have_i32() {
        let data: Vec<u8> = (0..60_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
        let mut bytes = Unstructured::new(&data);
        let mut source = Source::new(&mut bytes);
        let configs: Vec<Config> = (0..200).map(|_| Config::draw(&mut source)).collect();
        assert!(configs.iter().all(|config| config.types[Type::I32 as usize - 1] > 0));
        assert!(configs.iter().any(|config| config.weights.atomic == 0));
        assert!(configs.windows(2).filter(|pair| pair[0] == pair[1]).count() < 5);
    }

    #[test]
    fn every_weight_is_listed() {
        let weights = Config::default().weights;
        assert_eq!(weights.list().iter().map(|&weight| u32::from(weight)).sum::<u32>(), 52);
    }
}
