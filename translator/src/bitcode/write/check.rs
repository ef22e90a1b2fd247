//! What cannot be written: everything that the reader would refuse, found before the first bit is
//! written.
//!
//! First the verifier's structural level, because the writer relies on it; then each rule that the
//! reader has beyond it: what the format has no place for, what the ABI forbids and, unless the
//! options say otherwise, that nothing but `_start` leaves the module. The first problem is the
//! error. Costs a verification.
//!
//! Source: [PNACL-MANUAL] "Memory Blocks and Alignment", "Globals Block"; [PNACL-ABI] "Linkage
//! Types", "Functions", "Global Variables".

use super::{WriteError, WriteOptions};
use crate::bitcode::read::globals::MAX_DATA;
use crate::bitcode::read::types::MAX_PARAMS;
use crate::error::VerifyErrors;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{FuncDecl, Function, GlobalVar, Inst, InstData, Linkage, Module, Signature, Type, Value, print};
use crate::util::entity::Entity;

/// Checks a module, and gives the bodies in the order of their functions.
pub(super) fn check<'f>(
    module: &Module,
    functions: &'f [Function],
    options: WriteOptions,
) -> Result<Vec<&'f Function>, WriteError> {
    let mut verifier = Verifier::default();
    verifier.module(module, Level::Structure).map_err(|errors| from_verifier(&errors))?;
    check_sizes(module)?;
    for (id, decl) in module.funcs.iter() {
        let problem = declaration_problem(module, decl, options);
        problem.map_or(Ok(()), |problem| Err(WriteError::new(format!("{}: {problem}", module.func_symbol(id)))))?;
    }
    let mut total = 0;
    for (id, variable) in module.globals.iter() {
        let problem = global_problem(variable, &mut total);
        problem.map_or(Ok(()), |problem| Err(WriteError::new(format!("{}: {problem}", module.global_symbol(id)))))?;
    }
    let bodies = bodies_in_order(module, functions)?;
    for func in &bodies {
        verifier.function(module, func, Level::Structure).map_err(|errors| from_verifier(&errors))?;
        for inst in func.block_order().iter().flat_map(|&block| func.block_insts(block)) {
            let problem = inst_problem(module, func, inst);
            problem.map_or(Ok(()), |problem| Err(inst_error(module, func, inst, &problem)))?;
        }
    }
    Ok(bodies)
}

/// The verifier's problems as one line.
#[cold]
fn from_verifier(errors: &VerifyErrors) -> WriteError {
    let first = errors.problems.first().map_or("", String::as_str);
    match errors.problems.len().saturating_sub(1) {
        0 => WriteError::new(first),
        more => WriteError::new(format!("{first} (and {more} more)")),
    }
}

/// An error at an instruction; a long one is cut.
#[cold]
fn inst_error(module: &Module, func: &Function, inst: Inst, problem: &str) -> WriteError {
    const LIMIT: usize = 300;
    let mut text = print::inst(func, Some(module), inst).to_string();
    if let Some((end, _)) = text.char_indices().nth(LIMIT) {
        text.truncate(end);
        text.push('…');
    }
    WriteError::new(format!("{}: `{text}`: {problem}", module.func_symbol(func.id)))
}

/// The bodies of the defined functions, one each.
fn bodies_in_order<'f>(module: &Module, functions: &'f [Function]) -> Result<Vec<&'f Function>, WriteError> {
    let mut found: Vec<Option<&Function>> = vec![None; module.funcs.len()];
    for func in functions {
        let Some(slot) = found.get_mut(func.id.index()) else {
            return Err(WriteError::new(format!("{}: the body of a function that the module does not have", func.id)));
        };
        if !module.funcs[func.id].defined {
            return Err(WriteError::new(format!("{}: a body for a function that is only declared", module.func_symbol(func.id))));
        }
        if slot.replace(func).is_some() {
            return Err(WriteError::new(format!("{}: two bodies for one function", module.func_symbol(func.id))));
        }
    }
    let mut bodies = Vec::new();
    for (id, _) in module.funcs.iter().filter(|(_, decl)| decl.defined) {
        match found[id.index()] {
            Some(func) => bodies.push(func),
            None => return Err(WriteError::new(format!("{}: defined, but its body is missing", module.func_symbol(id)))),
        }
    }
    Ok(bodies)
}

