//! A translation under suspicion, or one to compare with: this project's translator with some
//! options, or a command.
//!
//! In: a module, and which passes it has to do without or how many transformations it may make.
//! Out: the object file, or why there is none. A command is one that takes the options of
//! `pnacl-sz`: `CMD -target=ISA -o OUTPUT -O2 [-disable-pass=...] [-pass-fuel=N] INPUT`.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use crosstest::exec::RunError;
use crosstest::exec::llvm::Form;
use crosstest::exec::other::{Asked, Other};
use crosstest::job::Target;
use crosstest::shell;
use translator::bitcode;
use translator::driver::error::panic_message;
use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, Request, args};
use translator::ice::{Function, Module};
use translator::opt::fuel::LastStep;
use translator::options::{Features, Isa, OptLevel, Options, Pass, VarChoice};
use translator::pipeline::Watch;
use translator::text::parse_module;

use crate::journal;

/// How a translation is made.
#[derive(Clone, Debug)]
pub struct Translator {
    /// How reports call it, and how to make it: `-O2`, or the command.
    pub name: String,
    how: How,
    limit: Duration,
    /// The passes that a command knows, once it was asked.
    known: OnceLock<Vec<Pass>>,
    /// Set once its objects are grafted.
    grafts: OnceLock<()>,
}

#[derive(Clone, Debug)]
enum How {
    Options(Box<Options>),
    /// A command line, what it is to translate for, and further options.
    Command(Other, Isa, Vec<String>),
}

/// What is asked of a translation in particular.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restriction {
    /// Passes that do nothing.
    pub without: Vec<Pass>,
    /// How many transformations may be made.
    pub fuel: Option<u64>,
    /// In these functions the only variables that may be in registers without need.
    pub vars: Vec<VarChoice>,
}

impl Restriction {
    /// As options of `pnacl-sz`.
    pub fn options(&self) -> Vec<String> {
        let names: Vec<&str> = self.without.iter().map(|pass| pass.name()).collect();
        let without = (!names.is_empty()).then(|| format!("-disable-pass={}", names.join(",")));
        let fuel = self.fuel.map(|fuel| format!("-pass-fuel={fuel}"));
        let list = |vars: &Vec<u32>| if vars.is_empty() { String::new() } else { journal::show(vars) };
        let vars = self.vars.iter().map(|choice| format!("-reg-vars={}:{}", choice.function, list(&choice.vars)));
        without.into_iter().chain(fuel).chain(vars).collect()
    }

    /// Asks it of a translation's options.
    pub fn apply(&self, options: &mut Options) {
        self.without.iter().for_each(|&pass| options.controls.disabled.insert(pass));
        options.controls.fuel = self.fuel.or(options.controls.fuel);
        options.controls.vars.extend(self.vars.iter().cloned());
    }
}

/// A translation.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The object file.
    pub object: Vec<u8>,
    /// With limited fuel: how many transformations were made.
    pub spent: u64,
    /// With limited fuel that was used up: the last transformation.
    pub last: Option<Last>,
}

/// The last transformation of a translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Last {
    /// The pass that made it, if that is known.
    pub pass: Option<Pass>,
    /// Pass, function and instruction, in words.
    pub what: String,
}

impl From<LastStep> for Last {
    fn from(step: LastStep) -> Last {
        Last { pass: Some(step.pass), what: step.to_string() }
    }
}

/// Options in a line; the dash of the first one of its kind, as in `O2`, may be left out.
fn words(spec: &str) -> Vec<String> {
    spec.split_whitespace().map(|word| if word.starts_with('-') { word.into() } else { format!("-{word}") }).collect()
}

impl Translator {
    /// This project's translator with options in the syntax of `pnacl-sz`; the first one's dash may
    /// be left out: `O2 -disable-pass=dce`.
    pub fn with_options(spec: &str, isa: Isa) -> Result<Translator, String> {
        let words = words(spec);
        let line = [format!("-target={isa}")].into_iter().chain(words.iter().cloned()).chain(["-".into()]).map(OsString::from);
        match args::parse(line) {
            Ok(Request::Translate(invocation)) => {
                let how = How::Options(Box::new(invocation.options));
                Ok(Translator {
                    name: words.join(" "),
                    how,
                    limit: Duration::MAX,
                    known: OnceLock::new(),
                    grafts: OnceLock::new(),
                })
            }
            Ok(_) => Err(format!("`{spec}`: these are no options of a translation")),
            Err(error) => Err(format!("`{spec}`: {error}")),
        }
    }

    /// A command that gets options in the same syntax, and how long it may take.
    pub fn command(command: &str, spec: &str, isa: Isa, limit: Duration) -> Result<Translator, String> {
        let other = Other::new("it", command)?;
        let words = if other.has_patterns() { Vec::new() } else { words(spec) };
        let name = [command.to_string()].into_iter().chain(words.iter().cloned()).collect::<Vec<_>>().join(" ");
        Ok(Translator { name, how: How::Command(other, isa, words), limit, known: OnceLock::new(), grafts: OnceLock::new() })
    }

