//! A score that nobody can tune: systematic mutants of the translator's source, and which of them
//! something notices.
//!
//! ```text
//! translator/src ─► mutate ─► workspace: a copy in which every mutant is a guarded alternative; what does not compile is taken out ─► one build
//!                                                                     baseline: what each test and module is without mutants, and reaches
//! a random sample of the mutants ─► measure: for each a probe a channel, in the mutated program ─► records ─► report: score, survivors
//! ```
//!
//! The repository's own build has nothing of this: the mutants are in the copy only, and the
//! command needs the cargo feature `mutants`. A mutant is *detected* if a test or a generated
//! module comes out wrong, or the translator crashes, hangs, panics, or reports an error or, on
//! request, a violation. It is *equivalent so far* if neither an emitted byte changes on any module
//! tried nor anything is noticed. The others *survive*: each is a case that a suite lacks, a habit
//! that the generator lacks, or a change that makes no difference.
//!
//! [`mutate`]: texts to texts with mutants. [`compile`]: what the compiler refuses. [`workspace`]:
//! the copy. [`channels`], [`baseline`]: what is tried. [`own_tests`]: the translator's tests as
//! one more channel. [`sums`]: what is more code than without the mutant, or does more. [`probe`]: the child's
//! side. [`measure`]: the parent's. [`records`], [`stats`], [`report`], [`survivors`]: the result.

pub mod baseline;
pub mod channels;
pub mod compile;
pub mod hooks;
pub mod measure;
pub mod mutate;
pub mod own_tests;
pub mod probe;
pub mod records;
pub mod report;
pub mod stats;
pub mod sums;
pub mod survivors;
pub mod workspace;
