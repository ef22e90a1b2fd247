//! The translator's own tests as a channel: its test programs, compiled with the mutants, which the
//! environment puts on.
//!
//! Each test is an item that runs in a process of its own: `PNACL_MUTANTS_REACHED` names the file
//! in which it notes what it reaches without a mutant, `PNACL_MUTANT` says which mutant is on. A
//! test that fails without mutants, because it is about the workspace that it lies in, is left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::baseline::{Baseline, Item};
use crate::probes::watch::{Ending, Limits, Watched};

/// Test programs that are about the source tree or about time, and not about translations.
const LEFT_OUT: [&str; 2] = ["house_rules", "smoke_input"];
/// How much processor time may a test take without mutants.
const LONGEST: Duration = Duration::from_secs(60);

/// The test programs in cargo's messages: name and path.
pub fn programs(messages: &str) -> Vec<(String, PathBuf)> {
    let program = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
        let name = message["target"]["name"].as_str()?.to_string();
        let path = PathBuf::from(message["executable"].as_str()?);
        (is_test && !LEFT_OUT.contains(&name.as_str())).then_some((name, path))
    };
    messages.lines().filter_map(program).collect()
}

/// A test: the program that it is in, and its name there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The program.
    pub program: PathBuf,
    /// The test's name.
    pub name: String,
}

impl Test {
    /// As the baseline names it.
    fn show(&self) -> String {
        format!("{} {}", self.program.display(), self.name)
    }

    /// As it was named there.
    pub fn parse(text: &str) -> Option<Test> {
        let (program, name) = text.split_once(' ')?;
        Some(Test { program: program.into(), name: name.into() })
    }

    /// The name of its program without the hash that cargo gives it, and its own.
    pub fn title(&self) -> String {
        let file = self.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("{} {}", file.rsplit_once('-').map_or(file.as_str(), |(name, _)| name), self.name)
    }

    fn command(&self, workspace: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["--exact", &self.name, "--test-threads=1", "-q"]).current_dir(workspace.join("translator"));
        command.env_remove("PNACL_MUTANT").env_remove("PNACL_MUTANTS_REACHED").env("PROPTEST_RNG_SEED", "1");
        command
    }

    /// Runs it with a mutant; how it ended, and what it took.
    pub fn run(&self, mutant: u32, workspace: &Path, limits: Limits) -> Result<(Ending, Duration), String> {
        let mut command = self.command(workspace);
        command.env("PNACL_MUTANT", mutant.to_string());
        let mut watched = Watched::start(command, "", limits)?;
        let ending = watched.finish(drop);
        Ok((ending, watched.time()))
    }
}

/// The tests of a program.
fn tests_of(program: &Path) -> Result<Vec<Test>, String> {
    let output = Command::new(program).args(["--list", "--format", "terse"]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(|name| Test { program: program.into(), name: name.into() }).collect())
}

/// Runs every test without mutants, and notes what it reaches.
pub fn record(programs: &[(String, PathBuf)], workspace: &Path, dir: &Path, say: &dyn Fn(&str)) -> Result<Baseline, String> {
    // There is no runtime apart.
    let mut items = vec![Item::reaching(String::new(), 0, std::iter::empty())];
    let file = dir.join("reached");
    for (_, program) in programs {
        for test in tests_of(program)? {
            let about = |error: std::io::Error| format!("{}: {error}", file.display());
            std::fs::write(&file, []).map_err(about)?;
            let mut command = test.command(workspace);
            command.env("PNACL_MUTANTS_REACHED", &file);
            let before = crate::clock::of_children();
            let mut watched = Watched::start(command, "", Limits { time: LONGEST, silence: LONGEST })?;
            let ending = watched.finish(drop);
            let took = crate::clock::of_children().saturating_sub(before);
            if ending != Ending::Exited(Default::default()) {
                say(&format!("left out: {}, which fails without mutants", test.title()));
                continue;
            }
            let bytes = std::fs::read(&file).map_err(about)?;
            let reached = bytes.iter().enumerate().filter(|(_, byte)| **byte != 0).map(|(mutant, _)| mutant as u32);
            items.push(Item::reaching(test.show(), took.as_micros() as u64, reached));
        }
    }
    Ok(Baseline { items })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_found_in_cargos_messages() {
        let artifact = |name: &str, test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"profile":{{"test":{test}}},"executable":"/t/{name}-1f"}}"#
            )
        };
        let messages =
            [artifact("translator", true), artifact("house_rules", true), artifact("pnacl-sz", false), "{}".into()].join("\n");
        assert_eq!(programs(&messages), [("translator".to_string(), PathBuf::from("/t/translator-1f"))]);
    }

    #[test]
    fn a_test_reads_as_it_is_shown() {
        let test = Test { program: "/t/deps/write_random-0a1b".into(), name: "a::b".into() };
        assert_eq!(Test::parse(&test.show()), Some(test.clone()));
        assert_eq!(test.title(), "write_random a::b");
    }
}
