//! Tests of the mutator: what each operator makes of small sources, and what it makes of the
//! translator.

use super::render::render;
use super::*;

const FILE: &str = "opt/a.rs";

fn krate(source: &str) -> Crate {
    Crate::new(&[(FILE.to_string(), source.to_string())]).unwrap()
}

/// The mutants of a function's body, as `operator: original -> mutated`.
fn mutants_of(body: &str) -> Vec<String> {
    mutants_in(&format!("fn f() {{ {body} }}"))
}

fn mutants_in(source: &str) -> Vec<String> {
    let show = |mutant: Mutant| format!("{}: {} -> {}", mutant.operator.name(), mutant.original, mutant.mutated);
    krate(source).mutants().into_iter().map(show).collect()
}

fn rendered(source: &str) -> String {
    let krate = krate(source);
    let text = krate.render().pop().map_or_else(|| source.to_string(), |(_, rendered)| rendered.text);
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    text
}

#[track_caller]
fn expect(body: &str, expected: &[&str]) {
    assert_eq!(mutants_of(body), expected, "{body}");
}

#[test]
fn comparisons_become_their_neighbours() {
    expect("a < b", &["comparison: a < b -> a <= b", "comparison: a < b -> a >= b"]);
    expect("a == b", &["comparison: a == b -> a != b"]);
    expect(
        "a as u32 >= b",
        &[
            "comparison: a as u32 >= b -> a as u32 > b",
            "comparison: a as u32 >= b -> (a as u32) < b",
            "width: a as u32 -> a as u16 as u32",
        ],
    );
}

#[test]
fn arithmetic_becomes_its_counterpart_and_masks_go() {
    expect("a + b", &["arithmetic: a + b -> a - b"]);
    expect("a << b", &["arithmetic: a << b -> a >> b"]);
    expect("a & b", &["arithmetic: a & b -> a | b", "arithmetic: a & b -> a"]);
    expect("x += y;", &["statement: x += y; -> nothing", "arithmetic: x += y -> x -= y"]);
    expect("-a", &["sign: -a -> a"]);
}

#[test]
fn conditions_are_negated_joined_otherwise_and_dropped() {
    expect("a && b", &["logic: a && b -> a || b", "logic: a && b -> a", "logic: a && b -> b"]);
    expect("if ready { g() }", &["condition: ready -> !(ready)"]);
    expect("if x.is_empty() { g() }", &["condition: x.is_empty() -> !(x.is_empty())"]);
    expect("if let Some(x) = y && z { g() }", &["logic: z -> true", "condition: z -> !(z)"]);
    expect(
        "matches!(a, B | C)",
        &[
            "condition: matches!(a, B | C) -> !matches!(a, B | C)",
            "arm: matches!(a, B | C) -> matches!(a, C)",
            "arm: matches!(a, B | C) -> matches!(a, B)",
        ],
    );
}

#[test]
fn literals_move_by_one_and_become_zero() {
    expect("7u8", &["constant: 7u8 -> 8u8", "constant: 7u8 -> 6u8", "constant: 7u8 -> 0u8"]);
    expect("0x10", &["constant: 0x10 -> 0x11", "constant: 0x10 -> 0xf", "constant: 0x10 -> 0x0"]);
    expect("0", &["constant: 0 -> 1"]);
    expect("true", &["truth: true -> false"]);
    expect("a..b", &["boundary: a -> (a) + 1", "boundary: b -> (b) - 1"]);
    expect("x as i64", &["width: x as i64 -> x as i32 as i64", "width: x as i64 -> x as u32 as i64"]);
}

#[test]
fn statements_exits_and_arms_go() {
    expect("x.push(y);", &["statement: x.push(y); -> nothing"]);
    expect("if a { return; } g()", &["condition: a -> !(a)", "exit: return; -> nothing"]);
    expect(
        "match x { A => g(), B => h(), _ => i() }",
        &[
            "arm: A -> an arm that is never taken",
            "arm: g() -> h(), and g() in the next arm",
            "arm: B -> an arm that is never taken",
            "arm: h() -> i(), and h() in the next arm",
        ],
    );
    // Errors are left: without one there is another.
    expect("return Err(why);", &[]);
}

#[test]
fn arguments_methods_and_fields_are_taken_for_others() {
    expect("g(a, b, a)", &["arguments: g(a, b, a) -> g(b, a, a)", "arguments: g(a, b, a) -> g(a, a, b)"]);
    expect("a.min(b)", &["method: a.min(b) -> a.max(b)"]);
    expect("g(x.lo)", &["field: x.lo -> x.hi"]);
    // A place is no value: a choice of two would be a copy.
    expect("x.lo = y;", &["statement: x.lo = y; -> nothing"]);
}

