//! Suites: what the program runs when it is told nothing else, a row of a table each.
//!
//! In: the directory of `crosstest` with its corpus and file tests. Out: the tests of each suite,
//! in a fixed order: files, whose names the row lists, and modules that a function of this folder
//! makes. A suite is data; the driver is [`matrix`](crate::matrix), the same for all. Values of
//! arguments come from the table of [`edges`](crate::case::edges), with seeded random ones. A test
//! checks that every file of the corpus and every file test belongs to a suite.

mod calls;
mod chains;
mod comparisons;
mod constants;
mod displacements;
mod distances;
mod divisible;
pub mod executed;
mod flow;
mod frame_sizes;
mod gathers;
mod immediates;
mod joined;
pub(crate) mod large;
mod make;
mod memory;
mod mixed;
mod pressure;
mod random;
mod shifted;
mod signatures;
pub mod sizes;
mod strength;
pub mod sums;
mod vectors;
mod width;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use translator::options::{Features, Isa, OptLevel};

use crate::case::Case;
use crate::exec::execution::Execution;
use crate::isa::{Facts, facts};
use crate::job::Target;
use crate::matrix::{Entry, Source};
use crate::repository;
pub use random::SEED;

/// A module that is made, under a name.
pub struct Made {
    name: String,
    make: Arc<dyn Fn() -> Result<Case, String> + Send + Sync>,
}

impl Made {
    fn new(name: String, make: impl Fn() -> Result<Case, String> + Send + Sync + 'static) -> Made {
        Made { name, make: Arc::new(make) }
    }
}

/// What makes modules.
type Make = fn() -> Vec<Made>;

/// A suite.
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Files, as paths from the directory of `crosstest` without their extension; `*` at the end
    /// stands for anything.
    files: &'static [&'static str],
    /// Modules that are made.
    made: &'static [Make],
}

const fn suite(name: &'static str, about: &'static str, files: &'static [&'static str], made: &'static [Make]) -> Suite {
    Suite { name, about, files, made }
}

