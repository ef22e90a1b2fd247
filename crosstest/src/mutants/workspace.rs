//! The copy of the workspace that is built with mutants.
//!
//! Below the target directory, in `mutants`: `workspace` has the two crates that are needed, the
//! translator's files mutated; `refused` says what the compiler refused, so that the next build of
//! the same source need not find out again; baselines and the built program lie beside it. The copy
//! is built in the same target directory, so that nothing but these two crates is compiled again,
//! and its program has another name, so that it does not take the place of the real one.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::channels::Channel;
use super::compile::{Failure, failures, guilty};
use super::mutate::render::{Part, Rendered};
use super::mutate::{Crate, Mutant};

/// What is written into the copy of the translator besides.
const IN_COPY: &str = include_str!("mutate/in_copy.rs.txt");
/// What stands in the place of `hooks.rs` in the copy of crosstest.
const HOOKS: &str = include_str!("hooks_in_copy.rs.txt");
/// What decides on which mutants there are, and on their numbers.
const MUTATOR: [&str; 7] = [
    include_str!("mutate/collect.rs"),
    include_str!("mutate/expand.rs"),
    include_str!("mutate/names.rs"),
    include_str!("mutate/operators.rs"),
    include_str!("mutate/render.rs"),
    include_str!("mutate/rooms.rs"),
    include_str!("mutate/uses.rs"),
];
/// The program's name in the copy.
const PROGRAM: &str = "crosstest-mutants";
/// More rounds than a compiler needs to refuse all that it ever will.
const MOST_ROUNDS: usize = 60;

/// A build with mutants.
pub struct Build {
    /// Where it is: `TARGET/mutants`.
    pub dir: PathBuf,
    /// All mutants that the compiler has accepted.
    pub mutants: Vec<Mutant>,
    /// How many it has refused.
    pub refused: usize,
    /// What the mutants are of: a hash of the source.
    pub source: String,
}

impl Build {
    /// The copy of the workspace.
    pub fn workspace(&self) -> PathBuf {
        self.dir.join("workspace")
    }

    /// The mutated program.
    pub fn program(&self) -> PathBuf {
        self.dir.join(PROGRAM)
    }

    /// Compiles the translator's tests, with its programs, in a target directory of their own:
    /// programs of these names are elsewhere the real ones. What cargo said.
    pub fn tests(&self) -> Result<String, String> {
        let target = &self.dir.join("target");
        let arguments = ["test", "--release", "-p", "translator", "--no-run", "--message-format=json"];
        let output = cargo(&self.workspace(), target, &arguments).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cargo: {error}"))?;
        let messages = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(messages);
        }
        let failures = failures(&messages);
        Err(format!(
            "the translator's tests do not compile with mutants: {}",
            failures.first().map_or("", |failure| &failure.shown)
        ))
    }

    /// The baseline of a channel.
    pub fn baseline(&self, channel: &str) -> PathBuf {
        self.dir.join(format!("baseline-{channel}"))
    }
}

fn about(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// The workspace that this program was built from.
pub fn root() -> PathBuf {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    dir.parent().unwrap_or(dir).to_path_buf()
}

/// The Rust files below a directory, by path from it, in order of paths.
pub fn sources(dir: &Path) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for path in files(dir)? {
        if let Some(name) = path.strip_suffix(".rs") {
            let full = dir.join(&path);
            found.push((format!("{name}.rs"), std::fs::read_to_string(&full).map_err(about(&full))?));
        }
    }
    Ok(found)
}

