//! The options of `pnacl-sz` that are about its passes, to find bugs and to measure: parsing into
//! [`Controls`].
//!
//! In: one option after another, with the value it may have. Out: [`Controls`], or an [`Error`]
//! that lists what the value could have been.

use super::cmdline::usage;
use super::error::Error;
use super::option_table::{Given, Section, choice, flag, value};
use super::settings::Settings;
#[cfg(feature = "faults")]
use super::{args::Request, option_table::text};
use crate::options::{Controls, OptLevel, Pass, PassSet, VarChoice};

/// The options.
pub static SECTION: Section = Section {
    title: "To look for a bug of a pass, or to measure one (`-disable-pass=help` lists the passes):",
    rows: &[
        value("disable-pass", PASSES, disable_pass, "leave these passes out"),
        value(
            "pass-fuel",
            "N",
            set_fuel,
            "make the first N transformations of the whole program and no more, and name the last one on standard \
             error; translates on the main thread",
        ),
        value(
            "print-before",
            PASSES,
            print_before,
            "print each function before these passes to standard error; translates on the main thread",
        ),
        value("print-after", PASSES, print_after, "the same, after these passes"),
        flag(
            "print-after-all",
            |settings, on| settings.controls.print_after = if on { PassSet::ALL } else { PassSet::default() },
            "the same, after every pass",
        ),
        value("print-function", "NAME", set_print_function, "print this function only"),
        value("stop-after", "PASS", stop_after, "print each function after this pass, run no more passes and write nothing"),
        choice(
            "lcse",
            "SCOPE",
            &[
                ("ssa", |settings| look_for_subexpressions(settings, false)),
                ("enabled", |settings| look_for_subexpressions(settings, false)),
                ("no-ssa", |settings| look_for_subexpressions(settings, true)),
                ("0", |settings| settings.controls.disabled.insert(Pass::Lcse)),
            ],
            "ssa or enabled: look for common subexpressions in all dominating blocks (default); no-ssa: in each block; 0: do not",
        ),
        value("lcse-max-iters", "N", set_lcse_iterations, "run that pass N times (default: 1)"),
        flag(
            "licm",
            |settings, on| run_or_not(settings, Pass::Licm, on),
            "move what loops compute again and again out of them (default)",
        ),
        flag(
            "fmem-intrin-opt",
            |settings, on| run_or_not(settings, Pass::MemIntrin, on),
            "copy and fill a few bytes, as many as a constant says, without a call (default at -O2)",
        ),
        flag("enable-sc", |settings, on| run_or_not(settings, Pass::ShortCircuit, on), "run the pass short-circuit (default)"),
        flag(
            "split-local-vars",
            |settings, on| run_besides(settings, Pass::SplitLocal, on),
            "run the pass split-local: within a stretch of code that mentions a variable often, another one takes its \
             place",
        ),
        value(
            "split-inst",
            "N[,N...]",
            split_at,
            "have the pass split-local split only what is mentioned around these instructions of a function, counted from 0",
        ),
        flag(
            "split-global-vars",
            |settings, on| run_besides(settings, Pass::SplitGlobal, on),
            "run the pass split-global: after allocation, what has no register gets one for stretches of code in which \
             one is free",
        ),
        flag(
            "schedule-early",
            |settings, on| run_besides(settings, Pass::ScheduleEarly, on),
            "run the pass schedule-early: before allocation, on ARM, what others wait for comes sooner, as long as registers \
             are left",
        ),
        value("reg-use", REGISTERS, use_registers, "of each register file of which one is named, use only those that are named"),
        value(
            "reg-exclude",
            REGISTERS,
            exclude_registers,
            "do not use these registers. Those that an instruction or the calling convention prescribes are used all the \
             same, and so are others where an instruction needs more than there are: -stats counts these. What is enough \
             for all but atomics and calls with very many arguments: eax, ecx, edx, xmm0 to xmm3 (x8632); rax, rcx, rdx, \
             xmm0 to xmm3 (x8664); r0 to r5, q0 to q2 (arm32); v0, v1, a0 to a3, f0, f2, f4 (mips32)",
        ),
        value(
            "reg-vars",
            "FUNCTION:[N[-N][,...]]",
            choose_vars,
            "in this function give no registers to variables that need none, but to those with these numbers, which \
             -print-after=allocate shows; -O2 only",
        ),
        flag(
            "randomize-regalloc",
            |settings, on| settings.controls.randomize_regalloc = on,
            "prefer registers in a random order, another one for each function",
        ),
        value("sz-seed", "N", set_seed, "where everything random comes from (default: 0)"),
        value("test-stack-extra", "N", set_stack_extra, "make every stack frame N bytes larger than it has to be"),
    ],
};

