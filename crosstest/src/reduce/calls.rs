//! Which functions call which, by direct calls.
//!
//! In: a module, some of its functions. Out: the functions that may stand for the whole program
//! where these are concerned. Linear in code and in the number of functions asked for.

use rustc_hash::FxHashMap;
use translator::ice::{FuncId, InstData};

use super::change::Candidate;

/// The functions from which every one of some functions is reached, the nearest first: those whose
/// distances add up to least. A function reaches itself.
pub fn reaching(candidate: &Candidate, funcs: &[FuncId]) -> Vec<FuncId> {
    let callers = callers(candidate);
    // The sum of distances to those that have been looked at, of each function that reaches all of
    // them.
    let mut sums: Option<FxHashMap<FuncId, usize>> = None;
    for &func in funcs {
        let distances = distances(&callers, func);
        sums = Some(match sums {
            None => distances,
            Some(sums) => sums.into_iter().filter_map(|(caller, sum)| Some((caller, sum + distances.get(&caller)?))).collect(),
        });
    }
    let mut all: Vec<(usize, u32, FuncId)> =
        sums.unwrap_or_default().into_iter().map(|(func, sum)| (sum, func.as_u32(), func)).collect();
    all.sort_unstable_by_key(|&(sum, number, _)| (sum, number));
    all.into_iter().map(|(.., func)| func).collect()
}

/// The direct callers of each function.
fn callers(candidate: &Candidate) -> FxHashMap<FuncId, Vec<FuncId>> {
    let mut callers: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
    for body in &candidate.bodies {
        for inst in body.block_order().iter().flat_map(|&block| body.block_insts(block)) {
            if let InstData::Call { func, .. } = *body.inst(inst) {
                callers.entry(func).or_default().push(body.id);
            }
        }
    }
    callers
}

/// How many calls it takes to get from each function to this one.
fn distances(callers: &FxHashMap<FuncId, Vec<FuncId>>, func: FuncId) -> FxHashMap<FuncId, usize> {
    let mut distances: FxHashMap<FuncId, usize> = [(func, 0)].into_iter().collect();
    let mut queue = vec![func];
    let mut next = 0;
    while let Some(&callee) = queue.get(next) {
        next += 1;
        let distance = distances[&callee] + 1;
        for &caller in callers.get(&callee).into_iter().flatten() {
            distances.entry(caller).or_insert_with(|| {
                queue.push(caller);
                distance
            });
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::compact::parse;

    #[test]
    fn the_nearest_function_that_reaches_all_comes_first() {
        let leaf = |name: &str| format!("define internal void @{name}() {{\n  ret void\n}}\n");
        let calling = |name: &str, callees: &[&str]| {
            let calls: String = callees.iter().map(|callee| format!("  call void @{callee}()\n")).collect();
            format!("define internal void @{name}() {{\n{calls}  ret void\n}}\n")
        };
        let text = calling("main", &["one", "two", "other"])
            + &calling("one", &["two"])
            + &calling("two", &["leaf", "two"])
            + &leaf("leaf")
            + &calling("other", &["leaf"]);
        let candidate = parse(&text).unwrap();
        let reaching = |names: &[&str]| -> Vec<String> {
            let funcs: Vec<FuncId> = names.iter().map(|name| candidate.module.func_by_name(name).unwrap()).collect();
            reaching(&candidate, &funcs).iter().map(|&func| candidate.module.func_symbol(func).into_owned()).collect()
        };
        assert_eq!(reaching(&["two"]), ["two", "main", "one"]);
        assert_eq!(reaching(&["two", "leaf"]), ["two", "main", "one"]);
        assert_eq!(reaching(&["leaf", "two"]), ["two", "main", "one"]);
        assert_eq!(reaching(&["one", "other"]), ["main"]);
        assert_eq!(reaching(&["main", "leaf"]), ["main"]);
        assert!(reaching(&[]).is_empty());
    }
}