/// All files below a directory, as paths from it, in order.
fn files(dir: &Path) -> Result<Vec<String>, String> {
    fn below(dir: &Path, prefix: &str, found: &mut Vec<String>) -> Result<(), String> {
        for entry in dir.read_dir().map_err(about(dir))? {
            let path = entry.map_err(about(dir))?.path();
            let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
            if path.is_dir() {
                below(&path, &format!("{name}/"), found)?;
            } else {
                found.push(name);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    below(dir, "", &mut found)?;
    found.sort();
    Ok(found)
}

/// Writes a file if it is not what it should be: what is not touched is not compiled again.
fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(about(dir))?;
    }
    std::fs::write(path, bytes).map_err(about(path))
}

/// The translator's source with its mutants, and what is known of them.
struct Known {
    /// Without those that the compiler has refused, if it was asked.
    krate: Crate,
    /// A hash of the source.
    source: String,
    /// The file of those that it has refused.
    refused: PathBuf,
}

fn known(dir: &Path) -> Result<Known, String> {
    let texts = sources(&root().join("translator/src"))?;
    let mut krate = Crate::new(&texts)?;
    let source = fingerprint(&texts);
    let refused = dir.join(format!("refused-{source}"));
    if let Ok(text) = std::fs::read_to_string(&refused) {
        text.lines().filter_map(parse_part).for_each(|(path, part)| krate.remove(&path, [part]));
    }
    Ok(Known { krate, source, refused })
}

/// The mutants that the compiler is not known to refuse.
fn accepted(krate: &Crate) -> Vec<Mutant> {
    let refused = krate.refused();
    krate.mutants().into_iter().filter(|mutant| !refused.contains(&mutant.id)).collect()
}

/// The mutants of the source, without a build; whether those that the compiler refuses are known
/// and left out.
pub fn list(dir: &Path) -> Result<(Vec<Mutant>, bool), String> {
    let Known { krate, refused: file, .. } = known(dir)?;
    Ok((accepted(&krate), file.exists()))
}

/// What was built of this source before, without building anything.
///
/// # Errors
/// If nothing was.
pub fn built(dir: &Path) -> Result<Build, String> {
    let Known { krate, source, refused: file } = known(dir)?;
    if !file.exists() {
        return Err(format!("{}: nothing was built of this source; leave out --report", dir.display()));
    }
    Ok(Build { dir: dir.into(), mutants: accepted(&krate), refused: krate.refused().len(), source })
}

/// Makes the copy and builds it, unless it has been built from the same source. `say` learns what
/// is going on.
pub fn build(dir: &Path, target: &Path, say: &dyn Fn(&str)) -> Result<Build, String> {
    let Known { mut krate, source, refused } = known(dir)?;
    let mut build = Build { dir: dir.into(), mutants: Vec::new(), refused: 0, source: source.clone() };
    let total = krate.mutants().len();
    let patched = dir.join(format!("patched-{source}"));
    let text = std::fs::read_to_string(&patched).unwrap_or_default();
    let mut patches: Vec<Patch> = text.lines().filter_map(Patch::parse).collect();
    copy(&build.workspace(), total, &patches)?;
    if !refused.exists() {
        settle(&mut krate, &home(&build.workspace()), target, say)?;
        let lines = krate.removed().iter().flat_map(|(path, parts)| parts.iter().map(move |part| print_part(path, *part)));
        put(&refused, lines.collect::<String>().as_bytes())?;
    }
    write(&krate, &home(&build.workspace()))?;
    say("building crosstest with mutants");
    let known = patches.len();
    compile(&build.workspace(), target, &mut patches)?;
    if patches.len() > known {
        put(&patched, patches.iter().map(Patch::print).collect::<String>().as_bytes())?;
    }
    let built = target.join("release").join(PROGRAM);
    let program = std::fs::read(&built).map_err(about(&built))?;
    if !std::fs::read(build.program()).is_ok_and(|known| known == program) {
        for channel in Channel::ALL.map(Channel::name) {
            // Of another build. That there is none is all right.
            let _ = std::fs::remove_file(build.baseline(channel));
        }
        std::fs::copy(&built, build.program()).map_err(about(&built))?;
    }
    (build.mutants, build.refused) = (accepted(&krate), krate.refused().len());
    Ok(build)
}

/// A hash of the source and of what mutates it: each mutant has its number by both.
fn fingerprint(texts: &[(String, String)]) -> String {
    let mut hasher = rustc_hash::FxHasher::default();
    texts.hash(&mut hasher);
    IN_COPY.hash(&mut hasher);
    MUTATOR.iter().for_each(|text| text.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// A call outside of the translator that goes to a `const` double: where its name ends.
struct Patch {
    file: String,
    at: usize,
}

impl Patch {
    fn apply(&self, text: &str) -> String {
        format!("{}__c{}", &text[..self.at], &text[self.at..])
    }

    fn print(&self) -> String {
        format!("{} {}\n", self.file, self.at)
    }

    fn parse(line: &str) -> Option<Patch> {
        let (file, at) = line.split_once(' ')?;
        Some(Patch { file: file.into(), at: at.parse().ok()? })
    }
}

/// Copies what is not mutated.
fn copy(to: &Path, mutants: usize, patches: &[Patch]) -> Result<(), String> {
    let from = root();
    let mut wanted = Vec::new();
    for dir in ["translator", "crosstest", ".cargo"] {
        wanted.extend(files(&from.join(dir))?.into_iter().map(|path| format!("{dir}/{path}")));
    }
    wanted.extend(["Cargo.lock", "rust-toolchain.toml"].map(String::from));
    remove_others(to, &wanted)?;
    let special =
        ["crosstest/Cargo.toml", "crosstest/src/mutants/hooks.rs", "crosstest/src/bin/crosstest.rs", "translator/src/lib.rs"];
    for path in wanted.iter().filter(|path| !path.starts_with("translator/src/") && !special.contains(&path.as_str())) {
        let mut bytes = std::fs::read(from.join(path)).map_err(about(&from.join(path)))?;
        for patch in patches.iter().filter(|patch| patch.file == *path) {
            let text = String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))?;
            bytes = if text.is_char_boundary(patch.at) { patch.apply(&text) } else { text }.into_bytes();
        }
        put(&to.join(path), &bytes)?;
    }
    put(&to.join("crosstest/src/mutants/hooks.rs"), HOOKS.as_bytes())?;
    let program = from.join("crosstest/src/bin/crosstest.rs");
    put(&to.join(format!("crosstest/src/bin/{PROGRAM}.rs")), &std::fs::read(&program).map_err(about(&program))?)?;
    let manifest = from.join("crosstest/Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(about(&manifest))?;
    put(&to.join("crosstest/Cargo.toml"), manifest_with_program(&text).as_bytes())?;
    let manifest = from.join("Cargo.toml");
    put(&to.join("Cargo.toml"), manifest_of_copy(&std::fs::read_to_string(&manifest).map_err(about(&manifest))?).as_bytes())?;
    let lib = from.join("translator/src/lib.rs");
    let lib = std::fs::read_to_string(&lib).map_err(about(&lib))?;
    let lib =
        format!("#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)] {lib}\npub mod mutants;\n");
    put(&to.join("translator/src/lib.rs"), lib.as_bytes())?;
    put(&to.join("translator/src/mutants.rs"), in_copy(mutants).as_bytes())?;
    for path in files(&from.join("translator/src"))?.into_iter().filter(|path| !path.ends_with(".rs")) {
        let path = format!("translator/src/{path}");
        put(&to.join(&path), &std::fs::read(from.join(&path)).map_err(about(&from.join(&path)))?)?;
    }
    Ok(())
}

/// Removes what an earlier copy of another source left behind: the compiler would find a module
/// twice.
fn remove_others(copy: &Path, wanted: &[String]) -> Result<(), String> {
    let ours = [format!("crosstest/src/bin/{PROGRAM}.rs"), "translator/src/mutants.rs".to_string()];
    for dir in ["translator", "crosstest"].iter().filter(|dir| copy.join(dir).is_dir()) {
        for path in files(&copy.join(dir))?.into_iter().map(|path| format!("{dir}/{path}")) {
            if !wanted.contains(&path) && !ours.contains(&path) {
                std::fs::remove_file(copy.join(&path)).map_err(about(&copy.join(&path)))?;
            }
        }
    }
    Ok(())
}

/// What asks which mutant is on, for so many of them.
fn in_copy(mutants: usize) -> String {
    IN_COPY.replace("@LIMIT@", &(mutants + 1).to_string())
}

/// The manifest of the package whose program has another name in the copy.
fn manifest_with_program(text: &str) -> String {
    let (before, programs) = text.split_at(text.find("[[bin]]").unwrap_or(text.len()));
    let before = before.replacen("default-run = \"crosstest\"", &format!("default-run = \"{PROGRAM}\""), 1);
    format!("{before}{}", programs.replacen("name = \"crosstest\"", &format!("name = \"{PROGRAM}\""), 1))
}

/// The workspace's manifest with two members, and a release profile that compiles in minutes.
fn manifest_of_copy(text: &str) -> String {
    let mut section = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let is_member_list = section == "[workspace]" && (line.starts_with("members") || line.starts_with("default-members"));
        let is_slow = section == "[profile.release]" && (line.starts_with("lto") || line.starts_with("codegen-units"));
        if is_member_list {
            let (name, _) = line.split_once('=').unwrap_or((line, ""));
            lines.push(format!("{name}= [\"translator\", \"crosstest\"]"));
        } else if section.starts_with("[profile.dev.package.bisect") || is_slow {
            continue;
        } else {
            lines.push(line.to_string());
            if section == "[profile.release]" && line == section {
                lines.extend(["lto = \"off\"".into(), "codegen-units = 16".into()]);
            }
        }
    }
    // Not for all: the emulator, which takes minutes, is shared with the real build.
    lines.extend(["translator", "crosstest"].map(|name| format!("[profile.release.package.{name}]\nopt-level = 2")));
    lines.join("\n") + "\n"
}

/// A crate's place in a workspace.
struct Home<'h> {
    workspace: &'h Path,
    /// Its source directory, as the compiler names it.
    src: &'h str,
    package: &'h str,
    /// Compiled with what is shipped, or quickly.
    profile: &'h [&'h str],
}

