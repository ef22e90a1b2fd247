//! What a program's symbols are called in the object, and which of its functions are there, where
//! options say so.
//!
//! In: a module's declarations. Out: the same, with other names and linkage; bodies refer to
//! declarations by number and do not change.

use super::error::Error;
use crate::ice::verify::{Level, Verifier};
use crate::ice::{Linkage, Module};
use crate::options::Functions;

/// What is asked of names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Naming {
    /// Whether every definition is global.
    pub externalize: bool,
    /// What functions without a name are called, before their number; empty for the usual `Function`.
    pub functions: String,
    /// The same for variables: `Global`.
    pub globals: String,
    /// What comes before the name of each definition.
    pub prefix: String,
    /// The functions that are translated; all, if it is not said.
    pub only: Option<Functions>,
    /// Whether a program is refused that does not define all that it uses, or more than `_start` for
    /// others.
    pub is_closed: bool,
}

impl Naming {
    /// Whether nothing is asked.
    pub fn is_usual(&self) -> bool {
        *self == Naming::default()
    }

    /// Names the declarations of a module. What is not to be translated is declared only.
    pub fn apply(&self, module: &mut Module) -> Result<(), Error> {
        // Only a build with dumps has an option for it.
        if cfg!(feature = "dumps") && self.is_closed {
            let checked = Verifier::default().module(module, Level::PnaclAbi);
            checked.map_err(|errors| Error::Verify(String::new(), errors))?;
        }
        let ids: Vec<_> = module.funcs.keys().collect();
        for id in ids {
            if module.funcs[id].intrinsic.is_some() {
                continue;
            }
            let name = named(&module.funcs[id].name, &self.functions, id.as_u32())
                .or_else(|| self.externalize.then(|| module.func_symbol(id).into_owned()));
            let decl = &mut module.funcs[id];
            decl.name = name.unwrap_or_else(|| std::mem::take(&mut decl.name));
            if !decl.defined {
                continue;
            }
            if self.externalize {
                decl.linkage = Linkage::External;
            }
            let symbol = module.func_symbol(id).into_owned();
            let decl = &mut module.funcs[id];
            if self.only.as_ref().is_some_and(|only| !only.contains(&symbol, id.as_u32())) {
                decl.linkage = Linkage::External;
                decl.defined = false;
            }
            if !self.prefix.is_empty() {
                decl.name = format!("{}{symbol}", self.prefix);
            }
        }
        let ids: Vec<_> = module.globals.keys().collect();
        for id in ids {
            let name = named(&module.globals[id].name, &self.globals, id.as_u32())
                .or_else(|| self.externalize.then(|| module.global_symbol(id).into_owned()));
            let global = &mut module.globals[id];
            global.name = name.unwrap_or_else(|| std::mem::take(&mut global.name));
            if self.externalize {
                global.linkage = Linkage::External;
            }
            if !self.prefix.is_empty() && !global.init.is_empty() {
                let symbol = module.global_symbol(id).into_owned();
                module.globals[id].name = format!("{}{symbol}", self.prefix);
            }
        }
        Ok(())
    }
}

/// The name of what has none, if a prefix is asked for.
fn named(name: &str, prefix: &str, number: u32) -> Option<String> {
    (name.is_empty() && !prefix.is_empty()).then(|| format!("{prefix}{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::Type;

    #[test]
    fn what_has_no_name_gets_one_and_all_may_be_global() {
        let mut module = Module::default();
        let unnamed = module.define_func("", Linkage::Internal, Type::Void, &[]);
        let named = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut usual = module.clone();
        Naming::default().apply(&mut usual).unwrap();
        assert_eq!((&*usual.func_symbol(unnamed), usual.funcs[named].linkage), ("Function0", Linkage::Internal));
        let naming = Naming { externalize: false, functions: "sub_".into(), ..Naming::default() };
        let mut prefixed = module.clone();
        naming.apply(&mut prefixed).unwrap();
        assert_eq!((&*prefixed.func_symbol(unnamed), &*prefixed.func_symbol(named)), ("sub_0", "f"));
        assert_eq!(prefixed.funcs[unnamed].linkage, Linkage::Internal);
        Naming { externalize: true, ..naming }.apply(&mut module).unwrap();
        assert!(module.funcs.values().all(|decl| decl.linkage == Linkage::External && !decl.name.is_empty()));
    }
}
