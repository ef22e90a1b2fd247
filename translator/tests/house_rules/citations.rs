//! What comments and pages cite: pages of the project by path and heading, other documents by a key
//! of the page of sources and a place.
//!
//! In: the workspace's files, and the [`Library`]: its pages, with the sources. Out: a message for
//! each citation of something that does not exist, that does not say where, or that lies outside of
//! the repository, and for each source that is not cited. The notation is written down in
//! `translator/docs/sources.md`, "Notation". Linear in the text, times the number of [`BY_NAME`]'s
//! rows.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;

use super::source::{CRATES, Prose, SourceFile, workspace};

/// The page of sources.
const SOURCES: &str = "translator/docs/sources.md";
/// The heading of that page under which no place need be cited.
const WITHOUT_PLACE: &str = "Papers and books";
/// What stands in an entry that has no address.
const NO_ADDRESS: &str = "address not verified";
/// Files in Markdown that programs write and read: they are no part of the repository.
const WRITTEN: &[&str] =
    &["report.md", "README.md", "measured/faults.md", "measured/mutants.md", "measured/bisect.md", "measured/coverage.md"];
/// How a place begins that is neither a heading, a number nor a file. (A number may have a letter
/// before it: `A8.8.314`.)
const PLACES: &[&str] =
    &["section ", "chapter ", "chapters ", "volume ", "table ", "figure ", "figures ", "from \"", "throughout"];
/// Ways to name a document that has a key.
const BY_NAME: &[(&str, &str)] = &[
    ("Subzero's design document", "SUBZERO-DESIGN"),
    ("Subzero's allocation document", "SUBZERO-REGALLOC"),
    ("pnacl-bitcode-abi.rst", "PNACL-ABI"),
    ("pnacl-bitcode-manual.rst", "PNACL-MANUAL"),
    ("pnacl-undefined-behavior.rst", "PNACL-UB"),
    ("language reference", "LLVM-REF-3-3"),
    ("Intel SDM", "INTEL-SDM"),
    ("DDI 0406", "ARM-ARM"),
    ("IHI 0042", "ARM-AAPCS"),
    ("IHI 0043", "ARM-RTABI"),
    ("IHI 0044", "ARM-ELF"),
    ("IHI 0045", "ARM-ADDENDA"),
    ("MD00082", "MIPS32-VOL1"),
    ("MD00086", "MIPS32-VOL2"),
    ("i386 psABI", "SYSV-I386"),
    ("AMD64 psABI", "SYSV-AMD64"),
    ("MIPS psABI", "SYSV-MIPS"),
    ("gABI", "SYSV-GABI"),
    ("IEEE 754", "IEEE-754"),
];

/// A page.
struct Page {
    /// Path below the workspace.
    path: String,
    /// Its headings, of every level.
    headings: BTreeSet<String>,
    /// Its text but for headings, each list item and table row a text of its own.
    prose: Vec<Prose>,
}

/// An entry of the page of sources.
struct Source {
    key: String,
    /// Line, from 0.
    line: usize,
    needs_place: bool,
    says_where: bool,
}

/// What can be cited.
pub struct Library {
    pages: Vec<Page>,
    sources: Vec<Source>,
    /// Whether there is a file of this path below the workspace.
    exists: Box<dyn Fn(&str) -> bool>,
}

impl Library {
    /// The pages of all crates.
    pub fn of_the_workspace() -> Self {
        let root = workspace();
        let mut pages = Vec::new();
        for name in CRATES {
            let Ok(entries) = fs::read_dir(root.join(name).join("docs")) else { continue };
            for entry in entries {
                let file = entry.expect("a readable folder").path();
                let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                let file_name = file.file_name().expect("a file").to_string_lossy().into_owned();
                pages.push((format!("{name}/docs/{file_name}"), text));
            }
        }
        assert!(pages.len() >= 5, "found only {} pages: the check looks in the wrong place", pages.len());
        pages.sort();
        Self::new(pages, Box::new(move |path| root.join(path).is_file()))
    }

