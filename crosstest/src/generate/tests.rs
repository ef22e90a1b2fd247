//! What holds of every generated module.

use super::*;
use translator::ice::equality::difference;
use translator::ice::verify::{Level, Verifier};
use translator::options::{Isa, OptLevel, Options, Pass};

use crate::compare::{Comparison, compare};
use crate::exec::emulate;
use crate::exec::link::{self, Runtimes};
use crate::job::{Entry, Job, Target};
use crate::outcome::End;
use crate::subject::Subject;

/// Bytes that are as good as random.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(|_| next()).collect()
}

fn verify(generated: &Generated) {
    let mut verifier = Verifier::default();
    verifier.module(&generated.module, Level::PnaclAbi).unwrap_or_else(|errors| panic!("{errors}"));
    for body in &generated.bodies {
        let result = verifier.function(&generated.module, body, Level::PnaclAbi);
        result.unwrap_or_else(|errors| {
            panic!("{errors}\n{}", translator::text::print_module(&generated.module, &generated.bodies))
        });
    }
}

#[test]
fn every_module_is_valid() {
    for seed in 0..1500 {
        verify(&case(&bytes(seed, 100 + 37 * (seed as usize % 64))));
    }
    verify(&case(&[]));
}

#[test]
fn the_same_bytes_give_the_same_module() {
    for seed in 0..50 {
        let bytes = bytes(seed, 2000);
        let text = |generated: Generated| translator::text::print_module(&generated.module, &generated.bodies);
        assert_eq!(text(case(&bytes)), text(case(&bytes)));
    }
}

#[test]
fn a_module_survives_text_and_bitcode() {
    for seed in 0..300 {
        let Generated { module, bodies, .. } = case(&bytes(seed, 1500));
        let text = translator::text::print_module(&module, &bodies);
        let (parsed, parsed_bodies) =
            translator::text::parse_module(&text, "generated").unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(difference((&module, &bodies), (&parsed, &parsed_bodies)), None, "{text}");
        let written = translator::bitcode::write_module(&module, &bodies).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (read, read_bodies) = translator::bitcode::read_module(&written).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(difference((&module, &bodies), (&read, &read_bodies)), None, "{text}");
    }
}

#[test]
fn nearly_every_run_ends_by_returning() {
    let (mut returned, mut others) = (0, Vec::new());
    for seed in 0..600 {
        let Generated { module, bodies, entry } = case(&bytes(seed, 2000));
        let subject = Subject::new(module, bodies).unwrap();
        let options = crate::process::Options { fuel: 1_000_000, ..subject.options() };
        let outcome = subject.interpret(&Entry::Call(entry, Vec::new()), options, 0).unwrap();
        match outcome.end {
            End::Returned => returned += 1,
            end => others.push((seed, end)),
        }
    }
    assert!(others.iter().all(|(_, end)| *end != End::OutOfFuel), "{others:?}");
    assert!(others.len() * 50 <= returned, "{others:?}");
}

#[test]
fn generated_modules_agree_on_x8632() {
    let target = Target { isa: Isa::X8632, opt: OptLevel::Om1 };
    let runtimes = Runtimes::new(&[target]).unwrap();
    for seed in 0..40 {
        let Generated { module, bodies, entry } = case(&bytes(seed, 1500));
        let subject = Subject::new(module, bodies).unwrap();
        let reference = subject.interpret(&Entry::Call(entry, Vec::new()), subject.options(), 0).unwrap();
        let image = link::translated(&subject, target, &runtimes).unwrap();
        let options = crate::process::Options { fuel: 1_000_000, ..subject.options() };
        let job = Job { entry: Entry::Call(entry, Vec::new()), options, memory: &reference.memory };
        emulate::plainly(&subject, target.isa, &image, [job].into_iter(), |outcome| {
            let comparison = compare(&reference, &outcome.unwrap());
            let undefined = matches!(reference.end, End::Undefined(_));
            assert!(undefined || matches!(comparison, Comparison::Agree(_)), "{seed}: {comparison:?}");
            true
        });
    }
}

#[test]
fn no_run_depends_on_what_is_unspecified() {
    for number in 0..3000 {
        let Generated { module, bodies, entry } = case(&super::bytes(5, number));
        let subject = Subject::new(module, bodies).unwrap();
        let outcome = subject.interpret(&Entry::Call(entry, Vec::new()), subject.options(), 0).unwrap();
        assert!(!matches!(outcome.end, End::Undefined(_)), "{number}: {:?}", outcome.end);
    }
}

#[test]
fn small_functions_stand_in_place_of_calls() {
    let plan = |passes: &str| {
        let mut options = Options::new(Isa::X8632, OptLevel::O3);
        options.controls.plan = Some(passes.parse().unwrap());
        options
    };
    let inlines = |number: &u64| {
        let Generated { module, bodies, .. } = generated(3, *number);
        let subject = Subject::new(module, bodies).unwrap();
        subject.translate_as(&plan("inline")).unwrap() != subject.translate_as(&plan("dce")).unwrap()
            && subject.translate_as(&plan("inline,dce")).unwrap() != subject.translate_as(&plan("dce")).unwrap()
    };
    let count = (0..300).filter(inlines).count();
    assert!(count >= 10, "{count} of 300 modules have calls of small functions");
}

/// Passes that need loops and branches as programs have them, which any graph hardly ever has.
const OF_LOOPS: [Pass; 9] = [
    Pass::Licm,
    Pass::Unroll,
    Pass::CountDown,
    Pass::StrengthReduce,
    Pass::ParallelPointers,
    Pass::Sink,
    Pass::ShortCircuit,
    Pass::TailDuplicate,
    Pass::PhiWebs,
];

#[test]
fn passes_over_loops_and_branches_have_work() {
    let mut idle = OF_LOOPS.to_vec();
    for number in 0..600 {
        let Generated { module, bodies, .. } = generated(3, number);
        let subject = Subject::new(module, bodies).unwrap();
        for isa in [Isa::X8632, Isa::Mips32] {
            let options = Options::new(isa, OptLevel::O3);
            let whole = subject.translate_as(&options).unwrap();
            idle.retain(|&pass| {
                let mut without = options.clone();
                without.controls.disabled.insert(pass);
                subject.translate_as(&without).unwrap() == whole
            });
        }
        if idle.is_empty() {
            return;
        }
    }
    panic!("none of the modules gives {idle:?} anything to do");
}
