//! Translates PNaCl bitcode to machine code. This page is the living version of the house plan.
//!
//! ```text
//!  .pexe ─► bitcode::ModuleReader ─┐
//!  .ll   ─► text::parse_module   ──┴─► ice::Function (SSA) ─┬─► crosstest::interp: the oracle, which shares nothing
//!                                                          │                     with the translation but ICE
//!  pipeline::om1   ┌──────────────────────────────────────┤
//!                  │                                       │   pipeline::o2
//!                  ▼                                       ▼
//!         isa::common::lower                        opt: simplify, cse, licm, ... (`plans` has the order)   
//!                  │                                       ▼
//!                  │                                isa::common::lower ─► liveness::dead ─► liveness::ranges ─► regalloc::split (local)
//!                  ▼                                       ▼
//!         regalloc::minimal                         regalloc::linear ─► slots, constants ─► split (global) ─► regalloc::rewrite
//!                  └───────────────────┬───────────────────┘
//!                                      ▼
//!                             lir::FrameLayout ─► isa::*::emit ─► mc::CodeBuffer ─┬─► object: ELF
//!                                                 (isa::*::encode)               └─► mc::listing: assembly text
//!
//!  pipeline::plans: which passes over the IR run in which order: O2's, O3's, or those of -passes
//!  pipeline::o0: opt::forward, opt::backward, then as Om1 with lowering that folds as O2's does, and regalloc::local
//!
//!  With `-verify-each`: ice::verify after every pass, liveness::validate before every allocation, regalloc::checker after it.
//!
//!  LLVM IR ─► llvm::parse ─► llvm::Linker ─► llvm::lower ─► ice ─► bitcode::write_module ─► .pexe                    pnacl-clang
//!  .ll ─► text::parse_module ─► ice ─► bitcode::write_module ─► .pexe ◄─► bitcode::text_records (a record a line)   pnacl-freeze
//!  .pexe ─► pnacl-sz ─► object, with the runtime and a table of interfaces ─► gcc ─► executable                      pnacl-translate
//!  .pexe ─► bitcode::read_module ─► ice ─► text::print_module ─► .ll                                               pnacl-dis
//! ```
//!
//! [`isa::common::lower`] is the skeleton of lowering, the same for all recipes and targets;
//! each folder of [`isa`] implements its traits: what an instruction of the IR becomes there.
//!
//! The rooms, bottom to top: [`util`] (typed indices, graphs) ← [`error`], [`options`] ← [`ice`]
//! (the IR, its builder and verifier) ← [`bitcode`], [`text`], [`llvm`] (readers and writers), [`analysis`] ←
//! [`opt`] (passes over the IR), [`instrument`] (programs that watch themselves); [`mc`] (code buffer, constants, symbols) ← [`lir`] (lowered code
//! of any target), [`diversify`] (what a seed decides) ← [`liveness`] ← [`regalloc`]; [`isa`] (one folder an architecture); [`object`] (ELF,
//! or assembly text that [`mc::listing`] reads back from the code); [`runtime`] (the helpers that
//! code calls, written in the IR); [`pipeline`] (the recipes) and [`driver`] (files, threads,
//! command line) on top; [`testing`] is where tests find their inputs. Which room may import which is a table in `tests/house_rules`, which fails
//! on any other import.
//!
//! What is deliberately absent: pointers as a type (they are `i32`), global state, `Box` or `Rc`
//! per instruction, allocation in the steady state of a translation, and any case for a known
//! input.
//!
//! Where this differs from the plan: dominators and depth-first search live in `util`, because the
//! verifier (below `analysis`) needs them; a value is one packed `u32` (local, function or global)
//! instead of an operand enum, so that an instruction stays within 20 bytes; phi copies are a side
//! table ([`isa::common::lower::phi_copies`]) and not instructions, so that ICE stays in SSA form to the end.

// What only a part uses that a build leaves out is left in: the linker drops it.
#![cfg_attr(not(feature = "default"), allow(unused))]

#[macro_use]
pub mod util;
#[macro_use]
pub mod faults;
pub mod error;
pub mod options;

pub mod ice;

pub mod bitcode;
#[cfg(feature = "tools")]
pub mod llvm;
#[cfg(feature = "text")]
pub mod text;

pub mod analysis;

pub mod opt;

#[cfg_attr(not(feature = "instrument"), path = "instrument/absent.rs")]
pub mod instrument;

pub mod mc;

pub mod lir;

pub mod diversify;

pub mod liveness;

pub mod regalloc;

pub mod isa;

pub mod runtime;

pub mod object;

pub mod pipeline;

pub mod driver;

pub mod testing;
