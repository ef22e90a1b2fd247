//! Seeded faults on the command line, and that a normal build knows nothing of them.

use std::process::{Command, Output};

const PROGRAM: &str = "define i32 @f(i32 %a) {\n  %r = urem i32 %a, 8\n  ret i32 %r\n}\ndefine i32 @g(i32 %a) {\n  %r = urem i32 %a, 8\n  ret i32 %r\n}\n";

/// Runs `pnacl-sz` on a file with [`PROGRAM`].
fn run(options: &[&str]) -> Output {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("in.ll");
    std::fs::write(&path, PROGRAM).unwrap();
    Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(options).arg(&path).output().unwrap()
}

#[cfg(not(feature = "faults"))]
#[test]
fn a_normal_build_knows_no_faults() {
    for option in ["-inject-fault=simplify-remainder-mask", "-list-faults"] {
        let output = run(&[option, "-o", "-"]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("unknown option {option}")), "{message}");
    }
    let help = run(&["-help"]);
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("-help") && !help.contains("-fault"), "the help is silent, too");
}

#[cfg(feature = "faults")]
mod with_faults {
    use translator::driver;
    use translator::faults::{Fault, Plan};
    use translator::options::{Isa, OptLevel, Options};

    use super::*;

    const FAULT: Fault = Fault::SimplifyRemainderMask;

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn the_catalogue_is_listed() {
        let output = run(&["-list-faults"]);
        let listed = text(&output.stdout);
        assert_eq!(listed.lines().count(), Fault::COUNT);
        const { assert!(Fault::COUNT >= 60) };
        for fault in Fault::all() {
            assert!(listed.lines().any(|line| line.starts_with(fault.name()) && line.ends_with(fault.row().what)), "{fault}");
        }
        assert!(text(&run(&["-help"]).stdout).contains("-inject-fault="));
    }

    #[test]
    fn a_fault_is_made_everywhere_or_in_one_function() {
        let sound = run(&["-O2", "-filetype=asm", "-o", "-"]);
        assert!(sound.stderr.is_empty());
        for threads in ["0", "2"] {
            let with = |fault: &str| run(&["-O2", "-filetype=asm", "-threads", threads, "-inject-fault", fault, "-o", "-"]);
            let masks =
                |output: &Output| text(&output.stdout).lines().filter(|line| line.contains("and") && line.ends_with('8')).count();
            assert_eq!(masks(&sound), 0);
            let everywhere = with(FAULT.name());
            assert_eq!(masks(&everywhere), 2, "{}", text(&everywhere.stdout));
            assert_eq!(text(&everywhere.stderr), format!("fault {FAULT}: reached 2 times, triggered 2 times\n"));
            let only_g = with(&format!("{FAULT}@g"));
            assert_eq!(masks(&only_g), 1, "{}", text(&only_g.stdout));
            assert_eq!(text(&only_g.stderr), format!("fault {FAULT}@g: reached 2 times, triggered 1 times\n"));
        }
    }

    #[test]
    fn a_fault_that_is_not_there_is_refused() {
        let output = run(&["-inject-fault=simplify", "-o", "-"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("there is no fault simplify; see -list-faults"), "{}", text(&output.stderr));
    }

    /// The checks of Om1 see what its allocator does wrong, on every target: in some module of
    /// crosstest's corpus, each of which is translated without complaint otherwise
    /// (`checked_allocation`).
    #[test]
    fn what_the_minimal_allocator_does_wrong_is_refused() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/corpus");
        let paths = dir.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let modules: Vec<Vec<u8>> = paths
            .filter(|path| path.extension().is_some_and(|ext| ext == "ll"))
            .map(|path| std::fs::read(path).unwrap())
            .collect();
        assert!(modules.len() > 50);
        for isa in Isa::ALL {
            for fault in [Fault::MinimalEndsEarly, Fault::MinimalFixedOverlap] {
                let mut options = Options { verify_each: true, ..Options::new(isa, OptLevel::Om1) };
                options.controls.faults = Plan::of(fault);
                let is_refused = |module: &Vec<u8>| {
                    driver::translate(module, &options).is_err_and(|error| error.to_string().contains("allocation check"))
                };
                assert!(modules.iter().any(is_refused), "{isa}: nothing shows {fault}");
            }
        }
    }

    #[test]
    fn a_plan_is_an_option_like_any_other() {
        let sound = Options::new(Isa::Arm32, OptLevel::O2);
        let mut faulty = sound.clone();
        faulty.controls.faults = Plan::of(FAULT);
        let translate = |options: &Options| driver::translate(PROGRAM.as_bytes(), options).unwrap();
        let expected = translate(&sound);
        assert_ne!(translate(&faulty), expected);
        assert_eq!(translate(&sound), expected, "nothing is left of a plan");
        assert_eq!(faulty.controls.faults.count(FAULT).triggered, 2);
    }
}

/// Every fault of the catalogue is named at its place, in `fault!`; that there is no other name is
/// the compiler's to see.
#[cfg(feature = "faults")]
#[test]
fn every_fault_has_a_place() {
    fn read(dir: &std::path::Path, into: &mut String) {
        for entry in dir.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("faults") {
                read(&path, into);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                *into += &std::fs::read_to_string(&path).unwrap();
            }
        }
    }
    let mut source = String::new();
    read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    for fault in translator::faults::Fault::all() {
        let name = format!("fault!({fault:?}");
        let named = source.match_indices(&name).any(|(at, _)| source[at + name.len()..].starts_with([')', ',']));
        assert!(named, "nothing in the source makes the fault {fault}");
    }
}
