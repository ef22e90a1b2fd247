//! Reports as text.

use super::*;
use crate::compare::{Difference, Excerpt, Extent};
use crate::exec::execution::Execution;
use crate::job::Target;
use crate::matrix::{Cell, Failure, FailureKind, Matrix, TestResults};
use crate::outcome::End;
use crate::value::Value;
use translator::ice::Type;
use translator::options::{Isa, OptLevel};

fn target() -> Target {
    Target { isa: Isa::X8632, opt: OptLevel::Om1 }
}

fn report_of(kind: Option<FailureKind>) -> Report {
    Report::of(&matrix(kind))
}

fn matrix(kind: Option<FailureKind>) -> Matrix {
    let failure = kind.map(|kind| Failure {
        line: 0,
        run: "@f(i32 1)".into(),
        index: Some(0),
        replay: vec!["--call".into(), "@f(i32 1)".into()],
        kind,
    });
    let good = Cell { executions: 2, comparisons: 2, extent: Extent { compared: 64, ignored: 8 }, ..Cell::default() };
    let cell = Cell { failed: failure.iter().len() as u64, failure, ..good.clone() };
    let row = |name: &str, cell| TestResults { micros: 1, ..TestResults::new(name.into(), good.clone(), vec![cell]) };
    Matrix { executions: vec![Execution::plain(target())], rows: vec![row("a.ll", good.clone()), row("it's b.ll", cell)] }
}

#[test]
fn a_matrix_that_passed_is_a_table_and_counts() {
    let expected = "\
test       interp  x8632/Om1
a.ll       ok      ok
it's b.ll  ok      ok

2 tests passed
  x8632/Om1  2 passed
8 executions, 8 comparisons of 256 bits; 32 Unspecified bits were ignored
";
    assert_eq!(text(&report_of(None), Style { verbose: true, colour: false }), expected);
    let usual = text(&report_of(None), Style::default());
    assert_eq!(usual, expected[expected.find("\n2 tests").unwrap() + 1..]);
}

#[test]
fn a_difference_is_shown_with_both_sides_and_the_command_that_replays_it() {
    let result = |bits| Some(Value::new(Type::I32, bits));
    let differences = vec![Difference::Result(result(5), result(6))];
    let report = text(&report_of(Some(FailureKind::Differs(differences))), Style::default());
    let expected = "
DIFF it's b.ll on x8632/Om1
  run         @f(i32 1)
  difference  result
              interpreter  i32 5
              x8632/Om1    i32 6
  replay      crosstest run \"it's b.ll\" --target x8632 --opt Om1 --call '@f(i32 1)'

1 of 2 tests failed
  x8632/Om1  1 failed, 1 passed
";
    assert!(report.contains(expected), "{report}");
    assert!(report.contains("it's b.ll  ok      DIFF\n") && !report.contains("a.ll  "), "{report}");
}

#[test]
fn every_kind_of_difference_names_its_place() {
    let excerpt = |text: &str| Excerpt { start: 4, bytes: text.into(), len: 100 };
    let cases = [
        (Difference::End(End::Returned, End::Trapped("why".into())), "trapped: why"),
        (Difference::Stream { name: "stdout", offset: 7, context: [excerpt("a\n"), excerpt("b")] }, "stdout differs at byte 7"),
        (Difference::Call { index: 3, what: "argument 0 differs".into(), calls: [None, None] }, "call 3: argument 0 differs"),
        (
            Difference::Memory {
                name: "@g".into(),
                addr: 0x1100_0000,
                offset: 9,
                context: [Some(excerpt("ab")), None],
                total: 2,
            },
            "memory of @g (at 0x11000000) differs at byte 9; 2 bytes differ in all",
        ),
    ];
    for (difference, expected) in cases {
        let report = text(&report_of(Some(FailureKind::Differs(vec![difference]))), Style::default());
        assert!(report.contains(expected), "{report}");
    }
}

