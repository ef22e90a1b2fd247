//! What each register holds after each instruction, as [SUBZERO-LOOP] throughout shows the states of its local register manager.
//!
//! In: allocated code that still has all of its copies. Out: its text, for `-verbose=regstate`. Of the registers, those are shown that some
//! variable has. Variables of several blocks are in theirs from the first instruction that mentions them to the last. Instructions times
//! variables in registers: for people, and for small functions.

use super::Local;
use crate::lir::{Code, FlowInst, RegTable, Var, VarKind, print};

/// The text of the code with a line after each instruction: `eax={t1,t4} ecx={}`.
pub fn text<I: FlowInst>(
    code: &Code<I>,
    local: &Local,
    table: &RegTable,
    function: &str,
    reg_name: impl Fn(u8) -> String + Copy,
) -> String {
    let has = |var: &Var, reg: u8| {
        let data = code.var(*var);
        data.reg == Some(reg) && !matches!(data.kind, VarKind::Fixed(_))
    };
    let vars = || (0..code.vars.len() as u32).map(Var::from_u32);
    let shown: Vec<u8> = (0..table.units.len() as u8).filter(|&reg| vars().any(|var| has(&var, reg))).collect();
    let after = |index: usize| {
        let words: Vec<String> = shown
            .iter()
            .map(|&reg| {
                let is_there = |var: &Var| has(var, reg) && local.lives_behind(*var, index as u32);
                let names: Vec<String> = vars().filter(is_there).map(|var| var.to_string()).collect();
                format!("{}={{{}}}", reg_name(reg), names.join(","))
            })
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    };
    print::code_with(code, function, reg_name, after).to_string()
}
