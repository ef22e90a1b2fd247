//! A list of passes over the IR in the order in which they run, as `-passes` reads it and
//! `-print-pipeline` prints it: `simplify,cfg,loop(lcse,licm),dce`.
//!
//! `loop(...)` runs what it contains until a round changes nothing, but at most [`MAX_ROUNDS`] times;
//! `loop3(...)` runs it three times. Loops may be nested, [`MAX_DEPTH`] deep. A plan that was printed and
//! read again is the same plan. Which passes may follow which is not said here, but in
//! [`opt::contract`](crate::opt::contract).
//!
//! A plan is a flat list, in which a loop stands before the items that it contains and says how many
//! these are: running it takes no memory, and a plan without loops is a list of passes.

use std::fmt;
#[cfg(feature = "o3")]
use std::str::FromStr;

use super::{Pass, PassSet};

/// How often a loop without a number comes round at most.
pub const MAX_ROUNDS: u8 = 8;

/// How often a loop with a number comes round at most.
#[cfg(feature = "o3")]
const MOST_ROUNDS: u8 = 16;

/// How deep loops may be nested.
pub const MAX_DEPTH: usize = 3;

/// How many items a plan has at most.
#[cfg(feature = "o3")]
const MAX_ITEMS: usize = 1000;

/// A pass, or the beginning of a loop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A pass over the IR.
    Pass(Pass),
    /// The `len` items that follow, `rounds` times; if `settles`, until a round changes nothing, if
    /// that is earlier.
    Loop {
        /// How many items belong to it, those of inner loops included.
        len: u16,
        /// How often it comes round, at most.
        rounds: u8,
        /// Whether a round that changes nothing is the last.
        settles: bool,
    },
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Plan {
    items: Vec<Item>,
}

impl Plan {
    /// The items, loops before what they contain.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Adds a pass to the end.
    pub fn push(&mut self, pass: Pass) {
        self.items.push(Item::Pass(pass));
    }

    /// The same with each pass as often in a row as `times` says.
    pub fn repeated(self, times: impl Fn(Pass) -> usize) -> Plan {
        self.mapped(|item, items| match item {
            Item::Pass(pass) => items.extend(std::iter::repeat_n(item, times(pass))),
            Item::Loop { .. } => items.push(item),
        })
    }

    /// The same without some passes, and without the loops that have none left.
    pub fn without(self, passes: PassSet) -> Plan {
        if passes.is_empty() {
            return self;
        }
        self.mapped(|item, items| match item {
            Item::Pass(pass) if passes.contains(pass) => {}
            _ => items.push(item),
        })
    }

    /// Puts other items in the place of each, none or several, and drops loops that are empty then.
    fn mapped(self, mut map: impl FnMut(Item, &mut Vec<Item>)) -> Plan {
        let mut items = Vec::with_capacity(self.items.len());
        map_items(&self.items, &mut map, &mut items);
        Plan { items }
    }

    /// Whether a pass is in it.
    pub fn contains(&self, pass: Pass) -> bool {
        self.items.contains(&Item::Pass(pass))
    }

    /// The passes in an order in which they run: what a loop contains comes twice, as far as it runs
    /// twice. Which pass can follow which is to be seen.
    pub fn runs(&self) -> Vec<Pass> {
        let mut runs = Vec::new();
        unroll(&self.items, &mut runs);
        runs
    }
}

fn unroll(items: &[Item], runs: &mut Vec<Pass>) {
    let mut at = 0;
    while let Some(&item) = items.get(at) {
        at += 1;
        match item {
            Item::Pass(pass) => runs.push(pass),
            Item::Loop { len, rounds, .. } => {
                let end = at + len as usize;
                (0..rounds.min(2)).for_each(|_| unroll(&items[at..end], runs));
                at = end;
            }
        }
    }
}

fn map_items(old: &[Item], map: &mut impl FnMut(Item, &mut Vec<Item>), items: &mut Vec<Item>) {
    let mut at = 0;
    while let Some(&item) = old.get(at) {
        at += 1;
        let start = items.len();
        map(item, items);
        if let Item::Loop { len, rounds, settles } = item {
            let end = at + len as usize;
            map_items(&old[at..end], map, items);
            at = end;
            match items.len() - start - 1 {
                0 => items.truncate(start),
                len => items[start] = Item::Loop { len: len as u16, rounds, settles },
            }
        }
    }
}

impl FromIterator<Pass> for Plan {
    fn from_iter<I: IntoIterator<Item = Pass>>(passes: I) -> Self {
        Self { items: passes.into_iter().map(Item::Pass).collect() }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where the loops that are open end.
        let mut ends: Vec<usize> = Vec::new();
        let mut comma = "";
        for (at, &item) in self.items.iter().enumerate() {
            while ends.last() == Some(&at) {
                ends.pop();
                f.write_str(")")?;
                comma = ",";
            }
            f.write_str(comma)?;
            match item {
                Item::Pass(pass) => f.write_str(pass.name())?,
                Item::Loop { settles: true, .. } => f.write_str("loop(")?,
                Item::Loop { rounds, .. } => write!(f, "loop{rounds}(")?,
            }
            comma = ",";
            if let Item::Loop { len, .. } = item {
                ends.push(at + 1 + len as usize);
                comma = "";
            }
        }
        ends.iter().try_for_each(|_| f.write_str(")"))
    }
}

#[cfg(feature = "o3")]
impl FromStr for Plan {
    type Err = String;

