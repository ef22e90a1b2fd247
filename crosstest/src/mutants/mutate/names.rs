//! What the translator's items are called: enums with their variants, constants, `const` functions.
//!
//! In: parsed files. Out: [`Names`], by which the operators find what may stand in the place of a
//! name, and by which constants get their mutable doubles. Names are told apart as far as a reader
//! would: by the type or module written before them, by the file, by its imports. Where that is not
//! enough, the compiler refuses the alternative and it is taken out.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use super::source::is_test_only;

/// A variant and the number of its unnamed fields; variants with named fields are left out.
pub type Variant = (String, usize);

/// An enum.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The file that declares it.
    pub file: String,
    /// Its variants, in order.
    pub variants: Vec<Variant>,
}

/// A constant or static, of a module or of a type.
#[derive(Clone, Debug)]
pub struct Const {
    /// Its name.
    pub name: String,
    /// The file that declares it.
    pub file: String,
    /// The type or inline module that it belongs to; empty at the top of the file.
    pub owner: String,
    /// Its type as text.
    pub ty: String,
}

/// The names of a crate.
#[derive(Default, Debug)]
pub struct Names {
    /// Enums by name: several may share one.
    pub enums: BTreeMap<String, Vec<Enum>>,
    /// Constants in order of declaration.
    pub consts: Vec<Const>,
    /// Names of `const` functions and methods.
    pub const_fns: BTreeSet<String>,
}

impl Names {
    /// Adds what a file declares outside of tests.
    pub fn add(&mut self, path: &str, file: &syn::File) {
        let mut indexer = Indexer { names: self, file: path, owner: String::new() };
        indexer.visit_file(file);
    }

    /// The enum of this name that declares the variant: the one nearest to the file that uses it.
    pub fn enum_of(&self, name: &str, variant: &str, user: &str) -> Option<&Enum> {
        let has = |candidate: &&Enum| candidate.variants.iter().any(|(known, _)| known == variant);
        let near = |candidate: &&Enum| common_prefix(&candidate.file, user);
        self.enums.get(name)?.iter().filter(has).max_by_key(near)
    }

    /// The constant that `owner::name` or `name` means in a file.
    pub fn const_of(&self, name: &str, owner: &str, user: &str) -> Option<&Const> {
        let matches = |candidate: &&Const| {
            let stem = candidate.file.rsplit('/').next().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
            let folder = candidate.file.strip_suffix("/mod.rs").and_then(|dir| dir.rsplit('/').next());
            let here = owner.is_empty() && candidate.file == user;
            candidate.name == name
                && (here || candidate.owner == owner || candidate.owner.is_empty() && (stem == owner || folder == Some(owner)))
        };
        self.consts.iter().filter(matches).max_by_key(|candidate| (candidate.file == user, common_prefix(&candidate.file, user)))
    }

    /// Constants beside this one that could be meant instead: the next and the previous of the same
    /// type.
    pub fn siblings_of(&self, of: &Const) -> Vec<&Const> {
        let alike: Vec<&Const> =
            self.consts.iter().filter(|other| other.file == of.file && other.owner == of.owner && other.ty == of.ty).collect();
        let Some(at) = alike.iter().position(|other| other.name == of.name) else { return Vec::new() };
        neighbours(&alike, at).into_iter().filter(|other| other.name != of.name).copied().collect()
    }
}

/// The next and the previous element, around the ends; each once.
pub fn neighbours<T>(all: &[T], at: usize) -> Vec<&T> {
    let count = all.len();
    match count {
        0 | 1 => Vec::new(),
        2 => vec![&all[1 - at]],
        _ => vec![&all[(at + 1) % count], &all[(at + count - 1) % count]],
    }
}

fn common_prefix(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

struct Indexer<'n> {
    names: &'n mut Names,
    file: &'n str,
    owner: String,
}

impl Indexer<'_> {
    fn add_const(&mut self, name: &syn::Ident, ty: &syn::Type) {
        let ty = super::source::text_of(ty);
        self.names.consts.push(Const { name: name.to_string(), file: self.file.into(), owner: self.owner.clone(), ty });
    }
}

impl<'ast> Visit<'ast> for Indexer<'_> {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let fields = |variant: &syn::Variant| match &variant.fields {
            syn::Fields::Named(_) => None,
            fields => Some((variant.ident.to_string(), fields.len())),
        };
        let variants = item.variants.iter().filter_map(fields).collect();
        self.names.enums.entry(item.ident.to_string()).or_default().push(Enum { file: self.file.into(), variants });
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.add_const(&item.ident, &item.ty);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.add_const(&item.ident, &item.ty);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_some() || is_test_only(&item.attrs) {
            return;
        }
        let before = std::mem::replace(&mut self.owner, type_name(&item.self_ty));
        visit::visit_item_impl(self, item);
        self.owner = before;
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.add_const(&item.ident, &item.ty);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_some() {
            self.names.const_fns.insert(item.sig.ident.to_string());
        }
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if is_test_only(&item.attrs) {
            return;
        }
        if item.sig.constness.is_some() {
            self.names.const_fns.insert(item.sig.ident.to_string());
        }
        visit::visit_item_fn(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_test_only(&item.attrs) || item.content.is_none() {
            return;
        }
        let before = std::mem::replace(&mut self.owner, item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.owner = before;
    }

    fn visit_item_trait(&mut self, _: &'ast syn::ItemTrait) {}
}

/// The last name of a type's path.
pub fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string()),
        _ => String::new(),
    }
}
