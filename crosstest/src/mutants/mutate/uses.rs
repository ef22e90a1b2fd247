//! What a module or block has imported and declared, as far as names of constants and variants need
//! it.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, UseTree};

/// The names of one module or block.
#[derive(Default, Debug)]
pub struct Scope {
    /// Imported names with the path before them.
    imports: BTreeMap<String, String>,
    /// Last names of what everything is imported from: enums and modules.
    globs: Vec<String>,
    /// Constants that are declared.
    declared: BTreeSet<String>,
}

impl Scope {
    /// The scope of a list of items.
    pub fn of_items<'i>(items: impl IntoIterator<Item = &'i Item>) -> Scope {
        let mut scope = Scope::default();
        for item in items {
            match item {
                Item::Use(item) => scope.add(&item.tree, ""),
                Item::Const(item) => drop(scope.declared.insert(item.ident.to_string())),
                Item::Static(item) => drop(scope.declared.insert(item.ident.to_string())),
                _ => {}
            }
        }
        scope
    }

    fn add(&mut self, tree: &UseTree, before: &str) {
        let below = |name: String| if before.is_empty() { name } else { format!("{before}::{name}") };
        match tree {
            UseTree::Path(path) => self.add(&path.tree, &below(path.ident.to_string())),
            UseTree::Name(name) if name.ident != "self" && !before.is_empty() => {
                self.imports.insert(name.ident.to_string(), before.into());
            }
            UseTree::Group(group) => group.items.iter().for_each(|item| self.add(item, before)),
            UseTree::Glob(_) => self.globs.extend(before.rsplit("::").next().map(String::from)),
            _ => {}
        }
    }

    /// The path from which a name was imported.
    pub fn import(&self, name: &str) -> Option<&str> {
        self.imports.get(name).map(String::as_str)
    }

    /// What everything was imported from.
    pub fn globs(&self) -> impl Iterator<Item = &str> {
        self.globs.iter().map(String::as_str)
    }

    /// Whether a constant of this name is declared here.
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }
}