    /// Of pages by path and text.
    fn new(pages: Vec<(String, String)>, exists: Box<dyn Fn(&str) -> bool>) -> Self {
        let sources = pages.iter().find(|(path, _)| path == SOURCES).map_or(Vec::new(), |(_, text)| read_sources(text));
        Self { pages: pages.into_iter().map(|(path, text)| Page::new(path, &text)).collect(), sources, exists }
    }
}

impl Page {
    fn new(path: String, text: &str) -> Self {
        let mut page = Self { path, headings: BTreeSet::new(), prose: vec![Prose::default()] };
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('#') {
                page.headings.insert(line.trim_start_matches('#').trim().into());
                page.prose.push(Prose::default());
                continue;
            }
            if line.starts_with(['|', '-']) {
                page.prose.push(Prose::default());
            }
            page.prose.last_mut().expect("there is always one").push(number, line);
        }
        page
    }
}

/// The entries of the page of sources: list items that begin with a key in bold type.
fn read_sources(text: &str) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let mut heading = "";
    for (line, text) in text.lines().enumerate() {
        if let Some(found) = text.strip_prefix("## ") {
            heading = found.trim();
        }
        if let Some((key, _)) = text.strip_prefix("- **[").and_then(|text| text.split_once("]**")) {
            sources.push(Source { key: key.into(), line, needs_place: heading != WITHOUT_PLACE, says_where: false });
        }
        let is_in_entry = text.starts_with("- **[") || text.starts_with("  ");
        if let Some(source) = sources.last_mut().filter(|_| is_in_entry) {
            source.says_where |= text.contains("<http") || text.to_lowercase().contains(NO_ADDRESS);
        }
    }
    sources
}

/// Every wrong citation, as a message.
pub fn check(files: &[SourceFile], library: &Library) -> Vec<String> {
    let cited = RefCell::new(BTreeSet::new());
    let mut problems = Vec::new();
    for file in files {
        let checker = Checker { path: &file.path, crate_name: &file.crate_name, library, cited: &cited };
        // This file's own comments and tests are about notation; what a message of it says is not a
        // citation.
        for prose in file.comments().iter().filter(|_| !file.path.ends_with("house_rules/citations.rs")) {
            checker.prose(prose, &mut problems);
        }
    }
    for page in &library.pages {
        let crate_name = page.path.split('/').next().unwrap_or_default();
        let checker = Checker { path: &page.path, crate_name, library, cited: &cited };
        // The page of sources is where keys are explained and documents are named.
        for prose in page.prose.iter().filter(|_| page.path != SOURCES) {
            checker.prose(prose, &mut problems);
        }
    }
    let cited = cited.into_inner();
    for source in &library.sources {
        let place = format!("{SOURCES}:{}: [{}]", source.line + 1, source.key);
        if !cited.contains(&source.key) {
            problems.push(format!("{place}: nobody cites it; cite it where it is followed, or take the entry out"));
        }
        if !source.says_where {
            problems.push(format!("{place}: no address; write one as <http...>, or \"{NO_ADDRESS}\""));
        }
        if !source.key.contains('-') {
            problems.push(format!("{place}: a key without a hyphen, which rustdoc takes for a link; give it one"));
        }
    }
    problems
}

/// Checks the texts of one file.
struct Checker<'a> {
    path: &'a str,
    crate_name: &'a str,
    library: &'a Library,
    /// The keys that were cited.
    cited: &'a RefCell<BTreeSet<String>>,
}

