//! The program `szbuild`: an executable whose functions come from two translators.
//!
//! In: a program, two translators, and which functions are whose (`choice`). Out: an executable for
//! Linux, as `pnacl-translate` links it, of one object made of two ([`crate::mix`]).

mod choice;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use crosstest::relocatable::Object;
use translator::driver::executable::{self, toolchain::Toolchain};
use translator::driver::output::Output;
use translator::driver::source::Source;
use translator::ice::{Function, Module};
use translator::options::{Isa, OptLevel, Options};

use crate::mix::{Element, Kind, Mixer, References};
use crate::search::Set;
use crate::translate::{Restriction, Translator};
use choice::Choice;

/// Builds an executable for Linux out of a program's functions as two translators make them
#[derive(Parser, Debug)]
#[command(name = "szbuild", version, after_help = EXAMPLES)]
pub struct Cli {
    /// The program: frozen bitcode (.pexe) or its text form (.ll)
    pexe: PathBuf,
    /// Where to write the executable
    #[arg(long, short, default_value = "a.out")]
    output: PathBuf,
    /// Functions of the first translator: a name (`.*` stands for anything), or a range of numbers such as 3, 3:9, :9
    #[arg(long, short, value_name = "FUNCTIONS")]
    include: Vec<String>,
    /// Functions of the second translator, even if they are included
    #[arg(long, short, value_name = "FUNCTIONS")]
    exclude: Vec<String>,
    /// The first translator's recipe: 2; m1, -1 or 0; 1 is 2
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", allow_hyphen_values = true)]
    level: String,
    /// What to translate for
    #[arg(long, value_name = "ISA", default_value = "x8632", value_parser = isa)]
    target: Isa,
    /// Options for the first translator, which is pnacl-sz
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    sz: Vec<String>,
    /// Options for the second translator: pnacl-sz, at -Om1 unless they say otherwise
    #[arg(long, visible_alias = "llvm", value_name = "OPTIONS", allow_hyphen_values = true)]
    llc: Vec<String>,
    /// A command as the first translator: `CMD -target=ISA -o OUT OPTIONS IN`, or with patterns: `CMD {triple} {in} {out}`
    #[arg(long, value_name = "CMD")]
    sz_translator: Option<String>,
    /// A command as the second translator
    #[arg(long, value_name = "CMD")]
    llc_translator: Option<String>,
    /// Print functions with their numbers, and whose they are
    #[arg(long)]
    list: bool,
    /// Print the link command
    #[arg(long, short)]
    verbose: bool,
    /// Taken for scripts: everything is always made again
    #[arg(long, value_name = "0|1", hide = true)]
    force: Option<u8>,
    /// Taken for scripts: objects are linked in any case
    #[arg(long, value_name = "TYPE", hide = true)]
    filetype: Option<String>,
}

const EXAMPLES: &str = "\
Without --include and --exclude all functions are the first translator's. Excluded ones are the second's, then included ones the
first's; of others the second's if there is an --include. Functions that both make alike, and all data, are the first's. A number is
a function's place in the program.

Examples:
  szbuild p.pexe -o p --include 0:20                 the first 20 functions at -O2, the others at -Om1
  szbuild p.pexe -o p --exclude main --llc=-disable-pass=licm --llc=-O2
  szbuild p.pexe -o p -e '.*printf.*' --llc-translator 'llc-14 -mtriple={triple} -filetype=obj -function-sections -o {out} {ll}'

Exit status: 0 if the executable was written; 1 if something was refused or is not installed, which is said; 2 if the command line
makes no sense.";

/// How long a translator that is a command may take.
const LIMIT: Duration = Duration::from_secs(3600);

fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("it is one of {}", Isa::ALL.map(Isa::name).join(", ")))
}

/// Runs the program; `arguments` has its name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // With its streams closed there is nobody left to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match build(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            use std::io::Write;
            let _ = writeln!(std::io::stderr(), "szbuild: {message}");
            ExitCode::FAILURE
        }
    }
}

