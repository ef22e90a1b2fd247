//! A smaller program in C that still goes wrong, by an installed `cvise` or `creduce`. In: a program
//! that a target has wrong. Out: a folder with the source and the script that says whether it still
//! is, and the command that reduces it there.
//!
//! The script keeps to programs whose behaviour is defined as far as compilers can tell: no warning
//! of something that is not written before it is read, nothing that sanitizers stop.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Build;
use super::host::Host;
use crate::files;
use crate::shell;

/// What reduces C.
const REDUCERS: [&str; 2] = ["cvise", "creduce"];

/// The reducer that is installed.
pub fn installed() -> Option<&'static str> {
    let runs = |name: &&str| Command::new(name).arg("--help").output().is_ok_and(|output| output.status.success());
    REDUCERS.into_iter().find(runs)
}

/// A reduction that is ready to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The folder, where the source becomes smaller.
    pub dir: PathBuf,
    /// The reducer's arguments.
    pub args: [String; 2],
}

impl Reduction {
    /// Writes the folder. `crosstest` is this program, `execution` the one that goes wrong if it is
    /// one of a target.
    ///
    /// # Errors
    /// If something cannot be read or written.
    pub fn new(crosstest: &Path, host: &Host, build: &Build, execution: Option<&str>) -> Result<Reduction, String> {
        let plain = super::plain(&build.flags);
        let parent = build.program.source.display().to_string();
        let dir = match &build.fate {
            super::Fate::Built(product) => product.with_file_name(format!("{}{plain}.reduce", build.program.name)),
            _ => return Err(format!("{parent}: there is no program to reduce")),
        };
        std::fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        let dir = dir.canonicalize().map_err(|error| format!("{}: {error}", dir.display()))?;
        let source = std::fs::read(&build.program.source).map_err(|error| format!("{parent}: {error}"))?;
        let name = build.program.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files::replace(&dir.join(&name), source)?;
        let test = dir.join("test.sh");
        files::replace(&test, script(crosstest, host, build, execution, &name))?;
        std::fs::set_permissions(&test, std::fs::Permissions::from_mode(0o755))
            .map_err(|error| format!("{}: {error}", test.display()))?;
        Ok(Reduction { dir, args: ["./test.sh".into(), name] })
    }

    /// The command line, to copy.
    pub fn command(&self, reducer: &str) -> String {
        let words = [reducer, &self.args[0], &self.args[1]];
        format!("(cd {} && {})", shell::quote(&self.dir.display().to_string()), shell::join(words))
    }

    /// Runs the reducer.
    ///
    /// # Errors
    /// If it cannot be started, or fails.
    pub fn run(&self, reducer: &str) -> Result<PathBuf, String> {
        let status = Command::new(reducer).args(&self.args).current_dir(&self.dir).status();
        match status.map_err(|error| format!("{reducer}: {error}"))? {
            status if status.success() => Ok(self.dir.join(&self.args[1])),
            status => Err(format!("{reducer} ends with {status}")),
        }
    }
}

/// The test: 0 if the program in the current folder is still wrong.
fn script(crosstest: &Path, host: &Host, build: &Build, execution: Option<&str>, name: &str) -> String {
    let flags = build.program.flags.iter().map(String::as_str);
    let clang = host.clang().display().to_string();
    let shared: Vec<&str> = flags.clone().chain([name]).collect();
    let warnings =
        [&clang, "-m32", "-fsyntax-only", "-Wno-everything", "-Werror=uninitialized", "-Werror=implicit-function-declaration"];
    // Traps need no library of the sanitizers.
    let sanitized = [&clang, "-m32", "-O1", "-w", "-fsanitize=undefined", "-fsanitize-trap=undefined", "-o", "sanitized"];
    let crosstest = crosstest.display().to_string();
    let mut again = vec![crosstest, "c".into(), name.into(), format!("--flags={}", build.flags), "--dir=run".into()];
    again.extend(build.program.flags.iter().map(|flag| format!("--every={flag}")));
    again.extend(execution.map(|name| format!("--execution={name}")));
    format!(
        "#!/bin/sh\n\
         # Exit status 0: {name} is defined as far as clang can tell, and wrong as PNaCl.\n\
         {} >/dev/null 2>&1 || exit 1\n\
         {} >/dev/null 2>&1 || exit 1\n\
         (ulimit -t 5; ./sanitized >/dev/null 2>&1)\n\
         [ $? -lt 128 ] || exit 1\n\
         {} >/dev/null 2>&1\n\
         [ $? -eq 1 ]\n",
        shell::join(warnings.into_iter().chain(shared.iter().copied())),
        shell::join(sanitized.into_iter().chain(shared.iter().copied())),
        shell::join(again.iter().map(String::as_str)),
    )
}
