//! One way to run a module: a column of the matrix.
//!
//! In: an engine, a target, and what the translator is asked for besides. Out: its name, which is
//! also how a command line, a report and a bundle write it (`x8632/O2+sse4.1+seed=3@native`), and
//! the translator's options. Parsing a name gives what was printed.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use translator::ice::FuncId;
use translator::options::{
    Controls, Diversity, Features, Isa, OptLevel, Options, OwnSections, Pass, PassSet, Plan, RegisterChoice,
};
use translator::pipeline::check_options;
use translator::util::entity::Entity;

use super::llvm::Form;
use super::other::Other;
use crate::axes;
use crate::isa::{available, facts};
use crate::job::Target;
use crate::orders;

/// The functions of a module that a second compiler compiles, by their numbers; the others are the
/// translator's.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Share {
    /// All of them.
    All,
    /// Those with even numbers.
    Even,
    /// Those with odd numbers.
    Odd,
}

impl Share {
    /// Whether a function is one of them.
    pub fn has(self, func: FuncId) -> bool {
        match self {
            Share::All => true,
            Share::Even => func.index().is_multiple_of(2),
            Share::Odd => !func.index().is_multiple_of(2),
        }
    }
}

/// What runs translated code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// The emulator, in this process.
    Unicorn,
    /// The host's own processor, in a child process.
    Native,
    /// The code linked by the platform's gcc, under qemu's user mode.
    Qemu,
    /// A share of the functions compiled by LLVM and the others by the translator, linked, in the
    /// emulator: calls go both ways.
    Llvm(Share),
    /// All functions by a translator of other make, in the emulator.
    Other(Arc<Other>),
}

impl Engine {
    /// Every engine that needs no describing.
    pub const ALL: [Engine; 6] = [
        Engine::Unicorn,
        Engine::Native,
        Engine::Qemu,
        Engine::Llvm(Share::All),
        Engine::Llvm(Share::Even),
        Engine::Llvm(Share::Odd),
    ];

    /// The command line's name for it; of another translator with its command (`NAME=COMMAND`), so that
    /// what is written down can be run again.
    pub fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Engine::Unicorn => "unicorn",
            Engine::Native => "native",
            Engine::Qemu => "qemu",
            Engine::Llvm(Share::All) => "llvm",
            Engine::Llvm(Share::Even) => "llvm-even",
            Engine::Llvm(Share::Odd) => "llvm-odd",
            Engine::Other(other) => return Cow::Owned(other.to_string()),
        })
    }

    /// The engine with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn from_name(name: &str) -> Result<Engine, String> {
        if name.contains('=') {
            return Other::parse(name).map(|other| Engine::Other(Arc::new(other)));
        }
        Engine::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
            let names: Vec<_> = Engine::ALL.iter().map(Engine::name).collect();
            format!("there is no engine {name}; there are {}", names.join(", "))
        })
    }

    /// Whether it can run code for this architecture at all.
    pub fn runs(&self, isa: Isa) -> bool {
        match self {
            Engine::Unicorn | Engine::Llvm(_) | Engine::Other(_) => true,
            Engine::Native => facts(isa).runner.is_none(),
            Engine::Qemu => facts(isa).runner.is_some(),
        }
    }
}

/// One way to run a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// What runs the code.
    pub engine: Engine,
    /// What it is translated for.
    pub target: Target,
    /// Optional instructions that may be used, besides those that a test asks for.
    pub features: Features,
    /// Where randomness comes from; with one, the allocator's order is random.
    pub seed: Option<u64>,
    /// What else is random.
    pub diversity: Diversity,
    /// The only registers that may be handed out, of each register file of which one is named.
    pub registers: Vec<String>,
    /// Whether functions and variables have sections of their own.
    pub sections: bool,
    /// Bytes by which every frame is larger than it has to be.
    pub stack_extra: u32,
    /// Whether every other exclusive store of atomics fails, as when another processor writes
    /// there.
    pub retry: bool,
    /// The passes over the IR, if not those of the recipe.
    pub plan: Option<Plan>,
    /// Passes over lowered code that run besides the recipe's.
    pub besides: PassSet,
    /// Whether the translator checks its own work after every pass.
    pub verify: bool,
    /// What LLVM, or another translator that reads its form of modules, is told of what it does not define.
    pub form: Form,
}

