//! Fuzzing properties over the translator: one module per property (a `TestCase` and a `check()`), each with a smoke test, and
//! thin cargo-fuzz targets over them. The properties arrive with the generator; this crate holds the design until then.
