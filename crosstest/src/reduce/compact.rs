//! Modules without what nothing names.
//!
//! In: a module, and the names of the functions that are called from outside. Out: the module with
//! the functions and variables that are reachable from them only, made anew from its text. Linear
//! in the text.

use rustc_hash::{FxHashMap, FxHashSet};
use translator::ice::{FuncId, Global};
use translator::text::{parse_module, print_module};

use super::change::Candidate;

/// The module with a name for every function and variable.
pub fn named(candidate: &Candidate) -> Candidate {
    let mut module = candidate.module.clone();
    let names: Vec<(FuncId, String)> = module.funcs.iter().map(|(id, _)| (id, module.func_symbol(id).into_owned())).collect();
    names.into_iter().for_each(|(id, name)| module.funcs[id].name = name);
    let names: Vec<(Global, String)> = module.globals.iter().map(|(id, _)| (id, module.global_symbol(id).into_owned())).collect();
    names.into_iter().for_each(|(id, name)| module.globals[id].name = name);
    Candidate { module, bodies: candidate.bodies.clone() }
}

/// The module as its text says it: everything has a name, nothing that was cut off is left in
/// arenas. Values may be numbered otherwise, which may change what the allocator does.
pub fn normal(candidate: &Candidate) -> Result<Candidate, String> {
    let named = named(candidate);
    parse(&print_module(&named.module, &named.bodies))
}

/// The module of a text.
pub fn parse(text: &str) -> Result<Candidate, String> {
    let (module, bodies) = parse_module(text, "module").map_err(|error| error.to_string())?;
    Ok(Candidate { module, bodies })
}

/// An item of a module's text: a declaration, a definition or a variable.
struct Item<'t> {
    text: &'t str,
    name: &'t str,
}

/// The symbols that a text names, with their `@`. A quoted name ends at its quote.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('@').map(|(at, _)| {
        let rest = &text[at + 1..];
        let len = match rest.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map_or(rest.len(), |end| end + 2),
            None => rest.find(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c)).unwrap_or(rest.len()),
        };
        &text[at..at + 1 + len]
    })
}

/// The items of a text; what stands between them is dropped.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let (mut start, mut open) = (0, false);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !open {
            start = at;
            open = line.starts_with("define");
        }
        at += line.len();
        let is_item = if open { line.starts_with('}') } else { line.starts_with('@') || line.starts_with("declare") };
        if is_item {
            open = false;
            let text = &text[start..at];
            items.extend(symbols(text).next().map(|name| Item { text, name }));
        }
    }
    items
}

/// The names, with their `@`, of functions and variables that are not reachable from the roots.
pub fn unused(candidate: &Candidate, roots: &[String]) -> Vec<String> {
    let text = print_module(&candidate.module, &candidate.bodies);
    let items = items(&text);
    let by_name: FxHashMap<&str, &Item<'_>> = items.iter().map(|item| (item.name, item)).collect();
    let mut reached: FxHashSet<&str> = FxHashSet::default();
    let is_root = |name: &str| roots.iter().any(|root| name.trim_start_matches('@').trim_matches('"') == root);
    let mut stack: Vec<&str> = items.iter().map(|item| item.name).filter(|name| is_root(name)).collect();
    while let Some(name) = stack.pop() {
        if reached.insert(name)
            && let Some(item) = by_name.get(name)
        {
            stack.extend(symbols(item.text));
        }
    }
    items.iter().map(|item| item.name).filter(|name| !reached.contains(name)).map(String::from).collect()
}

/// The module without these functions and variables, which nothing else may name.
pub fn without(candidate: &Candidate, names: &[String]) -> Option<Candidate> {
    let text = print_module(&candidate.module, &candidate.bodies);
    let kept: String =
        items(&text).iter().filter(|item| !names.iter().any(|name| name == item.name)).map(|item| item.text).collect();
    parse(&kept).ok()
}

/// The module without what is not reachable from the roots; `None` if all of it is.
pub fn without_unused(candidate: &Candidate, roots: &[String]) -> Option<Candidate> {
    let unused = unused(candidate, roots);
    if unused.is_empty() { None } else { without(candidate, &unused) }
}