#[test]
fn names_become_their_neighbours_in_scope() {
    let source = "enum Cond { Eq, Ne, Lt, Pair(u8), Other(u8) } use Cond::*;
        fn f() { g(Cond::Ne); g(Eq); g(Cond::Pair(x)); }";
    let names: Vec<String> = mutants_in(source).into_iter().filter(|text| text.starts_with("name")).collect();
    assert_eq!(
        names,
        [
            "name: Cond::Ne -> Cond::Lt",
            "name: Cond::Ne -> Cond::Eq",
            "name: Eq -> Ne",
            "name: Eq -> Lt",
            "name: Cond::Pair -> Cond::Other",
        ]
    );
    let source =
        "mod gpr { pub const EAX: Reg = Reg(x); pub const ECX: Reg = Reg(y); pub const SIZE: u32 = z; } fn f() { g(gpr::EAX) }";
    let names: Vec<String> = mutants_in(source).into_iter().filter(|text| text.starts_with("name")).collect();
    assert_eq!(names, ["name: gpr::EAX -> gpr::ECX"]);
}

#[test]
fn an_opcode_is_another_byte_or_digit() {
    let literal: syn::LitStr = syn::parse_str("\"0F A4+w /5 ib\"").unwrap();
    let texts: Vec<String> = operators::opcode(&literal).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["\"0F A5+w /5 ib\"", "\"0F A6+w /5 ib\"", "\"0F A4+w /6 ib\""]);
    let name: syn::LitStr = syn::parse_str("\"add\"").unwrap();
    assert_eq!(operators::opcode(&name), []);
}

#[test]
fn tests_messages_patterns_types_and_seeded_faults_are_left() {
    assert_eq!(mutants_in("#[cfg(test)] mod tests { fn f() { g(1 + 2) } } #[test] fn f() { 1; }"), [""; 0]);
    expect("assert!(a < b, \"{}\", 1); debug_assert_eq!(a, 2); panic!(\"{}\", 3);", &[]);
    expect("let x: [u8; 4] = y; let [1, z] = w else { g() };", &[]);
    expect("if fault!(Name, a < b) { g(1) } else { h() }", &[]);
    expect("let a = fault!(Name) || b;", &[]);
}

#[test]
fn alternatives_are_guarded_and_keep_what_is_in_them_as_it_was() {
    let text = rendered("fn f() { a + b < c }");
    let expected = "(if crate::mutants::on(1) { a + b <= c } else if crate::mutants::on(2) { a + b >= c } else \
                    { (if crate::mutants::on(3) { a - b } else { a + b }) < c })";
    assert!(text.contains(expected), "{text}");
    assert!(rendered("fn f() { x.push(y); }").contains("if !crate::mutants::on(1) { x.push(y); }"));
    assert!(rendered("fn f() { match x { A => g(), _ => h() } }").contains("A if !crate::mutants::on(1) =>"));
}

#[test]
fn constants_and_const_functions_get_doubles() {
    let text = rendered(
        "const N: u32 = 5; const fn f(x: u32) -> u32 { x + N } const M: u64 = f(N); static T: &[u32] = &[1]; fn g() { (f(N), T[0]) }",
    );
    // What the compiler evaluates calls the double that is `const`, and what runs the other, which
    // asks which mutant is on.
    assert!(text.contains("const M: u64 = f__c(N);"), "{text}");
    assert!(text.contains("fn M__m() -> crate::mutants::Val<u64 > { crate::mutants::Val(f((*N__m()))) }"), "{text}");
    assert!(text.contains("const fn f__c(x: u32) -> u32 { x + N }"), "{text}");
    assert!(text.contains(" fn f(x: u32) -> u32 { (if crate::mutants::on("), "{text}");
    assert!(text.contains("T__m() -> &'static &'static [u32 ]") && text.contains("crate::mutants::leak(["), "{text}");
    assert!(text.contains("(*T__m())[(if crate::mutants::on("), "{text}");
}

