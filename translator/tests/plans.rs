//! The passes over the IR in the order that the command line says: `-passes`, `-print-pipeline`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use translator::options::{OptLevel, Pass};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn inputs() -> [PathBuf; 3] {
    ["translator/examples/gcd.ll", "translator/bench/everything.pexe", "crosstest/programs/lisp.pexe"]
        .map(|path| Path::new(REPOSITORY).join(path))
}

/// The plan that is printed.
fn plan(args: &[&str]) -> String {
    let output = run(&[args, &["-print-pipeline"]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    text(&output.stdout).trim_end().into()
}

fn object(args: &[&str], input: &Path) -> Vec<u8> {
    let output = run(&[args, &["-o", "-", input.to_str().expect("UTF-8")]].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output.stdout
}

#[test]
fn a_recipe_is_the_plan_that_is_printed_of_it() {
    for recipe in ["-O2", "-O3"] {
        let plan = format!("-passes={}", plan(&[recipe]));
        // O3's alone, and not in plans, which are of the IR.
        let alike = "-disable-pass=take-turns";
        let other = if recipe == "-O2" { "-O3" } else { "-O2" };
        for input in inputs() {
            // By the other recipe where there is no difference but the plan: for the last two, O3 has constants in loops be values, too.
            for (target, by) in
                [("-target=x8632", other), ("-target=x8664", other), ("-target=arm32", recipe), ("-target=mips32", recipe)]
            {
                assert!(
                    object(&[recipe, target, alike], &input) == object(&[by, target, alike, &plan], &input),
                    "{recipe} {target} {input:?}"
                );
            }
        }
    }
}

#[test]
fn what_options_change_is_in_the_plan() {
    assert_eq!(plan(&["-O2", "-disable-pass=licm,cfg", "-passes=cfg,loop(licm),dce"]), "dce");
    assert!(plan(&["-O2", "-lcse-max-iters=3"]).contains(",lcse,lcse,lcse,"));
    assert_eq!(plan(&["-O3", "-passes=simplify,loop2(lcse,loop(dce))"]), "simplify,loop2(lcse,loop(dce))");
    assert_eq!(plan(&["-Om1"]), "");
    assert_eq!(plan(&["-O0"]), "forward,backward");
}

#[test]
fn an_order_changes_code() {
    let [gcd, everything, _] = inputs();
    let few = object(&["-O2", "-passes=dce"], &everything);
    assert!(few != object(&["-O2"], &everything));
    assert!(object(&["-O2", "-passes=loop(dce)"], &everything) == few, "once is enough");
    let output = run(&["-O2", "-passes=simplify,dce,dce", "-print-after-all", "-o", "-", gcd.to_str().expect("UTF-8")]);
    let said = text(&output.stderr);
    let passes: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("; after ")).take(4).collect();
    assert_eq!(passes, ["simplify", "dce", "dce", "lower"]);
}

/// What is inlined depends on the program alone: not on how it arrives, on the number of threads, or on what is translated beside it.
#[test]
fn what_is_inlined_depends_on_the_program_alone() {
    let plan = ["-O2", "-target=x8632", "-passes=inline,simplify,cfg,dce"];
    let with = |more: &[&str], input: &Path| object(&[&plan, more].concat(), input);
    let pexe = Path::new(REPOSITORY).join("crosstest/filetests/pass/inline.ll");
    let expected = with(&[], &pexe);
    assert!(expected != object(&["-O2", "-target=x8632", "-passes=simplify,cfg,dce"], &pexe));
    for threads in ["-threads=0", "-threads=1", "-threads=4"] {
        assert!(with(&[threads], &pexe) == expected, "{threads}");
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    // The caller comes before what it calls, as bitcode in a file, in a stream, and in a file so large that it is read as a stream.
    let source = "define void @_start(i32 %x) {\n  %y = call i32 @f(i32 %x)\n  %p = inttoptr i32 %y to i32*\n  store i32 %y, i32* %p, \
                  align 1\n  ret void\n}\ndefine internal i32 @f(i32 %x) {\n  %y = add i32 %x, 77\n  ret i32 %y\n}\n";
    let large = format!("@data = internal global [5000000 x i8] c\"{}\", align 1\n{source}", "x".repeat(5_000_000));
    for (name, source) in [("small", source), ("large", &large)] {
        let (module, bodies) = translator::text::parse_module(source, name).expect("a module");
        let path = dir.path().join(name);
        std::fs::write(&path, translator::bitcode::write_module(&module, &bodies).expect("a program")).expect("writable");
        let expected = with(&[], &path);
        assert!(expected != object(&["-O2", "-target=x8632", "-passes=simplify,cfg,dce"], &path), "{name}");
        assert!(with(&["-threads=4"], &path) == expected, "{name}");
        let printed = dir.path().join(format!("{name}.ll"));
        std::fs::write(&printed, translator::text::print_module(&module, &bodies)).expect("writable");
        assert!(with(&[], &printed) == expected, "{name} as text");
        let stdin = std::fs::File::open(&path).expect("it is there");
        let args = [&plan[..], &["-o", "-", "-"]].concat();
        let streamed = Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(args).stdin(stdin).output().expect("the program starts");
        assert!(streamed.stdout == expected, "{name}: {}", text(&streamed.stderr));
    }
    // Without what it calls, a function's code is what it is with it.
    let listing = |more: &str| text(&with(&["-filetype=asm", more], &dir.path().join("small")));
    let alone = listing("-translate-only=_start");
    assert!(alone.contains("77") && !alone.contains("call"), "{alone}");
}

#[test]
fn an_order_that_makes_no_sense_is_refused_with_the_reason() {
    for (args, message) in [
        (
            &["-O2", "-passes=simplify,nice"][..],
            "pnacl-sz: -passes=simplify,nice: there is no pass `nice`; there are mem-intrin, ",
        ),
        (&["-O2", "-passes=loop(dce"], "pnacl-sz: -passes=loop(dce: `loop(` is not closed"),
        (&["-O2", "-passes=dce,lower"], "`lower` is a pass over lowered code, whose order is fixed"),
        (&["-O2", "-passes=symbols,simplify"], "pnacl-sz: -passes: simplify cannot run after symbols: it folds the sums"),
        (&["-O3", "-passes=layout,cfg"], "pnacl-sz: -passes: cfg cannot run after layout: it makes or removes blocks"),
        (&["-O2", "-passes=loop(unroll,layout)"], "unroll cannot run after layout"),
        (&["-passes=dce"], "-passes: -Om1 has no passes over the IR to order; -O2 and -O3 have"),
        (&["-O0", "-passes=dce"], "-passes: -O0 has no passes"),
        (&["-O2", "-passes=lcse", "-lcse-max-iters=2"], "only one can"),
        (&["-O2", "-passes=lcse", "-stop-after=dce"], "-stop-after=dce: -passes does not name this pass"),
    ] {
        let output = run(&[args, &["a.pexe"]].concat());
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(said.contains(message), "{args:?}: {said}");
    }
}

/// `translator/docs/passes.md`, "The document's list", names each pass over the IR that a recipe other than O0 or a plan has, and files that exist.
#[test]
fn the_page_of_optimisations_names_what_there_is() {
    let page = std::fs::read_to_string(Path::new(REPOSITORY).join("translator/docs/passes.md")).expect("the page is there");
    let quoted: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
    for path in quoted.iter().filter(|text| text.starts_with("translator/") || text.starts_with("crosstest/")) {
        assert!(Path::new(REPOSITORY).join(path).exists(), "there is no {path}");
    }
    for pass in Pass::all().filter(|pass| pass.is_ir() && (pass.is_only_in_plans() || pass.is_in(OptLevel::O3))) {
        let is_named = |text: &&str| text.trim_start_matches("-passes=") == pass.name();
        assert!(quoted.iter().any(is_named), "the page does not name {pass}");
    }
}
