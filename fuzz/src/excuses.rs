//! Disagreements that are no mistake of the translator's: what mutated programs do and generated ones never.
//!
//! In: a program whose outcomes disagree. Out: why that means nothing, if it does. Two things are known:
//! - a load or store whose address breaks the alignment that it promises: what it does is the machine's affair (floats and vectors may
//!   promise their element's alignment, and MIPS traps where others do not). The interpreter does not look, so the program is run again with a trap before each
//!   such access; if that changes the end, the promise was broken;
//! - on MIPS, a write to memory that is not there by `swl` or `swr`: the emulator goes on to the end of the basic block before it stops
//!   (Unicorn 2.1.5), and memory differs by what the block wrote behind it.

use crosstest::campaign::examine::{End, Symptom, Verdict, interpret};
use crosstest::compare::show_end;
use crosstest::subject::{Entry, Subject};
use translator::ice::{BinOp, CastOp, FuncId, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use translator::options::Isa;

/// The symptoms that nothing excuses.
pub fn unexcused<'v>(module: &Module, bodies: &[Function], entry: FuncId, verdict: &'v Verdict) -> Vec<&'v Symptom> {
    let symptoms: Vec<&Symptom> = verdict.symptoms.iter().filter(|symptom| !runs_on(verdict, symptom)).collect();
    if symptoms.is_empty() || keeps_promises(module, bodies, entry) { symptoms } else { Vec::new() }
}

/// Whether this is the emulator's going on after a fault.
fn runs_on(verdict: &Verdict, symptom: &Symptom) -> bool {
    let is_write = verdict.end == End::Trapped && verdict.reference.contains("write of unmapped");
    is_write && symptom.kind == "memory" && symptom.target.isa == Isa::Mips32
}

/// Whether every access of a run has the alignment that it promises.
fn keeps_promises(module: &Module, bodies: &[Function], entry: FuncId) -> bool {
    let mut guarded = bodies.to_vec();
    guarded.iter_mut().for_each(guard);
    let end = |bodies: &[Function]| {
        let subject = Subject::new(module.clone(), bodies.to_vec())?;
        interpret(&subject, &Entry::Call(entry, Vec::new()), false).map(|outcome| show_end(&outcome.end))
    };
    // The instruction's number in a message differs: what is told is where the run trapped, and that is what counts.
    let kind = |end: Result<String, String>| end.map(|text| text.split('`').next_back().map(str::to_string).unwrap_or(text));
    kind(end(bodies)) == kind(end(&guarded))
}

/// Puts a division by zero before every access to an address that lacks the promised alignment.
fn guard(func: &mut Function) {
    let insts: Vec<Inst> = func.block_order().iter().flat_map(|&block| func.block_insts(block)).collect();
    for inst in insts {
        let (InstData::Load { addr, align } | InstData::Store { addr, align, .. }) = *func.inst(inst) else { continue };
        if align <= 1 {
            continue;
        }
        let mut int = |value: u32| func.push_value(Type::I32, ValueDef::Int(u64::from(value)));
        let (mask, zero, one) = (int(align - 1), int(0), int(1));
        let mut insert = |data: InstData, ty: Type| -> Value { func.insert_before(inst, data, ty).1.expect("it has a result") };
        let low = insert(InstData::Binary { op: BinOp::And, lhs: addr, rhs: mask }, Type::I32);
        let holds = insert(InstData::Icmp { cond: IntCond::Eq, lhs: low, rhs: zero }, Type::I1);
        let divisor = insert(InstData::Cast { op: CastOp::ZExt, src: holds }, Type::I32);
        insert(InstData::Binary { op: BinOp::UDiv, lhs: one, rhs: divisor }, Type::I32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::text::parse_module;

    fn keeps(offset: u32) -> bool {
        let text = format!(
            "@g = internal global [64 x i8] zeroinitializer, align 16\n\
             define internal <4 x i32> @main() {{\n\
             %a = add i32 ptrtoint (ptr @g to i32), {offset}\n\
             %p = inttoptr i32 %a to ptr\n\
             %v = load <4 x i32>, ptr %p, align 4\n\
             ret <4 x i32> %v\n}}\n"
        );
        let (module, bodies) = parse_module(&text, "test").unwrap();
        keeps_promises(&module, &bodies, bodies[0].id)
    }

    #[test]
    fn a_broken_promise_is_seen() {
        assert!(keeps(0) && keeps(4) && !keeps(1) && !keeps(6));
    }
}