impl Checker<'_> {
    fn prose(&self, prose: &Prose, problems: &mut Vec<String>) {
        let mut report = |place: usize, problem: String| {
            problems.push(format!("{}:{}: {problem}", self.path, prose.line_at(place) + 1));
        };
        let text = prose.text.as_str();
        for (place, name) in markdown_names(text) {
            if let Some(problem) = self.file(name, &text[place + name.len()..]) {
                report(place, problem);
            }
        }
        for (place, key) in keys(text) {
            if let Some(problem) = self.key(key, &text[place + key.len() + 2..]) {
                report(place, problem);
            }
        }
        for (place, phrase, key) in
            BY_NAME.iter().flat_map(|(phrase, key)| text.match_indices(phrase).map(move |(at, _)| (at, phrase, key)))
        {
            report(place, format!("\"{phrase}\" does not say where it can be read; cite [{key}] and a place in it"));
        }
        for (place, _) in text.match_indices("Source: ").chain(text.match_indices("Sources: ")) {
            let paragraph = text[place..].split('\n').next().unwrap_or_default();
            if keys(paragraph).is_empty() && !paragraph.contains("/docs/") {
                report(place, "a source without a citation; name a page and its heading, or a key of the page of sources".into());
            }
        }
    }

    /// What is wrong with a name that ends in `.md`, given what follows it.
    fn file(&self, name: &str, after: &str) -> Option<String> {
        if !name.contains("docs/") {
            let exists = |path: &str| (self.library.exists)(path);
            let is_known = exists(name) || exists(&format!("{}/{name}", self.crate_name)) || WRITTEN.contains(&name);
            return (!is_known)
                .then(|| format!("{name} is no file of this repository; cite a page of docs, or write the fact into one"));
        }
        let Some(page) = self.library.pages.iter().find(|page| page.path == name) else {
            let pages: Vec<_> = self.library.pages.iter().map(|page| page.path.as_str()).collect();
            return Some(format!("there is no page {name}; the pages are {}", pages.join(", ")));
        };
        let headings = headings(after);
        if headings.is_empty() {
            return Some(format!("{name} is cited without a heading; write `{name}`, \"Heading\""));
        }
        let missing = headings.into_iter().find(|heading| !page.headings.contains(*heading))?;
        let known: Vec<_> = page.headings.iter().map(String::as_str).collect();
        Some(format!("{name} has no heading \"{missing}\"; it has {}", known.join(", ")))
    }

    /// What is wrong with a key, given what follows its bracket.
    fn key(&self, key: &str, after: &str) -> Option<String> {
        self.cited.borrow_mut().insert(key.into());
        let Some(source) = self.library.sources.iter().find(|source| source.key == key) else {
            return Some(format!("[{key}] is no entry of {SOURCES}; correct it, or add the entry"));
        };
        (source.needs_place && !is_place(after)).then(|| {
            format!("[{key}] is cited without a place; name a heading in quotes, a section's number or the like, or `throughout`")
        })
    }
}

/// The names in a text that end in `.md`, as they stand there, and where.
fn markdown_names(text: &str) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let mut found = Vec::new();
    for (at, _) in text.match_indices(".md") {
        let end = at + 3;
        let start = text[..at]
            .rfind(|c| !is_part(c))
            .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
        if start < at && !text[end..].starts_with(|c: char| c.is_alphanumeric()) {
            found.push((start, &text[start..end]));
        }
    }
    found
}

/// The keys in brackets in a text, and where the bracket is: capitals and digits with at least one
/// hyphen.
fn keys(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        let Some((key, _)) = text[at + 1..].split_once(']') else { continue };
        let is_key = key.starts_with(|c: char| c.is_ascii_uppercase()) && key.contains('-');
        if is_key && key.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-') {
            found.push((at, key));
        }
    }
    found
}

/// The headings in quotes behind a page's name.
fn headings(after: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = after.strip_prefix('`').unwrap_or(after);
    while let Some(quoted) = rest.strip_prefix(", \"").or_else(|| rest.strip_prefix(" and \"").filter(|_| !found.is_empty())) {
        let Some((heading, behind)) = quoted.split_once('"') else { break };
        found.push(heading);
        rest = behind;
    }
    found
}