/// Where the translator is in the copy.
fn home(workspace: &Path) -> Home<'_> {
    Home { workspace, src: "translator/src/", package: "translator", profile: &["--release"] }
}

/// Takes out what the compiler refuses, until it refuses nothing.
fn settle(krate: &mut Crate, home: &Home<'_>, target: &Path, say: &dyn Fn(&str)) -> Result<(), String> {
    let total = krate.mutants().len();
    for round in 1..=MOST_ROUNDS {
        say(&format!("round {round}: compiling {} mutants, {} refused so far", total, krate.refused().len()));
        let rendered: BTreeMap<String, Rendered> = write(krate, home)?;
        // Tests, too: the translator's own are compiled with the mutants, and may refuse more.
        let arguments = [&["check", "-p", home.package, "--tests", "--message-format=json"], home.profile].concat();
        let output = cargo(home.workspace, target, &arguments).output();
        let output = output.map_err(|error| format!("cargo: {error}"))?;
        let failures = failures(&String::from_utf8_lossy(&output.stdout));
        if failures.is_empty() {
            let said = String::from_utf8_lossy(&output.stderr);
            return if output.status.success() { Ok(()) } else { Err(format!("cargo check: {said}")) };
        }
        let mut is_less = false;
        for failure in &failures {
            for (path, part) in guilty(failure, home.src, krate, &rendered) {
                is_less |= !krate.removed().get(&path).is_some_and(|known| known.contains(&part));
                krate.remove(&path, [part]);
            }
        }
        if !is_less {
            return Err(format!("an error of the mutated source that no mutant explains:\n{}", failures[0].shown));
        }
    }
    Err("the compiler does not stop to refuse mutants".into())
}

