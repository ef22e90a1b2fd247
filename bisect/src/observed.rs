//! With what a function is called while a program runs: calls that are worth trying by themselves.
//!
//! In: a module, what is run of it, and the name of one of its functions. Out: the lists of
//! arguments, in order, each once. The function is made to begin with a call that leaves the module
//! with its own arguments, and the interpreter's trace of such calls is read. Addresses of stacks
//! and code are unknown there, and 0 here.

use crosstest::value::Value;
use rustc_hash::FxHashSet;
use translator::ice::{InstData, Type};

use crate::reduce::change::Candidate;
use crate::reduce::oracle::Entries;

/// The external function that is told.
const OBSERVER: &str = "bisect.observed";

/// The arguments of a function's calls; none if it has no parameters or is never called.
pub fn arguments(candidate: &Candidate, entries: &Entries, name: &str, fuel: u64) -> Vec<Vec<Value>> {
    let Some(instrumented) = instrumented(candidate, name) else { return Vec::new() };
    let mut seen = FxHashSet::default();
    let calls = entries.calls(&instrumented, fuel).into_iter().filter(|call| call.name == OBSERVER);
    let known = |args: &[Value]| args.iter().map(|arg| Value::new(arg.ty, arg.bits)).collect();
    calls
        .map(|call| -> Vec<Value> { known(&call.args) })
        .filter(|args| seen.insert(args.iter().map(|arg| arg.bits).collect::<Vec<_>>()))
        .collect()
}

fn instrumented(candidate: &Candidate, name: &str) -> Option<Candidate> {
    let mut copy = candidate.clone();
    let func = copy.module.func_by_name(name)?;
    let params = copy.module.func_sig(func).params.to_vec();
    let body = copy.bodies.iter_mut().find(|body| body.id == func).filter(|_| !params.is_empty())?;
    let observer = copy.module.declare_func(OBSERVER, Type::Void, &params);
    let arguments: Vec<_> = body.args().collect();
    let args = body.make_values(&arguments);
    let first = body.first_inst(body.entry()?)?;
    body.insert_before(first, InstData::Call { func: observer, args }, Type::Void);
    Some(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::text::parse_module;

    #[test]
    fn every_list_of_arguments_is_seen_once() {
        let text = "\
            define i32 @twice(i32 %x, double %y) {\n  %s = add i32 %x, %x\n  ret i32 %s\n}\n\
            define i32 @main(i32 %n) {\n  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %j, %l ]\n  %h = lshr i32 %i, 1\n  \
            %r = call i32 @twice(i32 %h, double 1.5)\n  %j = add i32 %i, 1\n  %c = icmp eq i32 %j, %n\n  \
            br i1 %c, label %e, label %l\ne:\n  ret i32 %r\n}\n";
        let (module, bodies) = parse_module(text, "test").unwrap();
        let candidate = Candidate { module, bodies };
        let main = candidate.module.func_by_name("main").unwrap();
        let entries = Entries::call("main", main, vec![Value::new(Type::I32, 6)]);
        let of_twice = |half: u128| vec![Value::new(Type::I32, half), Value::new(Type::F64, 1.5f64.to_bits().into())];
        assert_eq!(arguments(&candidate, &entries, "twice", 1000), [0, 1, 2].map(of_twice));
        assert_eq!(arguments(&candidate, &entries, "main", 1000), [[Value::new(Type::I32, 6)]]);
        assert!(arguments(&candidate, &entries, "other", 1000).is_empty());
    }
}
