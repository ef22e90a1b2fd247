//! The names of symbols in assembly text.
//!
//! In text two symbols of one file cannot have the same name, as they can in an object file, so
//! internal symbols that share a name with another get a number. A name that is no identifier is
//! put in quotes, as GNU as reads them. A name that means something else to the assembler (in Intel
//! syntax `eax`, `offset` or `and`) is used under an alias, `.Lalias1`, which the end of the file
//! equates with it.
//!
//! Linear in symbols and the lengths of their names; a reference costs two table lookups.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::super::elf::symtab::SymbolId;
use super::super::symbols::{Entity, Symbols, module_error};
use crate::error::TranslateError;
use crate::ice::{Linkage, Module};
use crate::mc::{Helper, SymbolRef};

/// How a symbol is spelled.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// In directives and as a label.
    pub defined: String,
    /// In operands and expressions.
    pub used: String,
}

/// The spellings of all symbols.
pub struct Names<'m> {
    symbols: Symbols<'m>,
    reserved: fn(&str) -> bool,
    /// By index less 1.
    locals: Vec<Spelling>,
    /// By number.
    globals: Vec<Spelling>,
    /// Names of aliases, and what they stand for.
    aliases: Vec<(String, String)>,
}

impl<'m> Names<'m> {
    /// Names the symbols of a module. Fails if two external ones have the same name, or one cannot
    /// be written.
    pub fn new(module: &'m Module, reserved: fn(&str) -> bool) -> Result<Self, TranslateError> {
        let symbols = Symbols::new(module)?;
        let mut names = Self { symbols, reserved, locals: Vec::new(), globals: Vec::new(), aliases: Vec::new() };
        names.name_new_globals()?;
        let mut taken = external_names(module);
        for index in 0..names.symbols.local_entities.len() {
            let name = names.name_of(names.symbols.local_entities[index]);
            let unique = unique(name, &mut taken);
            let spelling = names.spell(&unique)?;
            names.locals.push(spelling);
        }
        Ok(names)
    }

    fn name_of(&self, entity: Entity) -> Cow<'m, str> {
        let module = self.symbols.module;
        match entity {
            Entity::Func(id) => module.func_symbol(id),
            Entity::Global(id) => module.global_symbol(id),
            Entity::Helper(helper) => helper.name().into(),
        }
    }

    /// Spells what has been added to the global symbols.
    fn name_new_globals(&mut self) -> Result<(), TranslateError> {
        for number in self.globals.len()..self.symbols.global_entities.len() {
            let name = self.name_of(self.symbols.global_entities[number]);
            let spelling = self.spell(&name)?;
            self.globals.push(spelling);
        }
        Ok(())
    }

    fn spell(&mut self, name: &str) -> Result<Spelling, TranslateError> {
        if name.chars().any(char::is_control) {
            return Err(module_error(format!(
                "the symbol name {name:?} has a control character, which assembly text cannot have"
            )));
        }
        let defined = if is_identifier(name) { name.to_owned() } else { quoted(name) };
        if !(self.reserved)(name) {
            return Ok(Spelling { used: defined.clone(), defined });
        }
        let used = format!(".Lalias{}", self.aliases.len());
        self.aliases.push((used.clone(), defined.clone()));
        Ok(Spelling { defined, used })
    }

    /// Prepares for [`used`](Self::used): gives a number to what the module does not define.
    pub fn refer(&mut self, target: SymbolRef) -> Result<(), TranslateError> {
        match target {
            SymbolRef::Func(id) => _ = self.symbols.func(id),
            SymbolRef::Global(id) => _ = self.symbols.global(id),
            SymbolRef::Helper(helper) => _ = self.symbols.helper(helper),
            SymbolRef::Pool(_) | SymbolRef::Table(_) => return Ok(()),
        }
        self.name_new_globals()
    }

    fn spelling(&self, id: SymbolId) -> &Spelling {
        debug_assert!(id != SymbolId::UNASSIGNED, "named before it was referred to");
        let number = id.number() as usize;
        if id.is_global() { &self.globals[number] } else { &self.locals[number - 1] }
    }

    /// The spelling of a symbol that is defined here or has been [referred to](Self::refer).
    /// Constants and jump tables have none.
    pub fn of(&self, target: SymbolRef) -> Option<&Spelling> {
        let id = match target {
            SymbolRef::Func(id) => self.symbols.funcs[id],
            SymbolRef::Global(id) => self.symbols.globals[id],
            SymbolRef::Helper(helper) => self.symbols.helpers[helper as usize],
            SymbolRef::Pool(_) | SymbolRef::Table(_) => return None,
        };
        Some(self.spelling(id))
    }

    /// The aliases, and what they stand for.
    pub fn aliases(&self) -> &[(String, String)] {
        &self.aliases
    }
}

