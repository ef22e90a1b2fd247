//! Programs in C and C++ as tests: compiled with `pnacl-clang` when they are run, and compared with
//! what they do on the host.
//!
//! ```text
//!  own, torture, csmith, files ─► Program ─┬─► compiler ─► NAME.pexe ──────────────┐
//!                                          └─► host ─► NAME.stdout, NAME.rc beside ┴─► matrix
//! ```
//!
//! In: programs ([`own`]: this project's, [`torture`]: gcc's, [`csmith`]: made of numbers, or files)
//! and the compiler's options. Out: a folder of frozen programs with what is expected of them, which
//! [`matrix`](crate::matrix) runs as it runs others; and a [`Tally`] of those that were refused or
//! not tried, by reason. All that a finding needs stays in the folder.

pub mod compiler;
pub mod csmith;
pub mod host;
pub mod own;
pub mod reduce;
pub mod torture;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::files;
use compiler::{Compiler, NO_LIBRARY};
use host::Host;

/// What is known of a program beforehand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Expects {
    /// It exits with 0.
    Success,
    /// It does what the host's compiler makes of it.
    Host,
}

/// What a program is linked with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Library {
    /// The small C library of this repository.
    Small,
    /// newlib, which `pnacl-clang --build-libc` builds.
    Newlib,
    /// The small one, or newlib if that does not do and newlib is built.
    Either,
}

/// The suites, and what they are about.
pub const SUITES: [(&str, &str); 3] = [(own::NAME, own::ABOUT), (torture::NAME, torture::ABOUT), (csmith::NAME, csmith::ABOUT)];

/// A program, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its suite; empty for a file that the user names.
    pub suite: &'static str,
    /// Its name in the suite.
    pub name: String,
    /// The source.
    pub source: PathBuf,
    /// Options that it needs, for every compiler.
    pub flags: Vec<String>,
    /// What it is linked with.
    pub library: Library,
    /// What is known of it.
    pub expects: Expects,
    /// Why it is not tried.
    pub left_out: Option<String>,
}

impl Program {
    /// A program in a file that a user names.
    pub fn file(path: &Path) -> Program {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (library, expects) = (Library::Either, Expects::Host);
        Program { suite: "", name, source: path.into(), flags: Vec::new(), library, expects, left_out: None }
    }
}

/// What became of a program with some options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A frozen program.
    Built(PathBuf),
    /// The compiler does not take it, with its message.
    Refused(String),
    /// It was not tried.
    NotTried(String),
}

/// A program with the compiler's options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The program.
    pub program: Program,
    /// The options, as one would write them.
    pub flags: String,
    /// What became of it.
    pub fate: Fate,
}

impl Build {
    /// What a report calls it.
    pub fn title(&self) -> String {
        let suite = if self.program.suite.is_empty() { String::new() } else { format!("{}/", self.program.suite) };
        format!("{suite}{} {}", self.program.name, self.flags).trim_end().into()
    }
}

/// What builds: compilers, and the folder for their products.
pub struct Builder {
    /// `pnacl-clang`.
    pub compiler: Compiler,
    /// The host's clang.
    pub host: Host,
    /// The folder.
    pub dir: PathBuf,
}

impl Builder {
    /// Builds every program with every set of options, on all processors.
    pub fn build(&self, programs: &[Program], flags: &[String], step: &(dyn Fn() + Sync)) -> Vec<Build> {
        let of_program = |program: &Program| {
            let expected = match (&program.left_out, program.expects) {
                (Some(why), _) => Err(why.clone()),
                _ if program.library == Library::Newlib && !self.compiler.has_newlib() => Err(NO_LIBRARY.into()),
                (None, Expects::Success) => Ok(None),
                (None, Expects::Host) => self.host.expected(program, &self.dir).map(Some),
            };
            let builds: Vec<Build> = flags
                .par_iter()
                .map(|flags| {
                    let fate = match &expected {
                        Err(why) => Fate::NotTried(why.clone()),
                        Ok(expected) => self.one(program, flags, expected.as_ref()),
                    };
                    step();
                    Build { program: program.clone(), flags: flags.clone(), fate }
                })
                .collect();
            builds
        };
        programs.par_iter().flat_map_iter(of_program).collect()
    }

