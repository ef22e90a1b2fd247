//! The options that Google's `pnacl-sz` has, and this one for its sake: which functions, what about
//! each, and what the words of `-verbose` show here.
//!
//! In: rows of the table of options. Out: changed [`Settings`]. What became of every option of the
//! original is in the page about options.

use super::args::Request;
use super::error::Error;
use super::option_table::{Given, OptionRow, Section, choice, flag, text, value};
use super::output::Output;
use super::settings::Settings;
use crate::options::{Functions, Isa, Pass, PassSet};

/// The options.
pub static SECTION: Section = Section {
    title: "As Google's pnacl-sz has them (FUNCTIONS: `name,3,5:9,-f`: by name, by number, 5 to 8, all but f):",
    rows: &[
        value("translate-only", FUNCTIONS, translate_only, "translate these functions; what they call is for the linker to find"),
        flag(
            "notranslate",
            |settings, on| settings.naming.only = on.then(Functions::none),
            "read all, translate nothing: to measure reading",
        ),
        value("force-O2", FUNCTIONS, force_o2, "translate these functions at -O2, whatever the others are"),
        OptionRow {
            aliases: &["test-prefix"],
            ..value("prefix", "NAME", set_prefix, "put this before the names of all that the program defines, _start too")
        },
        flag(
            "ffunction-sections",
            |settings, on| settings.own_sections.functions = on,
            "give each function a section, .text.NAME: `ld --gc-sections` then drops those that nothing refers to",
        ),
        flag(
            "fdata-sections",
            |settings, on| settings.own_sections.data = on,
            "give each variable a section: .data.NAME, .rodata.NAME or .bss.NAME",
        ),
        flag(
            "allow-externally-defined-symbols",
            |settings, on| settings.naming.is_closed = !on,
            "let the program use functions and variables that it does not define and define more than _start for others \
             (default); =0 refuses such a program",
        ),
        flag(
            "allow-uninitialized-globals",
            |settings, on| settings.always(on, "-allow-uninitialized-globals=0: a variable without a value is zero"),
            "",
        ),
        // There is nothing that it could skip.
        flag("skip-unimplemented", |_, _| (), ""),
        flag(
            "emit-revision",
            |settings, on| settings.instruments.revision = on,
            "have the object say who made it: a constant __Sz_revision with name and version",
        ),
        value(
            "log",
            "FILE",
            set_log,
            "write what -verbose, -print-after, -stats, -szstats and -timing print to a file (`-`: standard output)",
        ),
        value("verbose", "WORD[,WORD...]", verbose, VERBOSE_HELP),
        value("verbose-focus", "NAME", focus, "the same as -print-function"),
        flag(
            "szstats",
            |settings, on| settings.szstats = on,
            "print numbers about each function, and their sums, to standard error",
        ),
        flag("timing-funcs", |settings, on| settings.timing_funcs = on, "print the time that each function took, most first"),
        value("timing-focus", FUNCTIONS, timing_focus, "have -timing count these functions only"),
        flag(
            "allow-pnacl-reader-error-recovery",
            |settings, on| settings.recovers = on,
            "go on after a function that cannot be read, and say what is wrong with all of them; nothing is written then",
        ),
        flag(
            "dump-strings",
            |settings, on| settings.dump_strings = on,
            "print the names of all functions and variables to standard error",
        ),
        flag(
            "regalloc-repeat",
            |settings, on| {
                settings.always(on, "-regalloc-repeat=0: one pass is all that allocation takes; there is nothing to leave out")
            },
            "",
        ),
        // There are no registers that are kept for a second attempt, edges get blocks where their moves
        // need them, and sums are `lea` where that is shorter.
        flag("reg-reserve", |_, _| (), ""),
        flag("phi-edge-split", |_, _| (), ""),
        flag("aggressive-lea", |_, _| (), ""),
        flag("nonsfi", |settings, on| settings.never(on, "-nonsfi: there is no code for NaCl's non-SFI mode"), ""),
        flag(
            "sandbox",
            |settings, on| settings.features.sandbox = on,
            "keep to the rules of Native Client's sandbox, so that a validator can tell that the code does not leave it",
        ),
        flag(
            "verbose-llvm-parse-errors",
            |settings, on| {
                settings.never(
                    on,
                    "-verbose-llvm-parse-errors: LLVM does not read the input here; errors say where they are in any case",
                )
            },
            "",
        ),
        choice(
            "abi",
            "ABI",
            &[("pnacl", |_| ()), ("platform", |settings| settings.refuse_with(NO_PLATFORM_ABI))],
            "pnacl (default); platform is refused: there are no calls with 64-bit pointers",
        ),
        flag(
            "asm-verbose",
            |settings, on| {
                settings.controls.remarks.liveness = on;
                settings.controls.remarks.blocks = on;
            },
            "have assembly text say which block of the program code was made of, which registers are live where a block begins and ends, \
             and which registers and slots of the frame end at each instruction",
        ),
        flag(
            "allow-iaca-marks",
            |settings, on| settings.controls.remarks.loops = on,
            "have assembly text mark the code of each innermost loop, with comments that llvm-mca reads",
        ),
        flag(
            "enable-block-profile",
            |settings, on| settings.instruments.block_profile = on,
            "have the program count how often each of its blocks runs, and print that to standard error when it ends",
        ),
        flag(
            "fsanitize-address",
            |settings, on| settings.instruments.sanitize_address = on,
            "have the program check its accesses to memory: one beside a variable, an object of a frame or, if it has \
             malloc, free, realloc and calloc by name, what these give is reported, and ends it",
        ),
        flag(
            "mock-bounds-check",
            |settings, on| settings.instruments.mock_bounds_check = on,
            "have the program compare each address with 0 and 1 before it loads or stores: to measure what checking bounds costs",
        ),
        // Text has no bytes unless it is asked for.
        flag("no-hybrid-asm", |_, _| (), ""),
        text("build-atts", &[], || Request::BuildAttributes, "print what this build can do, a word a line"),
    ],
};