impl Execution {
    /// The translator as it comes, under the emulator.
    pub fn plain(target: Target) -> Execution {
        Execution {
            engine: Engine::Unicorn,
            target,
            features: Features::default(),
            seed: None,
            diversity: Diversity::default(),
            registers: Vec::new(),
            sections: false,
            stack_extra: 0,
            retry: false,
            plan: None,
            besides: PassSet::NONE,
            verify: false,
            form: Form::Defined,
        }
    }

    /// Every target under the emulator, the translator as it comes.
    pub fn all_plain() -> Vec<Execution> {
        Target::all().into_iter().map(Execution::plain).collect()
    }

    /// The same at every recipe.
    pub fn every_plain() -> Vec<Execution> {
        Target::every().into_iter().map(Execution::plain).collect()
    }

    /// Every target under the emulator, with everything random that there is.
    pub fn all_diversified(seed: u64) -> Vec<Execution> {
        let diversified = |plain| Execution { seed: Some(seed), diversity: Diversity::all(), ..plain };
        Execution::all_plain().into_iter().map(diversified).collect()
    }

    /// Every target under the emulator, sandboxed.
    pub fn all_sandboxed() -> Vec<Execution> {
        let features = Features { sandbox: true, ..Features::default() };
        Execution::all_plain().into_iter().map(|plain| Execution { features, ..plain }).collect()
    }

    /// Whether it is plain but for what is random.
    pub fn is_plain_or_random(&self) -> bool {
        Execution { seed: None, diversity: Diversity::default(), plan: None, ..self.clone() }.is_plain()
    }

    /// Whether a test's expectations of code are about this execution.
    pub fn is_plain(&self) -> bool {
        *self == Execution::plain(self.target)
    }

    /// The options of the translation; `features` are those that the test allows.
    pub fn options(&self, features: Features) -> Options {
        let features = Features {
            sse41: self.features.sse41 || features.sse41,
            hwdiv_arm: self.features.hwdiv_arm || features.hwdiv_arm,
            sandbox: (self.features.sandbox || features.sandbox) && may_be_sandboxed(&self.engine, self.target.isa),
        };
        let controls = Controls {
            registers: RegisterChoice { only: self.registers.clone(), ..RegisterChoice::default() },
            stack_extra: self.stack_extra,
            plan: self.plan.clone(),
            besides: self.besides,
            ..axes::controls(self.seed, self.diversity)
        };
        let own_sections = OwnSections { functions: self.sections, data: self.sections };
        let verify_each = self.verify;
        Options { features, controls, own_sections, verify_each, ..Options::new(self.target.isa, self.target.opt) }
    }
}

impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = self.target.to_string();
        let flags =
            [(self.features.sse41, "+sse4.1"), (self.features.hwdiv_arm, "+hwdiv-arm"), (self.features.sandbox, "+sandbox")];
        flags.into_iter().filter(|(set, _)| *set).for_each(|(_, flag)| name += flag);
        axes::on(&self.diversity).for_each(|axis| name += &format!("+{}", axis.name));
        if self.diversity.threshold != Diversity::default().threshold {
            name += &format!("+threshold={}", self.diversity.threshold);
        }
        if let Some(seed) = self.seed {
            name += &format!("+seed={seed}");
        }
        if !self.registers.is_empty() {
            name += &format!("+use={}", self.registers.join(":"));
        }
        if self.sections {
            name += "+sections";
        }
        if self.stack_extra != 0 {
            name += &format!("+stack={}", self.stack_extra);
        }
        if self.retry {
            name += "+retry";
        }
        if let Some(plan) = &self.plan {
            name += &format!("+passes={}", orders::written(plan));
        }
        for pass in self.besides.iter() {
            name += &format!("+{pass}");
        }
        if self.verify {
            name += "+verify";
        }
        if self.engine != Engine::Unicorn {
            name += &format!("@{}", self.engine.name());
        }
        f.pad(&name)
    }
}