/// Every suite, in the order in which they are run.
pub const SUITES: &[Suite] = &[
    suite("unseen", "shapes of faults that other suites did not show", &["corpus/unseen_*"], &[large::made, signatures::made]),
    suite(
        "arithmetic",
        "every operation at every type, with constants on either side",
        &[
            "corpus/arith_*",
            "corpus/int_*",
            "filetests/inst/add",
            "filetests/inst/and",
            "filetests/inst/ashr",
            "filetests/inst/fadd",
            "filetests/inst/fdiv",
            "filetests/inst/fmul",
            "filetests/inst/frem",
            "filetests/inst/fsub",
            "filetests/inst/lshr",
            "filetests/inst/mul",
            "filetests/inst/or",
            "filetests/inst/sdiv",
            "filetests/inst/shl",
            "filetests/inst/srem",
            "filetests/inst/sub",
            "filetests/inst/udiv",
            "filetests/inst/urem",
            "filetests/inst/xor",
        ],
        &[constants::immediates],
    ),
    suite(
        "strength",
        "multiplication, division and shifts by every constant near a power of two",
        &["filetests/lower/shift_by_constant"],
        &[constants::near_powers, divisible::made, strength::made],
    ),
    suite(
        "casts",
        "every conversion between two types",
        &[
            "corpus/cast_*",
            "filetests/inst/bitcast_*",
            "filetests/inst/fpext",
            "filetests/inst/fptosi",
            "filetests/inst/fptoui",
            "filetests/inst/fptrunc",
            "filetests/inst/sext",
            "filetests/inst/sitofp",
            "filetests/inst/trunc",
            "filetests/inst/uitofp",
            "filetests/inst/zext",
        ],
        &[],
    ),
    suite(
        "compare",
        "icmp and fcmp with every predicate, NaN included",
        &["filetests/inst/icmp_*", "filetests/inst/fcmp_*", "filetests/lower/unordered", "filetests/lower/compare_symbol"],
        &[comparisons::made],
    ),
    suite("select", "select at every type", &["corpus/select", "filetests/inst/select_*"], &[]),
    suite(
        "bits",
        "counting and swapping bits and bytes, square roots, absolute values",
        &["corpus/bits", "filetests/bits/*"],
        &[],
    ),
    suite(
        "memory",
        "loads and stores at every alignment, and of numbers in pieces; memcpy, memmove and memset of every small size, alignment and overlap",
        &[
            "corpus/block",
            "corpus/memory_*",
            "corpus/escaping",
            "filetests/inst/memory_*",
            "filetests/intrinsic/memcpy",
            "filetests/intrinsic/memmove",
            "filetests/intrinsic/memset",
        ],
        &[memory::made, joined::made],
    ),
    suite(
        "calls",
        "callers and callees over mixes of argument types and counts",
        &[
            "corpus/calls*",
            "corpus/imports",
            "corpus/recursion",
            "filetests/inst/call*",
            "filetests/inst/ret",
            "filetests/intrinsic/read_tp",
            "filetests/lower/far_arguments",
            "corpus/thread_pointer",
        ],
        &[calls::made],
    ),
    suite("globals", "globals, their initialisers and relocations", &["corpus/globals", "filetests/global/*"], &[]),
    suite(
        "stack",
        "alloca, stack save and restore, large frames",
        &[
            "corpus/alloca",
            "corpus/frames",
            "filetests/inst/alloca",
            "filetests/intrinsic/stacksave",
            "filetests/lower/frame_pointer",
            "filetests/lower/frame_objects",
            "filetests/lower/small_objects",
            "filetests/lower/alloca_in_loop",
        ],
        &[pressure::frames],
    ),
    suite(
        "atomics",
        "atomic operations of every size",
        &["corpus/atomic_*", "filetests/intrinsic/atomic_*", "filetests/lower/atomic_barriers", "filetests/lower/atomic_orders"],
        &[],
    ),
    suite(
        "vectors",
        "vectors at every operation and lane",
        &["corpus/vec_*", "filetests/inst/element_*", "filetests/inst/truth_vectors"],
        &[vectors::comparisons, vectors::lanes, gathers::made],
    ),
    suite(
        "switch",
        "switches of every shape",
        &["corpus/switch_*", "filetests/inst/switch_*", "filetests/lower/switch", "filetests/lower/switch_limits"],
        &[flow::switches],
    ),
    suite(
        "flow",
        "branches, phis and loops",
        &[
            "corpus/control",
            "corpus/phi*",
            "filetests/inst/br",
            "filetests/inst/phi_*",
            "filetests/inst/unreachable",
            "filetests/lower/loop",
            "filetests/lower/overlapping_loops",
            "filetests/lower/extended_phis",
            "filetests/lower/stepped_pointer",
            "filetests/lower/empty_function",
        ],
        &[flow::loops],
    ),
    suite("pressure", "more values alive than there are registers", &["corpus/pressure"], &[pressure::made]),
    suite(
        "passes",
        "what passes look for, and what lowering fuses",
        &[
            "filetests/pass/*",
            "filetests/lower/folded_operands",
            "filetests/lower/joined_operands",
            "filetests/lower/counted_comparisons",
            "filetests/lower/kept_flags",
            "filetests/lower/compared_again",
            "filetests/lower/returning_branches",
            "filetests/lower/variable_shifts",
            "filetests/lower/masked_halves",
            "filetests/lower/truncated_phis",
            "filetests/lower/masked_amounts",
            "filetests/lower/shift_amount_in_frame",
            "filetests/lower/updated_addresses",
            "filetests/lower/pair_shifts",
            "filetests/lower/equal_halves",
            "filetests/lower/handed_over_branches",
            "filetests/lower/delay_slots",
            "filetests/lower/alignment_limits",
            "filetests/lower/displacement_forms",
            "filetests/lower/zero_register",
            "filetests/lower/tested_halves",
            "filetests/lower/masked_parts",
            "filetests/lower/exchanged_flags",
            "filetests/lower/overflowing_flags",
            "filetests/lower/two_symbols",
            "filetests/lower/immediates_arm",
            "filetests/lower/immediates_mips",
            "filetests/lower/sign_before_step",
            "filetests/lower/vector_lanes",
            "filetests/lower/gathers",
            "filetests/lower/gathers_besides",
            "filetests/lower/pair_shorts",
            "filetests/lower/float_zero",
            "filetests/lower/short_floats",
            "filetests/lower/awkward_constants",
            "filetests/lower/narrow",
            "filetests/lower/narrow_address",
            "filetests/lower/known_alignment",
            "filetests/lower/stepping_alignment",
            "filetests/lower/arguments_at_home",
            "filetests/lower/accumulator",
            "filetests/lower/inherited",
            "filetests/lower/compare_extended_words",
            "filetests/lower/compare_with_narrow",
            "filetests/lower/loop_of_addresses",
            "filetests/lower/low_half_compare",
            "filetests/lower/named_like_helpers",
            "filetests/lower/zero_half",
            "filetests/lower/owed_write",
            "filetests/lower/owed_atomic",
            "filetests/lower/recurrences",
            "filetests/lower/remainders",
            "filetests/lower/scaled_products",
            "filetests/lower/uppers",
            "filetests/lower/object_sums",
            "filetests/lower/lowest_lane",
            "filetests/lower/tested_by_several",
        ],
        &[],
    ),
    suite(
        "limits",
        "constants, displacements, frames and branches on both sides of what fields of instructions hold",
        &[],
        &[immediates::made, displacements::made, frame_sizes::made, distances::made, shifted::made, chains::made],
    ),
    suite("setjmp", "setjmp and longjmp", &["corpus/setjmp", "filetests/intrinsic/setjmp*"], &[]),
    suite(
        "traps",
        "what traps, and what has no defined behaviour",
        &["corpus/traps", "corpus/undefined", "filetests/intrinsic/trap"],
        &[],
    ),
    suite("process", "programs with an entry point", &["corpus/program", "filetests/program/*"], &[]),
    suite("programs", "programs compiled from C", &["programs/*"], &[]),
    suite(
        "features",
        "code with and without optional instructions",
        &[
            "filetests/lower/sse2",
            "filetests/lower/sse41",
            "filetests/lower/hwdiv_arm",
            "filetests/lower/softdiv_arm",
            "filetests/lower/double_constant",
            "filetests/lower/global_address",
        ],
        &[],
    ),
    suite(
        "reader",
        "what the readers and verifiers accept and refuse",
        &["filetests/bitcode/*", "filetests/text/*", "filetests/verify/*"],
        &[],
    ),
    suite("random", "modules of the generator, the same ones every time", &[], &[random::made]),
];

