//! `crosstest replay`: runs a bundle again and says whether the disagreement is still there.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use super::args::ReplayArgs;
use super::{USAGE, complain};
use crate::bundle::{self, Replay};
use crate::compare::show_end;
use crate::report;

/// Runs the command; the exit status.
pub fn main(args: &ReplayArgs) -> u8 {
    // Panics are caught and reported as errors of the execution.
    std::panic::set_hook(Box::new(|_| {}));
    match bundle::replay(&args.bundle) {
        Ok(replay) => {
            let _ = io::stdout().write_all(text(&replay).as_bytes());
            u8::from(!replay.agrees())
        }
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

fn text(replay: &Replay) -> String {
    let Replay { bundle, diagnosis, changed, not_run } = replay;
    let mut out = format!("{}: {}\n", bundle.test, diagnosis.run);
    let width = diagnosis.outcomes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, outcome) in &diagnosis.outcomes {
        let what = match outcome {
            Ok(outcome) => {
                let result =
                    outcome.result.as_ref().map_or_else(String::new, |value| format!(", {}", crate::value::text::show(value)));
                format!("{}{result}", show_end(&outcome.end))
            }
            Err(why) => why.clone(),
        };
        let _ = writeln!(out, "  {name:<width$}  {what}");
    }
    for (index, group) in report::agreement(&diagnosis.groups).iter().enumerate() {
        let _ = writeln!(out, "  {:<12}{group}", if index == 0 { "agree" } else { "" });
    }
    report::first_difference(diagnosis).iter().for_each(|line| out += &format!("{line}\n"));
    for (name, why) in not_run {
        let _ = writeln!(out, "not run: {name}: {why}");
    }
    let own = env!("CARGO_PKG_VERSION");
    if bundle.tool != own {
        let _ = writeln!(out, "written by crosstest {}, run again by {own}", bundle.tool);
    }
    out += &match &changed[..] {
        [] => "every outcome is as recorded, bit for bit\n".to_string(),
        changed => format!("not as recorded: {}\n", changed.join(", ")),
    };
    out += if replay.agrees() { "all engines agree now\n" } else { "the engines disagree\n" };
    out
}
