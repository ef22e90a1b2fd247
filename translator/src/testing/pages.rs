//! The repository's pages as something that tests run: the chapters, the commands that they show,
//! and what they say these print.
//!
//! In: Markdown whose code stands four blanks in. A block of commands below a line `<!-- run -->`
//! (`<!-- run, status 2 -->`) is an example: it is executed, in a folder that looks like a clone, and
//! ends with this status. If `<!-- prints -->` stands above the block that follows, that is its
//! standard output, where `...` in a line stands for anything and a line `...` for any lines; below
//! `<!-- prints among others -->` it is some lines of it, in this order. Every other command is only
//! looked at: its options are in the help of its program. Out: problems, as lines for people. A crate
//! can build its own programs alone, so that each crate has a test that asks for its own.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The page that lists the chapters.
const CONTENTS: &str = "README.md";
/// The heading of that list.
const CHAPTERS: &str = "## The book";
/// Words before a command that are no part of it: of a CI configuration, and of a build.
const BEFORE: [&str; 3] = ["-", "run:", "if"];

/// A program that a crate's tests can run.
#[derive(Copy, Clone, Debug)]
pub struct Program {
    /// How pages call it.
    pub name: &'static str,
    /// Where it is.
    pub path: &'static str,
}

/// A page.
#[derive(Debug)]
pub struct Page {
    /// Its path in the repository.
    pub path: String,
    text: String,
}

/// What a page says of a block of code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// Commands to execute, which end with this status.
    Run(i32),
    /// What the example above prints.
    Prints,
    /// Some lines of it.
    PrintsAmongOthers,
}

impl Mark {
    fn parse(line: &str) -> Option<Mark> {
        let words = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        match words {
            "run" => Some(Mark::Run(0)),
            "prints" => Some(Mark::Prints),
            "prints among others" => Some(Mark::PrintsAmongOthers),
            _ => words.strip_prefix("run, status ")?.parse().ok().map(Mark::Run),
        }
    }
}

/// A block of code.
#[derive(Debug)]
struct Block {
    /// Line, from 1.
    line: usize,
    mark: Mark,
    text: String,
}

/// Commands of a page that are executed.
#[derive(Debug)]
pub struct Example {
    /// Page and line.
    pub place: String,
    /// For the shell.
    script: String,
    status: i32,
    /// What is printed, and whether that is all.
    prints: Option<(String, bool)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository").to_path_buf()
}

impl Page {
    /// The page of this path in the repository.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn read(path: &str) -> Page {
        let file = root().join(path);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Page { path: path.into(), text }
    }

    /// The contents, then the chapters that they list, in order.
    ///
    /// # Panics
    /// If there is no list, or a page of it cannot be read.
    pub fn all() -> Vec<Page> {
        let contents = Page::read(CONTENTS);
        let (_, list) = contents.text.split_once(CHAPTERS).expect("a list of chapters");
        let list = list.split("\n## ").next().unwrap_or(list);
        let rows = list.lines().filter(|line| line.starts_with('|'));
        let paths: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
        let chapters = paths.into_iter().map(Page::read).collect::<Vec<_>>();
        std::iter::once(contents).chain(chapters).collect()
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut mark, mut inside) = (Mark::None, false);
        for (number, line) in self.text.lines().enumerate() {
            if let Some(code) = line.strip_prefix("    ") {
                if !inside {
                    blocks.push(Block { line: number + 1, mark: std::mem::replace(&mut mark, Mark::None), text: String::new() });
                }
                inside = true;
                let block = blocks.last_mut().expect("just made");
                block.text += code;
                block.text.push('\n');
            } else if line.is_empty() {
                // Within a block, or between it and its mark.
                inside.then(|| blocks.last_mut().expect("one is open").text.push('\n'));
            } else {
                inside = false;
                mark = Mark::parse(line).unwrap_or(Mark::None);
            }
        }
        blocks
    }

    /// The examples.
    pub fn examples(&self) -> Vec<Example> {
        let mut examples: Vec<Example> = Vec::new();
        for block in self.blocks() {
            let place = format!("{}:{}", self.path, block.line);
            match (block.mark, examples.last_mut()) {
                (Mark::Run(status), _) => {
                    examples.push(Example { place, script: without_cargo(&block.text), status, prints: None });
                }
                (Mark::Prints, Some(example)) => example.prints = Some((block.text, true)),
                (Mark::PrintsAmongOthers, Some(example)) => example.prints = Some((block.text, false)),
                (Mark::None, _) | (_, None) => {}
            }
        }
        examples
    }

    /// Every line of code and everything in backticks, as words: what may be a command.
    fn commands(&self) -> Vec<Vec<String>> {
        let code = self.blocks();
        let lines = code.iter().flat_map(|block| block.text.lines());
        let prose: String = self.text.lines().filter(|line| !line.starts_with("    ")).flat_map(|line| [line, "\n"]).collect();
        let quoted = prose.split('`').skip(1).step_by(2).map(String::from);
        let all = lines.map(String::from).chain(quoted);
        all.flat_map(|line| line.split(" && ").map(words).collect::<Vec<_>>()).map(without_cargo_words).collect()
    }
}

