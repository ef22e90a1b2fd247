//! The options of `pnacl-sz` that make the code of one program different with every seed: parsing
//! into [`Diversity`](crate::options::Diversity).
//!
//! In: one option after another. Out: changed settings, or an error about a value.

use super::error::Error;
use super::option_table::{Given, Section, choice, flag, value};
use super::settings::Settings;
use crate::options::Immediates;

/// The options.
pub static SECTION: Section = Section {
    title: "To make code that is another with every seed (-sz-seed; the same seed gives the same bytes):",
    rows: &[
        flag("nop-insertion", |settings, on| settings.controls.diversity.nops = on, "put nops between instructions"),
        value("max-nops-per-instruction", "N", set_max_nops, "... at most N before each (default: 1)"),
        value("nop-insertion-percentage", "P", set_nop_percentage, "... each with a probability of P percent (default: 10)"),
        choice(
            "randomize-pool-immediates",
            "HOW",
            &[
                ("none", |settings| settings.controls.diversity.immediates = Immediates::None),
                ("randomize", |settings| settings.controls.diversity.immediates = Immediates::Randomize),
                ("pool", |settings| settings.controls.diversity.immediates = Immediates::Pool),
            ],
            "none: constants stand in the code (default); randomize: large ones are made of two numbers, with another cookie \
             for each function; pool: they are loaded from read-only data",
        ),
        value(
            "randomize-pool-threshold",
            "N",
            set_threshold,
            "... large are those outside of -N/2 to N/2 (default: 65535); bytes are not",
        ),
        flag(
            "reorder-basic-blocks",
            |settings, on| settings.controls.diversity.blocks = on,
            "put the blocks of a function in random order, the entry first",
        ),
        flag("reorder-functions", |settings, on| settings.controls.diversity.functions = on, "put functions in random order"),
        value(
            "reorder-functions-window-size",
            "N",
            set_window,
            "... each drawn from the next N that are not placed yet (default: 8)",
        ),
        flag(
            "reorder-global-variables",
            |settings, on| settings.controls.diversity.globals = on,
            "put global variables in random order",
        ),
        flag(
            "reorder-pooled-constants",
            |settings, on| settings.controls.diversity.pooled_constants = on,
            "put the constants that code loads in random order",
        ),
        flag(
            "randomize-selection",
            |settings, on| settings.controls.diversity.selection = on,
            "choose at random among instructions and encodings that do the same",
        ),
    ],
};

/// More nops than anybody wants before each instruction.
const MOST_NOPS: u64 = 1000;

fn set_max_nops(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.diversity.max_nops = given.number(MOST_NOPS)? as u32;
    Ok(())
}

fn set_nop_percentage(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.diversity.nop_percentage = given.number(100)? as u32;
    Ok(())
}

fn set_threshold(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.diversity.threshold = given.number(u32::MAX.into())? as u32;
    Ok(())
}

fn set_window(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    settings.controls.diversity.window = given.number(u32::MAX.into())? as u32;
    Ok(())
}