impl Suite {
    /// The tests, in order: files by name, then what is made.
    pub fn entries(&self, root: &Path) -> Result<Vec<Entry>, String> {
        let mut files = Vec::new();
        for pattern in self.files {
            files.extend(matching(root, pattern)?);
        }
        let made = self.made.iter().flat_map(|make| entries_of(self.name, *make));
        let files = Source::files(&files).into_iter().map(|source| Entry { suite: self.name, source });
        Ok(files.chain(made).collect())
    }
}

/// What a function makes for a suite.
fn entries_of(suite: &'static str, make: Make) -> impl Iterator<Item = Entry> {
    make().into_iter().map(move |made| Entry { suite, source: Source::Made(format!("{suite}/{}", made.name), made.make) })
}

/// What a loop writes, by the suite that it belongs to.
const ENUMERATED: &[(&str, Make)] = &[
    ("arithmetic", constants::immediates),
    ("strength", constants::near_powers),
    ("compare", comparisons::made),
    ("vectors", vectors::comparisons),
    ("vectors", vectors::lanes),
    ("vectors", gathers::made),
    ("unseen", large::made),
];

/// The part of the corpus that a loop writes: operations by constants, comparisons by every
/// predicate, every lane, functions that are large.
pub fn enumerated() -> Vec<Entry> {
    ENUMERATED.iter().flat_map(|&(suite, make)| entries_of(suite, make)).collect()
}

