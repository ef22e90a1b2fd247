//! Makes modules out of bytes, for fuzzing: valid by construction, and such that what they compute
//! shows.
//!
//! In: bytes ([`arbitrary::Unstructured`]) and a [`Config`]. Out: a [`Generated`] module with an
//! entry function without parameters. The same bytes and configuration always give the same module;
//! fewer bytes give a smaller one, and none give the smallest.
//!
//! What holds of every module:
//! - it passes the verifier at the level of the PNaCl ABI, so that it can be written as bitcode;
//! - every run ends (`shape`), and, but for a share of cases that is known ([`Config::unguarded`]),
//!   by returning;
//! - nothing that is Unspecified reaches control, an address or memory that is read: shift amounts,
//!   divisors, conversions and NaNs whose bits are looked at are guarded, memory is filled before
//!   it is read, vectors of binary32 keep to moderate sizes;
//! - addresses that differ between engines (functions, stacks) are used and never compared,
//!   computed with or stored where it shows;
//! - every value is used, or stored in the `sink`; many are folded into the `checksum` as they are
//!   made.
//!
//! ```text
//! bytes ─► source ─► config ─► objects (globals) ─► function types ─► each function: shape ─► body: operations ─► phis, sinks, terminators
//! ```
//!
//! Linear in the size of the module but for looking up which values dominate a block.

pub mod config;
pub mod coverage;
pub mod source;

mod arith;
mod body;
mod calls;
mod convert;
mod corner;
mod counted;
mod excess;
mod flow;
mod idiom;
mod loose;
mod memory;
mod objects;
mod shape;
mod structured;
#[cfg(test)]
mod tests;

use arbitrary::Unstructured;

use translator::ice::{FuncId, Function, GlobalInit, GlobalVar, Linkage, Module, Type};

use body::Body;
use calls::{Class, Codes, Functions, Table};
pub use config::Config;
use objects::Objects;
use shape::Shape;
use source::Source;

/// A module with its bodies.
pub struct Generated {
    /// Declarations.
    pub module: Module,
    /// The bodies of the defined functions, in function order.
    pub bodies: Vec<Function>,
    /// The function to call; it has no parameters.
    pub entry: FuncId,
}

/// The name of the entry function.
pub const ENTRY: &str = "main";

/// A module that is being made.
struct Generator<'c, 's, 'a> {
    source: Source<'s, 'a>,
    config: &'c Config,
    objects: Objects,
    functions: Functions,
    counters: usize,
    /// A function that does nothing but call longjmp, if there is one.
    jumper: Option<FuncId>,
    /// Constants of the code so far, the first few.
    seen: Vec<(Type, u64)>,
}

/// How many constants are remembered.
const SEEN: usize = 64;

impl Generator<'_, '_, '_> {
    /// Remembers a constant.
    fn see(&mut self, ty: Type, bits: u64) {
        if self.seen.len() < SEEN && !self.seen.contains(&(ty, bits)) {
            self.seen.push((ty, bits));
        }
    }

    /// A constant that the code has already, or a new one.
    fn seen_or_new(&mut self, ty: Type) -> u64 {
        let known: Vec<u64> = self.seen.iter().filter(|(other, _)| *other == ty).map(|(_, bits)| *bits).collect();
        if known.is_empty() || self.source.chance(80) { self.source.constant(ty) } else { self.source.pick(&known) }
    }
}

/// A module and the configuration that the bytes chose for it.
pub fn case(bytes: &[u8]) -> Generated {
    let mut bytes = Unstructured::new(bytes);
    let config = Config::draw(&mut Source::new(&mut bytes));
    module(&mut bytes, &config)
}

/// The bytes that case `number` of a campaign with this seed is made from: between a few dozen and
/// a few thousand.
pub fn bytes(seed: u64, number: u64) -> Vec<u8> {
    // SplitMix64 ([STEELE-2014]).
    let mut state = seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let words = [32, 48, 64, 96, 128, 160, 256, 384][(next() % 8) as usize] + next() % 32;
    (0..words).flat_map(|_| next().to_le_bytes()).collect()
}

/// The module of a campaign's case.
pub fn generated(seed: u64, number: u64) -> Generated {
    case(&bytes(seed, number))
}

