//! The table.

use translator::faults::Fault;

use super::record::{Cost, Measured, Named, Record};

/// How long a bisection may take, in seconds.
const LIMIT: f32 = 60.0;
/// How many instructions may be left.
const SMALL: usize = 10;

/// `measured/bisect.md`.
pub fn markdown(records: &[Record]) -> String {
    let shown: Vec<(&Record, &Measured)> =
        records.iter().filter_map(|record| Some((record, record.measured.as_ref()?))).collect();
    let count = |of: &dyn Fn(&Measured) -> bool| shown.iter().filter(|(_, measured)| of(measured)).count();
    let total = shown.len();
    let passes = count(&|measured| measured.pass.is_some());
    let small = count(&|measured| measured.instructions.is_some_and(|count| count <= SMALL));
    let mut seconds: Vec<f32> = shown.iter().map(|(_, measured)| measured.cost.seconds).collect();
    seconds.sort_by(f32::total_cmp);
    let mut text = format!(
        "# What bisect makes of seeded faults\n\n\
         Made by `cargo run --release -p bisect --features faults --example results`; do not edit. Each fault of the catalogue (`pnacl-sz \
         -list-faults`) was made in one function of a program that it breaks there: of the first one that was found among the shared programs (`.pexe`; \
         looked at only where they are beside the repository), the tests, and generated modules (`1-N.ll`). `bisect pexe PROGRAM --bad 'O2 -inject-fault=NAME@FUNCTION'` was given the program and nothing else. Seconds are \
         from its start to the report, on 2 cores that other work used at the same time: *CPU s* is what the bisection took of them. *Pass* is about faults in passes and in the allocation: the pass was \
         named, and a transformation of it in that function; or that it takes variables in registers. *Left* are the instructions of \
         the reduced module.\n\n\
         - {} of {} faults are measured; {total} of them make one of the programs fail.\n\
         - The function was named: {} of {total}; and nothing else: {} (what does not restore a register harms only a caller that keeps \
         something in it, and needs that one, too).\n\
         - The pass or the allocation was named: {} of {passes}.\n\
         - Within {LIMIT} s on the busy machine: {} of {total}; median {:.1} s, longest {:.1} s.\n\
         - Within {LIMIT} s of processor time: {} of the {} of which it is known.\n\
         - At most {SMALL} instructions left: {small} of {total} ({:.1} %).\n\n\
         | fault | stage | program | function | pass | tests | s | CPU s | left | what bisect says |\n|---|---|---|---|---|---:|---:|---:|---:|---|\n",
        records.len(),
        Fault::COUNT,
        count(&|measured| measured.function != Named::No),
        count(&|measured| measured.function == Named::Alone),
        count(&|measured| measured.pass == Some(true)),
        count(&|measured| measured.cost.seconds <= LIMIT),
        seconds.get(total / 2).copied().unwrap_or_default(),
        seconds.last().copied().unwrap_or_default(),
        count(&|measured| measured.cost.processor > 0.0 && measured.cost.processor <= LIMIT),
        count(&|measured| measured.cost.processor > 0.0),
        100.0 * small as f32 / total.max(1) as f32,
    );
    let yes = |flag: bool| if flag { "yes" } else { "**no**" };
    for (record, measured) in &shown {
        let Measured { program, function, pass, said, cost, instructions } = measured;
        let Cost { tests, seconds, processor } = cost;
        let row = record.fault.row();
        text += &format!(
            "| `{}` | {} | {program} | {} | {} | {tests} | {seconds:.1} | {} | {} | {} |\n",
            row.name,
            row.stage,
            if *function == Named::No { "**no**" } else { function.name() },
            pass.map_or("", yes),
            if *processor > 0.0 { format!("{processor:.1}") } else { String::new() },
            instructions.map_or("-".into(), |count| count.to_string()),
            said.replace('|', "\\|"),
        );
    }
    let others: Vec<&Record> = records.iter().filter(|record| record.measured.is_none()).collect();
    if !others.is_empty() {
        text += "\n## Not shown by any of the programs\n\n";
    }
    for record in others {
        text += &format!("- `{}`: {}\n", record.fault, record.fault.row().what);
    }
    let open: Vec<Fault> = Fault::all().filter(|fault| records.iter().all(|record| record.fault != *fault)).collect();
    if !open.is_empty() {
        let names: Vec<String> = open.iter().map(|fault| format!("`{fault}`")).collect();
        text += &format!("\n## Not measured yet\n\n{}\n", names.join(", "));
    }
    text
}
