//! Reductions whose outcome is known.

use super::compact::parse;
use super::*;

/// Keeps what a rule says.
struct Rule<F>(F);

impl<F: Fn(&Candidate) -> bool + Sync> Oracle for Rule<F> {
    fn shows(&self, candidate: &Candidate) -> bool {
        (self.0)(candidate)
    }

    fn first(&self, candidates: Vec<Candidate>) -> Option<(usize, Candidate)> {
        first_of(self, candidates)
    }

    fn roots(&self) -> Vec<String> {
        vec!["main".into()]
    }
}

const SOURCE: &str = "\
@table = internal global [16 x i8] c\"0123456789abcdef\"
@unused = internal global [4 x i8] zeroinitializer
define i32 @main() {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %tail ]
  %more = icmp slt i32 %i, 10
  br i1 %more, label %body, label %end
body:
  %square = call i32 @square(i32 %i, i32 7)
  %odd = and i32 %square, 1
  switch i32 %odd, label %tail [ i32 0, label %tail i32 1, label %other ]
other:
  %p = inttoptr i32 5 to i32*
  br label %tail
tail:
  %next = add i32 %i, 1
  br label %head
end:
  %r = urem i32 %i, 3
  ret i32 %r
}
define internal i32 @square(i32 %a, i32 %b) {
  %s = mul i32 %a, %a
  %t = add i32 %s, %b
  ret i32 %t
}
define internal void @never() {
  ret void
}
";

fn reduced(jobs: usize, rule: impl Fn(&str) -> bool + Sync) -> (String, Reduced) {
    reduced_from(SOURCE, jobs, rule)
}

fn reduced_from(source: &str, jobs: usize, rule: impl Fn(&str) -> bool + Sync) -> (String, Reduced) {
    let oracle = Rule(|candidate: &Candidate| {
        let used = compact::without_unused(candidate, &["main".into()]);
        let used = used.as_ref().unwrap_or(candidate);
        rule(&print_module(&used.module, &used.bodies))
    });
    let settings = Settings { jobs, watch: &|_| true, keep: &|_| Ok(()) };
    let reduced = reduce(parse(source).unwrap(), &oracle, &settings).unwrap();
    (print_module(&reduced.candidate.module, &reduced.candidate.bodies), reduced)
}

#[test]
fn one_instruction_is_left_with_what_it_needs() {
    let (text, found) = reduced(1, |text| text.contains(" urem "));
    assert!(found.finished);
    assert_eq!(found.candidate.instructions(), 2, "{text}");
    assert!(!text.contains("square") && !text.contains("table") && !text.contains("phi"), "{text}");
}

#[test]
fn what_is_stored_first_becomes_the_initial_value() {
    let source = "\
@word = internal global [8 x i8] c\"abcdefgh\"
define i32 @main() {
entry:
  %p = bitcast [8 x i8]* @word to i32*
  store i32 1819043144, i32* %p, align 1
  %v = load i32* %p, align 1
  ret i32 %v
}
";
    let is_there = |text: &str| text.contains("load i32") && (text.contains("1819043144") || text.contains("Hell"));
    let (text, found) = reduced_from(source, 1, is_there);
    assert!(found.candidate.instructions() == 2 && text.contains("Hell") && !text.contains("store"), "{text}");
}

#[test]
fn a_value_is_replaced_by_an_earlier_one() {
    let source = "\
define i32 @main(i32 %a, i32 %b) {
entry:
  %s = add i32 %a, %b
  %t = xor i32 %s, %b
  %u = udiv i32 %t, %s
  ret i32 %u
}
";
    let rule = |text: &str| text.contains("udiv i32 %") && text.split("udiv i32 ").nth(1).unwrap().split_once(", %").is_some();
    let (text, found) = reduced_from(source, 1, rule);
    assert!(found.candidate.instructions() == 2 && text.contains("udiv i32 %v"), "{text}");
}

#[test]
fn instructions_go_together_that_only_go_together() {
    let source = "\
define i32 @main(i32 %a) {
  %s = mul i32 %a, %a
  %t = udiv i32 %a, %a
  %u = urem i32 %a, %a
  ret i32 %u
}
";
    let rule = |text: &str| text.contains(" urem ") && text.contains(" mul ") == text.contains(" udiv ");
    let (text, found) = reduced_from(source, 1, rule);
    assert!(found.candidate.instructions() == 2, "{text}");
}