/// Why `-abi=platform` is refused.
const NO_PLATFORM_ABI: &str = "-abi=platform: code is called and calls as PNaCl's does, with pointers of 32 bits; for x86-64 that \
    is the x32 ABI (link with gcc -mx32)";

const FUNCTIONS: &str = "FUNCTIONS";

const VERBOSE_HELP: &str = "print each function, with what the words name, to standard error: inst (after every pass), \
    liveness, regalloc, split, addropt, folding, rmw, loop, lcse, status, and others of the original (after the pass \
    in question), most, all, none";

/// What a word of `-verbose` shows: the function after these passes, or after all. What the original
/// shows beside the instructions (predecessors, ends of lives, registers) our texts have in any case.
const WORDS: &[(&str, Option<&[Pass]>)] = &[
    ("inst", None),
    ("deleted", Some(&[Pass::Dce, Pass::Dead])),
    ("instnum", None),
    ("pred", None),
    ("succ", None),
    ("liveness", Some(&[Pass::Liveness])),
    ("regorigins", Some(&[Pass::Allocate])),
    ("regalloc", Some(&[Pass::Allocate])),
    // Not a word of the original: at -O0 the text after allocation says what each register holds.
    ("regstate", Some(&[Pass::Allocate])),
    ("split", Some(&[Pass::SplitLocal, Pass::SplitGlobal])),
    ("addropt", Some(&[Pass::Lower])),
    ("random", Some(&[Pass::Allocate])),
    ("folding", Some(&[Pass::Lower])),
    ("rmw", Some(&[Pass::Lower])),
    ("loop", Some(&[Pass::Licm])),
    ("status", Some(&[Pass::Frame])),
    ("registers", Some(&[Pass::Allocate])),
    ("regnum", Some(&[Pass::Allocate])),
    ("lcse", Some(&[Pass::Lcse])),
    ("most", None),
    ("all", None),
];

fn functions(given: Given<'_>) -> Result<Functions, Error> {
    Functions::parse(given.value).map_err(|problem| given.wrong(problem))
}

fn translate_only(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.naming.only = Some(functions(given)?);
    Ok(())
}

fn force_o2(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.force_o2 = Some(functions(given)?);
    Ok(())
}

fn timing_focus(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.timing_focus = Some(functions(given)?);
    Ok(())
}

fn set_prefix(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.naming.prefix = given.symbol()?;
    Ok(())
}

fn set_log(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.log = Some(if given.value == "-" { Output::Stdout } else { Output::File(given.value.into()) });
    Ok(())
}

fn focus(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.print_function = Some(given.value.into());
    Ok(())
}

fn verbose(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    for word in given.words()? {
        match &*word {
            "none" => settings.controls.print_after = PassSet::default(),
            "time" => settings.timing = true,
            "parse" => settings.refuse_with("-verbose=parse: pnacl-dis -bitcode-as-text prints what is read, a record a line"),
            word => {
                let Some((_, passes)) = WORDS.iter().find(|(known, _)| *known == word) else {
                    let mut known: Vec<&str> = WORDS.iter().map(|(known, _)| *known).collect();
                    known.extend(["time", "parse", "none"]);
                    return Err(given.unknown(&known));
                };
                match passes {
                    None => settings.controls.print_after = PassSet::ALL,
                    Some(passes) => passes.iter().for_each(|&pass| settings.controls.print_after.insert(pass)),
                }
            }
        }
    }
    Ok(())
}

/// What `-build-atts` prints: the words that scripts look for (`--need=target_X8632`).
pub fn build_attributes() -> String {
    let targets = Isa::ALL.into_iter().filter(|&isa| crate::pipeline::is_built(isa));
    let mut words: Vec<String> = targets.map(|isa| format!("target_{}", isa.name().to_ascii_uppercase())).collect();
    let has_dumps = cfg!(feature = "dumps");
    words.extend(
        [
            if has_dumps { "allow_dump" } else { "no_dump" },
            if cfg!(feature = "text") { "no_minimal_build" } else { "minimal_build" },
        ]
        .map(String::from),
    );
    words.push("allow_timers".into());
    words.into_iter().map(|word| word + "\n").collect()
}
