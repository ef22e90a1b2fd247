//! The runtime: the helper functions that targets call where an instruction is too large to expand
//! in place, written in the PNaCl subset and translated by the translator itself, for every target
//! from one text. What is translated is the text frozen, so that no build needs the text's parser; a
//! test compares, and freezes it anew (`BLESS=1`).
//!
//! Contract (`translator/docs/abi.md`, "The runtime"): under compiler-rt's and libc's names and C
//! signatures ([`signature`]). Division by zero traps; conversions to floating point round to
//! nearest even; `fmod` is exact; `memcpy` and its kind return their destination. The texts contain
//! nothing that a 32-bit target turns into a call of a helper (64-bit division and remainder,
//! conversions between 64-bit integers and floating point, `frem`, the memory intrinsics), and the
//! 32-bit divisions no 32-bit division, so that no helper ends in itself; a test holds them to it.
//!
//! `setjmp`, `longjmp` and `__nacl_read_tp` touch the machine's registers and are each target's
//! own.

use crate::bitcode::{self, ReadOptions};
use crate::ice::{Function, Module, Type};
use crate::mc::Helper;

/// The module without the lock-based atomics, and with them: frozen from the texts beside them, which
/// a test holds them to.
const FROZEN: [&[u8]; 2] = [include_bytes!("plain.pexe"), include_bytes!("locked.pexe")];

/// The helpers that [`module`] defines, in the order of [`Helper::ALL`].
pub const HELPERS: &[Helper] = &[
    Helper::UDivSi3,
    Helper::DivSi3,
    Helper::UModSi3,
    Helper::ModSi3,
    Helper::UDivDi3,
    Helper::DivDi3,
    Helper::UModDi3,
    Helper::ModDi3,
    Helper::FixSfDi,
    Helper::FixDfDi,
    Helper::FixUnsSfDi,
    Helper::FixUnsDfDi,
    Helper::FloatDiSf,
    Helper::FloatDiDf,
    Helper::FloatUnDiSf,
    Helper::FloatUnDiDf,
    Helper::Fmod,
    Helper::Fmodf,
    Helper::Memcpy,
    Helper::Memmove,
    Helper::Memset,
];

/// The lock-based atomics that a target without 64-bit ones needs, in the order of [`Helper::ALL`].
/// On other targets they would exclude nothing: the code there does not take the lock.
pub const ATOMIC_HELPERS: &[Helper] = &[
    Helper::AtomicLoad8,
    Helper::AtomicStore8,
    Helper::AtomicExchange8,
    Helper::AtomicCompareExchange8,
    Helper::AtomicFetchAdd8,
    Helper::AtomicFetchSub8,
    Helper::AtomicFetchAnd8,
    Helper::AtomicFetchOr8,
    Helper::AtomicFetchXor8,
];

/// The runtime's module and its bodies, with or without the lock-based atomics. Helpers may call
/// each other; nothing else is defined, and only intrinsics are declared.
pub fn module(atomics: bool) -> (Module, Vec<Function>) {
    let externals = ReadOptions { externals: true };
    bitcode::read_module_with(FROZEN[usize::from(atomics)], externals).expect("the embedded runtime is a valid module")
}