impl FromStr for Execution {
    type Err = String;

    fn from_str(text: &str) -> Result<Execution, String> {
        let (text, engine) = match text.split_once('@') {
            Some((rest, name)) => (rest, Engine::from_name(name)?),
            None => (text, Engine::Unicorn),
        };
        let mut parts = text.split('+');
        let target = parts.next().unwrap_or_default();
        let (isa, opt) = target.split_once('/').ok_or_else(|| format!("`{target}` is no target; one is written x8632/O2"))?;
        let isas = || Isa::ALL.map(Isa::name).join(", ");
        let isa = Isa::from_name(isa).ok_or_else(|| format!("`{text}`: there is no architecture {isa}; there are {}", isas()))?;
        let opts = || OptLevel::ALL.map(OptLevel::name).join(", ");
        let known = OptLevel::ALL.into_iter().find(|known| known.name() == opt);
        let opt = known.ok_or_else(|| format!("`{text}`: there is no recipe {opt}; there are {}", opts()))?;
        let mut execution = Execution { engine, ..Execution::plain(Target { isa, opt }) };
        for part in parts {
            let number = |digits: &str| digits.parse().map_err(|_| format!("`{part}`: `{digits}` is no number"));
            match part.split_once('=') {
                None if part == "sse4.1" => execution.features.sse41 = true,
                None if part == "hwdiv-arm" => execution.features.hwdiv_arm = true,
                None if part == "sandbox" && may_be_sandboxed(&execution.engine, isa) => execution.features.sandbox = true,
                None if part == "sections" && takes_options(&execution.engine) => execution.sections = true,
                None if part == "verify" && takes_options(&execution.engine) => execution.verify = true,
                None if takes_options(&execution.engine)
                    && let Some(pass) = Pass::from_name(part).filter(|pass| pass.may_run_besides()) =>
                {
                    execution.besides.insert(pass);
                }
                None if part == "retry" && may_retry(&execution.engine, isa) => execution.retry = true,
                None if takes_options(&execution.engine)
                    && let Some(axis) = axes::named(part) =>
                {
                    (axis.switch_on)(&mut execution.diversity);
                }
                Some(("threshold", digits)) => {
                    let threshold = u32::try_from(number(digits)?).map_err(|_| format!("`{part}` is too much"))?;
                    execution.diversity.threshold = threshold;
                }
                Some(("seed", digits)) => execution.seed = Some(number(digits)?),
                Some(("use", names)) => {
                    execution.registers = names.split(':').map(String::from).collect();
                    let problem = problem_of_registers(isa, &execution.registers);
                    problem.map_or(Ok(()), |why| Err(format!("`{part}`: {why}")))?;
                }
                Some(("passes", list)) if takes_options(&execution.engine) && opt >= OptLevel::O2 => {
                    execution.plan = Some(orders::read(list).map_err(|why| format!("`{part}`: {why}"))?);
                }
                Some(("stack", digits)) => {
                    let bytes = number(digits)?;
                    execution.stack_extra = u32::try_from(bytes).map_err(|_| format!("`{part}` is too much"))?;
                }
                _ => return Err(format!("`+{part}` is no option of an execution")),
            }
        }
        match execution.engine.runs(isa) {
            true => Ok(execution),
            false => Err(format!("{} does not run {isa}", execution.engine.name())),
        }
    }
}

/// Parts of a matrix: every combination of them that makes sense is one execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Engines.
    pub engines: Vec<Engine>,
    /// Targets.
    pub targets: Vec<Target>,
    /// Sets of optional instructions.
    pub features: Vec<Features>,
    /// Seeds of the allocator's order; `None` is its usual one.
    pub seeds: Vec<Option<u64>>,
    /// What else is random.
    pub diversities: Vec<Diversity>,
    /// Registers to restrict it to.
    pub registers: Vec<Vec<String>>,
    /// Bytes to add to frames.
    pub stack_extra: Vec<u32>,
}