/// Compiles the copy. Where crosstest calls a `const` function of the translator that the compiler
/// has to evaluate, it is made to call the `const` double.
fn compile(workspace: &Path, target: &Path, patches: &mut Vec<Patch>) -> Result<(), String> {
    let arguments = ["build", "--release", "-p", "crosstest", "--features", "mutants", "--message-format=json"];
    for _ in 0..MOST_ROUNDS {
        let output = cargo(workspace, target, &arguments).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cargo: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let failures = failures(&String::from_utf8_lossy(&output.stdout));
        let mut is_less = false;
        for failure in &failures {
            is_less |= call_double(workspace, failure, patches)?;
        }
        if !is_less {
            let first = failures.first().map_or("", |failure| failure.shown.as_str());
            return Err(format!("the copy in {} does not build:\n{first}", workspace.display()));
        }
    }
    Err(format!("the copy in {} does not build", workspace.display()))
}

/// Changes a call that the compiler refuses because the function is not `const` any more; whether
/// it did.
fn call_double(workspace: &Path, failure: &Failure, patches: &mut Vec<Patch>) -> Result<bool, String> {
    let name = failure.message.split('`').nth(1).and_then(|path| path.rsplit("::").next());
    let (Some(name), "E0015") = (name, failure.code.as_str()) else { return Ok(false) };
    for place in failure.places.iter().filter(|place| place.is_primary && place.file.starts_with("crosstest/src/")) {
        let path = workspace.join(&place.file);
        let text = std::fs::read_to_string(&path).map_err(about(&path))?;
        if let Some(at) = text.get(place.bytes.clone()).and_then(|call| call.find(&format!("{name}("))) {
            let end = place.bytes.start + at + name.len();
            let patch = Patch { file: place.file.clone(), at: end };
            put(&path, patch.apply(&text).as_bytes())?;
            patches.push(patch);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes the mutated files.
fn write(krate: &Crate, home: &Home<'_>) -> Result<BTreeMap<String, Rendered>, String> {
    let rendered: BTreeMap<String, Rendered> = krate.render().into_iter().collect();
    let src = home.workspace.join(home.src);
    for (path, text) in krate.texts() {
        if path != "lib.rs" {
            let bytes = rendered.get(path).map_or(text, |rendered| rendered.text.as_str());
            put(&src.join(path), bytes.as_bytes())?;
        }
    }
    Ok(rendered)
}

fn cargo(workspace: &Path, target: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).arg("--offline").current_dir(workspace).env("CARGO_TARGET_DIR", target);
    command
}

fn print_part(path: &str, part: Part) -> String {
    match part {
        Part::Mutant(index) => format!("{path} mutant {index} 0\n"),
        Part::Edit(start, length) => format!("{path} edit {start} {length}\n"),
        Part::Rename(start) => format!("{path} rename {start} 0\n"),
    }
}

fn parse_part(line: &str) -> Option<(String, Part)> {
    let mut words = line.split(' ');
    let (path, kind) = (words.next()?.to_string(), words.next()?);
    let (first, second) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let part = match kind {
        "mutant" => Part::Mutant(first),
        "edit" => Part::Edit(first, second),
        "rename" => Part::Rename(first),
        _ => return None,
    };
    Some((path, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_read_as_they_are_written() {
        for part in [Part::Mutant(7), Part::Edit(3, 9), Part::Rename(5)] {
            assert_eq!(parse_part(print_part("opt/fold.rs", part).trim_end()), Some(("opt/fold.rs".into(), part)));
        }
    }

    #[test]
    fn the_copy_has_two_members_and_compiles_quickly() {
        let text = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let copy = manifest_of_copy(&text);
        assert!(copy.contains("members = [\"translator\", \"crosstest\"]") && !copy.contains("\"fuzz\","), "{copy}");
        assert!(copy.contains("lto = \"off\"") && !copy.contains("thin") && !copy.contains("package.bisect"), "{copy}");
    }

    /// What Cargo says of the copy before it compiles anything: that its manifests are whole.
    #[test]
    fn cargo_reads_the_copy() {
        let dir = tempfile::tempdir().unwrap();
        copy(dir.path(), 0, &[]).unwrap();
        for path in files(&root().join("translator/src")).unwrap() {
            let path = format!("translator/src/{path}");
            if !dir.path().join(&path).exists() {
                put(&dir.path().join(&path), &std::fs::read(root().join(&path)).unwrap()).unwrap();
            }
        }
        let output = Command::new("cargo")
            .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn what_an_earlier_copy_left_behind_goes() {
        let dir = tempfile::tempdir().unwrap();
        let [kept, left] = ["crosstest/src/a.rs", "crosstest/src/a/mod.rs"].map(|path| dir.path().join(path));
        put(&kept, b"").unwrap();
        put(&left, b"").unwrap();
        remove_others(dir.path(), &["crosstest/src/a.rs".into()]).unwrap();
        assert!(kept.exists() && !left.exists());
    }

    #[test]
    fn the_program_has_another_name_in_the_copy() {
        let text = std::fs::read_to_string(root().join("crosstest/Cargo.toml")).unwrap();
        let copy = manifest_with_program(&text);
        assert!(
            copy.contains("[package]\nname = \"crosstest\"") && copy.contains(&format!("[[bin]]\nname = \"{PROGRAM}\"")),
            "{copy}"
        );
    }

    const MANIFEST: &str = "[package]
name = \"tiny\"
version = \"0.1.0\"
edition = \"2024\"
[dependencies]
memmap2 = \"0.9\"
[workspace]
";
    const MAIN: &str = "#[path = \"opt/a.rs\"]
mod a;
pub mod mutants;
fn main() { println!(\"{} {} {} {}\", a::f(4), a::f(5), a::f(9), a::count(&[1, 2, 1])) }
";
    const SOURCE: &str = "pub const LIMIT: u32 = 5;
pub const fn double(x: u32) -> u32 { x * 2 }
static TABLE: &[u32] = &[double(4), double(LIMIT)];
const SIZE: usize = double(2) as usize;
pub fn f(x: u32) -> u32 { if x < LIMIT { x + 1 } else { TABLE[0] } }
pub fn count(bytes: &[u8]) -> usize {
    let mut found = [0; SIZE];
    for &byte in bytes { found[usize::from(byte)] += 1; }
    pick(found[1], \"exchanged, these are refused\")
}
fn pick(count: usize, _: &str) -> usize { count }
";

    /// From a source to a program that makes the mistakes that it is told to make, through the
    /// compiler.
    #[test]
    fn a_tiny_crate_runs_with_each_of_its_mutants() {
        let dir = tempfile::tempdir().unwrap();
        let mut krate = Crate::new(&[("opt/a.rs".into(), SOURCE.into())]).unwrap();
        let mutants = krate.mutants();
        let file = |path: &str, text: &str| put(&dir.path().join(path), text.as_bytes()).unwrap();
        file("Cargo.toml", MANIFEST);
        file("src/main.rs", MAIN);
        file("src/mutants.rs", &in_copy(mutants.len()));
        let home = Home { workspace: dir.path(), src: "src/", package: "tiny", profile: &[] };
        let target = dir.path().join("target");
        settle(&mut krate, &home, &target, &|_| {}).unwrap();
        let status = cargo(dir.path(), &target, &["build"]).stderr(Stdio::null()).status().unwrap();
        assert!(status.success());
        let run = |mutant: u32| {
            let output = Command::new(target.join("debug/tiny")).env("PNACL_MUTANT", mutant.to_string()).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().to_string()
        };
        assert_eq!(run(0), "5 8 8 2");
        let id = |original: &str, mutated: &str| {
            let found = mutants.iter().find(|mutant| mutant.original == original && mutant.mutated == mutated);
            found.unwrap_or_else(|| panic!("{original} -> {mutated}: {mutants:#?}")).id
        };
        assert_eq!(run(id("x < LIMIT", "x <= LIMIT")), "5 6 8 2");
        assert_eq!(run(id("5", "4")), "8 8 8 2", "the constant, where it is used");
        assert_eq!(run(id("4", "3")), "5 6 6 2", "in a table, which is made anew");
        assert_eq!(run(id("x * 2", "x + 2")), "5 6 6 2", "in a function that the compiler evaluates: what the table is made by");
        assert_eq!(run(id("found[usize::from(byte)] += 1;", "nothing")), "5 8 8 0");
        let refused = krate.refused();
        assert!(
            refused.contains(&mutants.iter().find(|mutant| mutant.operator.name() == "arguments").unwrap().id),
            "{refused:?}"
        );
        assert!(refused.len() * 2 < mutants.len(), "{refused:?} of {}", mutants.len());
        // What is reached is noted where the environment says.
        let reached = dir.path().join("reached");
        let status =
            Command::new(target.join("debug/tiny")).env("PNACL_MUTANTS_REACHED", &reached).stdout(Stdio::null()).status();
        assert!(status.unwrap().success());
        let bytes = std::fs::read(&reached).unwrap();
        assert_eq!((bytes.len(), bytes[id("x < LIMIT", "x <= LIMIT") as usize], bytes[0]), (mutants.len() + 1, 1, 0));
    }
}
