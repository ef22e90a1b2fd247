//! The search against systems whose answer is known.

use super::*;
use translator::util::rng::Rng;

/// A system by its rule.
struct System<F> {
    rule: F,
    width: usize,
    asked: u64,
}

impl<F: FnMut(&Set) -> Answer> Test for System<F> {
    fn test(&mut self, sets: &[Set]) -> Vec<Answer> {
        self.asked += sets.len() as u64;
        sets.iter().map(&mut self.rule).collect()
    }

    fn width(&self) -> usize {
        self.width
    }
}

fn is_subset(a: &[u32], b: &[u32]) -> bool {
    a.iter().all(|element| b.contains(element))
}

/// A monotone system: what contains one of these sets fails.
fn monotone(sets: &[Set]) -> impl FnMut(&Set) -> Answer {
    |asked| if sets.iter().any(|set| is_subset(set, asked)) { Answer::Fails } else { Answer::Passes }
}

fn find(count: usize, width: usize, settings: &Settings, rule: impl FnMut(&Set) -> Answer) -> Found {
    let mut system = System { rule, width, asked: 0 };
    let found = search(&mut system, count, settings, FxHashMap::default());
    assert_eq!(found.tests, system.asked);
    found
}

fn elements(found: &Found) -> Vec<Set> {
    let mut sets: Vec<Set> = found.sets.iter().map(|set| set.elements.clone()).collect();
    sets.sort();
    sets
}

fn random_set(rng: &mut Rng, count: usize, size: usize) -> Set {
    let mut set: Set = (0..size).map(|_| rng.below(count) as u32).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// Random sets of which none contains another.
fn antichain(rng: &mut Rng, count: usize) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for _ in 0..1 + rng.below(5) {
        let size = 1 + rng.below(4);
        let set = random_set(rng, count, size);
        if !sets.iter().any(|other| is_subset(other, &set) || is_subset(&set, other)) {
            sets.push(set);
        }
    }
    sets.sort();
    sets
}

#[test]
fn elements_that_fail_alone_and_pass_together_are_found_if_each_is_tested() {
    // A caller and a callee whose convention has changed, and something else.
    let rule = |asked: &Set| {
        let has = |element| asked.contains(&element);
        if has(9) || has(3) != has(5) { Answer::Fails } else { Answer::Passes }
    };
    let each = Settings { each: true, ..Settings::default() };
    for width in 1..4 {
        let found = find(20, width, &each, rule);
        assert_eq!(elements(&found), [[3], [5], [9]]);
        assert!(found.complete);
    }
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let count = 1 + rng.below(30);
        let expected = antichain(&mut rng, count);
        assert_eq!(elements(&find(count, 2, &each, monotone(&expected))), expected);
    }
    let always = find(5, 1, &each, |_: &Set| Answer::Fails);
    assert_eq!(elements(&always), [Vec::<u32>::new()]);
}

#[test]
fn ten_thousand_random_monotone_systems_are_answered_exactly() {
    let mut rng = Rng::new(1);
    for case in 0..10_000 {
        let count = 1 + rng.below(40);
        let expected = antichain(&mut rng, count);
        let width = 1 + rng.below(3);
        let found = find(count, width, &Settings::default(), monotone(&expected));
        assert_eq!(elements(&found), expected, "case {case} among {count}");
        assert!(found.complete && found.stopped.is_none() && found.sets.iter().all(|set| set.sure), "case {case}");
        let one = find(count, width, &Settings { all: false, ..Settings::default() }, monotone(&expected));
        assert!(one.sets.len() == 1 && expected.contains(&one.sets[0].elements), "case {case}");
    }
}

#[test]
fn a_single_culprit_costs_a_logarithm_and_two() {
    for count in (1..300).chain([1000, 4096, 5000]) {
        for culprit in [0, count / 3, count / 2, count - 2, count - 1].map(|at: i32| at.max(0) as u32) {
            let settings = Settings { all: false, ..Settings::default() };
            let found = find(count as usize, 1, &settings, monotone(&[vec![culprit]]));
            assert_eq!(elements(&found), [[culprit]]);
            let bound = (f64::from(count).log2() + 2.0).ceil() as u64;
            assert!(found.tests <= bound, "{culprit} among {count}: {} tests, not {bound}", found.tests);
        }
    }
    let settings = Settings { all: false, ..Settings::default() };
    let wide = find(4096, 7, &settings, monotone(&[vec![4095]]));
    assert_eq!(wide.tests, 4 * 7 + 2, "four rounds of seven instead of twelve tests one by one");
}