    /// Its options, if it is this project's translator.
    pub fn own_options(&self) -> Option<&Options> {
        match &self.how {
            How::Options(options) => Some(options),
            How::Command(..) => None,
        }
    }

    /// The passes that it can be told to do without. Another build of the translator may know fewer
    /// than this one.
    pub fn passes(&self) -> Vec<Pass> {
        let optional = || Pass::all().filter(|pass| pass.is_optional());
        let How::Command(command, isa, words) = &self.how else { return optional().collect() };
        let ask = || {
            let (module, bodies) = parse_module("define void @f() {\n  ret void\n}\n", "probe").unwrap_or_default();
            let knows = |&pass: &Pass| {
                let without = Restriction { without: vec![pass], ..Restriction::default() };
                self.translate_by((command, *isa, words), &module, &bodies, &without).is_ok()
            };
            optional().filter(knows).collect()
        };
        self.known.get_or_init(ask).clone()
    }

    /// Whether it is a command that is not called as `pnacl-sz` is.
    pub fn is_foreign(&self) -> bool {
        matches!(&self.how, How::Command(other, ..) if other.has_patterns())
    }

    /// From now on the objects of a command are made ones of this project's ([`graft`](Self::graft)).
    pub fn graft_from_now_on(&self) {
        let _ = self.grafts.set(());
    }

    /// An object of a command's made one of this project's: its code, and the data as this project's
    /// translator lays it out. An object of this project's is as it is.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn graft(&self, module: &Module, object: Vec<u8>) -> Result<Vec<u8>, String> {
        match &self.how {
            How::Options(_) => Ok(object),
            How::Command(other, isa, _) => {
                let target = Target { isa: *isa, opt: OptLevel::O2 };
                other.graft(module, target, &object).map_err(|why| format!("the object of {}: {why}", self.name))
            }
        }
    }

    /// The command line that makes this translation, as a shell reads it.
    pub fn command_line(&self, isa: Isa, input: &str, output: &str, restriction: &Restriction) -> String {
        let (program, words) = match &self.how {
            How::Options(_) => ("pnacl-sz".into(), words(&self.name)),
            // The shell's own text.
            How::Command(other, _, words) => (other.command().into(), words.clone()),
        };
        let fixed = [format!("-target={isa}"), "-o".into(), output.into()];
        let args = fixed.into_iter().chain(words).chain(restriction.options()).chain([input.into()]);
        args.fold(program, |line, word| line + " " + &shell::quote(&word))
    }

    /// Translates a module.
    pub fn translate(&self, module: &Module, bodies: &[Function], restriction: &Restriction) -> Result<Translation, String> {
        match &self.how {
            How::Options(options) => translate_here(options, module, bodies, restriction, Watch::default()),
            How::Command(command, isa, words) => {
                let mut restriction = restriction.clone();
                if !restriction.without.is_empty() {
                    let known = self.passes();
                    restriction.without.retain(|pass| known.contains(pass));
                }
                self.translate_by((command, *isa, words), module, bodies, &restriction)
            }
        }
    }

    fn translate_by(
        &self,
        (other, isa, words): (&Other, Isa, &[String]),
        module: &Module,
        bodies: &[Function],
        restriction: &Restriction,
    ) -> Result<Translation, String> {
        let opt = if words.iter().any(|word| word == "-Om1") { OptLevel::Om1 } else { OptLevel::O2 };
        let options: Vec<String> = words.iter().cloned().chain(restriction.options()).collect();
        let asked = Asked {
            target: Target { isa, opt },
            form: Form::Defined,
            features: Features::default(),
            options: &options,
            limit: self.limit,
        };
        let made = other.make(module, bodies, asked).map_err(|error| match error {
            RunError::NotRun(why) | RunError::Error(why) => format!("the translator `{}`: {why}", self.name),
        })?;
        let note = made.said.lines().find_map(|line| line.strip_prefix("pass-fuel: "));
        let spent = note.and_then(|note| note.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        let what = note.and_then(|note| Some(note.split_once("the last: ")?.1.to_string()));
        let last = what.map(|what| Last { pass: None, what });
        let object = if self.grafts.get().is_some() { self.graft(module, made.object)? } else { made.object };
        Ok(Translation { object, spent, last })
    }
}

/// Translates with this project's translator; its passes are watched.
pub(crate) fn translate_here(
    options: &Options,
    module: &Module,
    bodies: &[Function],
    restriction: &Restriction,
    watch: Watch,
) -> Result<Translation, String> {
    let mut options = options.clone();
    restriction.apply(&mut options);
    let mut report = Report::default();
    let read_again = if reads_wrongly(&options) { bitcode::write_module(module, bodies).ok() } else { None };
    #[cfg(feature = "faults")]
    let _faults = options.controls.faults.enter();
    // Unwind safety: after a panic nothing that was being worked on is used any more.
    let translated = catch_unwind(AssertUnwindSafe(|| {
        let pipeline = Pipeline::watched(&options, watch)?;
        let session = Session::sequential(&pipeline, &options);
        match &read_again {
            Some(bytes) => session.translate_bytes(bytes, "module", &mut report),
            None => session.translate_module(module, bodies, &mut report),
        }
    }));
    let object = match translated {
        Ok(Ok(object)) => object.into_bytes().map_err(|error| error.to_string())?,
        Ok(Err(error)) => return Err(error.to_string()),
        Err(panic) => return Err(format!("panic: {}", panic_message(&*panic))),
    };
    let notes = report.notes;
    Ok(Translation { object, spent: notes.fuel_spent, last: notes.last_step.map(Last::from) })
}

