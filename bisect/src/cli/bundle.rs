//! `bisect bundle`: what a campaign found.
//!
//! In: the directory of a finding. It holds a test (`test.ll`, or the `.ll` or `.pexe` that is there), and in `report.txt` lines that name targets
//! with their symptoms (`x8632/O2: result: ...`). The first target that is named is bisected: its recipe against the other one.

use std::fs;
use std::path::{Path, PathBuf};

use translator::options::{Isa, OptLevel};

use super::args::{BundleArgs, PexeArgs, SidesArgs};
use super::{Status, pexe};

/// The names of tests in bundles, the best first.
const TESTS: [&str; 5] = ["test.ll", "reduced.ll", "reduced.pexe", "original.ll", "original.pexe"];

/// Runs the command.
pub fn main(args: &BundleArgs) -> Result<Status, String> {
    let file = test(&args.bundle)?;
    let named = target(&args.bundle);
    let Some(target) = args.target.or(named.map(|(isa, _)| isa)) else {
        return Err(format!(
            "{}: nothing in this bundle names a target that fails (a line like `x8632/O2: result` in report.txt); name one with --target",
            args.bundle.display()
        ));
    };
    let bad = named.map_or(OptLevel::O2, |(_, opt)| opt);
    let good = if bad == OptLevel::O2 { OptLevel::Om1 } else { OptLevel::O2 };
    let sides = SidesArgs {
        target,
        good: args.good.clone().unwrap_or_else(|| good.name().into()),
        bad: args.bad.clone().unwrap_or_else(|| bad.name().into()),
        good_translator: None,
        bad_translator: None,
        timeout: 60,
    };
    pexe::main(&PexeArgs { file, sides, search: args.search.clone(), reduce_seconds: args.reduce_seconds, args: Vec::new() })
}

fn test(bundle: &Path) -> Result<PathBuf, String> {
    let known = TESTS.iter().map(|name| bundle.join(name)).find(|path| path.is_file());
    known.ok_or_else(|| {
        format!("{}: this is no bundle of a finding: it has none of the files {}", bundle.display(), TESTS.join(", "))
    })
}

/// The first target that the bundle's texts name.
fn target(bundle: &Path) -> Option<(Isa, OptLevel)> {
    let texts = ["report.txt", "report.md", "test.ll"].iter().filter_map(|name| fs::read_to_string(bundle.join(name)).ok());
    let text: String = texts.collect::<Vec<_>>().join("\n");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '/');
    words.filter_map(|word| word.split_once('/')).find_map(|(isa, opt)| {
        let opt = OptLevel::BUILT.into_iter().find(|known| known.name() == opt)?;
        Some((Isa::from_name(isa)?, opt))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_says_what_failed() {
        let dir = tempfile::tempdir().unwrap();
        assert!(test(dir.path()).unwrap_err().contains("no bundle"));
        fs::write(dir.path().join("test.ll"), "; x8664/O2+arm32/O2 result: add i32\n; run: @main()\n").unwrap();
        assert_eq!(test(dir.path()).unwrap(), dir.path().join("test.ll"));
        assert_eq!(target(dir.path()), Some((Isa::X8664, OptLevel::O2)));
        fs::write(dir.path().join("report.txt"), "original:\n  arm32/Om1: result: 5\n").unwrap();
        assert_eq!(target(dir.path()), Some((Isa::Arm32, OptLevel::Om1)));
    }
}
