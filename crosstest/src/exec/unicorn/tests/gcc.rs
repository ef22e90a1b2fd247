//! Compiled programs.
