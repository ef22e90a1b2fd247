//! The command line.
//!
//! Values are checked while parsing: an architecture, recipe or engine that there is not is refused
//! by name.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueEnum};
use translator::options::{Diversity, Features, Isa, OptLevel};

use crate::axes;
use crate::exec::execution::{self, Choice, Engine, Execution};
use crate::exec::other::Other;
use crate::irt::MappedDir;
use crate::job::Target;
use crate::report::model::Shard;

/// Runs PNaCl programs in a reference interpreter and, translated, under an emulator, and compares
/// what they did
#[derive(Parser, Debug)]
#[command(name = "crosstest", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[command(
    long_about = "Runs PNaCl programs in a reference interpreter and, translated, under the Unicorn emulator, and compares what \
they did: how they ended, what they returned and wrote, the calls that left the program, and the bytes of globals and allocated memory.\n\n\
Without a command, runs every suite (--list-suites names them), or the modules in $CROSSTEST_CORPUS if that is set, and, where they exist, the programs in \
../shared/pexe (or $CROSSTEST_SHARED/pexe)."
)]
pub struct Cli {
    /// What to do; without a command, the corpus is run.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Run these suites only
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub suite: Vec<String>,
    /// Print the names of all suites and what they are about
    #[arg(long)]
    pub list_suites: bool,
    /// Run only tests whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Options of the run.
    #[command(flatten)]
    pub matrix: MatrixArgs,
}

const EXAMPLES: &str = "\
Examples:
  crosstest                                       run every suite on every target
  crosstest --suite casts,memory --target x8664   ... some suites on one
  crosstest --randomize-regalloc 1,2,3 --opt O2   ... with registers in other orders
  crosstest --shard 1/4 --json part1.json         a quarter of it, for a CI that has four machines
  crosstest merge part*.json --html report.html   ... and what the four found
  crosstest replay crosstest-bundles/NAME         see a disagreement again
  crosstest run a.ll b.pexe                       run tests of your own
  crosstest run p.pexe --args \"one two\"           a program with arguments
  crosstest run a.ll --call '@f(i32 1, i64 -2)'   one call of one function
  crosstest exec p.pexe one two                   run one program as a user would
  crosstest c torture                             gcc's test programs, compiled with pnacl-clang
  crosstest exec p.pexe --engine interp -- -v     ... in the interpreter, with an argument that looks like an option

Exit status: 0 if every test passed, 1 if one did not, 2 if the command line makes no sense, names what is not there or leaves nothing \
to compare, 3 if a report or a bundle cannot be written, 130 if the run was interrupted; what was done by then is reported.
NO_COLOR switches colours off.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run tests (.pexe or .ll) on every target and compare
    Run(Box<RunArgs>),
    /// Run a bundle again: a disagreement as a failing run left it
    Replay(ReplayArgs),
    /// Make one report of the reports (--json) of all shards of a run
    Merge(MergeArgs),
    /// Run one program as a user would: its output, its exit status
    Exec(ExecArgs),
    /// Compile programs in C with pnacl-clang, run them on every target, and compare with the host
    C(Box<CArgs>),
    /// Generate modules and examine them on every target, for as long as one likes
    Campaign(CampaignArgs),
    /// Measure what finds mistakes that are put into the translator on purpose (needs the cargo
    /// feature `faults`)
    Faults(FaultsArgs),
    /// Measure what notices systematic mutants of the translator's source (needs the cargo feature
    /// `mutants`)
    Mutants(MutantsArgs),
}