    fn one(&self, program: &Program, flags: &str, expected: Option<&host::Expected>) -> Fate {
        if program.expects == Expects::Success && self.host.fails(program, flags, &self.dir) {
            return Fate::NotTried("what the host's clang makes of it fails, too".into());
        }
        let product = self.product(program, flags);
        if let Err(why) = self.compiler.build(program, flags, &product) {
            return Fate::Refused(why);
        }
        let (stdout, rc) = (product.with_extension("stdout"), product.with_extension("rc"));
        let written = match expected {
            Some(expected) => {
                files::replace(&stdout, &expected.stdout).and_then(|()| files::replace(&rc, expected.status.to_string()))
            }
            None => files::replace(&rc, "0"),
        };
        match written {
            Ok(()) => Fate::Built(product),
            Err(why) => Fate::NotTried(why),
        }
    }

    /// Where the program made with these options lies.
    fn product(&self, program: &Program, flags: &str) -> PathBuf {
        self.dir.join(format!("{}{}.pexe", program.name, plain(flags)))
    }
}

/// Options as a part of a file's name.
fn plain(flags: &str) -> String {
    flags.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.=".contains(c) { c } else { '_' }).collect()
}

/// How many programs came to what, and the reasons.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Frozen programs.
    pub built: usize,
    /// Those that the compiler does not take, by reason.
    pub refused: BTreeMap<String, usize>,
    /// Those that were not tried, by reason.
    pub not_tried: BTreeMap<String, usize>,
}

impl Tally {
    /// Counts.
    pub fn of(builds: &[Build]) -> Tally {
        let mut tally = Tally::default();
        for build in builds {
            match &build.fate {
                Fate::Built(_) => tally.built += 1,
                Fate::Refused(why) => *tally.refused.entry(kind_of(why).into()).or_default() += 1,
                Fate::NotTried(why) => *tally.not_tried.entry(why.clone()).or_default() += 1,
            }
        }
        tally
    }

    /// The lines of a summary.
    pub fn lines(&self) -> String {
        let all = |reasons: &BTreeMap<String, usize>| reasons.values().sum::<usize>();
        let (refused, not_tried) = (all(&self.refused), all(&self.not_tried));
        let mut text = format!("{} built, {refused} refused, {not_tried} not tried\n", self.built);
        for (word, reasons) in [("refused", &self.refused), ("not tried", &self.not_tried)] {
            let mut reasons: Vec<(&String, &usize)> = reasons.iter().collect();
            reasons.sort_by_key(|&(reason, &count)| (std::cmp::Reverse(count), reason));
            text.extend(reasons.iter().map(|(reason, count)| format!("  {count:>4} {word}: {reason}\n")));
        }
        text
    }
}

/// A compiler's message without the place, to count by.
fn kind_of(message: &str) -> &str {
    match message.split_once("error: ").or_else(|| message.rsplit_once(": ")) {
        Some((_, kind)) => kind,
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_by_reason() {
        let build = |fate| Build { program: Program::file(Path::new("dir/x.c")), flags: "-O2".into(), fate };
        let builds = [
            build(Fate::Built("x.pexe".into())),
            build(Fate::Refused("x.c:3:4: error: no such thing".into())),
            build(Fate::Refused("y.c:9:1: error: no such thing".into())),
            build(Fate::Refused("pnacl-clang: z.c:1: function f: the symbol g is not defined".into())),
            build(Fate::NotTried("undefined".into())),
        ];
        assert_eq!(
            Tally::of(&builds).lines(),
            "1 built, 3 refused, 1 not tried\n     2 refused: no such thing\n     1 refused: the symbol g is not defined\n     \
             1 not tried: undefined\n"
        );
        assert_eq!(builds[0].title(), "x -O2");
    }
}
