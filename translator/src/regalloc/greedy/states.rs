//! What each register holds after each instruction, as [SUBZERO-LOOP] throughout shows the states of its local register manager.
//!
//! In: allocated code that was not rewritten yet, and its ranges. Out: its text, for `-verbose=regstate`. Of the registers, those are shown
//! that some variable has. Instructions times variables in registers: for people, and for small functions.

use crate::lir::{Code, FlowInst, RegTable, Var, VarKind, print};
use crate::liveness::Ranges;

/// The text of the code with a line after each instruction: `eax={t1,t4} ecx={}`.
pub fn text<I: FlowInst>(
    code: &Code<I>,
    ranges: &Ranges,
    table: &RegTable,
    function: &str,
    reg_name: impl Fn(u8) -> String + Copy,
) -> String {
    let shown: Vec<u8> =
        (0..table.units.len() as u8).filter(|&reg| code.vars.iter().any(|data| has(data.reg, reg, data.kind))).collect();
    let after = |index: usize| {
        let position = 2 * index as u32 + 2;
        let words: Vec<String> = shown
            .iter()
            .map(|&reg| {
                let vars = (0..code.vars.len() as u32).map(Var::from_u32).filter(|&var| {
                    let data = code.var(var);
                    let lives = |(start, end): (u32, u32)| start < position && end >= position;
                    has(data.reg, reg, data.kind) && ranges.first(var).is_some_and(|segment| lives((segment.start, segment.end)))
                });
                let names: Vec<String> = vars.map(|var| var.to_string()).collect();
                format!("{}={{{}}}", reg_name(reg), names.join(","))
            })
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    };
    print::code_with(code, function, reg_name, after).to_string()
}

/// Whether a variable was given a register.
fn has(given: Option<u8>, reg: u8, kind: VarKind) -> bool {
    given == Some(reg) && !matches!(kind, VarKind::Fixed(_))
}