/// Which part of the matrix to run, and how.
#[derive(Args, Clone, Debug)]
pub struct MatrixArgs {
    /// Architectures to test: x8632, x8664, arm32, mips32 [default: all]
    #[arg(long, value_name = "ISA", value_delimiter = ',', value_parser = isa)]
    pub target: Vec<Isa>,
    /// Recipes to test: Om1, O0, O2, O3 [default: Om1, O2]
    #[arg(long, value_name = "RECIPE", value_delimiter = ',', value_parser = recipe)]
    pub opt: Vec<OptLevel>,
    /// What runs the code: unicorn, native, qemu; llvm is another compiler's code, llvm-even and
    /// llvm-odd are half of the functions by it and half by the translator [default: unicorn]
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', value_parser = engine)]
    pub engine: Vec<Engine>,
    /// Test another translator beside this one: any program that makes an object of a module. A column
    /// for each architecture (O2, unless --opt says otherwise). COMMAND is called as `COMMAND
    /// -target=ISA -o OUT IN`, or, if it has any of the patterns {isa} {triple} {nacl} {flags} {recipe}
    /// {level} {in} {ll} {out}, with these replaced; subzero, pnacl-llc and llc need no command
    #[arg(long, value_name = "NAME=COMMAND", value_parser = translator)]
    pub translator: Vec<Other>,
    /// Optional instructions: none, sse4.1, hwdiv-arm, all; or sandbox: code for Native Client's sandbox, which is validated before it
    /// runs. Each is a column [default: none]
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', value_parser = features)]
    pub mattr: Vec<Features>,
    /// Let the allocator of O2 prefer registers in a random order: a column for each of these
    /// seeds; `off` is the usual order
    #[arg(long, value_name = "SEEDS", value_delimiter = ',', value_parser = seed)]
    pub randomize_regalloc: Vec<Seed>,
    /// Make code that is another with every seed of --randomize-regalloc: nops, pool, immediates, blocks,
    /// functions, globals, constants, selection, or all; several with colons between. Each is a column
    #[arg(long, value_name = "AXES", value_delimiter = ',', value_parser = axes::parse)]
    pub diversify: Vec<Diversity>,
    /// Let the allocator hand out only these registers, of each file of which one is named:
    /// eax:ecx:edx
    #[arg(long, value_name = "REGISTERS", value_delimiter = ',', value_parser = registers)]
    pub reg_use: Vec<Registers>,
    /// Make stack frames this much larger than they have to be; each is a column
    #[arg(long, value_name = "BYTES", value_delimiter = ',')]
    pub test_stack_extra: Vec<u32>,
    /// Run exactly these executions, by the names that reports give them: x8632/O2+sse4.1+seed=3
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with_all = ["target", "opt", "engine", "translator", "mattr",
          "randomize_regalloc", "diversify", "reg_use", "test_stack_extra"])]
    pub execution: Vec<Execution>,
    /// Run part I of N of the tests
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write the report as JSON (crosstest/report.schema.json describes it). Of any of the three,
    /// `-` is standard output, and the text for people goes to standard error
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the report as one self-contained page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Where the bundles of disagreements go
    #[arg(long, value_name = "DIR", default_value = "crosstest-bundles")]
    pub bundles: PathBuf,
    /// How long one run may take: instructions in the interpreter, basic blocks under the emulator
    /// [default: 2000000000; for programs in C as much as the host does while it waits for them]
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    /// Tests that run at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// Print the whole table, and not only what failed, what was slow and the summary
    #[arg(long, short, overrides_with = "quiet")]
    pub verbose: bool,
    /// The default; it was not always.
    #[arg(long, short, hide = true)]
    pub quiet: bool,
}

/// A seed, or the allocator's usual order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Seed(pub Option<u64>);

/// Names of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registers(pub Vec<String>);

impl MatrixArgs {
    /// The targets: every combination of architectures and recipes, in a fixed order. O0 and O3 only if they are asked for.
    pub fn targets(&self) -> Vec<Target> {
        let chosen = |target: &Target| {
            (self.target.is_empty() || self.target.contains(&target.isa))
                && (self.opt.is_empty() || self.opt.contains(&target.opt))
        };
        let all = if self.opt.is_empty() { Target::all() } else { Target::every() };
        all.into_iter().filter(chosen).collect()
    }

    /// The executions: every combination of what is asked for. Of what is not, the usual one.
    pub fn executions(&self) -> Vec<Execution> {
        if !self.execution.is_empty() {
            return self.execution.clone();
        }
        let mut executions = self.own_executions();
        let is_asked_for = |target: &Target| target.opt == OptLevel::O2 || !self.opt.is_empty();
        for other in &self.translator {
            let engine = Engine::Other(Arc::new(other.clone()));
            let with = |target| Execution { engine: engine.clone(), ..Execution::plain(target) };
            executions.extend(self.targets().into_iter().filter(is_asked_for).map(with));
        }
        executions
    }

