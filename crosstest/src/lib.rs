//! Runs PNaCl modules in a reference interpreter and, translated, in an emulator, and compares what
//! they did.
//!
//! ```text
//!  file ─► case ─► subject ─┬─► interp: the oracle ──────────────────────► Outcome ─► displaced ─┐
//!                           │                                                                   │
//!                           ├─► translator ──┬─► exec::link, load ─► an image with the runtime  ├─► compare
//!                           └─► exec::llvm ──┘                       │                          │
//!                               all functions or half of them        ├─► exec::emulate: Unicorn ┤
//!                                                                    └─► exec::child: native,   ┘
//!                                                                                     qemu-user
//!  compare ─► matrix ─► report, and a bundle of each disagreement
//!  process + irt: the world outside, the same for the interpreter and the emulator
//! ```
//!
//! [`job`] says what is run, [`mod@exec::execution`] by which engine. The interpreter runs again with
//! its stacks and functions elsewhere before anything is called different ([`displaced`]).
//!
//! [`case`]: tests as files, and what is known of their outcomes. [`subject`]: a module ready to
//! run. [`job`]: targets, entries and runs, as values. [`interp`]: the reference interpreter.
//! [`load`], [`exec`]: linking and running translated code, in an emulator, in child processes, or
//! a second compiler's beside it. [`guest`]: what engines offer.
//! [`process`], [`irt`]: threads, interfaces, time. [`trace`]: runs that are watched step by step.
//! [`generate`], [`campaign`]: modules out of bytes, examined by the thousand. [`mod@reduce`]: the
//! smallest module that still fails. [`axes`]: what a seed may decide. [`isa`]: what is known of each
//! architecture. [`layout`]: where globals lie in every engine. [`compare`],
//! [`displaced`]: when two runs agree. [`matrix`], [`report`], [`bundle`], [`suites`], [`mod@c`],
//! [`validate`]: whether code stays in Native Client's sandbox. [`cli`]: the program `crosstest`. [`repository`]: where its files lie. [`profile`]: programs that count their blocks. [`probes`]: processes that look for a
//! mistake in the translator. [`clock`]: what it all takes; [`quiet`]: when nobody else computes. [`files`]: files that are never seen
//! half written. [`signals`]: being told to end. [`mod@diff`]: texts line by line. [`shell`]:
//! command lines to copy.
//!
//! Modules stand in an order, values below, the program above, and import downwards only: a house
//! rule of the translator's tests (`imports`) has it as a list.
//!
//! What runs translated code needs the feature `emulator`, which is on unless a build says
//! otherwise: generating, interpreting, loading and the outside world do not.

pub mod axes;
#[cfg(feature = "emulator")]
pub mod bundle;
#[cfg(feature = "emulator")]
pub mod c;
#[cfg(feature = "emulator")]
pub mod campaign;
#[cfg(feature = "emulator")]
pub mod case;
#[cfg(feature = "emulator")]
pub mod cli;
pub mod clock;
#[cfg(feature = "emulator")]
pub mod compare;
pub mod diff;
pub mod disasm;
#[cfg(feature = "emulator")]
pub mod displaced;
#[cfg(feature = "emulator")]
pub mod exec;
#[cfg(feature = "faults")]
pub mod faults;
pub mod files;
pub mod generate;
pub mod guest;
pub mod interp;
pub mod irt;
pub mod isa;
pub mod job;
pub mod layout;
pub mod load;
#[cfg(feature = "emulator")]
pub mod matrix;
#[cfg(feature = "mutants")]
pub mod mutants;
pub mod orders;
pub mod outcome;
#[cfg(feature = "emulator")]
pub mod probes;
pub mod process;
#[cfg(feature = "emulator")]
pub mod profile;
pub mod quiet;
pub mod reduce;
pub mod relocatable;
#[cfg(feature = "emulator")]
pub mod report;
#[cfg(feature = "emulator")]
pub mod repository;
pub mod script;
pub mod shell;
pub mod signals;
#[cfg(feature = "emulator")]
pub mod subject;
#[cfg(feature = "emulator")]
pub mod suites;
pub mod trace;
pub mod validate;
pub mod value;