/// What stands for lists in the help.
const PASSES: &str = "PASS[,PASS...]";
const REGISTERS: &str = "REG[,REG...]";

/// The options about faults: none in a build without them.
#[cfg(feature = "faults")]
pub static FAULT_SECTION: Section = Section {
    title: "To measure what finds a mistake (this build only):",
    rows: &[
        value(
            "inject-fault",
            "NAME[@FUNCTION][,...]",
            inject,
            "make these mistakes, everywhere or in one function, and print how often to standard error",
        ),
        text("list-faults", &[], || Request::ListFaults, "print the names: where each is, what it can affect, what it does"),
    ],
};

#[cfg(feature = "faults")]
fn inject(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    for word in given.words()? {
        let injection = word.parse().map_err(|message: String| usage(format_args!("-{}: {message}", given.name)))?;
        settings.controls.faults.add(injection);
    }
    Ok(())
}

/// More variables than a function has.
const MOST_VARS: u32 = 1 << 24;

fn run_or_not(settings: &mut Settings, pass: Pass, on: bool) {
    settings.controls.disabled.remove(pass);
    if !on {
        settings.controls.disabled.insert(pass);
    }
}

fn run_besides(settings: &mut Settings, pass: Pass, on: bool) {
    settings.controls.besides.remove(pass);
    if on {
        settings.controls.besides.insert(pass);
    }
}

fn look_for_subexpressions(settings: &mut Settings, in_blocks: bool) {
    settings.controls.disabled.remove(Pass::Lcse);
    settings.controls.lcse_in_blocks = in_blocks;
}

fn disable_pass(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    add(&mut settings.controls.disabled, given, Pass::is_optional)
}

fn print_before(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    add(&mut settings.controls.print_before, given, Pass::is_step)
}

fn print_after(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    add(&mut settings.controls.print_after, given, Pass::is_step)
}

fn stop_after(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.stop_after = Some(pass(given, Pass::is_step)?);
    Ok(())
}

fn set_print_function(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.print_function = Some(given.value.into());
    Ok(())
}

fn set_fuel(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.fuel = Some(given.number(u64::MAX)?);
    Ok(())
}

fn set_seed(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.seed = given.number(u64::MAX)?;
    Ok(())
}

/// More iterations than change anything.
const MOST_ITERATIONS: u64 = 1000;

fn set_lcse_iterations(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    let iterations = given.number(MOST_ITERATIONS)?;
    match u32::try_from(iterations).unwrap_or(u32::MAX).checked_sub(1) {
        Some(again) => settings.controls.lcse_again = again,
        None => settings.controls.disabled.insert(Pass::Lcse),
    }
    Ok(())
}

fn split_at(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    let number = |word: String| word.parse::<u32>().map_err(|_| given.wrong("not numbers of instructions"));
    let numbers: Vec<u32> = given.words()?.into_iter().map(number).collect::<Result<_, _>>()?;
    settings.controls.split_at.extend(numbers);
    Ok(())
}

fn set_stack_extra(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    let bytes = given.number(u64::MAX)?;
    settings.controls.stack_extra = u32::try_from(bytes).map_err(|_| given.wrong("more than a stack holds"))?;
    Ok(())
}

fn use_registers(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.registers.only.extend(given.words()?);
    Ok(())
}

fn exclude_registers(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.registers.without.extend(given.words()?);
    Ok(())
}

fn choose_vars(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.vars.push(var_choice(given)?);
    Ok(())
}

/// Checks what can only be seen when all options are known.
pub fn check(controls: &Controls, opt: OptLevel) -> Result<(), Error> {
    match controls.stop_after {
        Some(pass) if cfg!(feature = "o3") && controls.plan.as_ref().is_some_and(|plan| pass.is_ir() && !plan.contains(pass)) => {
            Err(usage(format_args!("-stop-after={pass}: -passes does not name this pass")))
        }
        Some(pass) if cfg!(feature = "o3") && controls.plan.is_none() && pass.is_only_in_plans() => {
            Err(usage(format_args!("-stop-after={pass}: no recipe runs this pass; -passes can")))
        }
        Some(pass) if controls.plan.is_none() && !pass.is_in(opt) => {
            let other = OptLevel::ALL
                .into_iter()
                .rev()
                .filter(|&opt| pass.is_in(opt))
                .min_by_key(|&opt| opt == OptLevel::O3)
                .unwrap_or(opt);
            Err(usage(format_args!("-stop-after={pass}: -{opt} does not run this pass; -{other} does")))
        }
        _ => Ok(()),
    }
}

