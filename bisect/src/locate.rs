//! From a program and two translations of it to the decisions that break it: functions, then
//! passes, then the transformation, then the variables that have to be in registers.
//!
//! In: a [`Program`], a good and a bad [`Translator`]. Out: [`Located`]: every minimal set of
//! functions whose bad code makes the program fail, and for each which passes have to run for that,
//! and which of their transformations is the first to do it. Each space is searched with the rest
//! of the program from the good translation, so that one mistake does not hide another.

use std::fmt;
use std::sync::Mutex;

use crosstest::exec::link::Runtimes;
use translator::lir::VarKind;
use translator::options::{OptLevel, Pass, VarChoice};

use crate::mix::{Element, Kind, Mixer, References};
use crate::passes::{self, Broken};
use crate::program::{Checks, Program, Verdict};
use crate::search::{Answer, Found, Set};
use crate::space::Lab;
use crate::translate::{Last, Restriction, Translation, Translator};
use crosstest::relocatable::Object;

/// More transformations than any program has.
const ALL_FUEL: u64 = u32::MAX as u64;

/// Tests that may be made to find the variables that matter: there can be thousands, and which of
/// them matter depends on each other.
const VARIABLE_TESTS: u64 = 250;

/// What is compared.
pub struct Setup<'p> {
    /// The program.
    pub program: &'p mut Program,
    /// The runtime of its target.
    pub runtimes: &'p Runtimes,
    /// The translation that is right.
    pub good: &'p Translator,
    /// The translation that is not.
    pub bad: &'p Translator,
    /// Functions that are taken from the good translation always.
    pub ignore: &'p [String],
}

/// What was found.
pub struct Located {
    /// The functions in which the two translations differ.
    pub elements: Vec<Element>,
    /// The minimal sets of them.
    pub found: Found,
    /// What is known of each set.
    pub culprits: Vec<Culprit>,
    /// What the bad translation does.
    pub verdict: Verdict,
    /// The two objects: good, bad.
    pub objects: [Vec<u8>; 2],
    /// Why the first of the mixes that gave no answer gave none.
    pub untold: Option<String>,
}

/// A minimal failing set of functions, or of variables with what the object says of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Culprit {
    /// The functions and variables.
    pub functions: Vec<String>,
    /// What they do to the program.
    pub verdict: Verdict,
    /// What it takes to see that.
    pub checks: Checks,
    /// Which passes.
    pub guilt: Guilt,
    /// A minimal set of these functions' variables that have to be in registers for it: none if it
    /// fails with all of them in the frame. `None` if that could not be asked.
    pub variables: Option<Vec<Variable>>,
    /// What the translator's own checks find wrong in these functions, if anything: after which
    /// pass, and what.
    pub check: Option<String>,
}

impl Culprit {
    /// The bad translation with the guilty passes only, and with nothing in registers but the
    /// variables that have to be.
    pub fn in_registers(&self) -> Restriction {
        let mut restriction = self.guilt.restriction();
        if let Some(variables) = &self.variables {
            restriction.vars = self.functions.iter().map(|function| choice(function, variables.iter())).collect();
        }
        restriction
    }
}

/// Some of these variables: those of one function.
fn choice<'v>(function: &str, variables: impl Iterator<Item = &'v Variable>) -> VarChoice {
    let vars = variables.filter(|variable| variable.function == function).map(|variable| variable.number).collect();
    VarChoice { function: function.into(), vars }
}

/// A variable of lowered code, which the allocator gave a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its function.
    pub function: String,
    /// Its number there, after the passes that are guilty.
    pub number: u32,
    /// Its register.
    pub register: String,
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variable { number, register, .. } = self;
        if register.is_empty() { write!(f, "t{number}") } else { write!(f, "t{number} ({register})") }
    }
}

/// What of a translation is to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guilt {
    /// These passes, together; and the first transformation of theirs that does it.
    Passes(Vec<Pass>, Option<Transformation>),
    /// No pass that can be left out: selection, allocation, the frame or encoding.
    NotOptional,
    /// No pass at all: what the object says of variables, each with what that is.
    Data(Vec<String>),
    /// It is not known, for this reason.
    Unknown(String),
}

impl Guilt {
    /// What the bad translation does without when only the guilty passes run.
    pub fn restriction(&self) -> Restriction {
        let guilty: &[Pass] = match self {
            Guilt::Passes(passes, _) => passes,
            Guilt::NotOptional => &[],
            Guilt::Data(_) | Guilt::Unknown(_) => return Restriction::default(),
        };
        let without = Pass::all().filter(|pass| pass.is_optional() && !guilty.contains(pass)).collect();
        Restriction { without, ..Restriction::default() }
    }
}