/// Whether a text begins with a place in a document.
fn is_place(after: &str) -> bool {
    let after = after.trim_start();
    let number = after.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(after);
    after.starts_with(['"', '`'])
        || number.starts_with(|c: char| c.is_ascii_digit())
        || PLACES.iter().any(|place| after.starts_with(place) || after.starts_with(place.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEANING: &str = "# The meaning\n\n## Shifts\n\nText.\n\n## Division\n\nMore: [ARM-ARM] A8.\n";
    const KNOWN: &str = "# Sources\n\n## Manuals\n\n- **[ARM-ARM]** Title.\n  <https://a.b>\n\n\
                         ## Papers and books\n\n- **[X-1]** Title. Address not verified.\n";

    fn library(sources: &str) -> Library {
        let pages = vec![("translator/docs/meaning.md".into(), MEANING.into()), (SOURCES.into(), sources.into())];
        Library::new(pages, Box::new(|path| ["fuzz/README.md", "crosstest/CHANGES.md"].contains(&path)))
    }

    /// The problems of a comment, in a workspace that also cites every source.
    fn problems(comment: &str) -> Vec<String> {
        let file = SourceFile::new("crosstest/src/a.rs", &format!("//! [X-1].\n\n{comment}\n"));
        check(&[file], &library(KNOWN))
    }

    #[test]
    fn good_citations() {
        for comment in [
            "// As `translator/docs/meaning.md`, \"Shifts\", says.",
            "// (`translator/docs/meaning.md`,\n// \"Shifts\" and \"Division\")",
            "/// Source: [ARM-ARM] A8.8.314; [X-1].",
            "/// [ARM-ARM] \"Heading\", [ARM-ARM] table 3, [ARM-ARM]\n/// 5.1 and [ARM-ARM] `a/b.h`, [ARM-ARM] throughout.",
            "// `fuzz/README.md`, `CHANGES.md`, `measured/faults.md`, [`Link`], [a-b], [T]",
            "let s = \"semantics.md [NO-SUCH] Source: none\";",
        ] {
            assert_eq!(problems(comment), [""; 0], "{comment}");
        }
    }

    #[test]
    fn bad_citations() {
        for (comment, expected) in [
            ("// `translator/docs/meaning.md`", "a.rs:3: translator/docs/meaning.md is cited without a heading"),
            ("// x\n// `translator/docs/meaning.md`, \"Shift\"", "a.rs:4: translator/docs/meaning.md has no heading \"Shift\""),
            ("// `translator/docs/meaning.md`, \"Shifts\", \"No\"", "no heading \"No\"; it has Division, Shifts, The meaning"),
            ("// `docs/meaning.md`, \"Shifts\"", "there is no page docs/meaning.md; the pages are translator/docs/meaning.md"),
            ("f(); // `semantics.md`", "a.rs:3: semantics.md is no file of this repository"),
            ("// [NO-SUCH] 1", "[NO-SUCH] is no entry of translator/docs/sources.md"),
            ("// [ARM-ARM], 5", "[ARM-ARM] is cited without a place"),
            ("// DDI 0406C, A8", "cite [ARM-ARM]"),
            ("// Source: a book.\n//\n// [X-1]", "a source without a citation"),
        ] {
            let found = problems(comment);
            assert!(found.len() == 1 && found[0].contains(expected), "{comment}: {found:#?}");
        }
    }

    #[test]
    fn sources_are_cited_and_say_where() {
        let found = check(&[], &library("- **[UNUSED]** Title.\n\n- **[ARM-ARM]** Title. <http://a>\n"));
        let expected = ["sources.md:1: [UNUSED]: nobody cites it", "[UNUSED]: no address", "[UNUSED]: a key without a hyphen"];
        assert_eq!(found.len(), 3, "{found:#?}");
        assert!(found.iter().zip(expected).all(|(found, expected)| found.contains(expected)), "{found:#?}");
    }
}
