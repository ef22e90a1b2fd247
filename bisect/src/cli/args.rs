//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use translator::options::Isa;

use crate::search;

/// Finds out which functions, passes and transformations make a program fail, and makes the program
/// small
#[derive(Parser, Debug)]
#[command(name = "bisect", version, after_help = EXAMPLES)]
#[command(
    long_about = "Finds out what makes a program fail that is right when it is translated in another way: every minimal set of functions \
whose code has to be bad for that, the passes and the one transformation behind each, and the smallest module that still fails.\n\n\
Results go to a directory (--out): report.md, report.html, reduced.ll (a regression test), and a journal with which an interrupted \
run goes on where it was: give the same command again. The best module so far is in reduced.ll at all times."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bisect pexe p.pexe --target x8632                           what O2 breaks that is right at Om1
  bisect pexe p.ll --target arm32 --bad 'O2 -split-local-vars' -- one two
  bisect pexe p.pexe --target x8664 --bad-translator ./old/pnacl-sz       another build's -O2
  bisect bundle bundles/add-1a2b3c4d                          a disagreement that crosstest wrote down
  bisect objects good.o bad.o --link 'gcc $OBJECT main.o -o $PROGRAM' --test '$PROGRAM | cmp - expected'
  bisect reduce p.pexe --test './fails.sh'                    the smallest module that ./fails.sh FILE calls bad
  bisect reduce p.pexe --target mips32 --bad O2               ... on which the translator itself fails, or whose code is wrong

Scripts answer as for `git bisect run`: exit status 0 is good, 125 means cannot tell, any other one up to 127 is bad.

Exit status: 0 if all minimal sets were found, or a module was reduced as far as possible; 1 if there is nothing to find (both sides fail,
neither does) or inputs and commands do not work, which is said; 2 if the command line makes no sense; 3 if it ended early (budget, time,
answers that cannot be told), 130 if it was interrupted: the report has what was found up to then, and the same command goes on.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Bisect a program (.pexe or .ll) between two translations, in memory, run by the emulator
    Pexe(PexeArgs),
    /// Bisect a bundle: what `crosstest run --bundles` or `crosstest campaign` wrote
    Bundle(BundleArgs),
    /// Bisect two objects of any compilers by a link command and a test script
    Objects(ObjectsArgs),
    /// Make a module smaller while it fails
    Reduce(ReduceArgs),
}

/// How to search.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Where results go
    #[arg(long, short, value_name = "DIR", default_value = "bisect-out")]
    pub out: PathBuf,
    /// Tests to make at most in one space
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub budget: u64,
    /// Take these functions from the good side always
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Test each set so often; answers that differ are reported as flaky, and are no answer
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub repeats: u32,
    /// Stop at the first minimal set
    #[arg(long)]
    pub first: bool,
    /// Test each function alone, too: finds those that fail alone but not together, as when both
    /// sides of a calling convention have changed
    #[arg(long)]
    pub each: bool,
    /// Tests that run at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// Begin anew, whatever the journal says
    #[arg(long)]
    pub fresh: bool,
}

impl SearchArgs {
    /// Settings of a search; what is ignored is up to the elements' names.
    pub fn settings(&self) -> search::Settings {
        search::Settings {
            budget: self.budget,
            repeats: self.repeats,
            all: !self.first,
            each: self.each,
            ..search::Settings::default()
        }
    }

    /// How many tests run at the same time.
    pub fn jobs(&self) -> usize {
        jobs(self.jobs)
    }
}