fn build(cli: &Cli) -> Result<(), String> {
    let opt = match cli.level.as_str() {
        "2" | "1" => OptLevel::O2,
        "m1" | "-1" | "0" => OptLevel::Om1,
        other => return Err(format!("-O{other}: it is one of 2, 1, 0, m1, -1")),
    };
    let choice = Choice::new(&cli.include, &cli.exclude)?;
    // What is not installed is said before anything is done.
    let mut toolchain = Toolchain::find(cli.target, None).map_err(|error| error.to_string())?;
    toolchain.verbose = cli.verbose;
    let (module, bodies) = read(&cli.pexe)?;
    let first = translator(cli.target, opt, cli.sz_translator.as_deref(), &cli.sz)?;
    let made = first.translate(&module, &bodies, &Restriction::default())?.object;
    let object = if choice.is_all() && !cli.list {
        made
    } else {
        let second = translator(cli.target, OptLevel::Om1, cli.llc_translator.as_deref(), &cli.llc)?;
        let other = second.translate(&module, &bodies, &Restriction::default())?.object;
        mixed(cli, &choice, &module, [&first, &second], [&made, &other])?
    };
    let options = Options::new(cli.target, opt);
    let program = executable::link_object(&toolchain, &object, &options).map_err(|error| error.to_string())?;
    Output::File(cli.output.clone()).write_program(&program).map_err(|error| format!("{}: {error}", cli.output.display()))
}

fn read(path: &Path) -> Result<(Module, Vec<Function>), String> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    Source::new(&bytes, &name, false)
        .and_then(|source| source.read())
        .map_err(|error| if error.names_its_file() { error.to_string() } else { format!("{name}: {error}") })
}

/// A translator: this project's, or a command, with options.
fn translator(isa: Isa, opt: OptLevel, command: Option<&str>, options: &[String]) -> Result<Translator, String> {
    let spec = format!("-{opt} {}", options.join(" "));
    match command {
        Some(command) => Translator::command(command, spec.trim(), isa, LIMIT),
        None => Translator::with_options(spec.trim(), isa),
    }
}

/// One object of two, by the choice.
fn mixed(
    cli: &Cli,
    choice: &Choice,
    module: &Module,
    translators: [&Translator; 2],
    [first, second]: [&[u8]; 2],
) -> Result<Vec<u8>, String> {
    // Those of this project relocate every reference; of others nothing is known.
    let is_foreign = translators.iter().any(|translator| translator.is_foreign());
    let references = if is_foreign { References::MayBeResolved } else { References::AllRelocated };
    let mixer = Mixer::new(&Object::read(first)?, &Object::read(second)?, references)
        .map_err(|why| why.replace("the good object", "the first object").replace("the bad object", "the second object"))?;
    let elements = mixer.elements();
    let number = |name: &str| module.funcs.keys().position(|id| module.func_symbol(id) == name);
    let is_second = |element: &Element| {
        element.kind == Kind::Function && number(&element.name).is_some_and(|number| !choice.is_first(&element.name, number))
    };
    let set: Set = (0..).zip(elements).filter(|(_, element)| is_second(element)).map(|(index, _)| index).collect();
    if cli.list {
        list(module, translators, |name| elements.iter().find(|element| element.name == name).map(is_second))?;
    }
    mixer.mix(&set)
}

/// Prints the functions of a module, with what `whose` says: whether it is the second's, if that makes
/// a difference.
fn list(module: &Module, translators: [&Translator; 2], whose: impl Fn(&str) -> Option<bool>) -> Result<(), String> {
    let mut text = String::new();
    for (number, id) in module.funcs.keys().enumerate().filter(|&(_, id)| module.funcs[id].defined) {
        let name = module.func_symbol(id);
        let side = match whose(&name) {
            Some(second) => &*translators[usize::from(second)].name,
            None => "alike",
        };
        text += &format!("{number:5} {name}  {side}\n");
    }
    Output::Stdout.write(text.as_bytes()).map_err(|error| format!("standard output: {error}"))
}