impl Example {
    /// The program that it is about: the first that it names.
    pub fn program(&self) -> String {
        words(&self.script).first().cloned().unwrap_or_default()
    }

    /// Executes it in a folder, with these programs. What is wrong with it.
    fn problem(&self, dir: &Path, path: &str) -> Option<String> {
        let mut command = Command::new("sh");
        command.args(["-ec", &self.script]).current_dir(dir).env("PATH", path).env("NO_COLOR", "1");
        command.env_remove("CROSSTEST_CORPUS").env_remove("CROSSTEST_SHARED");
        let output = command.output().unwrap_or_else(|error| panic!("{}: sh: {error}", self.place));
        let text = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(self.status) {
            let why = String::from_utf8_lossy(&output.stderr);
            return Some(format!("{}: {} instead of {}: {text}{why}", self.place, output.status, self.status));
        }
        let (expected, all) = self.prints.as_ref()?;
        let text: Vec<String> = text.trim_end().lines().map(without_tabs).collect();
        let expected: Vec<&str> = expected.trim_end().lines().collect();
        let same = if *all { is_all(&expected, &text) } else { are_among(&expected, &text) };
        (!same).then(|| format!("{}: the page shows\n{}\nand it prints\n{}", self.place, expected.join("\n"), text.join("\n")))
    }
}

/// Executes the examples of all pages that are about one of these programs, in a folder that is
/// empty. How many there are, and what is wrong with them.
///
/// # Panics
/// If the folder cannot be filled.
pub fn run_examples(programs: &[Program], scratch: &Path) -> (usize, Vec<String>) {
    let (bin, clone) = (scratch.join("bin"), scratch.join("clone"));
    let link =
        |from: &Path, to: &Path| std::os::unix::fs::symlink(from, to).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
    for dir in [&bin, &clone] {
        std::fs::create_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    }
    programs.iter().for_each(|program| link(Path::new(program.path), &bin.join(program.name)));
    // Links, so that what an example writes is not in the repository.
    for name in ["translator", "crosstest", "bisect", "fuzz"] {
        link(&root().join(name), &clone.join(name));
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let examples: Vec<Example> = Page::all().iter().flat_map(Page::examples).collect();
    let ours: Vec<_> =
        examples.iter().filter(|example| programs.iter().any(|program| program.name == example.program())).collect();
    (ours.len(), ours.iter().filter_map(|example| example.problem(&clone, &path)).collect())
}

/// The options of these programs that a page names and the program's help does not. How many
/// commands were looked at, and the problems.
pub fn unknown_options(programs: &[Program]) -> (usize, Vec<String>) {
    let (mut count, mut problems) = (0, Vec::new());
    for page in Page::all() {
        for command in page.commands() {
            let Some((name, args)) = command.split_first() else { continue };
            let Some(program) = programs.iter().find(|program| name.rsplit('/').next() == Some(program.name)) else { continue };
            count += 1;
            let options = args.iter().take_while(|arg| *arg != "--").filter(|arg| arg.starts_with('-') && arg.len() > 1);
            let options: Vec<&str> = options.map(|option| option.split('=').next().unwrap_or(option)).collect();
            let unknown = if options.is_empty() { Vec::new() } else { not_in_help(program, args, &options) };
            problems.extend(unknown.iter().map(|option| format!("{}: {}: no option {option}", page.path, command.join(" "))));
        }
    }
    (count, problems)
}

/// Which of these options the help of a program, or of the command that its first argument names,
/// does not have.
fn not_in_help<'o>(program: &Program, args: &[String], options: &[&'o str]) -> Vec<&'o str> {
    let help = |first: Option<&String>| {
        let output = Command::new(program.path).args(first).arg("--help").output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.path));
        let text = [output.stdout, output.stderr].concat();
        output.status.success().then(|| String::from_utf8_lossy(&text).into_owned())
    };
    let first = args.first().filter(|first| first.chars().all(|c| c.is_ascii_lowercase()));
    let text = first.and_then(|first| help(Some(first))).or_else(|| help(None)).unwrap_or_default();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let known: Vec<&str> = text.split(|c| !is_part(c)).collect();
    options.iter().copied().filter(|option| !known.contains(option)).collect()
}