/// Whether the translation is to make mistakes when it reads: then it has to.
#[cfg(feature = "faults")]
fn reads_wrongly(options: &Options) -> bool {
    let injections = options.controls.faults.injections();
    injections.iter().any(|injection| injection.fault.row().stage == translator::faults::Stage::Reader)
}

#[cfg(not(feature = "faults"))]
fn reads_wrongly(_: &Options) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crosstest::case::Case;

    #[test]
    fn an_older_build_is_asked_for_the_passes_that_it_knows() {
        let old = "f() { case \"$*\" in *=dce\\ *|*=licm\\ *) : > $3;; *) false;; esac; }; f";
        let old = Translator::command(old, "O2", Isa::X8632, Duration::from_secs(60)).unwrap();
        assert_eq!(old.passes(), [Pass::Licm, Pass::Dce]);
        let own = Translator::with_options("O2", Isa::X8632).unwrap();
        assert!(own.passes().contains(&Pass::EdgeMoves) && !own.passes().contains(&Pass::Lower));
    }

    #[test]
    fn a_command_gets_the_recipe_and_is_printed_as_a_shell_reads_it() {
        let command = Translator::command("./my sz", "O2 -filetype=obj", Isa::X8632, Duration::from_secs(60)).unwrap();
        assert_eq!(command.name, "./my sz -O2 -filetype=obj");
        let limited = Restriction { fuel: Some(7), ..Restriction::default() };
        assert_eq!(
            command.command_line(Isa::X8632, "it's a b.pexe", "bad.o", &limited),
            "./my sz -target=x8632 -o bad.o -O2 -filetype=obj -pass-fuel=7 \"it's a b.pexe\""
        );
        let source = Case::parse(SOURCE, "t.ll").unwrap().subject;
        let echo = Translator::command("f() { echo \"$@\"; false; }; f", "O2", Isa::Arm32, Duration::from_secs(60)).unwrap();
        let error = echo.translate(&source.module, &source.bodies, &limited).unwrap_err();
        assert!(error.contains("-target=arm32 -o ") && error.contains(" -O2 -pass-fuel=7 "), "{error}");
    }

    const SOURCE: &str =
        "; run: @f(i32 2)\ndefine i32 @f(i32 %a) {\n  %x = add i32 %a, 0\n  %y = mul i32 %x, %x\n  ret i32 %y\n}\n";

    #[test]
    fn options_are_those_of_the_translator() {
        let translator = Translator::with_options("O2 -disable-pass=dce,licm", Isa::Arm32).unwrap();
        assert_eq!(translator.name, "-O2 -disable-pass=dce,licm");
        let error = Translator::with_options("O9", Isa::X8632).unwrap_err();
        assert!(error.contains("`O9`: unknown option -O9"), "{error}");
    }

    #[test]
    fn a_command_translates_like_the_library_and_its_failures_are_told() {
        let case = Case::parse(SOURCE, "t.ll").unwrap();
        let (module, bodies) = (&case.subject.module, &case.subject.bodies);
        let own = Translator::with_options("O2", Isa::X8632).unwrap();
        let limited = Restriction { fuel: Some(1), without: vec![Pass::Dce], ..Restriction::default() };
        let translation = own.translate(module, bodies, &limited).unwrap();
        assert_eq!(translation.spent, 1);
        assert!(translation.last.unwrap().what.starts_with("pass simplify in f"));
        let dir = tempfile::tempdir().unwrap();
        let object = dir.path().join("made.o");
        fs::write(&object, &translation.object).unwrap();
        let script = format!(
            "echo 'pass-fuel: 1 transformations; the last: pass x in f, it' >&2; f() {{ cp {} $3; }}; f",
            object.display()
        );
        let command = Translator::command(&script, "O2", Isa::X8632, Duration::from_secs(60)).unwrap();
        let copied = command.translate(module, bodies, &limited).unwrap();
        assert_eq!((copied.object, copied.last.map(|last| last.what).as_deref()), (translation.object, Some("pass x in f, it")));
        for (script, message) in
            [("exit 3;", "exited with status 3"), ("sleep 60;", "took too long"), ("true", "wrote no object")]
        {
            let command = Translator::command(script, "O2", Isa::X8632, Duration::from_millis(500)).unwrap();
            let error = command.translate(module, bodies, &Restriction::default()).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
