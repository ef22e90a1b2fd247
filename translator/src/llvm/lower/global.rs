//! The symbols of the program that comes out: which functions and variables it has, and what lies in
//! the variables.
//!
//! A symbol enters the module when something reachable mentions it. Initial values become bytes and
//! addresses ([PNACL-ABI] "Global Variables": an initialiser is nothing else).

use super::super::Error;
use super::super::ast::{Const, Linkage as Link, Symbol, SymbolKind};
use super::super::link::{Place, Program, is_definition};
use super::call::{Convention, convention_of};
use super::image::{Image, Known, evaluate};
use super::{Exports, Result, number_of_block};
use crate::ice::{FuncId, Global, GlobalInit, GlobalVar, Intrinsic, Linkage, Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Where a symbol's address is: a definition, and a distance from it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    pub(super) place: Place,
    pub(super) addend: i64,
}

/// The symbols of the module that is made.
pub(super) struct Globals<'p> {
    program: &'p Program,
    exports: Exports,
    /// Functions that are mentioned and not lowered yet.
    pub(super) functions: VecDeque<(Place, FuncId)>,
    pub(super) intrinsics: FxHashMap<Intrinsic, FuncId>,
    func_ids: FxHashMap<Place, (FuncId, Convention)>,
    variables: FxHashMap<Place, Global>,
    undefined_variables: VecDeque<(Place, Global)>,
    /// Made here: constants of vectors, tables, by their name.
    made: FxHashMap<String, Global>,
    vectors: FxHashMap<Vec<u8>, Global>,
    names: FxHashSet<String>,
    threads: ThreadLocals,
}

/// The variables that each thread has of its own, as the SDK laid them out: those with an initial
/// value first, all of them right below the thread pointer.
#[derive(Default)]
struct ThreadLocals {
    /// Offsets from the start of the block.
    offsets: FxHashMap<Place, u64>,
    order: Vec<(Place, u64)>,
    with_data: u64,
    size: u64,
    align: u64,
}

/// A name with `$u` and its number in place of each character that is not graphic ASCII: a symbol table of bitcode has no others, and C has
/// identifiers of all alphabets.
fn graphic(name: &str) -> String {
    let mut graphic = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '!'..='~' => graphic.push(character),
            other => graphic += &format!("$u{:x}", u32::from(other)),
        }
    }
    graphic
}

impl<'p> Globals<'p> {
    pub(super) fn new(program: &'p Program, exports: Exports) -> Self {
        Self {
            program,
            exports,
            functions: VecDeque::new(),
            intrinsics: FxHashMap::default(),
            func_ids: FxHashMap::default(),
            variables: FxHashMap::default(),
            undefined_variables: VecDeque::new(),
            made: FxHashMap::default(),
            vectors: FxHashMap::default(),
            names: FxHashSet::default(),
            threads: ThreadLocals::default(),
        }
    }

    /// Mentions what the program is to have.
    pub(super) fn begin(&mut self, module: &mut Module) -> std::result::Result<(), Error> {
        self.lay_out_threads().map_err(Error::program)?;
        if self.exports == Exports::Start {
            let missing = "there is no _start: link a start-up (leave out -nostdlib), or define `void _start(unsigned *info)`";
            let start = self.program.find("_start").ok_or_else(|| Error::program(missing.into()))?;
            return self.address(module, start).map(|_| ()).map_err(Error::program);
        }
        for place in self.program.exported() {
            let data = self.program.data(place);
            if !matches!(data.kind, SymbolKind::Alias(_)) {
                let about = |message| Error { function: Some(data.name.clone()), ..Error::program(message) };
                self.address(module, place).map_err(about)?;
            }
        }
        Ok(())
    }

    /// Order of a block for each thread: data, then zeros.
    fn lay_out_threads(&mut self) -> Result<()> {
        let mut places = Vec::new();
        for (module, data) in self.program.modules.iter().enumerate() {
            for (index, data) in data.symbols.iter().enumerate() {
                let place = Place { module, symbol: Symbol::from_u32(index as u32) };
                if let SymbolKind::Variable(variable) = &data.kind
                    && variable.thread_local
                    && is_definition(data)
                    && self.program.resolve(place) == place
                {
                    let zero = matches!(variable.init, Some(Const::Zero | Const::Undef | Const::Int(0)));
                    places.push((zero, place, variable.ty, variable.align));
                }
            }
        }
        places.sort_by_key(|&(zero, ..)| zero);
        let threads = &mut self.threads;
        threads.align = 16;
        for (zero, place, ty, align) in places {
            let align = align.map_or(self.program.types.align(ty)?, u64::from);
            threads.align = threads.align.max(align);
            let at = threads.size.next_multiple_of(align);
            threads.offsets.insert(place, at);
            threads.order.push((place, at));
            threads.size = at + self.program.types.size(ty)?;
            if !zero {
                threads.with_data = threads.size;
            }
        }
        Ok(())
    }

