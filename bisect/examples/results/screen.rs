//! A cheap search for a program that a fault breaks, and for the function in which it does.
//!
//! In: a fault. Out: [`Shown`]: the first program, architecture and function for which the
//! translation with the fault in that function alone is wrong, while that of the other recipe is
//! right. The shared programs come first, then the tests of functions, then generated modules. A
//! program is run only if the fault made a difference in it, which the fault's counter says.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use bisect::mix::{Kind, Mixer, References};
use bisect::program::{Program, Verdict};
use bisect::translate::{Restriction, Translator};
use crosstest::campaign;
use crosstest::case::{Case, Overrides, Plan, Test};
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use crosstest::matrix::Source;
use crosstest::relocatable::Object;
use crosstest::repository::root;
use crosstest::suites;
use translator::faults::Fault;
use translator::options::{Isa, OptLevel};
use translator::text::print_module;

/// Functions that are tried one by one.
const FUNCTIONS: usize = 60;
/// Generated modules that are looked at, of the seed that campaigns begin with.
const GENERATED: u64 = 250;
const SEED: u64 = 1;
/// Instructions that a test may execute in the interpreter.
const FUEL: u64 = 200_000_000;

/// A program that a fault breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The program.
    pub file: PathBuf,
    /// What it is translated for.
    pub isa: Isa,
    /// The translation that is right.
    pub good: String,
    /// The one that is not.
    pub bad: String,
    /// What is different in that one: any of these is a right answer.
    pub guilty: Vec<String>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { file, isa, good, bad, guilty } = self;
        write!(f, "{}\t{isa}\t{good}\t{bad}\t{}", file.display(), guilty.join(","))
    }
}

impl Shown {
    /// What was printed; `None` if nothing was.
    pub fn parse(line: &str) -> Option<Shown> {
        let fields: Vec<&str> = line.trim_end().split('\t').collect();
        let &[file, isa, good, bad, guilty] = fields.as_slice() else { return None };
        let guilty = guilty.split(',').map(String::from).collect();
        Some(Shown { file: file.into(), isa: Isa::from_name(isa)?, good: good.into(), bad: bad.into(), guilty })
    }
}

/// The programs: ours with C source, the others, then tests of functions.
fn files() -> Result<Vec<PathBuf>, String> {
    let root = root().ok_or("there is no crosstest/corpus here")?;
    let mut files = suites::programs(&root)?;
    files.sort_by_key(|path| path.metadata().map_or(0, |metadata| metadata.len()));
    files.extend(suites::entries(&root)?.into_iter().filter_map(|entry| match entry.source {
        Source::File(path) => Some(path),
        Source::Made(..) => None,
    }));
    Ok(files)
}

/// Looks for a program; generated ones go to a directory.
pub fn find(fault: Fault, generated: &Path) -> Result<Option<Shown>, String> {
    let search = Search::new(fault)?;
    for file in files()? {
        // What is no test is for other tests to find.
        let Ok(Test::Case(_)) = Test::load(&file, &Overrides::default()) else { continue };
        if let Some(shown) = search.file(&file)? {
            return Ok(Some(shown));
        }
    }
    fs::create_dir_all(generated).map_err(|error| format!("{}: {error}", generated.display()))?;
    for number in 0..GENERATED {
        let file = generated.join(format!("{SEED}-{number}.ll"));
        if !file.exists() {
            let module = campaign::generated(SEED, number);
            let text = format!("; run: @main()\n{}", print_module(&module.module, &module.bodies));
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        if let Some(shown) = search.file(&file)? {
            return Ok(Some(shown));
        }
    }
    Ok(None)
}

struct Search {
    fault: Fault,
    opt: OptLevel,
    runtimes: Runtimes,
}

impl Search {
    fn new(fault: Fault) -> Result<Search, String> {
        let row = fault.row();
        let opt = if row.recipes.contains(&OptLevel::O2) { OptLevel::O2 } else { OptLevel::Om1 };
        let targets: Vec<Target> = row.isas.iter().map(|&isa| Target { isa, opt: OptLevel::Om1 }).collect();
        Ok(Search { fault, opt, runtimes: Runtimes::new(&targets)? })
    }

    fn case(file: &Path) -> Option<Case> {
        match Test::load(file, &Overrides::default()) {
            Ok(Test::Case(case)) if !matches!(case.plan, Plan::Translate | Plan::Read) => Some(*case),
            _ => None,
        }
    }

    fn file(&self, file: &Path) -> Result<Option<Shown>, String> {
        for &isa in self.fault.row().isas {
            if let Some(shown) = self.on(file, isa)? {
                return Ok(Some(shown));
            }
        }
        Ok(None)
    }

    fn options(&self, function: Option<&str>) -> String {
        let function = function.map(|function| format!("@{function}")).unwrap_or_default();
        format!("{} -inject-fault={}{function}", self.opt, self.fault)
    }

    fn on(&self, file: &Path, isa: Isa) -> Result<Option<Shown>, String> {
        let Some(case) = Search::case(file) else { return Ok(None) };
        let target = Target { isa, opt: OptLevel::Om1 };
        let translate = |options: &str, case: &Case| {
            let translator = Translator::with_options(options, isa)?;
            let made = translator.translate(&case.subject.module, &case.subject.bodies, &Restriction::default());
            let faults = &translator.own_options().ok_or("no options")?.controls.faults;
            // A translator that fails is not what this is about.
            Ok::<_, String>(made.ok().map(|made| made.object).filter(|_| faults.count(self.fault).triggered > 0))
        };
        let Some(faulty) = translate(&self.options(None), &case)? else { return Ok(None) };
        let plain = |options: &str, case: &Case| {
            let made = Translator::with_options(options, isa)?.translate(
                &case.subject.module,
                &case.subject.bodies,
                &Restriction::default(),
            );
            made.map(|made| made.object)
        };
        let good = if self.opt == OptLevel::O2 { OptLevel::Om1 } else { OptLevel::O2 };
        let (Ok(right), Ok(other)) = (plain(good.name(), &case), plain(self.opt.name(), &case)) else { return Ok(None) };
        if other == faulty {
            return Ok(None);
        }
        let Ok(mut program) = Program::with_fuel(case, target, FUEL) else { return Ok(None) };
        program.limit_by(&right, &self.runtimes);
        let run = |object: &[u8]| program.run(object, &self.runtimes);
        if !run(&faulty).is_failure() || run(&right) != Verdict::Right || run(&other) != Verdict::Right {
            return Ok(None);
        }
        let shown = |bad: String, guilty: Vec<String>| {
            Some(Shown { file: file.to_path_buf(), isa, good: good.name().into(), bad, guilty })
        };
        let elements = Mixer::new(&Object::read(&other)?, &Object::read(&faulty)?, References::AllRelocated)?.elements().to_vec();
        let functions = elements.iter().filter(|element| element.kind == Kind::Function).take(FUNCTIONS);
        for element in functions {
            let options = self.options(Some(&element.name));
            if let Some(object) = translate(&options, &program.case)?
                && run(&object).is_failure()
            {
                return Ok(shown(options, vec![element.name.clone()]));
            }
        }
        // What is wrong is in no function, or takes several.
        let is_outside = elements.iter().any(|element| element.kind == Kind::Variable);
        let names = elements.into_iter().map(|element| element.name).collect();
        Ok(if is_outside { shown(self.options(None), names) } else { None })
    }
}
