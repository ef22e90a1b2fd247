//! Several modules into one program: which definition each symbol means.
//!
//! Nothing is copied or renamed: a [`Program`] is the modules and a table from symbols to symbols.
//! [`Linker`] collects modules, and says what is still missing so that a library can be asked.
//!
//! Source: [LLVM-REF-14] "Linkage Types".

use super::Error;
use super::ast::{Linkage, Module, Symbol, SymbolData, SymbolKind};
use super::types::Types;
use rustc_hash::{FxHashMap, FxHashSet};

/// A symbol of one of the modules.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Which module.
    pub module: usize,
    /// Which of its symbols.
    pub symbol: Symbol,
}

/// Modules, and what their symbols mean.
#[derive(Debug)]
pub struct Program {
    /// The types of all modules.
    pub types: Types,
    /// The modules, in the order in which they were given.
    pub modules: Vec<Module>,
    /// By name: the definition that other modules see.
    definitions: FxHashMap<String, Place>,
    /// Definitions of which every one counts.
    appending: FxHashMap<String, Vec<Place>>,
}

/// Collects the modules of a program.
#[derive(Debug, Default)]
pub struct Linker {
    types: Types,
    modules: Vec<Module>,
    definitions: FxHashMap<String, Place>,
    appending: FxHashMap<String, Vec<Place>>,
    wanted: Vec<String>,
}

/// Which of two definitions counts: the higher; two of the highest are a mistake.
fn rank(linkage: Linkage) -> u8 {
    match linkage {
        Linkage::External | Linkage::Internal | Linkage::Appending => 4,
        Linkage::Common => 3,
        Linkage::Weak => 2,
        Linkage::LinkOnce => 1,
        Linkage::AvailableExternally => 0,
    }
}

/// Whether a symbol is defined where it stands.
pub fn is_definition(data: &SymbolData) -> bool {
    match &data.kind {
        SymbolKind::Unknown => false,
        SymbolKind::Variable(variable) => variable.init.is_some(),
        SymbolKind::Function(function) => function.body.is_some(),
        SymbolKind::Alias(_) => true,
    }
}

impl Linker {
    /// The types, to read a module with.
    pub fn types(&mut self) -> &mut Types {
        &mut self.types
    }

    /// Asks for a symbol that no module mentions.
    pub fn want(&mut self, name: &str) {
        self.wanted.push(name.into());
    }

    /// Adds a module.
    pub fn add(&mut self, module: Module) -> Result<(), Error> {
        let number = self.modules.len();
        self.modules.push(module);
        for index in 0..self.modules[number].symbols.len() {
            let place = Place { module: number, symbol: Symbol::from_u32(index as u32) };
            self.define(place)?;
        }
        Ok(())
    }

    fn data(&self, place: Place) -> &SymbolData {
        &self.modules[place.module].symbols[place.symbol.as_u32() as usize]
    }

    fn define(&mut self, place: Place) -> Result<(), Error> {
        let data = self.data(place);
        if !is_definition(data) || data.linkage == Linkage::Internal {
            return Ok(());
        }
        let name = data.name.clone();
        if data.linkage == Linkage::Appending {
            self.appending.entry(name).or_default().push(place);
            return Ok(());
        }
        let Some(&other) = self.definitions.get(&name) else {
            self.definitions.insert(name, place);
            return Ok(());
        };
        let (new, old) = (rank(data.linkage), rank(self.data(other).linkage));
        if new == 4 && old == 4 {
            let (first, second) = (&self.modules[other.module].file, &self.modules[place.module].file);
            return Err(Error::program(format!("{name} is defined twice: in {first} and in {second}")));
        }
        if new > old || (new == 3 && old == 3 && self.common_size(place) > self.common_size(other)) {
            self.definitions.insert(name, place);
        }
        Ok(())
    }

    fn common_size(&self, place: Place) -> u64 {
        match &self.data(place).kind {
            SymbolKind::Variable(variable) => self.types.size(variable.ty).unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether a definition of this name is there.
    pub fn defines(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    /// The names that the modules mention and none defines, in order of mention. Weak mentions do
    /// not count: they ask for nothing.
    pub fn missing(&self) -> Vec<String> {
        let mut seen = FxHashSet::default();
        let mut missing = Vec::new();
        let mut add = |name: &str| {
            if !self.defines(name) && seen.insert(name.to_string()) {
                missing.push(name.to_string());
            }
        };
        self.wanted.iter().for_each(|name| add(name));
        for data in self.modules.iter().flat_map(|module| &module.symbols) {
            if is_definition(data) || data.linkage == Linkage::Weak {
                continue;
            }
            match super::lower::library_function(&data.name) {
                Some(function) => add(function),
                None if data.name.starts_with("llvm.") => {}
                None => add(&data.name),
            }
        }
        missing
    }

    /// The program.
    pub fn finish(self) -> Program {
        let Self { types, modules, definitions, appending, .. } = self;
        Program { types, modules, definitions, appending }
    }
}

impl Program {
    /// What is known of a symbol where it stands.
    pub fn data(&self, place: Place) -> &SymbolData {
        &self.modules[place.module].symbols[place.symbol.as_u32() as usize]
    }

    /// The definition that a symbol means; itself if there is none.
    pub fn resolve(&self, place: Place) -> Place {
        let data = self.data(place);
        if data.linkage == Linkage::Internal {
            return place;
        }
        self.definitions.get(&data.name).copied().unwrap_or(place)
    }

    /// The definition with a name.
    pub fn find(&self, name: &str) -> Option<Place> {
        self.definitions.get(name).copied()
    }

    /// All definitions of a name that every module may add to, in order.
    pub fn appended(&self, name: &str) -> &[Place] {
        self.appending.get(name).map_or(&[], Vec::as_slice)
    }

    /// Every definition that other modules see, in order of place.
    pub fn exported(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.definitions.values().copied().collect();
        places.sort_unstable();
        places
    }
}