impl Choice {
    /// The combinations, plain ones first. Optional instructions that an architecture does not have
    /// are left out, and so are registers; Om1 has no order of registers to vary, and other
    /// translators take none of this one's options.
    pub fn executions(&self) -> Vec<Execution> {
        let mut all: Vec<Execution> = Vec::new();
        for engine in &self.engines {
            let plain = |&target: &Target| Execution { engine: engine.clone(), ..Execution::plain(target) };
            all.extend(self.targets.iter().filter(|target| engine.runs(target.isa)).map(plain));
        }
        let all = each(all, &self.features, |it, &features| Execution { features, ..it });
        let all = each(all, &self.seeds, |it, &seed| Execution { seed, ..it });
        let all = each(all, &self.diversities, |it, &diversity| Execution { diversity, ..it });
        let all = each(all, &self.registers, |it, registers| Execution { registers: registers.clone(), ..it });
        let all = each(all, &self.stack_extra, |it, &stack_extra| Execution { stack_extra, ..it });
        let mut kept: Vec<Execution> = Vec::new();
        for execution in all.into_iter().map(sensible) {
            if !kept.contains(&execution) {
                kept.push(execution);
            }
        }
        kept
    }
}

/// Each execution with each value.
fn each<T>(all: Vec<Execution>, values: &[T], with: impl Fn(Execution, &T) -> Execution) -> Vec<Execution> {
    all.into_iter().flat_map(|it| values.iter().map(|value| with(it.clone(), value)).collect::<Vec<_>>()).collect()
}

/// Whether what runs is this project's translator's alone, so that its options mean something.
fn takes_options(engine: &Engine) -> bool {
    !matches!(engine, Engine::Llvm(_) | Engine::Other(_))
}

/// Whether an engine can run sandboxed code: one that has a sandbox's registers as the code wants them.
fn may_be_sandboxed(engine: &Engine, isa: Isa) -> bool {
    *engine == Engine::Unicorn && facts(isa).features.sandbox
}

/// Whether exclusive stores can be made to fail: by the emulator, where there are such.
fn may_retry(engine: &Engine, isa: Isa) -> bool {
    !matches!(engine, Engine::Native | Engine::Qemu) && facts(isa).has_exclusive_stores
}

/// The execution without what means nothing to it.
fn sensible(execution: Execution) -> Execution {
    let Execution { engine, target, features, seed, diversity, registers, stack_extra, .. } = execution;
    let features = available(target.isa, features);
    let features = Features { sandbox: features.sandbox && may_be_sandboxed(&engine, target.isa), ..features };
    let has_registers = registers.is_empty() || problem_of_registers(target.isa, &registers).is_none();
    let takes_any = !matches!(engine, Engine::Llvm(Share::All) | Engine::Other(_));
    let diversity = if takes_options(&engine) { diversity } else { Diversity::default() };
    let plain = Execution { engine, features, ..Execution::plain(target) };
    if !takes_any {
        return plain;
    }
    let seed = seed.filter(|_| target.opt >= OptLevel::O2 || diversity != Diversity::default());
    let registers = if has_registers { registers } else { Vec::new() };
    Execution { seed, diversity, registers, stack_extra, ..plain }
}

/// Why an architecture's translator does not take these registers, if it does not.
fn problem_of_registers(isa: Isa, names: &[String]) -> Option<String> {
    let controls =
        Controls { registers: RegisterChoice { only: names.to_vec(), ..RegisterChoice::default() }, ..Controls::default() };
    check_options(&Options { controls, ..Options::new(isa, OptLevel::O2) }).err()
}

