//! Fuzzing the translator: properties over generated modules, as ordinary tests and as cargo-fuzz targets.
//!
//! This crate holds the design. The module generator is `crosstest::generate` (`module(&mut Unstructured, &Config)`, or `case(bytes)` with a
//! configuration out of the same bytes); what the differential property checks is `crosstest::campaign::examine::Examiner`, which the
//! command `crosstest campaign` runs without libFuzzer. `FINDINGS.md` lists what was found.
//!
//! - One module per property: a `TestCase`, built from bytes (`arbitrary::Unstructured`), and a `check(&TestCase)` that panics with what
//!   went wrong. A one-second smoke test of each runs in `cargo test`; the fuzz target over it is a shim of ten lines.
//! - `read`: arbitrary bytes into the bitcode reader. Never a panic, never more memory than a bound, never more time than linear.
//!   The seed of this property is `translator/tests/bad_input.rs`.
//! - `text`: arbitrary text into the parser; `roundtrip`: printing and parsing, writing and reading are the identity.
//! - `differential`: a valid module, run by the interpreter and, translated by every recipe for every ISA, in the emulator; whole
//!   outcomes are compared.
//! - `encode`: a random instruction, encoded and decoded by an independent disassembler; `regalloc`: random lowered code against a
//!   symbolic checker; `threads` and `scratch`: the same bytes for any number of threads and after any other function.
//! - A finding is minimised, filed by (pass, ISA, first differing event), and kept under `fuzz/regressions`, which `cargo test` replays.
//!
//! Nothing depends on this crate.