/// That numbers stay within what the reader tells apart.
fn check_sizes(module: &Module) -> Result<(), WriteError> {
    let limit = Value::LIMIT;
    if module.funcs.len() > limit || module.globals.len() > limit {
        return Err(WriteError::new(format!("more than {limit} functions or globals")));
    }
    match module.sigs.values().find(|sig| sig.params.len() > MAX_PARAMS) {
        Some(sig) => {
            Err(WriteError::new(format!("a signature with {} parameters; at most {MAX_PARAMS} are supported", sig.params.len())))
        }
        None => Ok(()),
    }
}

fn declaration_problem(module: &Module, decl: &FuncDecl, options: WriteOptions) -> Option<String> {
    if decl.intrinsic.is_some() {
        return (decl.linkage != Linkage::External).then(|| "an internal intrinsic; its declaration must be external".into());
    }
    if decl.name.starts_with("llvm.") {
        return Some("is not an intrinsic of PNaCl, but named like one".into());
    }
    if !decl.defined && decl.linkage == Linkage::Internal {
        return Some("internal, but declared only; expected a body".into());
    }
    if !decl.defined && !options.externals {
        return Some("declared, but neither defined nor an intrinsic; finalised bitcode has no external functions".into());
    }
    if !decl.defined && decl.name.is_empty() {
        return Some("an external function without a name".into());
    }
    if decl.linkage == Linkage::External && decl.name != "_start" && !options.externals {
        return Some("external, but only `_start` may be; expected internal linkage".into());
    }
    let sig = &module.sigs[decl.sig];
    let ty = unusual_type(sig);
    let expected = "expected i32, i64, float, double or a vector";
    ty.map(|ty| format!("takes or returns {ty}; {expected}")).or_else(|| name_problem(&decl.name))
}

/// The first type in a signature that only intrinsics may take or return.
fn unusual_type(sig: &Signature) -> Option<Type> {
    let result = (sig.result != Type::Void).then_some(sig.result);
    result.into_iter().chain(sig.params.iter().copied()).find(|ty| !ty.is_argument())
}

fn name_problem(name: &str) -> Option<String> {
    (!name.bytes().all(|byte| byte.is_ascii_graphic()))
        .then(|| "the name has characters besides graphic ASCII, which the symbol table cannot hold".into())
}

/// `total` is the size of the globals before this one.
fn global_problem(variable: &GlobalVar, total: &mut u64) -> Option<String> {
    if variable.linkage == Linkage::External {
        return Some("an external global; finalised bitcode has internal ones only".into());
    }
    if variable.init.is_empty() {
        return Some("declared without an initial value; finalised bitcode has no external globals".into());
    }
    *total = total.next_multiple_of(u64::from(variable.align)) + variable.size();
    if *total > MAX_DATA {
        return Some(format!("the globals up to here take {total} bytes; at most {MAX_DATA} are supported"));
    }
    name_problem(&variable.name)
}

/// What the bitcode cannot say of an instruction that is structurally sound.
fn inst_problem(module: &Module, func: &Function, inst: Inst) -> Option<String> {
    match *func.inst(inst) {
        InstData::Load { align, .. } => access_problem(func.result(inst).map_or(Type::Void, |value| func.ty(value)), align),
        InstData::Store { value, align, .. } => access_problem(func.ty(value), align),
        InstData::CallIndirect { sig, .. } => {
            unusual_type(&module.sigs[sig]).map(|ty| format!("an indirect call takes or returns {ty}, which only intrinsics may"))
        }
        InstData::Phi { args } if func.phi_args(args).is_empty() => {
            Some("a phi without operands, in a block that nothing leads to; remove the block".into())
        }
        _ => None,
    }
}