/// Systems of any kind: what they answer is drawn once for each set.
#[test]
fn whatever_the_system_what_is_reported_failed_and_is_one_minimal() {
    let mut rng = Rng::new(2);
    for case in 0..3_000 {
        let count = 1 + rng.below(9);
        let (fails, unresolved) = (rng.below(60), rng.below(40));
        let table: Vec<Answer> = (0..1 << count)
            .map(|_| match rng.below(100) {
                number if number < fails => Answer::Fails,
                number if number < fails + unresolved => Answer::Unresolved,
                _ => Answer::Passes,
            })
            .collect();
        let mut rule = |set: &Set| table[set.iter().fold(0, |bits, element| bits | 1 << element)];
        let found = find(count, 1, &Settings::default(), &mut rule);
        for set in &found.sets {
            assert_eq!(rule(&set.elements), Answer::Fails, "case {case}");
            let smaller: Vec<Answer> = set.elements.iter().map(|&element| rule(&without(&set.elements, element))).collect();
            assert!(!smaller.contains(&Answer::Fails), "case {case}");
            assert_eq!(set.sure, !smaller.contains(&Answer::Unresolved), "case {case}");
        }
        let everything: Set = (0..count as u32).collect();
        if rule(&everything) == Answer::Fails {
            assert!(!found.sets.is_empty(), "case {case}");
        }
    }
}

#[test]
fn nothing_and_everything() {
    let nothing = find(9, 1, &Settings::default(), |_| Answer::Passes);
    assert!(nothing.sets.is_empty() && nothing.complete && nothing.stopped.is_none());
    let everything = find(9, 1, &Settings::default(), |_| Answer::Fails);
    assert_eq!((elements(&everything), everything.tests), (vec![vec![]], 1));
    assert!(find(0, 1, &Settings::default(), |_| Answer::Passes).sets.is_empty());
}

#[test]
fn ignored_elements_are_in_no_set() {
    let settings = Settings { ignore: vec![3], ..Settings::default() };
    let sets = [vec![3], vec![5, 6], vec![3, 9]];
    let found = find(10, 1, &settings, |set| {
        assert!(!set.contains(&3));
        monotone(&sets)(set)
    });
    assert_eq!(elements(&found), [[5, 6]]);
}

#[test]
fn a_spent_budget_gives_the_smallest_set_that_failed() {
    let culprits = [vec![100, 900]];
    let found = find(1000, 1, &Settings { budget: 9, ..Settings::default() }, monotone(&culprits));
    assert_eq!((found.stopped, found.tests, found.complete), (Some(Stop::Budget), 9, false));
    let smallest = found.smallest.unwrap();
    assert!(is_subset(&culprits[0], &smallest) && smallest.len() < 1000, "{smallest:?}");
}

#[test]
fn answers_that_differ_are_reported_and_are_no_answer() {
    let mut calls = 0;
    let found = find(8, 1, &Settings { repeats: 3, ..Settings::default() }, |set| match set[..] {
        [5] => {
            calls += 1;
            if calls == 2 { Answer::Passes } else { Answer::Fails }
        }
        _ => monotone(&[vec![5], vec![2]])(set),
    });
    assert_eq!(found.flaky, [[5]]);
    assert!(!found.complete);
    assert_eq!(found.sets[0], Minimal { elements: vec![2], sure: true });
}

#[test]
fn what_is_known_is_not_asked_again_and_a_search_can_be_ended() {
    struct Ends(u32);
    impl Test for Ends {
        fn test(&mut self, sets: &[Set]) -> Vec<Answer> {
            sets.iter().map(monotone(&[vec![1, 7]])).collect()
        }
        fn progress(&mut self, progress: Progress) -> bool {
            assert!(progress.left <= 16);
            self.0 -= 1;
            self.0 > 0
        }
    }
    let ended = search(&mut Ends(4), 16, &Settings::default(), FxHashMap::default());
    assert_eq!((ended.stopped, ended.tests), (Some(Stop::Asked), 3));
    let known = [(vec![], Answer::Passes), (vec![1, 7], Answer::Fails)].into_iter().collect();
    let found = search(&mut Ends(100), 16, &Settings::default(), known);
    assert_eq!(elements(&found), [[1, 7]]);
}