#[test]
fn initial_values_lose_what_comes_first() {
    let source = "\
@text = internal constant [10 x i8] c\"retry %u\\0A\\00\"
define i32 @main() {
  %p = bitcast [10 x i8]* @text to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
";
    let (text, _) = reduced_from(source, 1, |text| text.contains("load i32") && text.contains("%u"));
    assert!(text.contains("[4 x i8] c\"%u"), "{text}");
}

#[test]
fn blocks_are_joined_one_by_one() {
    let source = "\
define i32 @main(i32 %a) {
entry:
  br label %x
x:
  %s = phi i32 [ %a, %entry ]
  br label %y
y:
  %t = phi i32 [ %s, %x ]
  br label %z
z:
  %u = phi i32 [ %t, %y ]
  %v = udiv i32 %u, 3
  ret i32 %v
}
";
    let (text, found) = reduced_from(source, 1, |text| text.contains("udiv i32 %") && text.contains(" br "));
    assert!(found.candidate.instructions() == 3 && text.matches(" br ").count() == 1, "{text}");
}

#[test]
fn a_loop_is_gone_round_once() {
    let source = "\
define i32 @main(i32 %n) {
entry:
  br label %header
header:
  %p = phi i32 [ 0, %entry ], [ %v, %body ]
  %i = phi i32 [ 6, %entry ], [ 1, %body ]
  switch i32 %i, label %body [
    i32 1, label %exit
  ]
body:
  %v = udiv i32 %n, 3
  br label %header
exit:
  %r = urem i32 %p, 7
  ret i32 %r
}
";
    let mut candidate = parse(source).unwrap();
    let &[_, header, latch, exit] = candidate.bodies[0].block_order() else { unreachable!("four blocks") };
    let once = Change::Once { body: 0, latch, header, inside: latch, exit };
    change::apply(&mut candidate, &[once]);
    candidate.verify(Level::Structure).unwrap();
    let text = print_module(&candidate.module, &candidate.bodies);
    let quotient = text.split(" = udiv").next().and_then(|before| before.split_whitespace().last()).unwrap();
    assert!(!text.contains("switch") && text.contains(&format!("urem i32 {quotient}, 7")), "{text}");
}

#[test]
fn a_call_is_inlined_and_loses_its_arguments() {
    let (text, found) = reduced(1, |text| text.contains(" mul "));
    assert_eq!((found.candidate.bodies.len(), found.candidate.instructions()), (1, 2), "{text}");
    let (text, found) = reduced(1, |text| text.contains(" mul ") && text.contains(" call "));
    assert!(text.contains("@square()") && found.candidate.instructions() == 4, "{text}");
}

#[test]
fn what_is_a_loop_stays_one() {
    let (text, found) = reduced(1, |text| text.contains(" phi ") && text.contains(" br i1 "));
    assert!(found.candidate.instructions() <= 6, "{text}");
}

#[test]
fn the_outcome_does_not_depend_on_threads() {
    let [(one, _), (three, _)] = [1, 3].map(|jobs| reduced(jobs, |text| text.contains(" icmp ") && text.contains(" urem ")));
    assert_eq!(one, three);
}