/// The alignments that the ABI allows a load or store of a type to state.
fn access_problem(ty: Type, align: u32) -> Option<String> {
    let (least, other) = match ty {
        Type::F32 | Type::F64 => (1, Some(ty.bits() / 8)),
        _ if ty.is_vector() => (ty.element().bits() / 8, None),
        _ => (1, None),
    };
    if align == least || Some(align) == other {
        return None;
    }
    let expected = other.map_or_else(|| least.to_string(), |other| format!("{least} or {other}"));
    Some(format!("alignment {align} is not allowed for {ty}; expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::{write_module, write_module_with};
    use crate::ice::{BinOp, Block, FuncId, FunctionBuilder, Global, GlobalInit, Intrinsic};

    const OPTIONS: WriteOptions = WriteOptions { externals: true };

    /// `_start`, which stores its argument, an intrinsic, and a global.
    fn sample(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Vec<Function>) {
        let mut module = Module::new();
        module.declare_intrinsic(Intrinsic::Trap);
        let id = module.define_func("_start", Linkage::External, Type::Void, &[Type::I32]);
        let init = vec![GlobalInit::Zero(4)];
        module.globals.push(GlobalVar { name: "data".into(), linkage: Linkage::Internal, constant: false, align: 4, init });
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        b.ret(None);
        let func = b.finish();
        (module, vec![func])
    }

    fn error_of(module: &Module, functions: &[Function], options: WriteOptions) -> String {
        write_module_with(module, functions, options).expect_err("an unwritable module was written").to_string()
    }

    #[test]
    fn the_sample_can_be_written() {
        let (module, functions) = sample(|_| ());
        assert!(write_module(&module, &functions).is_ok());
        assert!(write_module_with(&Module::new(), &[], WriteOptions::default()).is_ok());
    }

    /// The error for a module whose declarations were changed.
    fn declared(options: WriteOptions, change: impl FnOnce(&mut Module)) -> String {
        let (mut module, functions) = sample(|_| ());
        change(&mut module);
        error_of(&module, &functions, options)
    }

    const TRAP: FuncId = FuncId::from_u32(0);
    const START: FuncId = FuncId::from_u32(1);
    const DATA: Global = Global::from_u32(0);

    #[test]
    fn externals_need_an_option() {
        let strict = WriteOptions::default();
        let declare = |module: &mut Module| _ = module.declare_func("puts", Type::I32, &[Type::I32]);
        assert_eq!(
            declared(strict, declare),
            "puts: declared, but neither defined nor an intrinsic; finalised bitcode has no external functions"
        );
        assert_eq!(
            declared(strict, |module| module.funcs[START].name = "main".into()),
            "main: external, but only `_start` may be; expected internal linkage"
        );
        let (mut module, functions) = sample(|_| ());
        module.funcs[START].name = "main".into();
        declare(&mut module);
        assert!(write_module_with(&module, &functions, OPTIONS).is_ok());
    }

    #[test]
    fn bad_declarations_are_refused() {
        let error = |change: &dyn Fn(&mut Module)| declared(OPTIONS, change);
        assert!(error(&|module| module.funcs[START].name = "a b".into()).starts_with("a b: the name has characters besides"));
        assert_eq!(
            error(&|module| module.funcs[TRAP].linkage = Linkage::Internal),
            "llvm.trap: an internal intrinsic; its declaration must be external"
        );
        assert!(
            error(&|module| module.funcs[TRAP].intrinsic = None).contains("is not an intrinsic of PNaCl, but named like one")
        );
        assert!(error(&|module| _ = module.declare_func("", Type::Void, &[])).contains("an external function without a name"));
        assert!(
            error(&|module| _ = module.declare_func("f", Type::Void, &[Type::I8]))
                .contains("f: takes or returns i8; expected i32")
        );
        assert!(error(&|module| _ = module.declare_func("f", Type::I1, &[])).contains("takes or returns i1"));
        assert!(
            error(&|module| _ = module.define_func("f", Linkage::Internal, Type::Void, &[]))
                .contains("f: defined, but its body is missing")
        );
        assert!(error(&|module| _ = module.intern_sig(Type::Void, &[Type::I32; 1025])).contains("1025 parameters; at most 1024"));
        let internal = |module: &mut Module| {
            let id = module.declare_func("f", Type::Void, &[]);
            module.funcs[id].linkage = Linkage::Internal;
        };
        assert_eq!(error(&internal), "f: internal, but declared only; expected a body");
        assert_eq!(error(&|module| module.funcs[TRAP].name = "x\ny".into()), "x\\ny: is not the name of the intrinsic Trap");
    }

    #[test]
    fn bad_globals_are_refused() {
        let error = |change: &dyn Fn(&mut GlobalVar)| declared(OPTIONS, |module| change(&mut module.globals[DATA]));
        assert_eq!(
            error(&|global| global.linkage = Linkage::External),
            "data: an external global; finalised bitcode has internal ones only"
        );
        assert!(error(&|global| global.init.clear()).starts_with("data: declared without an initial value"));
        assert!(error(&|global| global.name = "é".into()).contains("the name has characters besides graphic ASCII"));
        assert!(error(&|global| global.align = 3).contains("data: 3 is not an alignment"));
        assert!(
            error(&|global| global.init.push(GlobalInit::Zero(1 << 31))).contains("take 2147483652 bytes; at most 2147483648")
        );
        assert!(error(&|global| global.init.push(GlobalInit::FuncAddr(TRAP, 0))).contains("the address of the intrinsic"));
    }

    #[test]
    fn bodies_must_be_those_of_the_module() {
        let (module, functions) = sample(|_| ());
        let twice = [functions[0].clone(), functions[0].clone()];
        assert_eq!(error_of(&module, &twice, OPTIONS), "_start: two bodies for one function");
        let moved = |id| {
            let mut func = functions[0].clone();
            func.id = id;
            func
        };
        assert_eq!(error_of(&module, &[moved(TRAP)], OPTIONS), "llvm.trap: a body for a function that is only declared");
        let unknown = moved(FuncId::from_u32(9));
        assert_eq!(error_of(&module, &[unknown], OPTIONS), "f9: the body of a function that the module does not have");
        assert_eq!(error_of(&module, &[], OPTIONS), "_start: defined, but its body is missing");
    }

    /// The error for a body.
    fn body(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> String {
        let (module, functions) = sample(build);
        error_of(&module, &functions, OPTIONS)
    }

    fn load(ty: Type, align: u32) -> String {
        body(|b| _ = b.func().append_inst(Block::from_u32(0), InstData::Load { addr: Value::local(0), align }, ty))
    }

    #[test]
    fn alignments_are_the_abi_s() {
        assert_eq!(load(Type::I32, 4), "_start: `v1 = load i32, v0, align 4`: alignment 4 is not allowed for i32; expected 1");
        assert!(load(Type::F64, 4).ends_with("alignment 4 is not allowed for double; expected 1 or 8"));
        assert!(load(Type::V8I16, 1).ends_with("alignment 1 is not allowed for <8 x i16>; expected 2"));
        let store = body(|b| {
            let addr = b.arg(0);
            b.func().append_inst(Block::from_u32(0), InstData::Store { addr, value: addr, align: 2 }, Type::Void);
        });
        assert!(store.contains("`store i32 v0, v0, align 2`: alignment 2 is not allowed"), "{store}");
    }

    #[test]
    fn what_the_verifier_finds_is_refused_in_one_line() {
        let error = body(|b| {
            let one = b.i32(1);
            (0..3).for_each(|_| _ = b.binary(BinOp::FAdd, one, one));
        });
        assert_eq!(error, "_start: b0: `v2 = fadd i32 1, 1`: fadd does not operate on i32 (and 2 more)");
    }

    #[test]
    fn what_only_intrinsics_may_do_is_refused() {
        let error = body(|b| {
            let (sig, value, callee) = (b.module().intern_sig(Type::Void, &[Type::I8]), b.int(Type::I8, 1), b.arg(0));
            b.call_indirect(callee, sig, &[value]);
        });
        assert!(error.contains("an indirect call takes or returns i8, which only intrinsics may"), "{error}");
    }

    #[test]
    fn a_phi_has_operands() {
        let error = body(|b| {
            let (entry, lonely) = (b.current(), b.block());
            b.switch_to(lonely);
            b.phi(Type::I32, &[]);
            b.unreachable();
            b.switch_to(entry);
        });
        assert!(error.contains("a phi without operands, in a block that nothing leads to"), "{error}");
    }
}