/// How many things are done at the same time.
pub fn jobs(wanted: Option<usize>) -> usize {
    wanted.filter(|&jobs| jobs > 0).unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The two translations.
#[derive(Args, Clone, Debug)]
pub struct SidesArgs {
    /// What to translate for: x8632, x8664, arm32, mips32
    #[arg(long, value_name = "ISA", default_value = "x8632", value_parser = isa)]
    pub target: Isa,
    /// The translation that is right: options of pnacl-sz, the first one's dash left out
    #[arg(long, value_name = "OPTIONS", default_value = "Om1", allow_hyphen_values = true)]
    pub good: String,
    /// The translation that is not
    #[arg(long, value_name = "OPTIONS", default_value = "O2", allow_hyphen_values = true)]
    pub bad: String,
    /// Another program makes the right one: it is called as CMD -target=ISA -o OUTPUT OPTIONS
    /// INPUT, with the options of --good; or, if it has any of the patterns {isa} {triple} {nacl}
    /// {flags} {recipe} {level} {in} {ll} {out}, with these replaced
    #[arg(long, value_name = "CMD")]
    pub good_translator: Option<String>,
    /// Another program makes the wrong one, with the options of --bad; -disable-pass and -pass-fuel
    /// are tried on it, too. Its objects may have any sections and symbols: what they call by the
    /// program's names is mixed, data is this project's
    #[arg(long, value_name = "CMD")]
    pub bad_translator: Option<String>,
    /// How many seconds a translator or script may take
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub timeout: u64,
}

impl SidesArgs {
    /// The time limit.
    pub fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

/// Arguments of `bisect pexe`.
#[derive(Args, Debug)]
pub struct PexeArgs {
    /// The program, .pexe or .ll. A text says in comments what to call: `; run: @f(i32 1)`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The two translations.
    #[command(flatten)]
    pub sides: SidesArgs,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// How many seconds of processor time, of each job, to spend on making the module smaller, for
    /// each minimal set; 0 for none [default: what is left of the first 55 s of the bisection, but
    /// 20 at least]
    #[arg(long, value_name = "N", alias = "seconds")]
    pub reduce_seconds: Option<u64>,
    /// Call this instead of what the file says: `@f(i32 1)`; may be repeated
    #[arg(long, value_name = "CALL", conflicts_with = "args")]
    pub call: Vec<String>,
    /// Arguments of the program
    #[arg(value_name = "ARGS", last = true)]
    pub args: Vec<String>,
}

/// Arguments of `bisect bundle`.
#[derive(Args, Debug)]
pub struct BundleArgs {
    /// The directory of the bundle
    #[arg(value_name = "BUNDLE")]
    pub bundle: PathBuf,
    /// The two translations; the target and the recipe are the bundle's unless they are named.
    #[arg(long, value_name = "ISA", value_parser = isa)]
    pub target: Option<Isa>,
    /// The translation that is right
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub good: Option<String>,
    /// The translation that is not
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub bad: Option<String>,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// How many seconds of processor time, of each job, to spend on making the module smaller; 0
    /// for none
    #[arg(long, value_name = "N", alias = "seconds")]
    pub reduce_seconds: Option<u64>,
}

const OBJECTS_HELP: &str = "\
The link command finds the path of the mixed object in the variable OBJECT and has to make the program $PROGRAM; the test finds PROGRAM, too.
Both run in the current directory. Mind the quotes: '$OBJECT', not \"$OBJECT\".

Compile both objects with -ffunction-sections -fdata-sections, so that what one function refers to is told by relocations. gcc makes code for
one file as a whole: -fno-ipa-ra and -fno-inline make the functions of two of its objects exchangeable where they were not.";

/// Arguments of `bisect objects`.
#[derive(Args, Debug)]
#[command(after_help = OBJECTS_HELP)]
pub struct ObjectsArgs {
    /// The object that is right
    #[arg(value_name = "GOOD.o")]
    pub good: PathBuf,
    /// The object that is not
    #[arg(value_name = "BAD.o")]
    pub bad: PathBuf,
    /// Links $OBJECT to $PROGRAM
    #[arg(long, value_name = "CMD")]
    pub link: String,
    /// Judges $PROGRAM: exit status 0 good, 125 cannot tell, another one up to 127 bad
    #[arg(long, value_name = "CMD")]
    pub test: String,
    /// How many seconds either may take
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub timeout: u64,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
}

const REDUCE_HELP: &str = "\
With --test, a module is kept if CMD FILE exits with a status that means bad: not 0, not 125, at most 127. With --hangs, if it takes longer than
--timeout. Without --test, a module is kept if the bad translation ends with the same error as now; if there is none, if its code is wrong
while that of the good one is right.

If something of the module can be run (a _start, `; run: @f(i32 1)`), every module that is kept is well defined for the interpreter; --undefined
lifts that.";

/// Arguments of `bisect reduce`.
#[derive(Args, Debug)]
#[command(after_help = REDUCE_HELP)]
pub struct ReduceArgs {
    /// The module, .pexe or .ll
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Says of a module whether it fails: CMD FILE
    #[arg(long, value_name = "CMD")]
    pub test: Option<String>,
    /// Keep what makes CMD take longer than --timeout
    #[arg(long, requires = "test")]
    pub hangs: bool,
    /// Give CMD text (.ll) even if FILE is bitcode
    #[arg(long)]
    pub text: bool,
    /// Do not ask that modules are well defined
    #[arg(long)]
    pub undefined: bool,
    /// The two translations.
    #[command(flatten)]
    pub sides: SidesArgs,
    /// Where the reduced module goes; FILE.journal beside it says how far the reduction is
    #[arg(long, short, value_name = "FILE", default_value = "reduced.ll", alias = "output")]
    pub out: PathBuf,
    /// How many seconds of processor time, of each job, to spend at most; what a command waits
    /// until its --timeout counts, too [default: no limit]
    #[arg(long, value_name = "N", alias = "seconds")]
    pub reduce_seconds: Option<u64>,
    /// Begin anew, whatever the journal says
    #[arg(long)]
    pub fresh: bool,
    /// Candidates that are tried at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
}

fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("there is no target {name}; there are {}", Isa::ALL.map(Isa::name).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