    /// The distance of a thread-local variable from the thread pointer.
    pub(super) fn thread_offset(&self, place: Place) -> Result<Option<i64>> {
        if let Some(&offset) = self.threads.offsets.get(&place) {
            let size = self.threads.size.next_multiple_of(self.threads.align);
            return Ok(Some(offset as i64 - size as i64));
        }
        match &self.program.data(place).kind {
            SymbolKind::Variable(variable) if variable.thread_local => Err(self.undefined(place)),
            _ => Ok(None),
        }
    }

    fn undefined(&self, place: Place) -> String {
        format!("the symbol {} is not defined", self.program.data(place).name)
    }

    /// The definition that a symbol means, through aliases.
    pub(super) fn resolve(&self, place: Place) -> Result<Target> {
        let mut target = Target { place: self.program.resolve(place), addend: 0 };
        // Aliases of aliases; a cycle among them would be malformed.
        for _ in 0..64 {
            let SymbolKind::Alias(constant) = &self.program.data(target.place).kind else { return Ok(target) };
            let Known::Address(place, addend) = evaluate(self.program, target.place.module, constant)? else {
                return Err(format!("the alias {} is no address", self.program.data(target.place).name));
            };
            target = Target { place: self.program.resolve(place), addend: target.addend + addend };
        }
        Err(format!("the alias {} means itself", self.program.data(place).name))
    }

    /// The number that stands for the address of a block.
    pub(super) fn block_number(&self, module: usize, function: Symbol, block: &str) -> Result<u32> {
        number_of_block(self.program, self.program.resolve(Place { module, symbol: function }), block)
    }