    fn from_str(text: &str) -> Result<Plan, String> {
        let mut plan = Plan::default();
        let rest = list(text, 0, &mut plan.items)?;
        match rest.chars().next() {
            None => Ok(plan),
            Some(_) => Err(format!("`)` without a loop before `{rest}`")),
        }
    }
}

/// Reads passes and loops up to the end or a closing parenthesis, which it leaves.
#[cfg(feature = "o3")]
fn list<'t>(mut rest: &'t str, depth: usize, items: &mut Vec<Item>) -> Result<&'t str, String> {
    loop {
        let end = rest.find(['(', ')', ',']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = match after.strip_prefix('(') {
            Some(inner) => a_loop(name.trim(), inner, depth, items)?,
            None => {
                items.push(Item::Pass(pass(name.trim())?));
                after
            }
        };
        if items.len() > MAX_ITEMS {
            return Err(format!("more than {MAX_ITEMS} passes"));
        }
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None if rest.is_empty() || rest.starts_with(')') => return Ok(rest),
            None => return Err(format!("a comma is missing before `{rest}`")),
        }
    }
}

/// Reads what follows the parenthesis of a loop.
#[cfg(feature = "o3")]
fn a_loop<'t>(name: &str, inner: &'t str, depth: usize, items: &mut Vec<Item>) -> Result<&'t str, String> {
    let digits = name.strip_prefix("loop").ok_or_else(|| format!("`{name}(`: only `loop` takes passes"))?;
    let settles = digits.is_empty();
    let rounds = if settles { Some(MAX_ROUNDS) } else { digits.parse().ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds)) };
    let Some(rounds) = rounds else { return Err(format!("`{name}(`: a loop runs 1 to {MOST_ROUNDS} times")) };
    if depth == MAX_DEPTH {
        return Err(format!("loops are nested more than {MAX_DEPTH} deep"));
    }
    let start = items.len();
    items.push(Item::Loop { len: 0, rounds, settles });
    let rest = list(inner, depth + 1, items)?;
    let len = (items.len() - start - 1) as u16;
    items[start] = Item::Loop { len, rounds, settles };
    rest.strip_prefix(')').ok_or_else(|| format!("`{name}(` is not closed"))
}

#[cfg(feature = "o3")]
fn pass(name: &str) -> Result<Pass, String> {
    let known = || Pass::all().filter(|pass| pass.is_ir()).map(Pass::name).collect::<Vec<_>>().join(", ");
    match Pass::from_name(name) {
        Some(pass) if pass.is_ir() => Ok(pass),
        Some(_) => Err(format!("`{name}` is a pass over lowered code, whose order is fixed; over the IR there are {}", known())),
        None if name.is_empty() => Err("the name of a pass is missing".into()),
        None => Err(format!("there is no pass `{name}`; there are {}", known())),
    }
}

#[cfg(all(test, feature = "o3"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_as_what_it_was() {
        for text in [
            "dce",
            "simplify,cfg,dce",
            "loop(dce)",
            "simplify,loop2(cfg,loop(lcse,licm),dce),sink",
            "loop1(loop(dce),loop16(cfg))",
        ] {
            let plan: Plan = text.parse().unwrap();
            assert_eq!(plan.to_string(), text);
        }
        let spaced: Plan = " simplify , loop ( cfg , dce ) ".replace(" (", "(").replace(") ", ")").parse().unwrap();
        assert_eq!(spaced.to_string(), "simplify,loop(cfg,dce)");
    }

    #[test]
    fn passes_are_left_out_and_repeated() {
        let plan = |text: &str| text.parse::<Plan>().unwrap();
        let few = plan("dce,loop(lcse,loop2(dce)),loop(dce)").without([Pass::Dce].into_iter().collect());
        assert_eq!(few, plan("loop(lcse)"));
        let more = plan("dce,loop(lcse,dce)").repeated(|pass| if pass == Pass::Dce { 2 } else { 1 });
        assert_eq!(more, plan("dce,dce,loop(lcse,dce,dce)"));
    }

    #[test]
    fn loops_are_seen_to_come_round() {
        let plan: Plan = "simplify,loop(cfg,loop1(dce)),sink".parse().unwrap();
        assert_eq!(plan.runs(), [Pass::Simplify, Pass::Cfg, Pass::Dce, Pass::Cfg, Pass::Dce, Pass::Sink]);
        assert!(plan.contains(Pass::Dce) && !plan.contains(Pass::Licm));
    }

    #[test]
    fn what_is_no_plan_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "the name of a pass is missing"),
            ("dce,", "the name of a pass is missing"),
            ("dce,nice", "there is no pass `nice`; there are mem-intrin, simplify"),
            ("lower", "`lower` is a pass over lowered code, whose order is fixed"),
            ("load-fold", "`load-fold` is a pass over lowered code"),
            ("dce(cfg)", "`dce(`: only `loop` takes passes"),
            ("loop(dce", "`loop(` is not closed"),
            ("dce)", "`)` without a loop"),
            ("loop(dce)cfg", "a comma is missing before `cfg`"),
            ("loop0(dce)", "`loop0(`: a loop runs 1 to 16 times"),
            ("loop17(dce)", "1 to 16 times"),
            ("loop()", "the name of a pass is missing"),
            ("loop(loop(loop(loop(dce))))", "nested more than 3 deep"),
        ] {
            let error = text.parse::<Plan>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!("dce,".repeat(1000).trim_end_matches(',').parse::<Plan>().is_ok());
        assert!("dce,".repeat(1001).trim_end_matches(',').parse::<Plan>().is_err());
    }
}