    /// Those of this project's translator, and of LLVM.
    fn own_executions(&self) -> Vec<Execution> {
        Choice {
            engines: if self.engine.is_empty() { vec![Engine::Unicorn] } else { self.engine.clone() },
            targets: self.targets(),
            features: if self.mattr.is_empty() { vec![Features::default()] } else { self.mattr.clone() },
            seeds: if self.randomize_regalloc.is_empty() {
                vec![None]
            } else {
                self.randomize_regalloc.iter().map(|seed| seed.0).collect()
            },
            diversities: if self.diversify.is_empty() { vec![Diversity::default()] } else { self.diversify.clone() },
            registers: if self.reg_use.is_empty() {
                vec![Vec::new()]
            } else {
                self.reg_use.iter().map(|registers| registers.0.clone()).collect()
            },
            stack_extra: if self.test_stack_extra.is_empty() { vec![0] } else { self.test_stack_extra.clone() },
        }
        .executions()
    }

    /// Why there are no executions, or not all that was asked for; `None` if there are.
    pub fn objection(&self, executions: &[Execution]) -> Option<String> {
        let unused = self.reg_use.iter().find(|registers| !executions.iter().any(|one| one.registers == registers.0));
        if let (Some(registers), false) = (unused, executions.is_empty()) {
            return Some(format!("--reg-use {}: no chosen target has these registers", registers.0.join(":")));
        }
        if !executions.is_empty() {
            return None;
        }
        let isas: Vec<Isa> = Isa::ALL.into_iter().filter(|isa| self.target.is_empty() || self.target.contains(isa)).collect();
        let runs = |engine: &Engine| {
            let isas = Isa::ALL.into_iter().filter(|&isa| engine.runs(isa)).map(Isa::name).collect::<Vec<_>>();
            format!("{} runs {}", engine.name(), isas.join(", "))
        };
        let engines: Vec<String> = self.engine.iter().map(runs).collect();
        let chosen: Vec<&str> = isas.into_iter().map(Isa::name).collect();
        Some(format!("there is nothing to run: {}, and not {}", engines.join("; "), chosen.join(", ")))
    }

    /// Whether nothing is said about the executions.
    pub fn is_default(&self) -> bool {
        self.target.is_empty()
            && self.opt.is_empty()
            && self.engine.is_empty()
            && self.translator.is_empty()
            && self.mattr.is_empty()
            && self.randomize_regalloc.is_empty()
            && self.diversify.is_empty()
            && self.reg_use.is_empty()
            && self.test_stack_extra.is_empty()
            && self.execution.is_empty()
    }
}

/// Arguments of `crosstest replay`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 if all engines agree now, 1 if they do not, 2 if there is no such bundle or it cannot be read."
)]
pub struct ReplayArgs {
    /// The bundle's directory
    #[arg(value_name = "BUNDLE")]
    pub bundle: PathBuf,
}

/// Arguments of `crosstest merge`.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: as that of the whole run.")]
pub struct MergeArgs {
    /// The shards' reports
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the report as one self-contained page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print the whole table, and not only what failed, what was slow and the summary
    #[arg(long, short, overrides_with = "quiet")]
    pub verbose: bool,
    /// The default; it was not always.
    #[arg(long, short, hide = true)]
    pub quiet: bool,
}

/// Arguments of `crosstest run`.
#[derive(Args, Debug)]
#[command(after_help = RUN_HELP)]
pub struct RunArgs {
    /// The tests
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Which part of the matrix to run.
    #[command(flatten)]
    pub matrix: MatrixArgs,
    /// Arguments of the programs, separated by blanks
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    pub args: Option<String>,
    /// Make this call only, instead of what the file says: '@name(type value, ...) [-> value |
    /// traps | undefined]'
    #[arg(long, value_name = "CALL")]
    pub call: Vec<String>,
}

const RUN_HELP: &str = "\
A file with a function _start is a program. What is known of it beforehand comes from NAME.stdout and NAME.rc beside it, and from a
table with the columns `file` and `arguments` in a README.md there. Of other modules, functions are called as comments say:

  ; run: @add(i32 2, i32 3) -> i32 5      the result is optional
  ; run: @div(i32 1, i32 0) -> traps
  ; run: @vec(<4 x i32> <1, 2, -3, 0x10>, double -inf, float nan)
  ; edges: @add @sub                      every combination of edge values
  ; args: one two                         of a program, as are
  ; exit: 3
  ; stdout: hello\\n