/// The names that meet in the linker: no internal symbol can have one of these.
fn external_names(module: &Module) -> FxHashSet<String> {
    let funcs = module.funcs.iter().filter(|(_, decl)| !decl.defined || decl.linkage == Linkage::External);
    let funcs = funcs.map(|(id, _)| module.func_symbol(id).into_owned());
    let globals = module.globals.iter().filter(|(_, global)| global.linkage == Linkage::External);
    let globals = globals.map(|(id, _)| module.global_symbol(id).into_owned());
    funcs.chain(globals).chain(Helper::ALL.iter().map(|helper| helper.name().to_owned())).collect()
}

/// The name, with a number if it is taken. Names that begin like the assembler's own local ones are
/// taken.
fn unique(name: Cow<'_, str>, taken: &mut FxHashSet<String>) -> String {
    let mut candidate = name.to_string();
    if !candidate.starts_with(".L") && taken.insert(candidate.clone()) {
        return candidate;
    }
    let mut number = taken.len();
    loop {
        candidate = format!("{}.{number}", name.trim_start_matches(".L"));
        if taken.insert(candidate.clone()) {
            return candidate;
        }
        number += 1;
    }
}

/// Whether every assembler takes it for one symbol.
fn is_identifier(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    name.starts_with(|c: char| is_part(c) && !c.is_ascii_digit()) && name.chars().all(is_part) && name != "."
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FuncId, Type};

    fn define(module: &mut Module, name: &str, linkage: Linkage) -> FuncId {
        module.define_func(name, linkage, Type::Void, &[])
    }

    #[test]
    fn names_are_distinct_and_quoted_or_aliased_where_need_be() {
        let mut module = Module::new();
        let all = [
            define(&mut module, "f", Linkage::External),
            define(&mut module, "f", Linkage::Internal),
            define(&mut module, "g", Linkage::Internal),
            define(&mut module, "g", Linkage::Internal),
            define(&mut module, "a \"b\\", Linkage::External),
            define(&mut module, "eax", Linkage::External),
            define(&mut module, "memcpy", Linkage::Internal),
            define(&mut module, ".LC0", Linkage::Internal),
        ];
        let mut names = Names::new(&module, |name| name == "eax").unwrap();
        names.refer(SymbolRef::Helper(Helper::Memcpy)).unwrap();
        let used = all.map(|id| names.of(SymbolRef::Func(id)).unwrap().used.clone());
        assert_eq!([&used[0], &used[2]], ["f", "g"]);
        assert_eq!([&used[4], &used[5]], ["\"a \\\"b\\\\\"", ".Lalias0"]);
        let mut distinct = used.to_vec();
        distinct.push(names.of(SymbolRef::Helper(Helper::Memcpy)).unwrap().used.clone());
        assert_eq!(distinct[8], "memcpy");
        assert!(!used[7].starts_with(".L"));
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 9);
        assert_eq!(names.aliases(), [(".Lalias0".to_string(), "eax".to_string())]);
    }

    #[test]
    fn a_name_that_text_cannot_have_is_an_error() {
        let mut module = Module::new();
        define(&mut module, "a\nb", Linkage::External);
        let error = Names::new(&module, |_| false).err().expect("refused");
        assert!(error.to_string().contains("control character"), "{error}");
    }
}
