//! A translator with deliberate faults, for the tests of bisection: takes the options of
//! `pnacl-sz`, and is wrong where it is told to be.
//!
//! The variable FAULTS lists faults as FUNCTION:OPERATION, separated by commas: in that function,
//! each such operation has its operands swapped by the pass `simplify`, as its first
//! transformations. `FUNCTION:calls` swaps the first two arguments of each direct call in a
//! function, `FUNCTION:params` the first two parameters: a calling convention that has changed.
//! `VARIABLE:align` forgets the variable's alignment. `crash:OPERATION` makes it panic,
//! `hang:OPERATION` never end, when any function has such an operation.

use std::process::ExitCode;

use translator::driver::{self, Program, Request, args, input::Input, source::Source};
use translator::ice::{Function, Inst, InstData, Module, print};
use translator::options::Pass;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("faulty_sz: {message}");
            ExitCode::FAILURE
        }
    }
}

/// An operation's name, if it is a binary one.
fn operation(func: &Function, inst: Inst) -> String {
    match func.inst(inst) {
        InstData::Binary { op, .. } => op.to_string(),
        _ => String::new(),
    }
}

fn run() -> Result<(), String> {
    let Ok(Request::Translate(invocation)) = args::parse(std::env::args_os().skip(1)) else { return Err("usage".into()) };
    let Program::Input(Input::File(path)) = &invocation.program else { return Err("one file".into()) };
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let source = Source::new(&bytes, "input", false).map_err(|error| error.to_string())?;
    let (mut module, mut bodies) = source.read().map_err(|error| error.to_string())?;
    let mut options = invocation.options;
    let limit = options.controls.fuel.unwrap_or(u64::MAX);
    let mut spent = 0;
    for fault in std::env::var("FAULTS").unwrap_or_default().split(',') {
        let (name, operation) = fault.split_once(':').unwrap_or((fault, ""));
        if operation == "align" {
            let named: Vec<_> = module.globals.iter().filter(|(_, global)| global.name == name).map(|(id, _)| id).collect();
            named.into_iter().for_each(|id| module.globals[id].align = 1);
        }
        let allowed = if options.controls.disabled.contains(Pass::Simplify) { 0 } else { limit };
        make_faults(&module, &mut bodies, name, operation, allowed, &mut spent);
    }
    options.controls.fuel = options.controls.fuel.map(|fuel| fuel.saturating_sub(spent));
    let object = driver::translate_module(&module, &bodies, &options).map_err(|error| error.to_string())?;
    let Some(driver::output::Output::File(output)) = invocation.output else { return Err("no output".into()) };
    std::fs::write(output, object).map_err(|error| error.to_string())?;
    if options.controls.fuel.is_some_and(|left| left > 0) {
        eprintln!("pass-fuel: {spent} transformations; there are no more");
    }
    Ok(())
}

fn make_faults(module: &Module, bodies: &mut [Function], name: &str, wanted: &str, limit: u64, spent: &mut u64) {
    for body in bodies {
        if module.func_symbol(body.id) == name && ["calls", "params"].contains(&wanted) && *spent < limit {
            *spent += 1;
            if wanted == "calls" {
                swap_arguments(body)
            } else {
                swap_parameters(body)
            }
            continue;
        }
        let insts = body.block_order().iter().flat_map(|&block| body.block_insts(block));
        let insts: Vec<Inst> = insts.filter(|&inst| operation(body, inst) == wanted).collect();
        for inst in insts {
            match name {
                "crash" => panic!("no rule for {wanted} of v{}", inst.as_u32()),
                "hang" => loop {
                    std::thread::sleep(std::time::Duration::from_secs(1));
                },
                _ => {}
            }
            if module.func_symbol(body.id) != name || *spent >= limit {
                continue;
            }
            *spent += 1;
            if *spent == limit {
                let text = print::inst(body, Some(module), inst).to_string();
                eprintln!("pass-fuel: {spent} transformations; the last: pass simplify in {name}, {text}");
            }
            if let InstData::Binary { lhs, rhs, .. } = body.inst_mut(inst) {
                std::mem::swap(lhs, rhs);
            }
        }
    }
}

/// All instructions of a body.
fn all_insts(body: &Function) -> Vec<Inst> {
    body.block_order().iter().flat_map(|&block| body.block_insts(block)).collect()
}

/// Swaps the first two arguments of each call.
fn swap_arguments(body: &mut Function) {
    for inst in all_insts(body) {
        if let InstData::Call { func, args } = *body.inst(inst) {
            let mut values = body.values(args).to_vec();
            if values.len() >= 2 {
                values.swap(0, 1);
                let args = body.make_values(&values);
                *body.inst_mut(inst) = InstData::Call { func, args };
            }
        }
    }
}

/// Swaps the uses of the first two parameters.
fn swap_parameters(body: &mut Function) {
    let parameters: Vec<_> = body.args().collect();
    let &[first, second, ..] = parameters.as_slice() else { return };
    for inst in all_insts(body) {
        body.map_operands(inst, |value| match value {
            value if value == first => second,
            value if value == second => first,
            value => value,
        });
    }
}
