//! Seed corpora: what each target starts from.
//!
//! In: texts of modules (the repository's corpus and file tests), `.pexe` files. Out: for each
//! target files of its kind of input, named for where they come from: texts as they are; modules as
//! bitcode, by themselves and with a `main` that calls their functions; generated modules, as
//! decisions and as bitcode; random decisions. The same sources always give the same files.

pub mod command;

use crosstest::generate::{self, ENTRY, Generated};
use translator::bitcode::text_records::disassemble;
use translator::bitcode::{WriteOptions, write_module, write_module_with};
use translator::ice::{FuncId, Function, FunctionBuilder, GlobalInit, GlobalVar, Linkage, Module, Type, Value, ValueDef};
use translator::text::parse_module;
use translator::util::rng::Rng;

use crate::program::is_valid;
use crate::{Input, Target, llvm_ir};

/// The seed of the campaign whose first cases are seeds here.
const CAMPAIGN: u64 = 1;
/// How many generated modules.
const GENERATED: u64 = 96;
/// How many inputs of random decisions.
const DECISIONS: u64 = 64;
/// A seed is no longer than this: short ones are tried more often.
const LONGEST: usize = 64 << 10;

/// A named input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// Where it comes from, fit for a file name.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
}

fn seed(name: impl Into<String>, bytes: Vec<u8>) -> Seed {
    Seed { name: name.into(), bytes }
}

/// Where seeds are made from.
pub struct Sources {
    texts: Vec<Seed>,
    modules: Vec<Seed>,
    programs: Vec<Seed>,
}

impl Sources {
    /// Prepares texts of modules and `.pexe` files.
    pub fn new(texts: Vec<Seed>, pexes: Vec<Seed>) -> Self {
        let (mut modules, mut programs): (Vec<Seed>, Vec<Seed>) = (pexes, Vec::new());
        for text in &texts {
            // Malformed on purpose, or not text of the IR: seeds of the target `text` alone.
            let Some((module, bodies)) = std::str::from_utf8(&text.bytes).ok().and_then(|text| parse_module(text, "seed").ok())
            else {
                continue;
            };
            let linkable = write_module_with(&module, &bodies, WriteOptions { externals: true });
            modules.extend(linkable.ok().map(|bytes| seed(&text.name, bytes)));
            programs.extend(with_main(module, bodies).map(|bytes| seed(&text.name, bytes)));
        }
        for number in 0..GENERATED {
            let Generated { module, bodies, .. } = generate::generated(CAMPAIGN, number);
            let bytes = write_module(&module, &bodies).ok().map(|bytes| seed(format!("generated-{number}"), bytes));
            programs.extend(bytes);
        }
        for number in 0..GENERATED / 4 {
            programs.push(seed(format!("decisions-{number}"), generate::bytes(CAMPAIGN, GENERATED + number)));
        }
        Self { texts, modules, programs }
    }

    /// The seeds of a target.
    pub fn of(&self, target: &Target) -> Vec<Seed> {
        let mut seeds = match target.input {
            Input::Bitcode => [&self.modules[..], &self.programs].concat(),
            Input::Program => [&self.programs[..], &self.modules].concat(),
            Input::Text => {
                let records = self.modules.iter().chain(&self.programs).filter_map(|module| {
                    let text = disassemble(&module.bytes).ok()?;
                    Some(seed(format!("records-{}", module.name), text.into_bytes()))
                });
                self.texts.iter().cloned().chain(records.step_by(3)).collect()
            }
            Input::LlvmIr => {
                let texts = llvm_ir::SEEDS.iter().enumerate();
                texts.map(|(number, text)| seed(format!("llvm-{number}"), text.as_bytes().to_vec())).collect()
            }
            Input::Decisions => (0..DECISIONS).map(|number| seed(format!("decisions-{number}"), decisions(number))).collect(),
        };
        seeds.retain(|seed| seed.bytes.len() <= LONGEST);
        seeds
    }
}

fn decisions(number: u64) -> Vec<u8> {
    let mut rng = Rng::new(number);
    let len = 8 + rng.below(600);
    (0..len).map(|_| rng.next_u64() as u8).collect()
}

/// A module as a finalised program whose `main` calls every function with a few values each and
/// keeps what they return; `None` if it needs what such a program cannot have.
fn with_main(mut module: Module, mut bodies: Vec<Function>) -> Option<Vec<u8>> {
    for func in module.funcs.keys().collect::<Vec<_>>() {
        let decl = &mut module.funcs[func];
        if decl.defined && decl.name != "_start" {
            decl.linkage = Linkage::Internal;
        }
    }
    for global in module.globals.keys().collect::<Vec<_>>() {
        module.globals[global].linkage = Linkage::Internal;
    }
    if !is_valid(&module, &bodies) || module.func_by_name(ENTRY).is_some() {
        return None;
    }
    let functions: Vec<FuncId> = bodies.iter().map(|body| body.id).collect();
    let init = vec![GlobalInit::Zero(16)];
    let sink = GlobalVar { name: "sink".into(), linkage: Linkage::Internal, constant: false, align: 16, init };
    let sink = Value::global(module.globals.push(sink));
    let main = module.define_func(ENTRY, Linkage::Internal, Type::Void, &[]);
    let mut b = FunctionBuilder::new(&mut module, main);
    for (number, func) in functions.into_iter().enumerate().take(12) {
        let params = b.module().func_sig(func).params.clone();
        let args: Vec<Value> = params.iter().enumerate().map(|(index, &ty)| argument(&mut b, number + index, ty)).collect();
        let result = b.call(func, &args);
        if let Some(result) = result.filter(|&result| b.func().ty(result).memory_bytes().is_some()) {
            b.store(result, sink);
        }
    }
    b.ret(None);
    bodies.push(b.finish());
    is_valid(&module, &bodies).then(|| write_module(&module, &bodies).ok()).flatten()
}

fn argument(b: &mut FunctionBuilder<'_>, number: usize, ty: Type) -> Value {
    const NUMBERS: [i64; 6] = [7, 1, -1, 0x7fff_ffff, 100, 0x1_2345_6789];
    let value = NUMBERS[number % NUMBERS.len()];
    match ty {
        Type::F32 => b.f32(value as f32),
        Type::F64 => b.f64(value as f64),
        ty if ty.is_scalar_int() => {
            let bits = value as u64 & (u64::MAX >> (64 - ty.bits()));
            b.func().push_value(ty, ValueDef::Int(bits))
        }
        _ => b.undef(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGETS;

    #[test]
    fn every_target_has_seeds_that_are_cases_of_it() {
        let text = "@g = internal global [4 x i8] zeroinitializer\n\
                    define internal i32 @f(i32 %a, double %b) {\n  %r = add i32 %a, 1\n  ret i32 %r\n}\n";
        let sources = Sources::new(vec![seed("f", text.into())], Vec::new());
        assert!(sources.programs.iter().any(|program| program.name == "f"), "a main was added");
        for target in TARGETS {
            let seeds = sources.of(target);
            assert!(seeds.len() > 3, "{}", target.name);
            let count = seeds.iter().take(5).filter(|seed| (target.run)(&seed.bytes)).count();
            assert!(count >= 4, "{}: {count} of 5", target.name);
        }
    }
}