/// Checks that some architecture's translator takes these registers.
///
/// # Errors
/// What the one says that knows most of them.
pub fn check_registers(names: &[String]) -> Result<(), String> {
    let problems: Option<Vec<(Isa, String)>> =
        Isa::ALL.into_iter().map(|isa| problem_of_registers(isa, names).map(|why| (isa, why))).collect();
    let Some(problems) = problems else { return Ok(()) };
    let known = |isa: Isa| {
        let is_unknown = |name: &&String| {
            let why = problem_of_registers(isa, std::slice::from_ref(*name));
            why.is_some_and(|why| why.contains("no such register"))
        };
        names.iter().filter(|name| !is_unknown(name)).count()
    };
    let best = problems.into_iter().max_by_key(|&(isa, _)| known(isa));
    match best.filter(|&(isa, _)| known(isa) > 0) {
        Some((isa, why)) => Err(format!("{isa}: {why}")),
        None => Err(format!("no architecture has a register {}", names.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "x8632/Om1",
            "arm32/O2+hwdiv-arm+seed=7+retry",
            "mips32/Om1+sections",
            "mips32/Om1+sandbox+nops+seed=3",
            "arm32/O2+retry+verify",
            "x8664/O2+sse4.1+use=rax:rcx:xmm0+stack=4096@native",
            "x8632/Om1+nops+pool+blocks+globals+seed=7",
            "mips32/O2+immediates+selection+threshold=256@qemu",
            "mips32/O2@llvm",
            "arm32/O3+passes=simplify:loop(lcse:licm):loop2(dce)",
            "arm32/O2+schedule-early+split-global+verify",
            "x8632/O2@sz=./pnacl-sz -O2 -target={isa} {in} -o {out}",
        ] {
            let execution: Execution = name.parse().unwrap();
            assert_eq!(execution.to_string(), name);
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for (name, expected) in [
            ("x8632", "`x8632` is no target"),
            ("z80/O2", "`z80/O2`: there is no architecture z80; there are x8632, "),
            ("x8632/O9", "`x8632/O9`: there is no recipe O9; there are Om1, O0, O2, O3"),
            ("x8632/O2+use=eax:foo", "`use=eax:foo`: -reg-use=foo: no such register"),
            ("x8632/O2@bochs", "there is no engine bochs"),
            ("x8632/O2+passes=dce:nice", "`passes=dce:nice`: there is no pass `nice`"),
            ("x8632/O2+passes=layout:cfg", "`passes=layout:cfg`: -passes: cfg cannot run after layout"),
            ("x8632/Om1+passes=dce", "`+passes=dce` is no option"),
            ("x8632/O2+fast", "`+fast` is no option"),
            ("x8632/O2+seed=x", "`x` is no number"),
            ("x8632/O2+reorder-blocks", "`+reorder-blocks` is no option"),
            ("x8632/O2+retry", "`+retry` is no option"),
            ("x8632/O2+nops@llvm", "`+nops` is no option"),
            ("x8664/O2+sandbox@native", "`+sandbox` is no option"),
            ("x8664/O2+verify@llvm", "`+verify` is no option"),
            ("arm32/O2@native", "native does not run arm32"),
        ] {
            assert!(name.parse::<Execution>().unwrap_err().contains(expected), "{name}");
        }
    }

    #[test]
    fn registers_that_nobody_has_are_refused() {
        let check = |text: &str| check_registers(&text.split(':').map(String::from).collect::<Vec<_>>());
        assert_eq!(check("eax:ecx:edx"), Ok(()));
        assert_eq!(check("foo").unwrap_err(), "no architecture has a register foo");
        assert!(check("eax:ecx:foo").unwrap_err().starts_with("x8632: -reg-use=foo: no such register"));
        assert!(check("esi").unwrap_err().contains("leave none of"), "no byte can be in it");
    }

    #[test]
    fn combinations_without_a_meaning_are_left_out() {
        let choice = Choice {
            engines: vec![Engine::Unicorn, Engine::Native],
            targets: Target::all(),
            features: vec![Features::default(), Features { sse41: true, hwdiv_arm: true, ..Features::default() }],
            seeds: vec![None, Some(1)],
            diversities: vec![Diversity::default()],
            registers: vec![Vec::new(), vec!["eax".into(), "ecx".into(), "edx".into()]],
            stack_extra: vec![0],
        };
        let names: Vec<String> = choice.executions().iter().map(Execution::to_string).collect();
        let count = |of: &str| names.iter().filter(|name| name.starts_with(of) && !name.contains('@')).count();
        assert_eq!((count("x8632/Om1"), count("x8632/O2"), count("mips32/Om1"), count("mips32/O2")), (4, 8, 1, 2), "{names:?}");
        assert_eq!(count("arm32/O2"), 4, "{names:?}");
        assert!(names.iter().all(|name| !name.ends_with("@native") || name.starts_with("x86")), "{names:?}");
    }
}
