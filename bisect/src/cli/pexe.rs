//! `bisect pexe`: functions, passes, the transformation, the reduced module, the report.

use std::fs;
use std::path::Path;

use crosstest::case::{Case, LoadError, Overrides, Test};
use crosstest::disasm;
use crosstest::exec::link::Runtimes;
use crosstest::files;
use crosstest::job::Target;
use crosstest::shell;
use crosstest::signals::Requests;
use translator::options::{OptLevel, Pass};

use super::args::{PexeArgs, SearchArgs, SidesArgs};
use super::keep::Keeper;
use super::progress::Line;
use super::smaller::Small;
use super::{Status, directory, identity, listen, publish, say};
use crate::budget::Budget;
use crate::journal::Journal;
use crate::locate::{Culprit, Guilt, Located, Setup, Transformation, locate};
use crate::mix::Element;
use crate::passes;
use crate::program::Program;
use crate::reduce::oracle::mix_named;
use crate::report::{Document, Part};
use crate::search::{Found, Progress, Stop};
use crate::space::Lab;
use crate::translate::{Restriction, Translator};
use crosstest::relocatable::Object;

/// The two translators of the arguments.
pub fn translators(sides: &SidesArgs) -> Result<[Translator; 2], String> {
    let make = |command: &Option<String>, options: &str| match command {
        Some(command) => Translator::command(command, options, sides.target, sides.limit()),
        None => Translator::with_options(options, sides.target),
    };
    Ok([make(&sides.good_translator, &sides.good)?, make(&sides.bad_translator, &sides.bad)?])
}

/// Reads a test. Arguments and calls replace what it says itself.
pub fn load(file: &Path, args: &[String], calls: &[String]) -> Result<Case, String> {
    let overrides = Overrides { args: (!args.is_empty()).then(|| args.to_vec()), calls: calls.to_vec() };
    match Test::load(file, &overrides) {
        Ok(Test::Case(case)) => Ok(*case),
        Ok(Test::Refused(_)) => Err(format!("{}: this module is no valid one, as the file says itself", file.display())),
        Err(LoadError::Io(message) | LoadError::Content(message)) => Err(format!("{}: {message}", file.display())),
    }
}

/// The journal in the directory for results.
pub fn journal(args: &SearchArgs, identity: &str) -> Result<Journal, String> {
    let path = args.out.join("journal");
    if args.fresh && path.exists() {
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Journal::open(&path, identity)
}

/// The numbers of elements with these names.
pub fn ignored(names: &[String], elements: &[Element]) -> Vec<u32> {
    (0..).zip(elements).filter(|(_, element)| names.contains(&element.name)).map(|(index, _)| index).collect()
}

/// Progress of a search, in a line.
pub fn describe(space: &str, progress: Progress) -> String {
    let Progress { left, tests, to_go, found } = progress;
    format!("bisecting {space}: {left} left, {found} sets found, {tests} tests done, about {to_go} to go")
}

/// How a run ends, of which all sets were asked for or the first one.
pub fn status(found: &Found, first: bool) -> Status {
    let is_done = found.complete || first && found.stopped.is_none() && !found.sets.is_empty();
    if is_done { Status::Done } else { Status::Partial }
}

/// What was found, in a paragraph.
/// `untold` is why the first of the tests without an answer had none, if that is known.
pub fn summary(found: &Found, names: &[String], untold: Option<&str>) -> String {
    let show = |set: &[u32]| set.iter().map(|&element| names[element as usize].as_str()).collect::<Vec<_>>().join(" + ");
    let mut lines: Vec<String> = Vec::new();
    match found.sets.len() {
        0 => lines.push("No minimal failing set was found.".into()),
        1 => lines.push(format!("One minimal failing set among {} elements:", names.len())),
        count => lines.push(format!("{count} minimal failing sets among {} elements:", names.len())),
    }
    for minimal in &found.sets {
        let unsure = if minimal.sure { "" } else { " (a smaller one may fail, too: a test of it could not be told)" };
        lines.push(format!("  {}{unsure}", show(&minimal.elements)));
    }
    match found.stopped {
        Some(Stop::Budget) => lines.push("The budget is spent: there may be more.".into()),
        Some(Stop::Asked) => lines.push("It was ended: there may be more.".into()),
        Some(Stop::HittingSets) => lines.push("There are too many combinations left: there may be more.".into()),
        None if found.complete => lines.push("There are no others.".into()),
        None => lines.push("There may be others.".into()),
    }
    if let Some(smallest) = &found.smallest {
        lines.push(format!("The smallest set that was seen to fail has {} elements.", smallest.len()));
    }
    if !found.flaky.is_empty() {
        lines.push(format!(
            "Flaky: {} sets did not answer the same each time, the first of them {}.",
            found.flaky.len(),
            show(&found.flaky[0])
        ));
    }
    if found.unresolved > 0 {
        let why = untold.map_or(String::new(), |why| format!(" The first: {why}"));
        lines.push(format!("{} tests could not be told.{why}", found.unresolved));
    }
    lines.push(format!("{} tests were made.", found.tests));
    lines.join("\n")
}

/// A function's code in both objects, side by side.
pub fn assembly(document: &mut Document, name: &str, titles: [&str; 2], objects: [&[u8]; 2]) {
    let machine = Object::read(objects[0]).ok().map(|object| object.machine);
    let Some(isa) = machine.and_then(crosstest::isa::of_machine) else { return };
    let code = objects.map(|object| disasm::function(isa, object, name).map(|lines| lines.join("\n")));
    if let [Ok(good), Ok(bad)] = &code {
        document.sides(titles, [good, bad]);
    }
}

/// A bisection of a program.
pub(super) struct Session<'a> {
    pub(super) args: &'a PexeArgs,
    pub(super) good: Translator,
    pub(super) bad: Translator,
    pub(super) runtimes: Runtimes,
    pub(super) target: Target,
    pub(super) line: Line,
    /// What all of it has taken.
    pub(super) budget: Budget,
    pub(super) requests: Requests,
}

