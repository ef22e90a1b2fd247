//! What a surviving mutant changes: a module, and its code with and without the mutant.
//!
//! Runs in the mutated program, with a mutant and an item whose translation it changes. Out: files
//! in a directory: the module as text, and the listing of each function that differs, side by side.

use std::path::Path;

use translator::options::Isa;
use translator::text;

use super::channels::{self, Channel};
use super::hooks;
use super::probe::MODULES;
use crate::disasm;
use crate::exec::link::Runtimes;
use crate::probes::items::{self, Items};
use crate::probes::modules::Modules;
use crate::probes::suites::Suites;

/// Writes what a mutant changes in an item's translation in an execution; the first line that
/// differs.
pub fn show(mutant: u32, channel: Channel, item: usize, execution: &str, dir: &Path) -> Result<String, String> {
    let executions = channels::executions();
    let index = executions.iter().position(|known| known.to_string() == execution).unwrap_or(0);
    let targets = items::targets(&executions);
    hooks::choose(0);
    let runtimes = Runtimes::new(&[])?;
    let items: Box<dyn Items> = match channel {
        Channel::Suites => Box::new(Suites::new(executions.clone(), Runtimes::new(&[])?)?),
        _ => Box::new(Modules::new(MODULES, executions.clone(), &targets, &runtimes)),
    };
    let (subject, options) = items.subject(item, index)?;
    let original = subject.translate_as(&options)?;
    let module = text::print_module(&subject.module, &subject.bodies);
    let names: Vec<String> = subject.bodies.iter().map(|body| subject.module.func_symbol(body.id).into_owned()).collect();
    hooks::choose(mutant);
    // Read again: what reads it may be what the mutant changes.
    let changed = items.subject(item, index).and_then(|(subject, options)| subject.translate_as(&options));
    hooks::choose(0);
    std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let (text, first) = match changed {
        Ok(changed) => difference(options.isa, &names, &original, &changed),
        Err(why) => (format!("with the mutant: {why}\n"), why),
    };
    let file =
        |name: &str, text: &str| std::fs::write(dir.join(name), text).map_err(|error| format!("{}: {error}", dir.display()));
    file("module.ll", &module)?;
    file("difference.txt", &format!("{} in {execution}\n\n{text}", items.name(item)))?;
    Ok(first)
}

/// The listings of functions that differ, side by side, and the first line that does.
fn difference(isa: Isa, names: &[String], original: &[u8], changed: &[u8]) -> (String, String) {
    let mut text = String::new();
    let mut first = String::new();
    for name in names {
        let list = |object: &[u8]| disasm::function(isa, object, name).unwrap_or_else(|why| vec![why]);
        let (without, with) = (list(original), list(changed));
        if without == with {
            continue;
        }
        let at = without.iter().zip(&with).take_while(|(a, b)| a == b).count();
        let line = |of: &[String]| of.get(at).map_or("(nothing)", String::as_str).trim().to_string();
        if first.is_empty() {
            first = format!("@{name}: `{}` -> `{}`", line(&without), line(&with));
        }
        text += &format!("@{name}\n");
        let width = without.iter().map(|line| line.chars().count()).max().unwrap_or(0).min(60);
        for row in 0..without.len().max(with.len()) {
            let (a, b) = (without.get(row).map_or("", String::as_str), with.get(row).map_or("", String::as_str));
            text += &format!("{} {a:<width$}  {b}\n", if a == b { " " } else { "|" });
        }
        text += "\n";
    }
    if first.is_empty() {
        let at = original.iter().zip(changed).take_while(|(a, b)| a == b).count();
        first = format!(
            "the objects differ from byte {at} on, in no function's code ({} and {} bytes)",
            original.len(),
            changed.len()
        );
    }
    (text, first)
}