What else a file test can say (errors, dumps, code, patterns, targets) is in crosstest/docs/file-tests.md.";

/// Arguments of `crosstest c`.
#[derive(Args, Clone, Debug)]
#[command(after_help = C_HELP)]
pub struct CArgs {
    /// Suites (own, torture, csmith) and files in C or C++ [default: own]
    #[arg(value_name = "SUITE|FILE")]
    pub what: Vec<String>,
    /// Options of the compiler: each set makes a program [default: -O0 and -O2]
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// An option that every compiler gets, the host's too; may be given several times
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub every: Vec<String>,
    /// Only programs whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Of csmith: the numbers of the programs [default: from 1 on]
    #[arg(long, value_name = "FIRST-LAST", value_parser = seeds)]
    pub seeds: Option<Seeds>,
    /// Of csmith without --seeds: how many programs; those that are not tried do not count
    #[arg(long, value_name = "N", default_value_t = C_COUNT, conflicts_with = "seeds")]
    pub count: usize,
    /// Of torture: the folder with gcc's programs [default: that of Debian's package gcc-12-source]
    #[arg(long, value_name = "DIR")]
    pub sources: Option<PathBuf>,
    /// Where the frozen programs go, with what is expected of them
    #[arg(long, value_name = "DIR", default_value = C_DIR)]
    pub dir: PathBuf,
    /// Reduce the first program that is wrong, with cvise or creduce
    #[arg(long)]
    pub reduce: bool,
    /// Which part of the matrix to run.
    #[command(flatten)]
    pub matrix: MatrixArgs,
}

impl CArgs {
    /// What is asked for by the names of suites alone.
    pub fn of_suites(names: Vec<String>, only: Option<String>, matrix: MatrixArgs) -> CArgs {
        let dir = PathBuf::from(C_DIR);
        let (flags, every, seeds, sources) = (Vec::new(), Vec::new(), None, None);
        CArgs { what: names, flags, every, only, seeds, count: C_COUNT, sources, dir, reduce: false, matrix }
    }
}

/// Where programs in C are compiled to.
const C_DIR: &str = "crosstest-c";

/// How many programs csmith makes.
const C_COUNT: usize = 300;

/// A range of numbers, both ends in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeds(pub std::ops::RangeInclusive<u64>);

const C_HELP: &str = "\
own      this project's programs (crosstest/programs/areas)
torture  gcc's: those of Debian's package gcc-12-source, which exit with 0 if all is well
csmith   generated ones (packages csmith and libcsmith-dev): the same number is the same program

Other programs are compared with what the host's clang makes of them for i386, and have to print the same and end with the same status.
Refused and left out are counted by reason; for what is wrong, the commands that run it again, bisect and reduce it are printed.

Examples:
  crosstest c                                       every program of ours, at -O0 and -O2
  crosstest c torture --flags=-O2 --only pr7        some of gcc's
  crosstest c csmith --seeds 17-17 --flags=-O2      one of csmith's
  crosstest c x.c --target arm32 --opt O2           a program of one's own

Exit status: as that of crosstest; 2 if clang or the programs are missing, too.";

/// Arguments of `crosstest exec`.
#[derive(Args, Debug)]
#[command(after_help = EXEC_HELP)]
pub struct ExecArgs {
    /// The program, .pexe, .ll or .nexe
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to translate it for: x8632, x8664, arm32, mips32 [default: x8632]
    #[arg(long, value_name = "ISA", value_parser = isa)]
    pub target: Option<Isa>,
    /// How to translate it: Om1, O0, O2, O3
    #[arg(long, value_name = "RECIPE", default_value = "Om1", value_parser = recipe)]
    pub opt: OptLevel,
    /// What runs it
    #[arg(long, value_name = "ENGINE", default_value = "unicorn")]
    pub engine: EngineKind,
    /// Stop after this much: instructions in the interpreter, basic blocks under the emulator
    /// [default: never]
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    /// Print how often each block of the program ran to standard error, those that ran most first
    #[arg(long)]
    pub block_profile: bool,
    /// Let the program see the directory HOST at the path GUEST, to read or, with `:rw`, to change
    #[arg(long, value_name = "HOST:GUEST[:rw]", value_parser = mapped_dir)]
    pub dir: Vec<MappedDir>,
    /// Set a variable of the program's environment, which is empty otherwise
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub env: Vec<String>,
    /// Arguments of the program
    #[arg(value_name = "ARGS", trailing_var_arg = true)]
    pub args: Vec<std::ffi::OsString>,
}

