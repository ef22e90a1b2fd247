//! Random orders of the passes over the IR, what `-passes` of the translator takes, and passes that run besides a recipe's.
//!
//! In: random numbers. Out: a [`Plan`] that the translator accepts, passes left out where their order makes
//! no sense. How an execution's name writes it, with colons where `-passes` has commas.

use translator::options::{Controls, Isa, OptLevel, Options, Pass, PassSet, Plan};
use translator::pipeline::check_plan;
use translator::util::rng::Rng;

/// The most passes of a plan, those in loops not counted.
const MOST: usize = 10;

/// A plan for some numbers, none for most.
pub fn drawn(number: u64) -> Option<Plan> {
    // Other numbers than those that decide what else is random.
    let mut rng = Rng::new(number ^ 0x6f72_6465_7273);
    (rng.below(6) == 0).then(|| random(&mut rng))
}

/// Passes that run besides the recipe's for some numbers, none for most.
pub fn besides(number: u64) -> PassSet {
    let mut rng = Rng::new(number ^ 0x0062_6573_6964_6573);
    if rng.below(5) != 0 {
        return PassSet::NONE;
    }
    Pass::all().filter(|pass| pass.may_run_besides() && rng.below(2) == 0).collect()
}

/// What `pnacl-sz` is told of passes that run besides, each option with a blank before it.
pub fn options(besides: PassSet) -> String {
    let option = |pass| match pass {
        Pass::SplitLocal | Pass::SplitGlobal => format!(" -{pass}-vars"),
        _ => format!(" -{pass}"),
    };
    besides.iter().map(option).collect()
}

/// A plan.
pub fn random(rng: &mut Rng) -> Plan {
    let passes: Vec<Pass> = Pass::all().filter(|pass| pass.is_ir()).collect();
    let pick = |rng: &mut Rng| passes[rng.below(passes.len())].name().to_string();
    let mut items: Vec<String> = Vec::new();
    for _ in 0..1 + rng.below(MOST) {
        let item = match rng.below(6) {
            0 => {
                let inner: Vec<String> = (0..1 + rng.below(3)).map(|_| pick(rng)).collect();
                format!("loop{}({})", ["", "2", "3"][rng.below(3)], inner.join(","))
            }
            _ => pick(rng),
        };
        items.push(item);
        if plan(&items).is_none() {
            items.pop();
        }
    }
    plan(&items).unwrap_or_default()
}

/// The plan of these items, if there are some and their order makes sense.
fn plan(items: &[String]) -> Option<Plan> {
    let plan: Plan = items.join(",").parse().ok()?;
    let controls = Controls { plan: Some(plan.clone()), ..Controls::default() };
    check_plan(&Options { controls, ..Options::new(Isa::ALL[0], OptLevel::O2) }).is_ok().then_some(plan)
}

/// A plan as an execution's name has it.
pub fn written(plan: &Plan) -> String {
    plan.to_string().replace(',', ":")
}

/// Reads what [`written`] wrote.
///
/// # Errors
/// If it is no plan, or one whose order makes no sense.
pub fn read(text: &str) -> Result<Plan, String> {
    let plan: Plan = text.replace(':', ",").parse()?;
    let controls = Controls { plan: Some(plan.clone()), ..Controls::default() };
    check_plan(&Options { controls, ..Options::new(Isa::ALL[0], OptLevel::O2) }).map(|()| plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_run_besides_in_some_cases() {
        let drawn: Vec<PassSet> = (0..1000).map(besides).collect();
        for pass in Pass::all().filter(|pass| pass.may_run_besides()) {
            let alone: PassSet = [pass].into_iter().collect();
            let with = drawn.iter().filter(|set| set.contains(pass)).count();
            assert!((50..200).contains(&with) && drawn.contains(&alone), "{pass}: {with}");
        }
        let all = Pass::all().filter(|pass| pass.may_run_besides()).collect();
        assert_eq!(options(all), " -schedule-early -split-local-vars -split-global-vars");
    }

    #[test]
    fn plans_are_many_and_read_as_they_are_written() {
        let mut rng = Rng::new(7);
        let plans: Vec<Plan> = (0..200).map(|_| random(&mut rng)).collect();
        plans.iter().for_each(|plan| assert_eq!(read(&written(plan)), Ok(plan.clone())));
        for pass in Pass::all().filter(|pass| pass.is_ir()) {
            assert!(plans.iter().filter(|plan| plan.contains(pass)).count() > 5, "{pass}");
        }
        assert!((0..100).filter(|&number| drawn(number).is_some()).count() > 5);
        assert!(read("layout:cfg").unwrap_err().contains("cfg cannot run after layout"));
    }
}