/// A transformation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transformation {
    /// With so much fuel it is the last one.
    pub fuel: u64,
    /// Which one.
    pub last: Last,
    /// How the translation is restricted when it is the last one.
    pub restriction: Restriction,
}

/// Why nothing can be bisected: a line that says what to do.
pub type Refusal = String;

fn read(translation: &Translation) -> Result<Object, String> {
    Object::read(&translation.object).map_err(|why| format!("the translated object: {why}"))
}

fn answer(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Right => Answer::Passes,
        Verdict::Wrong(_) | Verdict::Endless | Verdict::Crash(_) => Answer::Fails,
        Verdict::Broken(_) => Answer::Unresolved,
    }
}

/// The two translations, mixed at will.
struct Bench<'s> {
    program: &'s Program,
    runtimes: &'s Runtimes,
    good: Object,
    bad: &'s Translator,
    /// What the bad translator makes of the program when nothing is asked of it.
    bad_object: &'s [u8],
    /// What it takes to see the failure that is looked into.
    checks: Checks,
}

/// An object of a command's does not fit as it is: it lays out data in its own way, or has symbols that
/// nobody else has. If its code alone is wrong as well, that is what is looked into, and data does not
/// matter; if not, the data is what is wrong.
fn graft_if_wrong(program: &Program, bad: &Translator, translation: &mut Translation, runtimes: &Runtimes) {
    // As it is it can be mixed all the same, or the mixer says why not.
    let Ok(grafted) = bad.graft(&program.case.subject.module, translation.object.clone()) else { return };
    if program.run(&grafted, runtimes) != Verdict::Right {
        bad.graft_from_now_on();
        translation.object = grafted;
    }
}

/// Bisects.
pub fn locate(setup: Setup<'_>, lab: &mut Lab<'_>) -> Result<Located, Refusal> {
    let Setup { program, runtimes, good, bad, ignore } = setup;
    let subject = &program.case.subject;
    let translate = |translator: &Translator| {
        let translated = translator.translate(&subject.module, &subject.bodies, &Restriction::default());
        translated.map_err(|why| {
            format!("{} does not translate the program: {why}\n  to make the program smaller: bisect reduce", translator.name)
        })
    };
    let mut translations = [translate(good)?, translate(bad)?];
    if !program.fits(&translations[0].object, runtimes) {
        good.graft_from_now_on();
        translations[0].object = good.graft(&subject.module, translations[0].object.clone())?;
    }
    program.limit_by(&translations[0].object, runtimes);
    let program = &*program;
    // Another build of this project's translator can be wrong about data: it is mixed as it is.
    let is_alike = |[good, bad]: &[Translation; 2]| -> Result<(), String> {
        Mixer::new(&read(good)?, &read(bad)?, References::AllRelocated).map(drop)
    };
    if !program.fits(&translations[1].object, runtimes) && (bad.is_foreign() || is_alike(&translations).is_err()) {
        graft_if_wrong(program, bad, &mut translations[1], runtimes);
    }
    match program.run(&translations[0].object, runtimes) {
        Verdict::Right => {}
        verdict => {
            return Err(format!(
                "both fail: what {} makes of the program {} as well; name a translation that is right with --good",
                good.name,
                verdict.describe()
            ));
        }
    }
    let objects = [read(&translations[0])?, read(&translations[1])?];
    let mixer = Mixer::new(&objects[0], &objects[1], References::AllRelocated)?;
    let verdict = program.run(&translations[1].object, runtimes);
    if let Verdict::Broken(why) = &verdict {
        return Err(format!("what {} makes of the program cannot be linked or started: {why}", bad.name));
    }
    if verdict == Verdict::Right {
        return Err(format!(
            "neither fails: the program is right with {} as well as with {}; the failure may need other arguments (after --), another \
             --target, or lie in the runtime, which is taken from the good translation",
            bad.name, good.name
        ));
    }
    let elements = mixer.elements().to_vec();
    // The first reason for which a mix was no answer.
    let untold = Mutex::new(None);
    let rule = |set: &Set| match mixer.mix(set) {
        Ok(object) => {
            let verdict = program.run(&object, runtimes);
            if let Verdict::Broken(why) = &verdict {
                untold.lock().expect("nobody panics with it").get_or_insert(why.clone());
            }
            answer(&verdict)
        }
        Err(why) => {
            untold.lock().expect("nobody panics with it").get_or_insert(why);
            Answer::Unresolved
        }
    };
    let ignored = (0..).zip(&elements).filter(|(_, element)| ignore.contains(&element.name)).map(|(index, _)| index).collect();
    lab.settings.ignore = ignored;
    let found = lab.search("functions", elements.len(), rule)?;
    lab.settings.ignore = Vec::new();
    let [good_object, _] = objects;
    let bad_object = &translations[1].object;
    let mut bench = Bench { program, runtimes, good: good_object, bad, bad_object, checks: Checks::All };
    let mut culprits = Vec::new();
    for minimal in &found.sets {
        let functions: Vec<String> = minimal.elements.iter().map(|&index| elements[index as usize].name.clone()).collect();
        let mixed = mixer.mix(&minimal.elements)?;
        let (checks, verdict) = program.run_with_least(&mixed, runtimes);
        bench.checks = checks;
        if lab.ended {
            let guilt = Guilt::Unknown("it was ended before that was looked for".into());
            culprits.push(Culprit { functions, verdict, checks, guilt, variables: None, check: None });
            continue;
        }
        let guilty = || minimal.elements.iter().map(|&index| &elements[index as usize]);
        let is_code = guilty().all(|element| element.kind == Kind::Function);
        let is_data = guilty().all(|element| element.kind != Kind::Function);
        let guilt = match (is_code, is_data) {
            (true, _) => bench.guilt(&functions, lab)?,
            (_, true) => Guilt::Data(guilty().map(|element| format!("{}: {}", element.name, element.what)).collect()),
            _ => Guilt::Unknown("functions differ together with variables".into()),
        };
        let variables = if is_code { bench.variables(&functions, &guilt.restriction(), lab)? } else { None };
        let check = bench.check(&functions, &guilt.restriction());
        culprits.push(Culprit { functions, verdict, checks, guilt, variables, check });
    }
    let objects = translations.map(|translation| translation.object);
    let untold = untold.into_inner().expect("nobody panics with it");
    Ok(Located { elements, found, culprits, verdict, objects, untold })
}