impl ExecArgs {
    /// What it is translated for.
    pub fn isa(&self) -> Isa {
        self.target.unwrap_or(Isa::ALL[0])
    }
}

const EXEC_HELP: &str = "\
Options of crosstest stand before the program's first argument, or before `--`; all that follows is the program's. So
`crosstest exec p.pexe -x` is refused, and `crosstest exec p.pexe -- -x` and `crosstest exec p.pexe one -x` are not.

Exit status: the program's own, 0 if it returns from _start; or 134 if it traps, 124 if it ran out of fuel, 125 if its behaviour is not
defined (found by the interpreter), 123 if all its threads wait for ever, 126 if it cannot be read, translated or started, 2 if the
command line makes no sense. In these cases a message on standard error says why.";

/// Arguments of `crosstest campaign`.
#[derive(Args, Debug)]
#[command(after_help = CAMPAIGN_HELP, args_conflicts_with_subcommands = true)]
pub struct CampaignArgs {
    /// What to do instead of generating modules.
    #[command(subcommand)]
    pub action: Option<CampaignAction>,
    /// How long to go on
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,
    /// Workers [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// What the cases are made from: another seed, other cases
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Architectures to test [default: all]
    #[arg(long, value_name = "ISA", value_delimiter = ',', value_parser = isa)]
    pub target: Vec<Isa>,
    /// Recipes to test: Om1, O0, O2, O3 [default: Om1 and O2, and in every fourth case each O0 and O3]
    #[arg(long, value_name = "RECIPE", value_delimiter = ',', value_parser = recipe)]
    pub opt: Vec<OptLevel>,
    /// Examine another translator instead of this project's: see `crosstest run --help`
    #[arg(long, value_name = "NAME=COMMAND", value_parser = translator)]
    pub translator: Option<Other>,
    /// Stop after so many cases, rounded up to a multiple of 32
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    pub cases: u64,
    /// Run part I of N of the cases, for machines that share a campaign: none is run by two of them
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Fail if a combination of operations that has a row in the coverage table was not run on
    /// every target
    #[arg(long)]
    pub require_combinations: bool,
    /// Where findings, coverage and the state go; a campaign whose state is there is continued
    #[arg(long, value_name = "DIR", default_value = "campaign")]
    pub dir: PathBuf,
    /// Run in this process: a crash of the emulator ends it
    #[arg(long, hide = true)]
    pub unsupervised: bool,
    /// Print the module of one case instead, and what came of it
    #[arg(long, value_name = "N")]
    pub case: Option<u64>,
}

/// What `crosstest campaign` can do besides.
#[derive(Subcommand, Debug)]
pub enum CampaignAction {
    /// Make one result of several campaigns: shards, other seeds, results merged before
    Merge(CampaignMergeArgs),
}

/// Arguments of `crosstest campaign merge`.
#[derive(Args, Debug)]
#[command(
    after_help = "Buckets, coverage and counts are added, each campaign once however often it is named; of each bucket one bundle is \
kept. The result can be merged again.\n\nExit status: 0 if there are no findings, 1 if there are, 2 if a directory holds no campaign or they \
are for different targets."
)]
pub struct CampaignMergeArgs {
    /// The campaigns' directories
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Where the result goes; if there is one already, it is added to
    #[arg(long, short, value_name = "DIR", default_value = "campaign-merged")]
    pub out: PathBuf,
}

const CAMPAIGN_HELP: &str = "\
Files in DIR:
  findings/NNN           a bundle: crosstest replay it. Its test.ll is a reduced module as a regression test, with the options that it
                         takes; beside it are the module that it was reduced from, and the bytes that that was made of
  buckets                the mistakes, each with the number of cases that show it: one for the same architectures, passes and first difference
  coverage.txt           how often each operation was run with which types and operands on which target; at its end, what never was
  state                  how far the campaign is; it may be killed at any time: what is not counted there is run again

On several machines: `crosstest campaign --shard 1/4 --dir one`, ..., then `crosstest campaign merge one two three four`.

Exit status: 0 if nothing new was found, 1 if something was (or a combination was not, with --require-combinations), 2 if the command line
makes no sense.";

