//! Minimal-set search over functions, passes and instructions, test-case reduction, and the reports made of them. The search is
//! pure (no I/O) and arrives with the cross-test bundles it reads; this crate holds the design until then.
