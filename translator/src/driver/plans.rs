//! The options of `pnacl-sz` about the order of passes over the IR: parsing into a
//! [`Plan`](crate::options::Plan).
//!
//! In: an option with its value. Out: changed [`Settings`], or an [`Error`] that says what about the
//! value makes no sense. Whether the order does is checked once the recipe is known.

use super::error::Error;
use super::option_table::{Given, Section, flag, value};
use super::settings::Settings;

/// The options.
pub static SECTION: Section = Section {
    title: "To order the passes over the IR by hand (-O2 and -O3):",
    rows: &[
        value(
            "passes",
            "PASS,loop(PASS,...),...",
            set_plan,
            "run these in place of the recipe's; loop(...) runs what is in it until a round changes nothing, but at most 8 \
             times, loop3(...) three times. An order in which a pass undoes what an earlier one made is refused, with the \
             reason",
        ),
        flag(
            "print-pipeline",
            |settings, on| settings.print_plan = on,
            "print the passes that the other options ask for, as -passes takes them, and translate nothing",
        ),
    ],
};

fn set_plan(settings: &mut Settings, given: Given<'_>) -> Result<(), Error> {
    let plan = given.value.parse().map_err(|problem: String| given.wrong(problem))?;
    settings.controls.plan = Some(plan);
    Ok(())
}