/// `FUNCTION:1,4-7`, or `FUNCTION:` for none.
fn var_choice(given: Given<'_>) -> Result<VarChoice, Error> {
    let malformed = || given.wrong("not of the form FUNCTION:1,4-7");
    let (function, list) = given.value.rsplit_once(':').filter(|(function, _)| !function.is_empty()).ok_or_else(malformed)?;
    let mut vars = Vec::new();
    for range in list.split(',').filter(|_| !list.is_empty()) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|&number| number < MOST_VARS).ok_or_else(malformed);
        vars.extend(number(first)?..=number(last)?);
    }
    vars.sort_unstable();
    vars.dedup();
    Ok(VarChoice { function: function.into(), vars })
}

/// The pass with the value's name, of those that suit the option.
fn pass(given: Given<'_>, suits: fn(Pass) -> bool) -> Result<Pass, Error> {
    Pass::from_name(given.value).filter(|&pass| suits(pass)).ok_or_else(|| {
        let names: Vec<&str> = Pass::all().filter(|&pass| suits(pass)).map(Pass::name).collect();
        given.unknown(&names)
    })
}

/// Adds the passes with the value's names to a set.
fn add(set: &mut PassSet, given: Given<'_>, suits: fn(Pass) -> bool) -> Result<(), Error> {
    for word in given.words()? {
        set.insert(pass(Given { value: &word, ..given }, suits)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::cmdline::{Arg, CommandLine};
    use super::super::option_table;
    use super::*;

    fn parse(options: &[(&str, &str)]) -> Result<Controls, String> {
        let mut settings = Settings::default();
        for (name, value) in options {
            let mut line = CommandLine::new([OsString::from(format!("-{name}={value}"))].into_iter());
            let Some(Arg::Option(option)) = line.next_arg() else { panic!("an option") };
            option_table::apply(&[&SECTION], &option, &mut line, &mut settings).map_err(|error| error.to_string())?;
        }
        Ok(settings.controls)
    }

    #[test]
    fn values_add_up_where_lists_are_possible() {
        let controls =
            parse(&[("disable-pass", "dce,licm"), ("disable-pass", " cfg "), ("reg-use", "eax,ecx"), ("reg-use", "edx")]);
        let expected = Controls {
            disabled: [Pass::Dce, Pass::Licm, Pass::Cfg].into_iter().collect(),
            registers: crate::options::RegisterChoice {
                only: ["eax", "ecx", "edx"].map(String::from).to_vec(),
                without: Vec::new(),
            },
            ..Controls::default()
        };
        assert_eq!(controls, Ok(expected));
        let controls = parse(&[("pass-fuel", "1"), ("pass-fuel", "0"), ("lcse", "no-ssa"), ("lcse", "ssa"), ("sz-seed", "7")]);
        assert_eq!(controls, Ok(Controls { fuel: Some(0), seed: 7, ..Controls::default() }));
        let choice = |function: &str, vars: &[u32]| VarChoice { function: function.into(), vars: vars.to_vec() };
        let controls = parse(&[("reg-vars", "a:b:7,1-3,2"), ("reg-vars", "c:")]);
        assert_eq!(controls.map(|controls| controls.vars), Ok(vec![choice("a:b", &[1, 2, 3, 7]), choice("c", &[])]));
    }

    #[test]
    fn what_is_wrong_is_answered_with_what_would_be_right() {
        let message = |name, value| parse(&[(name, value)]).unwrap_err();
        for (name, value, parts) in [
            ("disable-pass", "encode", ["-disable-pass=encode: unknown value", "simplify, cfg,", "load-fold"]),
            ("disable-pass", "help", ["-disable-pass=help", "short-circuit", "polish"]),
            ("print-after", "load-fold", ["-print-after=load-fold", "dead, liveness,", "encode"]),
            ("stop-after", "", ["-stop-after=:", "simplify", "rewrite"]),
            ("reg-use", "eax,", ["-reg-use=eax,:", "empty name", ""]),
            ("reg-vars", "f", ["-reg-vars=f: not of the form FUNCTION:1,4-7", "", ""]),
            ("reg-vars", "f:3-x", ["-reg-vars=f:3-x: not of the form", "", ""]),
            ("pass-fuel", "-1", ["-pass-fuel=-1: not a number from 0", "", ""]),
            ("sz-seed", "x", ["-sz-seed=x: not a number", "", ""]),
            ("lcse", "no", ["-lcse=no: unknown value", "ssa, enabled", ""]),
        ] {
            let message = message(name, value);
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
        let stops = |pass, opt| check(&Controls { stop_after: Some(pass), ..Controls::default() }, opt).is_ok();
        assert!(stops(Pass::Lower, OptLevel::Om1) && stops(Pass::Simplify, OptLevel::O2) && !stops(Pass::Dce, OptLevel::Om1));
        assert!(
            stops(Pass::Forward, OptLevel::O0) && !stops(Pass::Forward, OptLevel::O2) && !stops(Pass::Simplify, OptLevel::O0)
        );
    }
}
