//! Whatever functions of a program come from O2 and whatever from Om1: the program does what is
//! right, on every architecture.

use std::path::Path;

use bisect::mix::{Mixer, References};
use bisect::program::{Program, Verdict};
use bisect::search::Set;
use bisect::translate::{Restriction, Translator};
use crosstest::case::{Overrides, Test};
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use crosstest::relocatable::Object;
use translator::options::{Isa, OptLevel};
use translator::util::rng::Rng;

#[test]
fn every_mix_of_two_right_translations_is_right() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/corpus");
    let mut files: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut rng = Rng::new(7);
    let mut mixes = 0;
    for isa in Isa::ALL {
        let target = Target { isa, opt: OptLevel::Om1 };
        let runtimes = Runtimes::new(&[target]).unwrap();
        let translators = ["Om1", "O2"].map(|options| Translator::with_options(options, isa).unwrap());
        // A few different ones for each architecture.
        for _ in 0..6 {
            let file = &files[rng.below(files.len())];
            let Ok(Test::Case(case)) = Test::load(file, &Overrides::default()) else { continue };
            let Ok(program) = Program::with_fuel(*case, target, 50_000_000) else { continue };
            let subject = &program.case.subject;
            let objects = translators.each_ref().map(|translator| {
                let translation = translator.translate(&subject.module, &subject.bodies, &Restriction::default());
                Object::read(&translation.unwrap().object).unwrap()
            });
            let mixer = Mixer::new(&objects[0], &objects[1], References::AllRelocated).unwrap();
            for _ in 0..3 {
                let set: Set = (0..mixer.elements().len() as u32).filter(|_| rng.below(2) == 0).collect();
                let verdict = program.run(&mixer.mix(&set).unwrap(), &runtimes);
                assert_eq!(verdict, Verdict::Right, "{isa}: {}: {set:?}", file.display());
                mixes += 1;
            }
        }
    }
    assert!(mixes >= 30, "{mixes} mixes were run");
}

/// A C library's own `memset`, with its name, beside calls of the helper: two symbols of one name.
#[test]
fn a_function_that_is_called_like_a_helper_is_not_the_helper() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/filetests/lower/named_like_helpers.ll");
    for isa in Isa::ALL {
        let target = Target { isa, opt: OptLevel::Om1 };
        let runtimes = Runtimes::new(&[target]).unwrap();
        let Ok(Test::Case(case)) = Test::load(&file, &Overrides::default()) else { panic!("{}", file.display()) };
        let program = Program::with_fuel(*case, target, 50_000_000).unwrap();
        let subject = &program.case.subject;
        let objects = ["Om1", "O2"].map(|options| {
            let translator = Translator::with_options(options, isa).unwrap();
            let translation = translator.translate(&subject.module, &subject.bodies, &Restriction::default()).unwrap();
            Object::read(&translation.object).unwrap()
        });
        let mixer = Mixer::new(&objects[0], &objects[1], References::AllRelocated).unwrap();
        let count = mixer.elements().len() as u32;
        assert!(count > 0);
        for set in [Vec::new(), (0..count).collect()].into_iter().chain((0..count).map(|element| vec![element])) {
            assert_eq!(program.run(&mixer.mix(&set).unwrap(), &runtimes), Verdict::Right, "{isa}: {set:?}");
        }
    }
}
