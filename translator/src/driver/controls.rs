//! The options of `pnacl-sz` that are about its passes, to find bugs and to measure: parsing into
//! [`Controls`].
//!
//! In: one option after another, with the value it may have. Out: [`Controls`], or an [`Error`]
//! that lists what the value could have been.

use super::cmdline::{bad_value, usage};
use super::error::Error;
use crate::options::{Controls, OptLevel, Pass, PassSet, VarChoice};

/// What `-help` says about them.
pub const HELP: &str = "\
To look for a bug of a pass, or to measure one (`-disable-pass=help` lists the passes):
  -disable-pass=PASS[,PASS...]       leave these passes out
  -pass-fuel=N      make the first N transformations of the whole program and no more, and name the last one on
                    standard error; translates on the main thread
  -print-before=PASS[,PASS...], -print-after=PASS[,PASS...], -print-after-all
                    print each function before or after these passes to standard error; translates on the main
                    thread
  -print-function=NAME               print this function only
  -stop-after=PASS  print each function after this pass, run no more passes and write nothing
  -lcse=SCOPE       ssa: look for common subexpressions in all dominating blocks (default); no-ssa: in each block
  -enable-sc        run the pass short-circuit
  -split-local-vars                  run the pass split-local: within a stretch of code that mentions a variable often,
                    another one takes its place
  -split-global-vars                 run the pass split-global: after allocation, what has no register gets one for
                    stretches of code in which one is free
  -reg-use=REG[,REG...]              of each register file of which one is named, use only those that are named
  -reg-exclude=REG[,REG...]          do not use these registers. Those that an instruction or the calling convention
                    prescribes are used all the same, and so are others where an instruction needs more than there are:
                    -stats counts these. What is enough for all but atomics and calls with very many arguments:
                    eax, ecx, edx, xmm0 to xmm3 (x8632); rax, rcx, rdx, xmm0 to xmm3 (x8664); r0 to r5, q0 to q2
                    (arm32); v0, v1, a0 to a3, f0, f2, f4 (mips32)
  -reg-vars=FUNCTION:[N[-N][,...]]   in this function give no registers to variables that need none, but to those with these
                    numbers, which -print-after=allocate shows; -O2 only
  -randomize-regalloc                prefer registers in a random order, another one for each function
  -sz-seed=N        where the random order comes from (default: 0)
  -test-stack-extra=N                make every stack frame N bytes larger than it has to be
";

/// What `-help` says about faults: nothing in a build without them.
#[cfg(not(feature = "faults"))]
pub const FAULT_HELP: &str = "";

/// What `-help` says about faults.
#[cfg(feature = "faults")]
pub const FAULT_HELP: &str = "\
To measure what finds a mistake (this build only):
  -inject-fault=NAME[@FUNCTION][,...]
                    make these mistakes, everywhere or in one function, and print how often to standard error
  -list-faults      print the names: where each is, what it can affect, what it does
";

/// Handles `-inject-fault`.
#[cfg(feature = "faults")]
pub fn inject(controls: &mut Controls, name: &str, value: &str) -> Result<(), Error> {
    for word in words(name, value)? {
        let injection = word.parse().map_err(|message: String| usage(format_args!("-{name}: {message}")))?;
        controls.faults.add(injection);
    }
    Ok(())
}

/// More variables than a function has.
const MOST_VARS: u32 = 1 << 24;

/// The options with a value, as typed after the dashes.
pub const WITH_VALUE: [&str; 12] = [
    "disable-pass",
    "pass-fuel",
    "print-before",
    "print-after",
    "print-function",
    "stop-after",
    "lcse",
    "reg-use",
    "reg-exclude",
    "reg-vars",
    "sz-seed",
    "test-stack-extra",
];

/// The options without one.
pub const FLAGS: [&str; 5] = ["print-after-all", "enable-sc", "split-local-vars", "split-global-vars", "randomize-regalloc"];