/// Runs the command.
pub fn main(args: &PexeArgs) -> Result<Status, String> {
    let [good, bad] = translators(&args.sides)?;
    let case = load(&args.file, &args.args, &args.call)?;
    let target = Target { isa: args.sides.target, opt: OptLevel::Om1 };
    let runtimes = Runtimes::new(&[target])?;
    let (budget, requests) = (Budget::new(None), listen()?);
    let session = Session { args, good, bad, runtimes, target, line: Line::new(), budget, requests };
    directory(&args.search.out)?;
    let mut program = Program::new(case, target).map_err(|why| format!("{}: {why}", args.file.display()))?;
    let journal = journal(&args.search, &session.identity(&program)?)?;
    let watch = |space: &str, progress| {
        session.line.show(|| describe(space, progress));
        !session.requests.have_come()
    };
    let mut lab = Lab { journal, settings: args.search.settings(), jobs: args.search.jobs(), watch: &watch, ended: false };
    let setup = Setup {
        program: &mut program,
        runtimes: &session.runtimes,
        good: &session.good,
        bad: &session.bad,
        ignore: &args.search.ignore,
    };
    let located = locate(setup, &mut lab);
    session.line.clear();
    let located = located?;
    let names: Vec<String> = located.elements.iter().map(|element| element.name.clone()).collect();
    say(&summary(&located.found, &names, located.untold.as_deref()));
    let mut small = Vec::new();
    for (number, culprit) in (1..).zip(&located.culprits) {
        say(&guilt(culprit));
        let keeper = session.keeper(number, culprit);
        let reduced = session.reduce(&program, culprit, located.culprits.len() > 1, (&keeper, &mut lab.journal));
        session.line.clear();
        if let Ok(small) = &reduced {
            say(&format!(
                "{}: {} instructions{}",
                keeper.path.display(),
                small.reduced.candidate.instructions(),
                session.cut(small)
            ));
        }
        small.push(reduced);
    }
    session.publish(&program, &located, &small)?;
    let interrupted = session.requests.have_come();
    Ok(if interrupted { Status::Interrupted } else { status(&located.found, args.search.first) })
}

/// What is known of a culprit, in a line.
fn guilt(culprit: &Culprit) -> String {
    let functions = culprit.functions.join(" + ");
    let variables = culprit.variables.as_deref().map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "));
    let (suspects, mut more) = match variables {
        None => ("selection, allocation, the frame or encoding", String::new()),
        Some(none) if none.is_empty() => {
            ("selection, moves between variables, the frame or encoding", "; with all variables in the frame, too".into())
        }
        Some(some) => {
            ("liveness, allocation, the moves after it, the frame or encoding", format!("; only with {some} in registers"))
        }
    };
    if let Some(check) = &culprit.check {
        more += &format!("; a check of the translator fails {check}");
    }
    match &culprit.guilt {
        Guilt::Passes(passes, transformation) => {
            let passes: Vec<&str> = passes.iter().map(|pass| pass.name()).collect();
            let what = match transformation {
                Some(transformation) => format!("; the transformation: {}", transformation.last.what),
                None => String::new(),
            };
            format!("{functions}: {} {}{what}{more}", if passes.len() == 1 { "pass" } else { "passes" }, passes.join(" + "))
        }
        Guilt::NotOptional => format!("{functions}: no optional pass: {suspects}{more}"),
        Guilt::Data(what) => format!("{functions}: what the object says of data, no pass: {}", what.join("; ")),
        Guilt::Unknown(why) => format!("{functions}: which pass is not known: {why}"),
    }
}