#[test]
fn failures_that_are_no_difference_say_what_they_are() {
    let cases = [
        (FailureKind::Error("no such thing".into()), "ERROR", "error       no such thing"),
        (FailureKind::Undefined("why".into()), "UNDEF", "no result   why"),
        (FailureKind::OutOfFuel("why".into()), "FUEL", "no result   why"),
        (FailureKind::Unspecified(Extent { compared: 1, ignored: 9 }), "VAGUE", "9 bits were Unspecified"),
    ];
    for (kind, word, expected) in cases {
        let report = text(&report_of(Some(kind)), Style::default());
        assert!(report.contains(expected) && report.contains(word), "{report}");
    }
}

#[test]
fn colours_are_used_if_asked_for_only() {
    assert!(!text(&report_of(None), Style::default()).contains('\x1b'));
    assert!(text(&report_of(None), Style { colour: true, verbose: true }).contains("\x1b[32mok\x1b[0m"));
}

/// A report of tests in three executions, by the statuses of their cells.
fn of_statuses(rows: &[[Status; 4]]) -> Report {
    let names = ["x8632/O2@llvm", "x8632/O2", "arm32/O2"].map(String::from).to_vec();
    let mut report = report_of(None);
    let template = report.tests.remove(0);
    let test = |(number, statuses): (usize, &[Status; 4])| {
        let cell = |(index, &status): (usize, &Status)| {
            let reason = (status == Status::NotRun).then(|| "there is no llc".to_string());
            let runs = u64::from(index == 0 || matches!(status, Status::Passed | Status::Failed));
            model::CellReport { status, reason, executions: runs, comparisons: runs, ..template.cells[0].clone() }
        };
        TestReport {
            number,
            name: format!("{number}.ll"),
            cells: statuses.iter().enumerate().map(cell).collect(),
            ..template.clone()
        }
    };
    let tests: Vec<TestReport> = rows.iter().enumerate().map(test).collect();
    Report { tests_in_all: tests.len(), tests, executions: names, ..report }
}

#[test]
fn the_summary_names_only_executions_that_ran_and_how_many_tests_each_did() {
    use Status::{Failed, LeftOut, NotRun, Passed};
    let report = text(
        &of_statuses(&[[Passed, NotRun, Passed, LeftOut], [Passed, Failed, Passed, LeftOut], [Passed, Passed, Passed, LeftOut]]),
        Style::default(),
    );
    let expected = "\
1 of 3 tests failed
  x8632/O2@llvm  1 failed, 1 passed, 1 not run
  x8632/O2       3 passed
not run: 1 of 3 tests on x8632/O2@llvm: there is no llc
";
    assert!(report.contains(expected), "{report}");
    // What was not compared at all is not said to have passed.
    let idle = of_statuses(&[[Passed, NotRun, LeftOut, LeftOut], [Passed, Passed, LeftOut, Passed]]);
    let report = text(&idle, Style::default());
    assert!(report.starts_with("1 test passed, 1 were not compared\n") && !idle.is_idle(), "{report}");
    assert!(of_statuses(&[[Passed, NotRun, LeftOut, LeftOut]]).is_idle());
    assert!(!of_statuses(&[[Failed, NotRun, LeftOut, LeftOut]]).is_idle(), "it failed");
}

#[test]
fn slow_tests_are_named_the_slowest_first() {
    let mut report = of_statuses(&[[Status::Passed; 4]; 8]);
    for (test, seconds) in report.tests.iter_mut().zip([1, 7, 6, 90, 5, 4, 8, 9]) {
        test.micros = seconds * 1_000_000;
    }
    let text = text(&report, Style::default());
    let slow: Vec<&str> = text.lines().filter(|line| line.starts_with("slow: ")).collect();
    assert_eq!(slow, ["slow: 90.0 s  3.ll", "slow: 9.0 s  7.ll", "slow: 8.0 s  6.ll", "slow: 7.0 s  1.ll", "slow: 6.0 s  2.ll"]);
}
