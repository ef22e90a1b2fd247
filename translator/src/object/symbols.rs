//! The symbols of an object file or assembly text: which there are, and which of them a reference
//! means.
//!
//! External symbols have to be distinct, since they meet in the linker; internal ones may repeat
//! each other and may look like generated names. A reference to a helper or to an undeclared
//! function goes to the external definition of that name in this module if there is one (the
//! runtime defines `memcpy` and calls it), else to one undefined symbol, however many declarations
//! share the name.
//!
//! Numbering is linear in functions and globals; a reference costs a table lookup; names are hashed
//! once for each external symbol.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::data::is_external;
use super::elf::symtab::SymbolId;
use crate::error::TranslateError;
use crate::ice::{FuncId, Global, Linkage, Module};
use crate::mc::Helper;
use crate::util::entity::EntityVec;

/// What a symbol of the table stands for.
#[derive(Copy, Clone, Debug)]
pub(super) enum Entity {
    Func(FuncId),
    Global(Global),
    Helper(Helper),
}

/// Every symbol's number, and what has to be written for each number.
pub(super) struct Symbols<'m> {
    pub(super) module: &'m Module,
    pub(super) funcs: EntityVec<FuncId, SymbolId>,
    pub(super) globals: EntityVec<Global, SymbolId>,
    pub(super) helpers: [SymbolId; Helper::ALL.len()],
    /// Local symbols of functions and globals, in table order from index 1.
    pub(super) local_entities: Vec<Entity>,
    /// Global symbols in table order, undefined ones included.
    pub(super) global_entities: Vec<Entity>,
    /// The global symbols by name.
    pub(super) by_name: FxHashMap<Cow<'m, str>, SymbolId>,
}

impl<'m> Symbols<'m> {
    pub(super) fn new(module: &'m Module) -> Result<Self, TranslateError> {
        let mut symbols = Self {
            module,
            funcs: EntityVec::new(),
            globals: EntityVec::new(),
            helpers: [SymbolId::UNASSIGNED; Helper::ALL.len()],
            local_entities: Vec::with_capacity(module.funcs.len() + module.globals.len()),
            global_entities: Vec::new(),
            by_name: FxHashMap::default(),
        };
        for (id, decl) in module.funcs.iter() {
            check_name(&decl.name)?;
            let symbol = match (decl.defined, decl.linkage) {
                (false, _) => SymbolId::UNASSIGNED,
                (true, Linkage::Internal) => symbols.define_local(Entity::Func(id)),
                (true, Linkage::External) => symbols.define_global(module.func_symbol(id), Entity::Func(id))?,
            };
            symbols.funcs.push(symbol);
        }
        for (id, global) in module.globals.iter() {
            check_name(&global.name)?;
            let symbol = match global.linkage {
                _ if is_external(global) => SymbolId::UNASSIGNED,
                Linkage::Internal => symbols.define_local(Entity::Global(id)),
                Linkage::External => symbols.define_global(module.global_symbol(id), Entity::Global(id))?,
            };
            symbols.globals.push(symbol);
        }
        Ok(symbols)
    }

    fn define_local(&mut self, entity: Entity) -> SymbolId {
        self.local_entities.push(entity);
        SymbolId::local(self.local_entities.len() as u32)
    }

    fn define_global(&mut self, name: Cow<'m, str>, entity: Entity) -> Result<SymbolId, TranslateError> {
        let symbol = self.append_global(entity);
        match self.by_name.insert(name, symbol) {
            None => Ok(symbol),
            Some(_) => {
                let name = match entity {
                    Entity::Func(id) => self.module.func_symbol(id),
                    Entity::Global(id) => self.module.global_symbol(id),
                    Entity::Helper(helper) => helper.name().into(),
                };
                Err(module_error(format!("two external symbols of the module have the name {name}")))
            }
        }
    }

    fn append_global(&mut self, entity: Entity) -> SymbolId {
        self.global_entities.push(entity);
        SymbolId::global(self.global_entities.len() as u32 - 1)
    }

    /// The symbol for something that the module does not define itself: by name.
    #[cold]
    fn refer(&mut self, name: Cow<'m, str>, entity: Entity) -> SymbolId {
        if let Some(&symbol) = self.by_name.get(&name) {
            return symbol;
        }
        let symbol = self.append_global(entity);
        self.by_name.insert(name, symbol);
        symbol
    }

    #[inline]
    pub(super) fn func(&mut self, id: FuncId) -> SymbolId {
        if self.funcs[id] == SymbolId::UNASSIGNED {
            self.funcs[id] = self.refer(self.module.func_symbol(id), Entity::Func(id));
        }
        self.funcs[id]
    }

    #[inline]
    pub(super) fn global(&mut self, id: Global) -> SymbolId {
        if self.globals[id] == SymbolId::UNASSIGNED {
            self.globals[id] = self.refer(self.module.global_symbol(id), Entity::Global(id));
        }
        self.globals[id]
    }

    #[inline]
    pub(super) fn helper(&mut self, helper: Helper) -> SymbolId {
        if self.helpers[helper as usize] == SymbolId::UNASSIGNED {
            self.helpers[helper as usize] = self.refer(helper.name().into(), Entity::Helper(helper));
        }
        self.helpers[helper as usize]
    }

    /// The symbol of the merged constant with this number.
    #[inline]
    pub(super) fn constant(&self, number: u32) -> SymbolId {
        SymbolId::local(1 + self.local_entities.len() as u32 + number)
    }
}

/// A symbol's name has to be representable: string tables end a name at its first zero byte.
fn check_name(name: &str) -> Result<(), TranslateError> {
    if name.as_bytes().contains(&0) {
        return Err(module_error(format!("the symbol name {name:?} contains a zero byte")));
    }
    Ok(())
}

#[cold]
pub(super) fn module_error(message: String) -> TranslateError {
    TranslateError::limit("", message)
}

/// The error for a defined function whose code is missing.
#[cold]
pub(super) fn no_code(module: &Module, func: FuncId) -> TranslateError {
    let function = module.func_symbol(func).into_owned();
    TranslateError::limit(function, "is defined, but there is no code for it")
}