#[test]
fn parts_that_are_taken_out_leave_the_numbers_of_the_others() {
    let source = "fn f() { a < b } fn g() { x.push(1); }";
    let mut krate = krate(source);
    let before = krate.mutants();
    krate.remove(FILE, [Part::Mutant(0), Part::Mutant(2)]);
    assert_eq!(krate.mutants(), before);
    assert_eq!(krate.refused(), [1, 3].into());
    let text = &krate.render()[0].1.text;
    assert!(text.contains("(if crate::mutants::on(2) { a >= b } else { a < b })") && !text.contains("on(1)"), "{text}");
    assert!(
        text.contains("fn g() { x.push((if crate::mutants::on(4) { 2 } else if crate::mutants::on(5) { 0 } else { 1 }));"),
        "{text}"
    );
}

#[test]
fn errors_are_blamed_on_the_innermost_part_that_they_are_in() {
    let krate = krate("fn f() { a + b < c }");
    let rendered = &krate.render()[0].1;
    let at = |text: &str| {
        let start = rendered.text.find(text).unwrap();
        blame(&rendered.marks, start..start + text.len()).unwrap().parts.clone()
    };
    assert_eq!(at("a + b >= c"), [Part::Mutant(1)]);
    assert_eq!(at("a - b"), [Part::Mutant(2)]);
    // In the original's own text: whatever stands beside it.
    assert_eq!(at("{ a + b }"), [Part::Mutant(2)]);
}

#[test]
fn item_macros_are_written_out_and_keep_their_lines() {
    let source = "macro_rules! ops { ($($op:ident = $bits:literal [$($slot:expr),*];)+) => {
            pub enum Op { $($op),+ }
            static ROWS: &[(u32, &[u8])] = &[$(($bits, &[$($slot),*])),+];
        }; }
        ops! {
            Add = 16 [LOW];
            Sub = 32 [];
        }
        fn f() { g(Op::Add) }";
    let mutants = krate(source).mutants();
    let find = |original: &str, mutated: &str| {
        let found = mutants.iter().find(|mutant| (mutant.original.as_str(), mutant.mutated.as_str()) == (original, mutated));
        found.map(|mutant| mutant.line)
    };
    assert_eq!(find("16", "17"), Some(6));
    assert_eq!(find("32", "31"), Some(7));
    assert_eq!(find("Op::Add", "Op::Sub"), Some(9));
    rendered(source);
}

#[test]
fn a_macro_that_is_not_understood_stays() {
    let source = "macro_rules! two { (a) => { const A: u8 = 1; }; (b) => { const B: u8 = 2; }; } two!(a);";
    assert_eq!(mutants_in(source), [""; 0]);
    assert_eq!(rendered(source), source);
}

fn translator() -> Vec<(String, String)> {
    crate::mutants::workspace::sources(&crate::mutants::workspace::root().join("translator/src")).unwrap()
}

#[test]
fn every_file_of_the_translator_is_rust_with_its_mutants_and_without_any() {
    let krate = Crate::new(&translator()).unwrap();
    let mutants = krate.mutants();
    assert!(mutants.len() > 10_000, "{}", mutants.len());
    for room in rooms::all() {
        assert!(mutants.iter().any(|mutant| mutant.room == room), "{room}");
    }
    for operator in Operator::ALL {
        assert!(mutants.iter().any(|mutant| mutant.operator == operator), "{}", operator.name());
    }
    let rendered = krate.render();
    assert!(rendered.len() > 100);
    for (path, rendered) in &rendered {
        if let Err(error) = syn::parse_file(&rendered.text) {
            panic!("{path}: {:?}: {error}", error.span().start());
        }
    }
    // Without mutants the code is what it was: nothing asks for one.
    for file in &krate.files {
        let all: BTreeSet<Part> = (0..file.edits.mutants.len()).map(Part::Mutant).collect();
        let text = render(&file.expanded.text, &file.edits, file.first, &all).text;
        assert!(!text.contains("mutants::on("), "{}", file.path);
    }
    let lines: BTreeMap<&str, usize> = krate.texts().map(|(path, text)| (path, text.lines().count())).collect();
    assert!(mutants.iter().all(|mutant| (1..=lines[mutant.file.as_str()]).contains(&mutant.line)));
}

#[test]
fn numbers_are_a_function_of_the_source() {
    let texts = translator();
    let of = |texts: &[(String, String)]| Crate::new(texts).unwrap().mutants();
    let some: Vec<(String, String)> =
        texts.into_iter().filter(|(path, _)| path.starts_with("opt/") || path.starts_with("ice")).collect();
    let first = of(&some);
    assert_eq!(first, of(&some));
    assert!(first.iter().enumerate().all(|(index, mutant)| mutant.id as usize == index + 1));
}