/// Arguments of `crosstest faults`.
#[derive(Args, Debug)]
pub struct FaultsArgs {
    /// How long to look for each fault, in each of five ways at the same time: seconds of processor
    /// time
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub seconds: u64,
    /// Faults to measure, as `pnacl-sz -list-faults` names them [default: all; then
    /// measured/faults.md is written]
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    pub fault: Vec<String>,
    /// Keep what is measured in a file, and do not measure again what is in it: found, or looked
    /// for as long
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Look for one fault in this process, in one way
    #[arg(long, value_name = "DETECTOR", hide = true)]
    pub probe: Option<String>,
}

/// Arguments of `crosstest mutants`.
#[derive(Args, Debug)]
#[command(after_help = MUTANTS_HELP)]
pub struct MutantsArgs {
    /// How many mutants to measure: a plain random sample of all, or of those that --room and
    /// --only leave
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub sample: usize,
    /// What the sample is drawn by; a larger sample of the same seed has the smaller one in it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How long each channel may look for a mutant: seconds of processor time
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub seconds: u64,
    /// Mutants of these parts of the translator only: opt, regalloc, isa/x86 ..., or a directory or file of its source:
    /// regalloc/local, opt/unroll.rs [default: all]
    #[arg(long, value_name = "ROOM", value_delimiter = ',')]
    pub room: Vec<String>,
    /// Look on these architectures only [default: all]
    #[arg(long, value_name = "ISA", value_delimiter = ',', value_parser = isa)]
    pub isa: Vec<Isa>,
    /// Look in these ways only: suites, generator, links, size, tests [default: all]
    #[arg(long, value_name = "CHANNEL", value_delimiter = ',')]
    pub channel: Vec<String>,
    /// These mutants only, by number
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<u32>,
    /// Print the mutants that would be measured, as far as is known without building, and build
    /// nothing
    #[arg(long)]
    pub list: bool,
    /// Report what has been measured of the sample, and measure nothing
    #[arg(long)]
    pub report: bool,
    /// Mutants that are measured at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<usize>,
    /// Keep what is measured in this file, and do not measure again what is in it [default:
    /// `records-SOURCE` in --dir]
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Where the copy of the workspace goes, and survivors [default: `mutants` in the target
    /// directory]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Look for one mutant in this process, in one way
    #[arg(long, value_name = "CHANNEL", hide = true)]
    pub probe: Option<String>,
    /// Record what one channel does without mutants
    #[arg(long, value_name = "CHANNEL", hide = true)]
    pub record: Option<String>,
}

const MUTANTS_HELP: &str = "\
A mutant is the translator with one thing in its source changed: a comparison, a constant, an operation's name, a statement left out. All are
in one build, made from a copy of the workspace. A mutant is detected if a test or a generated module comes out differently, or the translator
crashes, hangs or reports an error, or a suite's code gets longer; it is equivalent so far if no emitted byte changes on any module tried.

Files in --dir:
  survivors.md           the score, and the mutants that change what is emitted and that nothing notices: where, what, and the first
                         instruction that changes; of a whole sample, measured/mutants.md is written, too
  survivors/ID           such a module, and its code with and without the mutant
  records-SOURCE         what was measured of this source; the same command goes on from there after an interruption

Exit status: 0 if the goal is met (95 % detected), 1 if not, 2 if it cannot be measured, 130 if it was interrupted.";

/// What runs a program.
#[derive(Copy, Clone, PartialEq, Eq, ValueEnum, Debug)]
pub enum EngineKind {
    /// The reference interpreter.
    Interp,
    /// Translated code under the emulator.
    Unicorn,
}

pub(super) fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("there is no target {name}; there are {}", Isa::ALL.map(Isa::name).join(", ")))
}