impl Bench<'_> {
    /// The program with some functions as a restricted translation makes them.
    fn run(&self, functions: &[String], restriction: &Restriction) -> Result<(Verdict, Translation), String> {
        let subject = &self.program.case.subject;
        let translation = self.bad.translate(&subject.module, &subject.bodies, restriction)?;
        let object = read(&translation)?;
        let mixer = Mixer::new(&self.good, &object, References::AllRelocated)?;
        let named = |(_, element): &(usize, &Element)| functions.contains(&element.name);
        let set: Set = mixer.elements().iter().enumerate().filter(named).map(|(index, _)| index as u32).collect();
        Ok((self.program.run_with(self.checks, &mixer.mix(&set)?, self.runtimes), translation))
    }

    fn answer(&self, functions: &[String], restriction: &Restriction) -> Answer {
        self.run(functions, restriction).map_or(Answer::Unresolved, |(verdict, _)| answer(&verdict))
    }

    /// Which passes and which transformation make these functions fail.
    fn guilt(&self, functions: &[String], lab: &mut Lab<'_>) -> Result<Guilt, String> {
        let passes = self.bad.passes();
        let all_but = |set: &Set| Restriction {
            without: (0..).zip(&passes).filter(|(index, _)| !set.contains(index)).map(|(_, &pass)| pass).collect(),
            ..Restriction::default()
        };
        if passes.is_empty() {
            return Ok(Guilt::Unknown(format!("{} does not take -disable-pass", self.bad.name)));
        }
        match self.run(functions, &all_but(&Vec::new())) {
            Err(why) => return Ok(Guilt::Unknown(format!("{} fails with -disable-pass: {why}", self.bad.name))),
            Ok((_, translation)) if self.bad.own_options().is_none() && translation.object == self.bad_object => {
                return Ok(Guilt::Unknown(format!(
                    "{} ignores -disable-pass, or runs no pass that can be left out",
                    self.bad.name
                )));
            }
            Ok(_) => {}
        }
        let space = format!("passes of {}", functions.join("+"));
        let all = std::mem::replace(&mut lab.settings.all, false);
        let found = lab.search(&space, passes.len(), |set| self.answer(functions, &all_but(set)));
        lab.settings.all = all;
        let Some(minimal) = found?.sets.into_iter().next() else {
            return Ok(Guilt::Unknown("with each pass enabled on its own account it does not fail: was it interrupted?".into()));
        };
        if minimal.elements.is_empty() {
            return Ok(Guilt::NotOptional);
        }
        let guilty: Vec<Pass> = minimal.elements.iter().map(|&index| passes[index as usize]).collect();
        let transformation = self.transformation(functions, &all_but(&minimal.elements), lab)?;
        Ok(Guilt::Passes(guilty, transformation))
    }

    /// The first transformation that makes these functions fail, with some passes only.
    fn transformation(
        &self,
        functions: &[String],
        passes: &Restriction,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Transformation>, String> {
        let fuelled = |fuel: u64| Restriction { fuel: Some(fuel), ..passes.clone() };
        let Ok((verdict, translation)) = self.run(functions, &fuelled(ALL_FUEL)) else { return Ok(None) };
        if !verdict.is_failure() || translation.spent == 0 {
            return Ok(None);
        }
        let space = format!("transformations of {}", functions.join("+"));
        let first = lab.first_failing(&space, translation.spent, |fuel| self.answer(functions, &fuelled(fuel)))?;
        let Some(fuel) = first else { return Ok(None) };
        let restriction = fuelled(fuel);
        let untold = |what: String| Last { pass: None, what };
        let last = match self.run(functions, &restriction) {
            Ok((_, translation)) => translation.last.unwrap_or_else(|| untold("the translator did not say which".into())),
            Err(why) => untold(why),
        };
        Ok(Some(Transformation { fuel, last, restriction }))
    }

    /// What the checks of the bad translator find in these functions. They stop at the first
    /// function with which something is wrong.
    fn check(&self, functions: &[String], restriction: &Restriction) -> Option<String> {
        let subject = &self.program.case.subject;
        let Broken { function, pass, problem } =
            passes::broken(&subject.module, &subject.bodies, self.bad.own_options()?, restriction)?;
        let first = problem.lines().next().unwrap_or_default();
        functions.contains(&function).then(|| format!("after pass {pass}: {first}"))
    }

    /// Which variables of these functions have to be in registers for it; `None` if that cannot be
    /// asked.
    fn variables(
        &self,
        functions: &[String],
        restriction: &Restriction,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Vec<Variable>>, String> {
        let Some(options) = self.bad.own_options().filter(|options| options.opt >= OptLevel::O2) else { return Ok(None) };
        let subject = &self.program.case.subject;
        let allocated = |function: &String| -> Vec<Variable> {
            let after = passes::after(&subject.module, &subject.bodies, options, restriction, Pass::Allocate, function);
            after.into_iter().flat_map(|after| free_variables(function, after.variables)).collect()
        };
        let all: Vec<Variable> = functions.iter().flat_map(allocated).collect();
        let in_registers = |set: &Set| {
            let of = |function: &String| choice(function, set.iter().map(|&index| &all[index as usize]));
            Restriction { vars: functions.iter().map(of).collect(), ..restriction.clone() }
        };
        let space = format!("variables of {}", functions.join("+"));
        let none = Set::new();
        match lab.ask(&space, &none, || self.answer(functions, &in_registers(&none)))? {
            Answer::Passes => {}
            Answer::Fails => return Ok(Some(Vec::new())),
            Answer::Unresolved => return Ok(None),
        }
        let settings = lab.settings.clone();
        (lab.settings.all, lab.settings.budget) = (false, settings.budget.min(VARIABLE_TESTS));
        let found = lab.search(&space, all.len(), |set| self.answer(functions, &in_registers(set)));
        lab.settings = settings;
        let found = found?;
        let set = found.sets.into_iter().next().map(|minimal| minimal.elements).or(found.smallest);
        Ok(set.map(|set| set.into_iter().map(|index| all[index as usize].clone()).collect()))
    }
}

/// The variables for which the allocator was free to choose a register or the frame.
fn free_variables(function: &str, variables: Vec<passes::Allocated>) -> Vec<Variable> {
    let numbered = (0..).zip(variables).filter(|(_, variable)| variable.kind == VarKind::Any);
    numbered
        .map(|(number, variable)| Variable { function: function.into(), number, register: variable.register.unwrap_or_default() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_those_whose_place_was_free_to_choose() {
        let variable = |kind, register: Option<&str>| passes::Allocated { kind, register: register.map(String::from) };
        let all = vec![
            variable(VarKind::Any, Some("eax")),
            variable(VarKind::Fixed(1), Some("ecx")),
            variable(VarKind::Any, None),
            variable(VarKind::Memory, None),
            variable(VarKind::Register, Some("edx")),
            variable(VarKind::Any, None),
        ];
        let names: Vec<String> = free_variables("f", all).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["t0 (eax)", "t2", "t5"]);
    }
}