/// The words of a command as a shell splits them, up to a comment or the end of the command.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut quoted = false;
    for c in line.chars() {
        let word = words.last_mut().expect("there is always one");
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.push(c),
            (None, '\'' | '"') => (quote, quoted) = (Some(c), true),
            (None, '#' | '|' | ';' | '>') if word.is_empty() && !quoted => break,
            (None, c) if c.is_whitespace() => {
                if !word.is_empty() || quoted {
                    words.push(String::new());
                }
                quoted = false;
            }
            (None, '\\') => {}
            (None, c) => word.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    let is_setting =
        |word: &String| word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'));
    let command = words.iter().position(|word| !BEFORE.contains(&word.as_str()) && !is_setting(word)).unwrap_or(0);
    words.split_off(command)
}

/// A command with the program's name in the place of the `cargo run` that builds it.
fn without_cargo_words(words: Vec<String>) -> Vec<String> {
    let text: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["cargo", "run", options @ ..] = text.as_slice() else { return words };
    let end = options.iter().position(|word| *word == "--").unwrap_or(options.len());
    let value = |name| options[..end].iter().position(|word| *word == name).and_then(|at| options.get(at + 1));
    if value("--example").is_some() {
        return Vec::new();
    }
    let program = value("--bin").or_else(|| value("-p")).map(|name| (*name).to_string());
    program.into_iter().chain(words.iter().skip(2 + end + 1).cloned()).collect()
}

/// Commands with programs' names in the place of each `cargo run`.
fn without_cargo(script: &str) -> String {
    let mut text = String::new();
    for line in script.lines() {
        let program = without_cargo_words(words(line.split(" -- ").next().unwrap_or(line)));
        match (line.starts_with("cargo run"), line.split_once(" -- ")) {
            (true, Some((_, args))) => text += &format!("{} {args}", program.join(" ")),
            (true, None) => text += &program.join(" "),
            (false, _) => text += line,
        }
        text.push('\n');
    }
    text
}

/// The blanks up to the next multiple of eight columns in place of each tab.
fn without_tabs(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        match character {
            '\t' => text += &" ".repeat(8 - text.len() % 8),
            other => text.push(other),
        }
    }
    text
}

/// Whether a line is what is expected, in which `...` stands for anything.
fn is_line(expected: &str, line: &str) -> bool {
    match expected.split_once("...") {
        None => expected.trim_end() == line.trim_end(),
        Some((start, rest)) => line
            .strip_prefix(start)
            .is_some_and(|line| (0..=line.len()).any(|from| line.is_char_boundary(from) && is_line(rest, &line[from..]))),
    }
}

fn is_all(expected: &[&str], lines: &[String]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (None, first) => first.is_none(),
        (Some((&"...", rest)), _) => (0..=lines.len()).any(|from| is_all(rest, &lines[from..])),
        (Some((first, rest)), Some((line, others))) => is_line(first, line) && is_all(rest, others),
        (Some(_), None) => false,
    }
}

fn are_among(expected: &[&str], lines: &[String]) -> bool {
    let mut lines = lines.iter();
    expected.iter().all(|expected| lines.any(|line| is_line(expected, line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title\n\n<!-- run, status 2 -->\n\n    cargo run --release -p tool -- show 'a b'\n\nprints\n\n<!-- prints -->\n\n    \
                        one ... three\n    ...\n\nAnd `tool show --all\nx -y` or, before,\n\n    A=1 tool -q    # why\n";

    fn page() -> Page {
        Page { path: "page.md".into(), text: PAGE.into() }
    }

    #[test]
    fn a_page_has_examples_and_commands() {
        let [example] = &page().examples()[..] else { panic!("one example") };
        assert_eq!((example.script.trim_end(), example.status, &*example.program()), ("tool show 'a b'", 2, "tool"));
        assert_eq!(example.prints, Some(("one ... three\n...\n\n".into(), true)));
        let commands = page().commands();
        for command in [&["tool", "show", "a b"][..], &["tool", "show", "--all", "x", "-y"], &["tool", "-q"]] {
            assert!(commands.iter().any(|found| found == command), "{command:?} in {commands:?}");
        }
    }

    #[test]
    fn dots_stand_for_anything() {
        let lines = ["one two three", "four", "five"].map(String::from);
        assert!(is_all(&["one ... three", "..."], &lines) && is_all(&["...", "five"], &lines));
        assert!(!is_all(&["one ... three"], &lines) && !is_all(&["one", "..."], &lines));
        assert!(are_among(&["one...", "five"], &lines) && !are_among(&["five", "four"], &lines));
    }
}
