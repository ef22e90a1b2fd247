//! Tests of inlining.