impl Session<'_> {
    /// What tells this bisection from others: the two objects and what is run.
    fn identity(&self, program: &Program) -> Result<String, String> {
        let subject = &program.case.subject;
        let object = |translator: &Translator| {
            let translation = translator.translate(&subject.module, &subject.bodies, &Restriction::default());
            translation.map(|translation| translation.object).map_err(|why| {
                let file = self.args.file.display();
                format!("{} does not translate {file}: {why}\n  to make it smaller: bisect reduce {file}", translator.name)
            })
        };
        let (good, bad) = (object(&self.good)?, object(&self.bad)?);
        let ignore = self.args.search.ignore.join(",");
        Ok(identity(&[&good, &bad, self.args.args.join(" ").as_bytes(), self.args.call.join(" ").as_bytes(), ignore.as_bytes()]))
    }

    /// Where the reduced module of a set goes.
    fn keeper(&self, number: usize, culprit: &Culprit) -> Keeper {
        let name = if number == 1 { "reduced.ll".to_string() } else { format!("reduced-{number}.ll") };
        Keeper {
            path: self.args.search.out.join(name),
            header: format!("; {}\n; wrong with {} on {}\n", guilt(culprit), self.bad.name, self.target.isa),
            name: format!("reduction of {}", culprit.functions.join("+")),
        }
    }

    /// What to add about a reduction that was cut short.
    fn cut(&self, small: &Small) -> &'static str {
        match (small.reduced.finished, self.requests.have_come()) {
            (true, _) => "",
            (false, true) => "; interrupted: it could be smaller, and the same command goes on",
            (false, false) => "; cut short by --reduce-seconds: it could be smaller, and the same command goes on",
        }
    }

    fn publish(&self, program: &Program, located: &Located, small: &[Result<Small, String>]) -> Result<(), String> {
        let out = &self.args.search.out;
        let file = self.args.file.display().to_string();
        let mut document = Document { title: format!("bisect: {file} on {}", self.target.isa), parts: Vec::new() };
        let names: Vec<String> = located.elements.iter().map(|element| element.name.clone()).collect();
        document.heading("What was found");
        document.text(format!("Right with {}, wrong with {}: it {}.", self.good.name, self.bad.name, located.verdict.describe()));
        document.text(summary(&located.found, &names, located.untold.as_deref()));
        document.parts.push(Part::List(located.culprits.iter().map(guilt).collect()));
        for (number, (culprit, small)) in (1..).zip(located.culprits.iter().zip(small)) {
            self.culprit(&mut document, program, located, number, culprit, small)?;
        }
        document.heading("Commands");
        let nothing = Restriction::default();
        document.code(format!(
            "{}\n{}\n{}",
            self.good.command_line(self.target.isa, &file, "good.o", &nothing),
            self.bad.command_line(self.target.isa, &file, "bad.o", &nothing),
            self.again(&file)
        ));
        for (object, name) in located.objects.iter().zip(["good.o", "bad.o"]) {
            files::replace(&out.join(name), object)?;
        }
        publish(out, &document)?;
        say(&format!("the report: {}", out.join("report.md").display()));
        Ok(())
    }

    /// The command of this bisection, as a shell reads it.
    fn again(&self, file: &str) -> String {
        let PexeArgs { sides, search, call, args, .. } = self.args;
        let mut words: Vec<&str> = vec!["bisect", "pexe", file, "--target", self.target.isa.name()];
        words.extend(["--good", &sides.good, "--bad", &sides.bad]);
        let commands = [("--good-translator", &sides.good_translator), ("--bad-translator", &sides.bad_translator)];
        commands.into_iter().for_each(|(option, command)| words.extend(command.iter().flat_map(|command| [option, command])));
        search.ignore.iter().for_each(|name| words.extend(["--ignore", name]));
        let flags = [("--first", search.first), ("--each", search.each)];
        words.extend(flags.into_iter().filter(|(_, set)| *set).map(|(option, _)| option));
        call.iter().for_each(|call| words.extend(["--call", call]));
        words.extend((!args.is_empty()).then_some("--"));
        words.extend(args.iter().map(String::as_str));
        shell::join(words)
    }

    fn culprit(
        &self,
        document: &mut Document,
        program: &Program,
        located: &Located,
        number: usize,
        culprit: &Culprit,
        small: &Result<Small, String>,
    ) -> Result<(), String> {
        document.heading(format!("Set {number}: {}", culprit.functions.join(" + ")));
        document.text(format!("With these functions from the bad translation, the program {}.", culprit.verdict.describe()));
        document.text(guilt(culprit));
        let file = self.args.file.display().to_string();
        if let Guilt::Passes(passes, Some(transformation)) = &culprit.guilt {
            document.text("The program as far as that transformation, which is the last one that is made:");
            document.code(self.bad.command_line(self.target.isa, &file, "bad.o", &transformation.restriction));
            self.transformation(document, program, culprit, passes, transformation);
        }
        if let Some(variables) = culprit.variables.as_deref().filter(|variables| !variables.is_empty()) {
            let names = variables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            document.text(format!(
                "It does not fail while all variables are in the frame. Enough to be in registers: {names}; the numbers are those of \
                 -print-after=allocate, the registers those of the unrestricted allocation. The program with nothing else in registers:"
            ));
            let restriction = culprit.in_registers();
            document.code(self.bad.command_line(self.target.isa, &file, "bad.o", &restriction));
        }
        let is_code = !matches!(culprit.guilt, Guilt::Data(_));
        for function in culprit.functions.iter().filter(|_| is_code) {
            document.text(format!("The code of {function}:"));
            assembly(document, function, ["good", "bad"], [&located.objects[0], &located.objects[1]]);
        }
        match small {
            Err(why) => document.text(format!("The module was not made smaller: {why}.")),
            Ok(small) => self.reduced(document, number, culprit, small)?,
        }
        Ok(())
    }

    /// What the transformation changes in the function.
    fn transformation(
        &self,
        document: &mut Document,
        program: &Program,
        culprit: &Culprit,
        passes: &[Pass],
        transformation: &Transformation,
    ) {
        let Some(pass) = transformation.last.pass.or(passes.first().copied()) else { return };
        let subject = &program.case.subject;
        let before = Restriction { fuel: Some(transformation.fuel - 1), ..transformation.restriction.clone() };
        for (function, options) in culprit.functions.iter().filter_map(|function| Some((function, self.bad.own_options()?))) {
            let text = |restriction| -> String {
                let after = passes::after(&subject.module, &subject.bodies, options, restriction, pass, function);
                after.into_iter().map(|after| after.text).collect()
            };
            let (without, with) = (text(&before), text(&transformation.restriction));
            if without != with {
                document.text(format!("{function} after the pass {}, without the transformation and with it:", pass.step()));
                document.sides(["without", "with"], [&without, &with]);
            }
        }
        let object = |restriction| self.bad.translate(&subject.module, &subject.bodies, restriction).map(|made| made.object);
        if let (Ok(without), Ok(with)) = (object(&before), object(&transformation.restriction)) {
            for function in &culprit.functions {
                document.text(format!("The code of {function}, without the transformation and with it:"));
                assembly(document, function, ["without", "with"], [&without, &with]);
            }
        }
    }

    fn reduced(&self, document: &mut Document, number: usize, culprit: &Culprit, small: &Small) -> Result<(), String> {
        let Small { reduced, entries } = small;
        let candidate = &reduced.candidate;
        let size = candidate.instructions();
        document.text(format!(
            "The reduced module has {size} instructions in {} functions{}. {} candidates were tried. It is a regression test: copy it \
             to fuzz/regressions.",
            candidate.bodies.len(),
            self.cut(small),
            reduced.tests
        ));
        let text = self.keeper(number, culprit).text(&entries.directives(), candidate);
        document.code(text);
        let translate = |translator: &Translator, restriction: &Restriction| {
            translator.translate(&candidate.module, &candidate.bodies, restriction).map(|translation| translation.object)
        };
        if let (Ok(good), Ok(bad)) =
            (translate(&self.good, &Restriction::default()), translate(&self.bad, &culprit.guilt.restriction()))
        {
            let bad = mix_named(&good, &bad, &culprit.functions).unwrap_or(bad);
            for body in &candidate.bodies {
                let name = candidate.module.func_symbol(body.id);
                document.text(format!("Its code of {name}:"));
                assembly(document, &name, ["good", "bad"], [&good, &bad]);
            }
        }
        Ok(())
    }
}
