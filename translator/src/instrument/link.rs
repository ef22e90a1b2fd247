//! Makes functions and variables that are written as text parts of a module.
//!
//! In: a module with its bodies, a text, and what names that the text only declares stand for. Out: the same
//! module with what the text defines behind what was there, so that no number changes; names that are internal
//! in the text get a number where something has them already. Linear in both.

use std::collections::HashMap;

use crate::ice::{FuncId, Function, Global, GlobalInit, GlobalVar, InstData, Linkage, Module, Sig, Value, ValueRef};
use crate::text;
use crate::util::entity::EntityVec;

/// What a text's declarations stand for.
#[derive(Clone, Default, Debug)]
pub struct Given<'n> {
    /// Functions.
    pub funcs: Vec<(&'n str, FuncId)>,
    /// Variables.
    pub globals: Vec<(&'n str, Global)>,
}

/// What a text defines, by name.
#[derive(Debug)]
pub struct Linked {
    /// Functions.
    pub funcs: HashMap<String, FuncId>,
    /// Variables.
    pub globals: HashMap<String, Global>,
}

/// What becomes of the text's numbers.
struct Numbers {
    sigs: EntityVec<Sig, Sig>,
    funcs: EntityVec<FuncId, FuncId>,
    globals: EntityVec<Global, Global>,
}

/// Adds a text, which is ours and valid.
pub fn add(module: &mut Module, bodies: &mut Vec<Function>, text: &str, given: &Given<'_>) -> Linked {
    let (other, other_bodies) = text::parse_module(text, "<instrumentation>").unwrap_or_else(|error| panic!("{error}"));
    let (numbers, linked) = declare(module, &other, given);
    for (id, global) in other.globals.iter().filter(|(_, global)| !global.init.is_empty()) {
        let mut init = global.init.clone();
        for piece in &mut init {
            match piece {
                GlobalInit::FuncAddr(func, _) => *func = numbers.funcs[*func],
                GlobalInit::GlobalAddr(global, _) => *global = numbers.globals[*global],
                GlobalInit::Data(_) | GlobalInit::Zero(_) => {}
            }
        }
        module.globals[numbers.globals[id]].init = init;
    }
    bodies.extend(other_bodies.into_iter().map(|body| renumbered(body, &numbers)));
    linked
}

fn declare(module: &mut Module, other: &Module, given: &Given<'_>) -> (Numbers, Linked) {
    let mut numbers = Numbers { sigs: EntityVec::new(), funcs: EntityVec::new(), globals: EntityVec::new() };
    let mut linked = Linked { funcs: HashMap::new(), globals: HashMap::new() };
    for sig in other.sigs.values() {
        let sig = module.intern_sig(sig.result, &sig.params);
        numbers.sigs.push(sig);
    }
    for (id, decl) in other.funcs.iter() {
        let known = given.funcs.iter().find(|(name, _)| *name == decl.name && !decl.defined);
        let number = match (known, decl.intrinsic) {
            (Some(&(_, func)), _) => func,
            (None, Some(intrinsic)) => module.declare_intrinsic(intrinsic),
            (None, None) => {
                assert!(decl.defined, "nobody has {}", decl.name);
                let sig = other.func_sig(id);
                let name = if decl.linkage == Linkage::Internal { fresh_name(module, &decl.name) } else { decl.name.clone() };
                module.define_func(&name, decl.linkage, sig.result, &sig.params)
            }
        };
        numbers.funcs.push(number);
        if decl.defined {
            linked.funcs.insert(decl.name.clone(), number);
        }
    }
    for global in other.globals.values() {
        let known = given.globals.iter().find(|(name, _)| *name == global.name && global.init.is_empty());
        let number = known.map(|&(_, global)| global).unwrap_or_else(|| {
            let name = fresh_name(module, &global.name);
            module.globals.push(GlobalVar { name, ..global.clone() })
        });
        numbers.globals.push(number);
        linked.globals.insert(global.name.clone(), number);
    }
    (numbers, linked)
}

fn renumbered(mut body: Function, numbers: &Numbers) -> Function {
    body.id = numbers.funcs[body.id];
    map_symbols(&mut body, |value| match value.unpack() {
        ValueRef::Func(func) => Value::func(numbers.funcs[func]),
        ValueRef::Global(global) => Value::global(numbers.globals[global]),
        ValueRef::Local(_) => value,
    });
    for inst in all_insts(&body) {
        match body.inst_mut(inst) {
            InstData::Call { func, .. } => *func = numbers.funcs[*func],
            InstData::CallIndirect { sig, .. } => *sig = numbers.sigs[*sig],
            _ => {}
        }
    }
    body
}

/// The name, with a number if something has it already.
pub fn fresh_name(module: &Module, name: &str) -> String {
    let is_free = |name: &String| module.func_by_name(name).is_none() && module.global_by_name(name).is_none();
    let numbered = (1..).map(|number| format!("{name}.{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).expect("there are more numbers than symbols")
}

/// All instructions of a function, in order.
pub fn all_insts(body: &Function) -> Vec<crate::ice::Inst> {
    body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect()
}

/// Replaces operands.
pub fn map_symbols(body: &mut Function, map: impl Fn(Value) -> Value) {
    for inst in all_insts(body) {
        body.map_operands(inst, &map);
    }
}

/// Gives the program's start another name and takes it from the linker, so that a text can define `_start`;
/// `None` if there is no start.
pub fn take_start(module: &mut Module) -> Option<FuncId> {
    let start = module.funcs.iter().find(|(_, decl)| decl.name == "_start" && decl.defined).map(|(id, _)| id)?;
    let sig = module.func_sig(start);
    if sig.params.len() != 1 || sig.result != crate::ice::Type::Void {
        return None;
    }
    module.funcs[start].name = fresh_name(module, "_start");
    module.funcs[start].linkage = Linkage::Internal;
    Some(start)
}