/// The tests of all suites, in the order of the table.
///
/// # Errors
/// If a directory cannot be read, or a file of the table is missing.
pub fn entries(root: &Path) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for suite in SUITES {
        entries.extend(suite.entries(root)?);
    }
    Ok(entries)
}

/// The tests that a pattern means, sorted by path. A pattern without `*` has to mean a file.
fn matching(root: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let Some(prefix) = pattern.strip_suffix('*') else {
        let path = root.join(pattern).with_extension("ll");
        return if path.is_file() { Ok(vec![path]) } else { Err(format!("{}: there is no such file", path.display())) };
    };
    let (dir, start) = prefix.rsplit_once('/').unwrap_or((".", prefix));
    let mut files = Vec::new();
    below(&root.join(dir), start, &mut files)?;
    files.sort();
    Ok(files)
}

/// The tests in a directory whose names start like this, and all in directories whose names do.
fn below(dir: &Path, start: &str, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", dir.display());
    for entry in std::fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().map_or_else(Default::default, |name| name.to_string_lossy().into_owned());
        if !name.starts_with(start) {
            continue;
        }
        if path.is_dir() {
            below(&path, "", files)?;
        } else if path.extension().is_some_and(|extension| extension == "ll" || extension == "pexe") {
            files.push(path);
        }
    }
    Ok(())
}

/// The shared programs in their directory, as tests.
///
/// # Errors
/// If the directory cannot be read.
pub fn shared(dir: &Path) -> Result<Vec<Entry>, String> {
    let files = repository::shared_programs(dir)?;
    Ok(Source::files(&files).into_iter().map(|source| Entry { suite: "shared", source }).collect())
}

/// Frozen programs: those of the repository, then the shared ones where they are.
///
/// # Errors
/// If a directory cannot be read.
pub fn programs(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut programs = matching(root, "programs/*")?;
    let own = programs.len();
    if let Some(shared) = repository::shared_dir() {
        below(&shared, "", &mut programs)?;
    }
    programs[own..].sort();
    Ok(programs)
}

/// What is run when nothing is said: every target as it comes, and for the optimising recipe
/// optional instructions, registers in another order, larger frames, and exclusive stores that
/// fail.
pub fn default_executions() -> Vec<Execution> {
    let mut all = Execution::all_plain();
    for isa in Isa::ALL {
        let plain = Execution::plain(Target { isa, opt: OptLevel::O2 });
        let &Facts { features, has_exclusive_stores: retry, .. } = facts(isa);
        let features = Features { sandbox: false, ..features };
        all.push(Execution { features, seed: Some(1), stack_extra: 160, retry, ..plain });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    #[test]
    fn every_file_belongs_to_one_suite() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = Vec::new();
        for dir in ["corpus", "filetests", "programs"] {
            below(&root.join(dir), "", &mut all).unwrap();
        }
        assert!(all.len() > 600, "only {}", all.len());
        let mut known: FxHashMap<PathBuf, &str> = FxHashMap::default();
        for suite in SUITES {
            for pattern in suite.files {
                for file in matching(root, pattern).unwrap() {
                    let other = known.insert(file.clone(), suite.name);
                    assert_eq!(other, None, "{} is in {} too", file.display(), suite.name);
                }
            }
        }
        let missing: Vec<_> = all.iter().filter(|file| !known.contains_key(*file)).collect();
        assert!(missing.is_empty(), "in no suite: {missing:?}");
    }

    #[test]
    fn what_is_made_is_a_test_and_has_a_name_of_its_own() {
        let mut names = Vec::new();
        for suite in SUITES {
            for made in suite.made.iter().flat_map(|make| make()) {
                let case = (made.make)().unwrap_or_else(|why| panic!("{}/{}: {why}", suite.name, made.name));
                assert!(case.runs() > 0, "{}", case.name);
                names.push(case.name);
            }
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