/// Handles one of [`WITH_VALUE`].
pub fn with_value(controls: &mut Controls, name: &str, value: &str) -> Result<(), Error> {
    match name {
        "disable-pass" => add(&mut controls.disabled, name, value, Pass::is_optional)?,
        "print-before" => add(&mut controls.print_before, name, value, Pass::is_step)?,
        "print-after" => add(&mut controls.print_after, name, value, Pass::is_step)?,
        "stop-after" => controls.stop_after = Some(pass(name, value, Pass::is_step)?),
        "print-function" => controls.print_function = Some(value.into()),
        "pass-fuel" => controls.fuel = Some(number(name, value)?),
        "sz-seed" => controls.seed = number(name, value)?,
        "test-stack-extra" => {
            let bytes = number(name, value)?;
            controls.stack_extra =
                u32::try_from(bytes).map_err(|_| usage(format_args!("-{name}={value}: more than a stack holds")))?;
        }
        "lcse" => {
            controls.lcse_in_blocks = match value {
                "ssa" => false,
                "no-ssa" => true,
                _ => return Err(bad_value(name, value, &["ssa", "no-ssa"])),
            }
        }
        "reg-vars" => controls.vars.push(var_choice(name, value)?),
        "reg-use" => controls.registers.only.extend(words(name, value)?),
        _ => controls.registers.without.extend(words(name, value)?),
    }
    Ok(())
}

/// Handles one of [`FLAGS`].
pub fn flag(controls: &mut Controls, name: &str) {
    match name {
        "print-after-all" => controls.print_after = PassSet::ALL,
        "enable-sc" => controls.short_circuit = true,
        "split-local-vars" => controls.split_local = true,
        "split-global-vars" => controls.split_global = true,
        _ => controls.randomize_regalloc = true,
    }
}

/// Checks what can only be seen when all options are known.
pub fn check(controls: &Controls, opt: OptLevel) -> Result<(), Error> {
    match controls.stop_after {
        Some(pass) if opt == OptLevel::Om1 && !pass.is_in_om1() => {
            Err(usage(format_args!("-stop-after={pass}: -Om1 does not run this pass; -O2 does")))
        }
        _ => Ok(()),
    }
}

/// The parts of a list.
fn words(name: &str, value: &str) -> Result<Vec<String>, Error> {
    let words: Vec<String> = value.split(',').map(|word| word.trim().to_string()).collect();
    if words.iter().any(String::is_empty) {
        return Err(usage(format_args!("-{name}={value}: an empty name in the list")));
    }
    Ok(words)
}

/// `FUNCTION:1,4-7`, or `FUNCTION:` for none.
fn var_choice(name: &str, value: &str) -> Result<VarChoice, Error> {
    let malformed = || usage(format_args!("-{name}={value}: not of the form FUNCTION:1,4-7"));
    let (function, list) = value.rsplit_once(':').filter(|(function, _)| !function.is_empty()).ok_or_else(malformed)?;
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

fn number(name: &str, value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| usage(format_args!("-{name}={value}: not a number from 0 to {}", u64::MAX)))
}

fn pass(name: &str, value: &str, suits: fn(Pass) -> bool) -> Result<Pass, Error> {
    Pass::from_name(value).filter(|&pass| suits(pass)).ok_or_else(|| {
        let names: Vec<&str> = Pass::all().filter(|&pass| suits(pass)).map(Pass::name).collect();
        bad_value(name, value, &names)
    })
}

fn add(set: &mut PassSet, name: &str, value: &str, suits: fn(Pass) -> bool) -> Result<(), Error> {
    for word in words(name, value)? {
        set.insert(pass(name, &word, suits)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(options: &[(&str, &str)]) -> Result<Controls, String> {
        let mut controls = Controls::default();
        for (name, value) in options {
            with_value(&mut controls, name, value).map_err(|error| error.to_string())?;
        }
        Ok(controls)
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
            ("print-after", "load-fold", ["-print-after=load-fold", "lower, dead,", "encode"]),
            ("stop-after", "", ["-stop-after=:", "simplify", "rewrite"]),
            ("reg-use", "eax,", ["-reg-use=eax,:", "empty name", ""]),
            ("reg-vars", "f", ["-reg-vars=f: not of the form FUNCTION:1,4-7", "", ""]),
            ("reg-vars", "f:3-x", ["-reg-vars=f:3-x: not of the form", "", ""]),
            ("pass-fuel", "-1", ["-pass-fuel=-1: not a number from 0", "", ""]),
            ("sz-seed", "x", ["-sz-seed=x: not a number", "", ""]),
            ("lcse", "no", ["-lcse=no: unknown value", "ssa, no-ssa", ""]),
        ] {
            let message = message(name, value);
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
        let stops = |pass, opt| check(&Controls { stop_after: Some(pass), ..Controls::default() }, opt).is_ok();
        assert!(stops(Pass::Lower, OptLevel::Om1) && stops(Pass::Simplify, OptLevel::O2) && !stops(Pass::Dce, OptLevel::Om1));
    }
}
