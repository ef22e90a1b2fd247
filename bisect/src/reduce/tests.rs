//! Reductions whose outcome is known.

use super::compact::parse;
use super::*;

/// Keeps what a rule says.
struct Rule<F>(F);

impl<F: Fn(&Candidate) -> bool + Sync> Oracle for Rule<F> {
    fn shows(&self, candidate: &Candidate) -> bool {
        (self.0)(candidate)
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
    let oracle = Rule(|candidate: &Candidate| {
        let used = compact::without_unused(candidate, &["main".into()]);
        let used = used.as_ref().unwrap_or(candidate);
        rule(&print_module(&used.module, &used.bodies))
    });
    let settings = Settings { deadline: None, jobs, watch: &|_| true };
    let reduced = reduce(parse(SOURCE).unwrap(), &oracle, &settings).unwrap();
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
    let settings = Settings { deadline: None, jobs: 1, watch: &|status: Status<'_>| status.tests < 2 };
    let reduced = reduce(parse(SOURCE).unwrap(), &oracle, &settings).unwrap();
    assert!(!reduced.finished && reduced.tests <= 4, "{reduced:?}");
    let never = Rule(|_: &Candidate| false);
    assert!(reduce(parse(SOURCE).unwrap(), &never, &settings).unwrap_err().contains("does not fail"));
}