/// A helper's result and parameter types; pointers and `size_t` are `i32`.
pub const fn signature(helper: Helper) -> (Type, &'static [Type]) {
    use Type::{F32, F64, I32, I64, Void};
    match helper {
        Helper::UDivSi3 | Helper::DivSi3 | Helper::UModSi3 | Helper::ModSi3 => (I32, &[I32, I32]),
        Helper::UDivDi3 | Helper::DivDi3 | Helper::UModDi3 | Helper::ModDi3 => (I64, &[I64, I64]),
        Helper::FixSfDi | Helper::FixUnsSfDi => (I64, &[F32]),
        Helper::FixDfDi | Helper::FixUnsDfDi => (I64, &[F64]),
        Helper::FloatDiSf | Helper::FloatUnDiSf => (F32, &[I64]),
        Helper::FloatDiDf | Helper::FloatUnDiDf => (F64, &[I64]),
        Helper::Fmod => (F64, &[F64, F64]),
        Helper::Fmodf => (F32, &[F32, F32]),
        Helper::Memcpy | Helper::Memmove | Helper::Memset => (I32, &[I32, I32, I32]),
        Helper::Setjmp => (I32, &[I32]),
        Helper::Longjmp => (Void, &[I32, I32]),
        Helper::ReadTp => (I32, &[]),
        Helper::AtomicLoad8 => (I64, &[I32, I32]),
        Helper::AtomicStore8 => (Void, &[I32, I64, I32]),
        Helper::AtomicCompareExchange8 => (I32, &[I32, I32, I64, I32, I32]),
        Helper::AtomicExchange8
        | Helper::AtomicFetchAdd8
        | Helper::AtomicFetchSub8
        | Helper::AtomicFetchAnd8
        | Helper::AtomicFetchOr8
        | Helper::AtomicFetchXor8 => (I64, &[I32, I64, I32]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, CastOp, InstData, Intrinsic, Linkage, verify};

    /// The texts, in their order: `true` marks what only the module with the lock-based atomics has.
    const TEXTS: [(bool, &str); 6] = [
        (true, include_str!("atomic64.ll")),
        (false, include_str!("divide32.ll")),
        (false, include_str!("divide.ll")),
        (false, include_str!("convert.ll")),
        (false, include_str!("fmod.ll")),
        (false, include_str!("memory.ll")),
    ];

    fn frozen(atomics: bool) -> Vec<u8> {
        let texts = TEXTS.iter().filter(|&&(is_locked, _)| atomics || !is_locked);
        let text: String = texts.map(|(_, text)| *text).collect();
        let (module, bodies) = crate::text::parse_module(&text, "runtime.ll").unwrap();
        bitcode::write_module_with(&module, &bodies, bitcode::WriteOptions { externals: true }).unwrap()
    }

    /// `BLESS=1 cargo test -p translator --lib -- runtime` freezes the texts anew.
    #[test]
    fn the_modules_are_what_the_texts_say() {
        for (atomics, name) in [(false, "plain.pexe"), (true, "locked.pexe")] {
            let expected = frozen(atomics);
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/runtime").join(name);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, &expected).unwrap();
            }
            let found = std::fs::read(&path).unwrap();
            assert!(found == expected, "{name} is not its text: BLESS=1 cargo test -p translator --lib -- runtime");
        }
    }

    #[test]
    fn every_helper_but_the_native_ones_is_defined_with_its_signature() {
        let (module, bodies) = module(true);
        let native = [Helper::Setjmp, Helper::Longjmp, Helper::ReadTp];
        let expected: Vec<_> = Helper::ALL.iter().copied().filter(|helper| !native.contains(helper)).collect();
        assert_eq!([HELPERS, ATOMIC_HELPERS].concat(), expected);
        for helper in expected {
            let id = module.func_by_name(helper.name()).unwrap_or_else(|| panic!("{}", helper.name()));
            let (result, params) = signature(helper);
            assert_eq!((module.func_sig(id).result, &module.func_sig(id).params[..]), (result, params), "{}", helper.name());
            assert!(module.funcs[id].defined && module.funcs[id].linkage == Linkage::External, "{}", helper.name());
        }
        assert_eq!(bodies.len(), HELPERS.len() + ATOMIC_HELPERS.len());
        assert_eq!(super::module(false).1.len(), HELPERS.len());
        assert!(module.funcs.values().all(|decl| decl.defined || decl.intrinsic.is_some()));
    }

    #[test]
    fn the_verifier_accepts_it() {
        let (module, bodies) = module(true);
        verify::module(&module).unwrap_or_else(|errors| panic!("{errors}"));
        for body in &bodies {
            verify::function(&module, body).unwrap_or_else(|errors| panic!("{errors}"));
        }
    }

    #[test]
    fn no_helper_needs_a_helper() {
        let (module, bodies) = module(true);
        for func in &bodies {
            let name = module.func_symbol(func.id);
            for inst in (0..func.inst_count()).map(|index| crate::ice::Inst::from_u32(index as u32)) {
                let ty = func.result(inst).map(|value| func.ty(value));
                match *func.inst(inst) {
                    InstData::Binary { op, .. } => {
                        assert!(op != BinOp::FRem && !(op.is_int_division() && ty == Some(Type::I64)), "{op} in {name}");
                        assert!(!(op.is_int_division() && name.ends_with("si3")), "{op} in {name}");
                    }
                    InstData::Cast { op: op @ (CastOp::FpToSi | CastOp::FpToUi | CastOp::SiToFp | CastOp::UiToFp), src } => {
                        assert!(ty != Some(Type::I64) && func.ty(src) != Type::I64, "{op} of 64 bits in {name}");
                    }
                    InstData::Call { func: callee, .. } => {
                        let intrinsic = module.funcs[callee].intrinsic;
                        let allowed = |i| {
                            use Intrinsic::*;
                            matches!(i, Ctlz(_) | Trap | AtomicCmpxchg(Type::I32) | AtomicStore(Type::I32))
                        };
                        assert!(intrinsic.is_none_or(allowed), "{intrinsic:?} in {name}");
                        assert_ne!(callee, func.id, "recursion in {name}");
                    }
                    _ => {}
                }
            }
        }
    }
}