#[test]
fn it_can_be_ended_and_says_so() {
    let oracle = Rule(|_: &Candidate| true);
    let settings = Settings { jobs: 1, watch: &|status: Status<'_>| status.tests < 2, keep: &|_| Ok(()) };
    let reduced = reduce(parse(SOURCE).unwrap(), &oracle, &settings).unwrap();
    assert!(!reduced.finished && reduced.tests <= 4, "{reduced:?}");
    let never = Rule(|_: &Candidate| false);
    assert!(reduce(parse(SOURCE).unwrap(), &never, &settings).unwrap_err().contains("does not fail"));
}

#[test]
fn the_best_so_far_is_kept_at_all_times() {
    use std::cell::RefCell;
    let oracle = Rule(|candidate: &Candidate| print_module(&candidate.module, &candidate.bodies).contains(" urem "));
    let kept: RefCell<Vec<Candidate>> = RefCell::default();
    let keep = |candidate: &Candidate| {
        kept.borrow_mut().push(candidate.clone());
        if kept.borrow().len() < 4 { Ok(()) } else { Err("the disk is full".into()) }
    };
    let all = Settings { jobs: 1, watch: &|_| true, keep: &|candidate: &Candidate| keep(candidate).or(Ok(())) };
    let reduced = reduce(parse(SOURCE).unwrap(), &oracle, &all).unwrap();
    let all: Vec<Candidate> = kept.take();
    let text = |candidate: &Candidate| print_module(&candidate.module, &candidate.bodies);
    assert!(all.len() > 4 && all.iter().all(|kept| oracle.shows(kept)));
    assert_eq!(all.last().map(text), Some(text(&reduced.candidate)));
    // What is kept is what its text says.
    assert!(all.iter().all(|kept| text(&parse(&text(kept)).unwrap()) == text(kept)));
    let failing = Settings { jobs: 1, watch: &|_| true, keep: &keep };
    assert_eq!(reduce(parse(SOURCE).unwrap(), &oracle, &failing).unwrap_err(), "the disk is full");
}

const TYPES: &str = "\
define i32 @main(i32 %a) {
  %w = zext i32 %a to i64
  %x = mul i64 %w, 5000000000
  %y = trunc i64 %x to i32
  %f = uitofp i32 %y to double
  %g = fdiv double %f, 3.0
  %h = fptoui double %g to i32
  %v = insertelement <4 x i32> undef, i32 %h, i32 0
  %s = sub <4 x i32> %v, %v
  %e = extractelement <4 x i32> %s, i32 0
  %c = add i32 2, 3
  %z = xor i32 %e, %c
  ret i32 %z
}
";

#[test]
fn types_get_smaller_and_constants_are_folded() {
    for (keep, lost) in [(" mul i", "i64"), (" fdiv ", "double"), (" sub ", "<4 x"), (" xor i32 ", " add ")] {
        let oracle = Rule(|candidate: &Candidate| print_module(&candidate.module, &candidate.bodies).contains(keep));
        let settings = Settings { jobs: 1, watch: &|_| true, keep: &|_| Ok(()) };
        let reduced = reduce(parse(TYPES).unwrap(), &oracle, &settings).unwrap();
        let text = print_module(&reduced.candidate.module, &reduced.candidate.bodies);
        let body = text.split_once("define").unwrap().1;
        assert!(body.contains(keep) && !body.contains(lost), "{keep}: {text}");
    }
}

#[test]
fn an_address_replaces_what_leads_to_it() {
    let source = "\
@text = internal global [4 x i8] c\"ab\\00\\00\"
@place = internal global [4 x i8] zeroinitializer
define i8 @main() {
  %p = ptrtoint [4 x i8]* @place to i32
  %q = inttoptr i32 %p to i32*
  %r = load i32* %q, align 1
  %s = inttoptr i32 %r to i8*
  %t = load i8* %s, align 1
  ret i8 %t
}
";
    let oracle = Rule(|candidate: &Candidate| {
        let text = print_module(&candidate.module, &candidate.bodies);
        text.contains("load i8") && text.contains("@text")
    });
    let settings = Settings { jobs: 1, watch: &|_| true, keep: &|_| Ok(()) };
    let reduced = reduce(parse(source).unwrap(), &oracle, &settings).unwrap();
    assert!(reduced.candidate.instructions() <= 2, "{}", print_module(&reduced.candidate.module, &reduced.candidate.bodies));
}

#[test]
fn what_decides_a_branch_is_returned_instead() {
    let source = "\
define i32 @main(i32 %a) {
  %x = mul i32 %a, %a
  %y = zext i32 %x to i64
  %c = icmp ugt i64 %y, 7
  br i1 %c, label %more, label %end
more:
  ret i32 1
end:
  ret i32 2
}
";
    // The square is to reach the outside in some way.
    let oracle = Rule(|candidate: &Candidate| {
        let text = print_module(&candidate.module, &candidate.bodies);
        let result =
            text.lines().find_map(|line| line.strip_prefix("  ")?.split_once(" = mul").map(|(name, _)| name.to_string()));
        result.is_some_and(|name| text.matches(&name).count() >= 2)
    });
    let settings = Settings { jobs: 1, watch: &|_| true, keep: &|_| Ok(()) };
    let reduced = reduce(parse(source).unwrap(), &oracle, &settings).unwrap();
    assert_eq!(reduced.candidate.instructions(), 2, "{}", print_module(&reduced.candidate.module, &reduced.candidate.bodies));
}
