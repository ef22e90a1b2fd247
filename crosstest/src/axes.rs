//! The axes of diversification: what an execution's name, the command line, campaigns and the options
//! of `pnacl-sz` call each.
//!
//! In: a [`Diversity`], or names. Out: the other.

use translator::options::{Controls, Diversity, Immediates};
use translator::util::rng::Rng;

/// One thing that a seed decides.
pub struct Axis {
    /// Its name in an execution's.
    pub name: &'static str,
    /// The option of `pnacl-sz`.
    pub option: &'static str,
    /// Whether it is on.
    pub is_on: fn(&Diversity) -> bool,
    /// Switches it on.
    pub switch_on: fn(&mut Diversity),
}

/// All of them; of two about immediates the later one holds.
pub const AXES: [Axis; 8] = [
    Axis { name: "nops", option: "-nop-insertion", is_on: |on| on.nops, switch_on: |on| on.nops = true },
    Axis {
        name: "pool",
        option: "-randomize-pool-immediates=pool",
        is_on: |on| on.immediates == Immediates::Pool,
        switch_on: |on| on.immediates = Immediates::Pool,
    },
    Axis {
        name: "immediates",
        option: "-randomize-pool-immediates=randomize",
        is_on: |on| on.immediates == Immediates::Randomize,
        switch_on: |on| on.immediates = Immediates::Randomize,
    },
    Axis { name: "blocks", option: "-reorder-basic-blocks", is_on: |on| on.blocks, switch_on: |on| on.blocks = true },
    Axis { name: "functions", option: "-reorder-functions", is_on: |on| on.functions, switch_on: |on| on.functions = true },
    Axis { name: "globals", option: "-reorder-global-variables", is_on: |on| on.globals, switch_on: |on| on.globals = true },
    Axis {
        name: "constants",
        option: "-reorder-pooled-constants",
        is_on: |on| on.pooled_constants,
        switch_on: |on| on.pooled_constants = true,
    },
    Axis { name: "selection", option: "-randomize-selection", is_on: |on| on.selection, switch_on: |on| on.selection = true },
];

/// The axes that are on.
pub fn on(diversity: &Diversity) -> impl Iterator<Item = &'static Axis> {
    AXES.iter().filter(|axis| (axis.is_on)(diversity))
}

/// The axis with this name.
pub fn named(name: &str) -> Option<&'static Axis> {
    AXES.iter().find(|axis| axis.name == name)
}

/// Reads a list of names with colons between; `all` is every axis.
///
/// # Errors
/// If a name is none.
pub fn parse(list: &str) -> Result<Diversity, String> {
    let mut diversity = Diversity::default();
    for name in list.split(':') {
        let axes = match named(name) {
            Some(axis) => std::slice::from_ref(axis),
            None if name == "all" => &AXES,
            None => {
                let names: Vec<&str> = AXES.iter().map(|axis| axis.name).collect();
                return Err(format!("there is no axis {name}; there are {}, all", names.join(", ")));
            }
        };
        axes.iter().for_each(|axis| (axis.switch_on)(&mut diversity));
    }
    Ok(diversity)
}

/// Some of the axes, by a number; for some numbers none.
pub fn drawn(number: u64) -> Diversity {
    let mut rng = Rng::new(number);
    let mut diversity = Diversity::default();
    if rng.below(3) != 0 {
        return diversity;
    }
    let chosen = rng.next_u64();
    AXES.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1).for_each(|(_, axis)| (axis.switch_on)(&mut diversity));
    if chosen >> 60 == 0 {
        diversity.threshold = 0x100;
    }
    diversity
}

/// What `pnacl-sz` is told of a seed and axes, each option with a blank before it.
pub fn options(seed: Option<u64>, diversity: &Diversity) -> String {
    let mut text: String = on(diversity).map(|axis| format!(" {}", axis.option)).collect();
    if diversity.threshold != Diversity::default().threshold {
        text += &format!(" -randomize-pool-threshold={}", diversity.threshold);
    }
    text + &seed.map_or(String::new(), |seed| format!(" -randomize-regalloc -sz-seed={seed}"))
}

/// What a translation is asked for. With a seed the order of registers is random, too.
pub fn controls(seed: Option<u64>, diversity: Diversity) -> Controls {
    Controls { randomize_regalloc: seed.is_some(), seed: seed.unwrap_or(0), diversity, ..Controls::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_is_read_by_its_name_and_drawn() {
        for axis in &AXES {
            let diversity = parse(axis.name).unwrap();
            assert_eq!(on(&diversity).map(|axis| axis.name).collect::<Vec<_>>(), [axis.name]);
            assert!((0..60).any(|number| (axis.is_on)(&drawn(number))), "{}", axis.name);
        }
        assert_eq!(parse("all").unwrap(), Diversity::all());
        assert!((0..60).any(|number| drawn(number) == Diversity::default()));
        assert_eq!(parse("nops:noise").unwrap_err().split(';').next(), Some("there is no axis noise"));
    }

    #[test]
    fn options_are_those_of_the_command_line() {
        let diversity = parse("nops:pool").unwrap();
        let expected = " -nop-insertion -randomize-pool-immediates=pool -randomize-regalloc -sz-seed=7";
        assert_eq!(options(Some(7), &diversity), expected);
    }
}
