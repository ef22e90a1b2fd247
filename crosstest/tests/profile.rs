//! Counts of blocks: those of a program whose counts are known, and the same ones from every engine and
//! recipe for larger programs, which do what they did.

use std::path::Path;

use crosstest::case;
use crosstest::job::{Entry, Target};
use crosstest::process::TraceLimits;
use crosstest::profile::Profiled;
use crosstest::subject::Subject;

/// Sums up ten numbers; the block for odd ones runs five times. O2 knows that `%never` is not reached, and
/// joins `%last` with its predecessor.
const LOOP: &str = "
define void @_start(i32 %info) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %join ]
  %bit = and i32 %i, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %one, label %join
one:
  br label %join
join:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 10
  br i1 %more, label %loop, label %last
last:
  %is = icmp eq i32 1, 2
  br i1 %is, label %never, label %end
never:
  br label %end
end:
  ret void
}
";

fn profiled(bytes: &[u8], name: &str) -> Profiled {
    let loaded = case::parse_module(bytes, name, false).unwrap();
    let start = case::start(&loaded.module).expect("a program");
    Profiled::new(loaded.module, loaded.bodies, start).unwrap()
}

#[test]
fn blocks_are_counted_as_they_run() {
    let program = profiled(LOOP.as_bytes(), "loop.ll");
    let targets = Target::all().into_iter().map(Some).chain([None]);
    for target in targets {
        let (_, counts) = program.run(target, program.subject.options()).unwrap();
        assert_eq!(counts, [1, 10, 5, 10, 1, 0, 1], "{target:?}");
        let listing = program.listing(&counts);
        let lines: Vec<&str> = listing.lines().map(str::trim).collect();
        assert_eq!(lines[0], "10  35.71 %  _start:b1");
        assert_eq!((lines[2], lines[6]), ("5  17.86 %  _start:b2", "28 100.00 %  6 of 7 blocks ran"));
    }
}

#[test]
fn every_engine_and_recipe_counts_the_same() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, args) in
        [("programs/machine.pexe", &[][..]), ("programs/lines.pexe", &["lines", "3"]), ("programs/lanes.pexe", &[])]
    {
        let bytes = std::fs::read(dir.join(file)).unwrap();
        let program = profiled(&bytes, file);
        let options = || {
            let argv = args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
            crosstest::process::Options { argv, trace: TraceLimits::NONE, ..program.subject.options() }
        };
        let (reference, expected) = program.run(None, options()).unwrap();
        assert!(expected.iter().sum::<u64>() > 50, "{file}");
        for target in Target::all() {
            let (outcome, counts) = program.run(Some(target), options()).unwrap();
            assert_eq!((&outcome.end, &outcome.stdout), (&reference.end, &reference.stdout), "{file} {target}");
            assert!(counts == expected, "{file} {target}");
        }
        let plain = case::parse_module(&bytes, file, false).unwrap();
        let entry = Entry::Program(case::start(&plain.module).unwrap());
        let plain = Subject::new(plain.module, plain.bodies).unwrap();
        let argv = args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        let options = crosstest::process::Options { argv, trace: TraceLimits::NONE, ..plain.options() };
        assert_eq!(plain.interpret(&entry, options, 0).unwrap().stdout, reference.stdout, "{file}");
    }
}