/// A module.
pub fn module(bytes: &mut Unstructured<'_>, config: &Config) -> Generated {
    let mut source = Source::new(bytes);
    let mut module = Module::new();
    let objects = Objects::draw(&mut source, config, &mut module);
    let functions = declare(&mut source, config, &mut module);
    let mut generator = Generator { source, config, objects, functions, counters: 0, jumper: None, seen: Vec::new() };
    let bodies = generator.functions.list.clone().into_iter().enumerate().map(|(index, (func, class))| {
        let mut counters = generator.counters;
        let is_leaf = index + config.leaves >= generator.functions.list.len();
        let shape = if is_leaf { Shape::leaf() } else { Shape::draw(&mut generator.source, config, index == 0, &mut counters) };
        let body = Body::new(&mut generator, &mut module, func, class, shape).generate();
        generator.counters = counters;
        body
    });
    let mut bodies: Vec<Function> = bodies.collect();
    let Generator { mut source, objects, functions, counters, jumper, .. } = generator;
    bodies.extend(jumper.map(|jumper| calls::jumper_body(&mut module, jumper)));
    objects.set_counters(&mut source, config, &mut module, counters);
    objects.set_hidden(&mut module);
    Generated { entry: functions.list[0].0, module, bodies }
}

/// Declares every function, and the tables through which some are called.
fn declare(source: &mut Source<'_, '_>, config: &Config, module: &mut Module) -> Functions {
    let result = source.pick(&[Type::I32, Type::I64, Type::F32, Type::F64, Type::V4I32, Type::V4F32, Type::V8I16, Type::Void]);
    let mut classes = vec![Class::new(module, result, Vec::new())];
    // The entry function is alone in its class, so that nothing calls it.
    for _ in 0..source.between(1, config.functions.clamp(1, 3)) {
        let class = Class::draw(source, config, module);
        classes.push(class);
    }
    let mut list = Vec::new();
    let others = source.between(usize::from(config.functions > 0), config.functions);
    for index in 0..=others + config.leaves {
        let class = if index == 0 { 0 } else { source.between(1, classes.len() - 1) };
        let name = match index {
            0 => ENTRY.into(),
            _ if index > others => format!("leaf{}", index - others),
            _ => format!("f{index}"),
        };
        let Class { sig, .. } = &classes[class];
        let (result, params) = (module.sigs[*sig].result, module.sigs[*sig].params.clone());
        list.push((module.define_func(&name, Linkage::Internal, result, &params), class));
    }
    let tables = (1..classes.len()).filter_map(|class| table(module, &list, class)).collect();
    let codes = (list.len() > 1).then(|| codes(source, module, &list));
    Functions { list, classes, tables, codes }
}

/// A constant with addresses of functions, and of places a little before or behind: what lies in
/// the code's range is masked where memory is compared.
fn codes(source: &mut Source<'_, '_>, module: &mut Module, list: &[(FuncId, usize)]) -> Codes {
    let entries: Vec<(usize, i32)> =
        (0..3).map(|_| (source.between(1, list.len() - 1), source.pick(&[4, 0, 1, -4, 8]))).collect();
    let init = entries.iter().map(|&(index, addend)| GlobalInit::FuncAddr(list[index].0, addend)).collect();
    let global = GlobalVar { name: "codes".into(), linkage: Linkage::Internal, constant: true, align: 4, init };
    Codes { global: module.globals.push(global), entries }
}

/// A constant with the addresses of the functions of a class.
fn table(module: &mut Module, list: &[(FuncId, usize)], class: usize) -> Option<Table> {
    let members: Vec<FuncId> = list.iter().filter(|(_, other)| *other == class).map(|(func, _)| *func).collect();
    let len = members.len().checked_next_power_of_two().filter(|_| !members.is_empty())?;
    let init = (0..len).map(|index| GlobalInit::FuncAddr(members[index % members.len()], 0)).collect();
    let name = format!("table{class}");
    let global = module.globals.push(GlobalVar { name, linkage: Linkage::Internal, constant: true, align: 4, init });
    Some(Table { global, class, len: len as u32 })
}