pub(super) fn recipe(name: &str) -> Result<OptLevel, String> {
    let known = || OptLevel::ALL.map(OptLevel::name).join(", ");
    let found = OptLevel::ALL.into_iter().find(|recipe| recipe.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no recipe {name}; there are {}", known()))
}

fn engine(name: &str) -> Result<Engine, String> {
    Engine::from_name(name)
}

fn translator(text: &str) -> Result<Other, String> {
    Other::parse(text)
}

fn features(name: &str) -> Result<Features, String> {
    match name {
        "none" => Ok(Features::default()),
        "sse4.1" => Ok(Features { sse41: true, ..Features::default() }),
        "sandbox" => Ok(Features { sandbox: true, ..Features::default() }),
        "hwdiv-arm" => Ok(Features { hwdiv_arm: true, ..Features::default() }),
        "all" => Ok(Features { sse41: true, hwdiv_arm: true, ..Features::default() }),
        _ => Err(format!("there are no instructions {name}; there are none, sse4.1, hwdiv-arm, all, sandbox")),
    }
}

fn seed(text: &str) -> Result<Seed, String> {
    match text {
        "off" => Ok(Seed(None)),
        _ => text.parse().map(|seed| Seed(Some(seed))).map_err(|_| "expected a number, or off".into()),
    }
}

fn registers(text: &str) -> Result<Registers, String> {
    let names: Vec<String> = text.split(':').map(String::from).collect();
    execution::check_registers(&names)?;
    Ok(Registers(names))
}

/// `I/N`, from 1.
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
        _ => Err("expected I/N with I from 1 to N".into()),
    }
}

/// `FIRST-LAST`, or one number.
fn seeds(text: &str) -> Result<Seeds, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(Seeds(first..=last)),
        _ => Err("expected FIRST-LAST with FIRST not above LAST".into()),
    }
}

/// `HOST:GUEST`, with `:rw` behind it if the program may write.
pub(super) fn mapped_dir(text: &str) -> Result<MappedDir, String> {
    let (text, writable) = match text.strip_suffix(":rw") {
        Some(text) => (text, true),
        None => (text.strip_suffix(":ro").unwrap_or(text), false),
    };
    let (host, guest) = text.rsplit_once(':').ok_or("expected HOST:GUEST")?;
    if host.is_empty() || !guest.starts_with('/') {
        return Err("expected HOST:GUEST with an absolute GUEST".into());
    }
    Ok(MappedDir { guest: guest.into(), host: host.into(), writable })
}

pub(super) fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.into()),
        _ => Err("expected NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_does_not_exist_is_refused_by_name() {
        for args in [["--opt", "O9"], ["--target", "z80"]] {
            let error = Cli::try_parse_from(["crosstest"].iter().chain(&args)).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(args[1]), "{error}");
        }
    }

    #[test]
    fn targets_are_chosen_by_architecture_and_recipe() {
        let targets = |args: &[&str]| Cli::try_parse_from([&["crosstest"], args].concat()).unwrap().matrix.targets();
        assert_eq!(targets(&[]), Target::all());
        assert_eq!(targets(&["--target", "x8664"]), OptLevel::USUAL.map(|opt| Target { isa: Isa::X8664, opt }));
        assert_eq!(targets(&["--target", "x8664", "--opt", "O0"]), [Target { isa: Isa::X8664, opt: OptLevel::O0 }]);
        assert_eq!(targets(&["--target", "x8664,x8632", "--opt", "om1"]).len(), 2);
    }

    #[test]
    fn a_programs_arguments_are_its_own() {
        let exec = |args: &[&str]| match Cli::try_parse_from([&["crosstest", "exec"], args].concat()).unwrap().command {
            Some(Command::Exec(exec)) => exec,
            other => panic!("{other:?}"),
        };
        assert_eq!(exec(&["p.pexe", "one", "-x", "--target", "1", "--"]).args, ["one", "-x", "--target", "1", "--"]);
        assert_eq!(exec(&["p.pexe", "--", "-x", "--", "y"]).args, ["-x", "--", "y"]);
        assert!(exec(&["p.pexe"]).args.is_empty());
        let after = exec(&["p.pexe", "--target", "x8664", "--opt", "Om1", "--engine", "interp", "--", "-x"]);
        assert_eq!((after.target, after.engine, after.args), (Some(Isa::X8664), EngineKind::Interp, vec!["-x".into()]));
        let after = exec(&["p.pexe", "--target=x8664", "one", "--engine"]);
        assert_eq!((after.target, after.args), (Some(Isa::X8664), vec!["one".into(), "--engine".into()]));
        assert!(Cli::try_parse_from(["crosstest", "exec", "p.pexe", "-x"]).is_err());
        assert_eq!(exec(&["--dir", "/tmp:/data:rw", "p"]).dir[0].guest, "/data");
    }
}
