//! Has a program say who translated it (`-emit-revision`).
//!
//! In: a module. Out: the same with a constant more, `__Sz_revision` as in the original: a text of name and version,
//! and of the revision if the build was told one (`PNACL_SZ_REVISION` in the environment).

use crate::ice::{GlobalInit, GlobalVar, Linkage, Module};

/// The symbol.
const SYMBOL: &str = "__Sz_revision";
const VERSION: &str = concat!("pnacl-sz ", env!("CARGO_PKG_VERSION"));

/// Adds the constant. Fails if the program defines one itself.
pub fn add(module: &mut Module) -> Result<(), String> {
    if super::link::fresh_name(module, SYMBOL) != SYMBOL {
        return Err(format!("-emit-revision: the program has something called {SYMBOL}"));
    }
    let text = option_env!("PNACL_SZ_REVISION").map_or_else(|| VERSION.to_owned(), |revision| format!("{VERSION} {revision}"));
    let init = vec![GlobalInit::Data([text.as_bytes(), &[0]].concat())];
    module.globals.push(GlobalVar { name: SYMBOL.into(), linkage: Linkage::External, constant: true, align: 1, init });
    Ok(())
}