    /// A name that no other symbol of the module has, of characters that a symbol table can hold.
    fn unique(&mut self, name: &str) -> String {
        let name = graphic(name);
        let mut unique = name.clone();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            unique = format!("{name}.{number}");
            number += 1;
        }
        unique
    }

    fn linkage(&self, place: Place) -> Linkage {
        let data = self.program.data(place);
        let exported = match self.exports {
            Exports::Start => data.name == "_start",
            Exports::All => data.linkage != Link::Internal,
        };
        if exported { Linkage::External } else { Linkage::Internal }
    }

    /// A function that is defined, and how it is called.
    pub(super) fn function(&mut self, module: &mut Module, place: Place) -> Result<(FuncId, Convention)> {
        if let Some(known) = self.func_ids.get(&place) {
            return Ok(known.clone());
        }
        let SymbolKind::Function(function) = &self.program.data(place).kind else { return Err(self.undefined(place)) };
        let convention = convention_of(self.program, function)?;
        let linkage = self.linkage(place);
        let name = self.unique(&self.program.data(place).name);
        let id = module.define_func(&name, linkage, convention.result, &convention.params);
        self.func_ids.insert(place, (id, convention.clone()));
        self.functions.push_back((place, id));
        Ok((id, convention))
    }

    /// The address of a definition, as a symbol and a distance from it; none of what is weak and not
    /// there.
    pub(super) fn address(&mut self, module: &mut Module, place: Place) -> Result<Option<(Value, i64)>> {
        let data = self.program.data(place);
        if !is_definition(data) {
            if let Some((global, distance)) = self.provided(module, &data.name)? {
                return Ok(Some((Value::global(global), distance as i64)));
            }
            return if data.linkage == Link::Weak { Ok(None) } else { Err(self.undefined(place)) };
        }
        match &data.kind {
            SymbolKind::Function(_) => Ok(Some((Value::func(self.function(module, place)?.0), 0))),
            SymbolKind::Variable(_) => Ok(Some((Value::global(self.variable(module, place)?), 0))),
            _ => Err(format!("the address of {}, which is an alias", data.name)),
        }
    }

    fn variable(&mut self, module: &mut Module, place: Place) -> Result<Global> {
        if let Some(&global) = self.variables.get(&place) {
            return Ok(global);
        }
        let SymbolKind::Variable(variable) = &self.program.data(place).kind else { return Err(self.undefined(place)) };
        let align = match variable.align {
            Some(align) => align,
            None => self.program.types.align(variable.ty)? as u32,
        };
        let linkage = self.linkage(place);
        let name = self.unique(&self.program.data(place).name);
        let global =
            module.globals.push(GlobalVar { name, linkage, constant: variable.constant, align: align.max(1), init: Vec::new() });
        self.variables.insert(place, global);
        self.undefined_variables.push_back((place, global));
        Ok(global)
    }

    /// Gives the next variable that is mentioned its initial value, if there is one left.
    pub(super) fn define_next_variable(&mut self, module: &mut Module) -> std::result::Result<bool, Error> {
        let Some((place, global)) = self.undefined_variables.pop_front() else { return Ok(false) };
        let data = self.program.data(place);
        let about = |message: String| Error {
            file: self.program.modules[place.module].file.clone(),
            ..Error::program(format!("the variable {}: {message}", data.name))
        };
        let SymbolKind::Variable(variable) = &data.kind else { return Ok(true) };
        let Some(init) = &variable.init else { return Err(about("it is not defined".into())) };
        let mut image = Image::new(self.program, place.module);
        image.write(variable.ty, init).map_err(about)?;
        self.set_image(module, global, &image).map_err(about)?;
        Ok(true)
    }

    fn set_image(&mut self, module: &mut Module, global: Global, image: &Image<'p>) -> Result<()> {
        let mut addresses = Vec::new();
        for &(at, place, addend) in &image.addresses {
            let target = self.resolve(place)?;
            if self.thread_offset(target.place)?.is_some() {
                return Err("the address of a thread's own variable is not constant".into());
            }
            let (value, distance) = match self.address(module, target.place)? {
                Some((value, distance)) => (Some(value), distance),
                None => (None, 0),
            };
            addresses.push((at, value, distance + target.addend + addend));
        }
        module.globals[global].init = image.pieces(&addresses);
        Ok(())
    }

    /// A variable of ours: its bytes, and addresses in it.
    fn make(&mut self, module: &mut Module, name: &str, align: u32, image: &Image<'p>) -> Result<Global> {
        if let Some(&global) = self.made.get(name) {
            return Ok(global);
        }
        let unique = self.unique(name);
        let var = GlobalVar { name: unique, linkage: Linkage::Internal, constant: true, align, init: Vec::new() };
        let global = module.globals.push(var);
        self.made.insert(name.into(), global);
        self.set_image(module, global, image)?;
        Ok(global)
    }

    /// A constant vector's variable.
    pub(super) fn vector_constant(&mut self, module: &mut Module, bytes: Vec<u8>) -> Global {
        if let Some(&global) = self.vectors.get(&bytes) {
            return global;
        }
        let name = self.unique("vector");
        let is_zero = bytes.iter().all(|&byte| byte == 0);
        let init = vec![if is_zero { GlobalInit::Zero(bytes.len() as u32) } else { GlobalInit::Data(bytes.clone()) }];
        let global = module.globals.push(GlobalVar { name, linkage: Linkage::Internal, constant: true, align: 16, init });
        self.vectors.insert(bytes, global);
        global
    }

    /// What a linker script would define: where the lists of constructors and destructors and the
    /// initial values of a thread's variables begin and end.
    fn provided(&mut self, module: &mut Module, name: &str) -> Result<Option<(Global, u64)>> {
        let list = match name {
            "__init_array_start" | "__init_array_end" => Some(("llvm.global_ctors", "__init_array_start")),
            "__fini_array_start" | "__fini_array_end" => Some(("llvm.global_dtors", "__fini_array_start")),
            _ => None,
        };
        if let Some((list, start)) = list {
            let image = self.structors(list)?;
            let size = image.bytes.len() as u64;
            let table = self.make(module, start, 4, &image)?;
            return Ok(Some((table, if name == start { 0 } else { size })));
        }
        let threads = &self.threads;
        let place = match name {
            "__tls_template_start" => 0,
            "__tls_template_tdata_end" => threads.with_data,
            "__tls_template_end" => threads.size,
            "__tls_template_alignment" => {
                let mut image = Image::new(self.program, 0);
                image.bytes.extend_from_slice(&(threads.align as u32).to_le_bytes());
                return self.make(module, name, 4, &image).map(|global| Some((global, 0)));
            }
            _ => return Ok(None),
        };
        let mut image = Image::new(self.program, 0);
        for (place, at) in self.threads.order.clone() {
            let SymbolKind::Variable(variable) = &self.program.data(place).kind else { continue };
            image.bytes.resize(at as usize, 0);
            image.module = place.module;
            if let Some(init) = &variable.init {
                image.write(variable.ty, init)?;
            }
        }
        let align = self.threads.align as u32;
        let template = self.make(module, "__tls_template_start", align, &image)?;
        Ok(Some((template, place)))
    }

    /// The functions of a list, in the order of their priorities.
    fn structors(&self, list: &str) -> Result<Image<'p>> {
        let mut entries = Vec::new();
        for place in self.program.appended(list) {
            let SymbolKind::Variable(variable) = &self.program.data(*place).kind else { continue };
            let Some(Const::Aggregate(elements)) = &variable.init else { continue };
            for (_, element) in elements {
                let Const::Aggregate(fields) = element else { continue };
                let [(_, Const::Int(priority)), (_, function), ..] = &fields[..] else { continue };
                if let Known::Address(function, addend) = evaluate(self.program, place.module, function)? {
                    entries.push((*priority, function, addend));
                }
            }
        }
        entries.sort_by_key(|&(priority, ..)| priority);
        let mut image = Image::new(self.program, 0);
        for (_, function, addend) in entries {
            image.addresses.push((image.bytes.len() as u64, function, addend));
            image.bytes.extend_from_slice(&[0; 4]);
        }
        Ok(image)
    }
}
