//! Reads a file once, all bodies included, as the driver does: `valgrind --tool=callgrind read_cost FILE` gives the reader's cost.
//!
//! `read_cost FILE print` prints the module's functions instead.

use std::process::ExitCode;

use translator::bitcode::{ModuleReader, ReadScratch, decode_body};
use translator::ice::{Function, print};

fn run(path: &str, show: bool) -> Result<(usize, usize), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let mut reader = ModuleReader::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let (module, shared) = (reader.module().clone(), reader.shared().clone());
    let (mut scratch, mut function) = (ReadScratch::default(), Function::default());
    let (mut bodies, mut insts) = (0, 0);
    while let Some(body) = reader.next_body().map_err(|error| error.to_string())? {
        decode_body(&shared, &module, &body, &mut scratch, &mut function).map_err(|error| error.to_string())?;
        bodies += 1;
        insts += function.inst_count();
        if show {
            print!("{}", print::function(&function, Some(&module)));
        }
    }
    Ok((bodies, insts))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else {
        eprintln!("usage: read_cost FILE [print]");
        return ExitCode::FAILURE;
    };
    match run(path, args.len() > 1) {
        Ok((bodies, insts)) => {
            eprintln!("{path}: {bodies} functions, {insts} instructions");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}
