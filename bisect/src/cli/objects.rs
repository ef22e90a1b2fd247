//! `bisect objects`.

use std::fs;
use std::time::Duration;

use crosstest::shell;

use super::args::ObjectsArgs;
use super::progress::Line;
use super::{Status, directory, identity, listen, pexe, publish, say};
use crate::objects::{Commands, Located, locate};
use crate::report::{Document, Part};
use crate::space::Lab;

/// Runs the command.
pub fn main(args: &ObjectsArgs) -> Result<Status, String> {
    let read = |path: &std::path::Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let (good, bad) = (read(&args.good)?, read(&args.bad)?);
    let out = &args.search.out;
    directory(out)?;
    let identity = identity(&[&good, &bad, args.link.as_bytes(), args.test.as_bytes()]);
    let journal = pexe::journal(&args.search, &identity)?;
    let line = Line::new();
    let mut settings = args.search.settings();
    settings.ignore = ignored(args)?;
    let requests = listen()?;
    let watch = |space: &str, progress| {
        line.show(|| pexe::describe(space, progress));
        !requests.have_come()
    };
    let mut lab = Lab { journal, settings, jobs: args.search.jobs(), watch: &watch, ended: false };
    let commands = Commands { link: args.link.clone(), test: args.test.clone(), limit: Duration::from_secs(args.timeout) };
    let located = locate(&args.good, &args.bad, &commands, &mut lab);
    line.clear();
    let located = located?;
    let document = document(args, &located, [&good, &bad]);
    publish(out, &document)?;
    let names = located.elements.iter().map(|element| element.name.clone()).collect::<Vec<_>>();
    say(&pexe::summary(&located.found, &names, None));
    say(&format!("the report: {}", out.join("report.md").display()));
    Ok(if lab.ended { Status::Interrupted } else { pexe::status(&located.found, args.search.first) })
}

/// The numbers of the elements to ignore.
fn ignored(args: &ObjectsArgs) -> Result<Vec<u32>, String> {
    if args.search.ignore.is_empty() {
        return Ok(Vec::new());
    }
    let read = |path: &std::path::Path| -> Result<crosstest::relocatable::Object, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        crosstest::relocatable::Object::read(&bytes)
    };
    let mixer = crate::mix::Mixer::new(&read(&args.good)?, &read(&args.bad)?, crate::mix::References::MayBeResolved)?;
    Ok(pexe::ignored(&args.search.ignore, mixer.elements()))
}

fn document(args: &ObjectsArgs, located: &Located, objects: [&[u8]; 2]) -> Document {
    let title = format!("bisect: {} against {}", args.good.display(), args.bad.display());
    let mut document = Document { title, parts: Vec::new() };
    let names: Vec<String> = located.elements.iter().map(|element| element.name.clone()).collect();
    document.heading("What makes the test fail");
    document.text(pexe::summary(&located.found, &names, None));
    document.text(format!("With the good object the test {}, with the bad one it {}.", located.ends[0], located.ends[1]));
    if !located.warnings.is_empty() {
        document.heading("Mind");
        document.parts.push(Part::List(located.warnings.clone()));
    }
    for minimal in &located.found.sets {
        for &element in &minimal.elements {
            let element = &located.elements[element as usize];
            document.heading(format!("{} ({} and {} bytes)", element.name, element.sizes[0], element.sizes[1]));
            pexe::assembly(&mut document, &element.name, ["good", "bad"], objects);
        }
    }
    document.heading("Commands");
    let files = [&args.good, &args.bad].map(|path| path.display().to_string());
    let words = ["bisect", "objects", &files[0], &files[1], "--link", &args.link, "--test", &args.test];
    document.code(shell::join(words));
    document
}
