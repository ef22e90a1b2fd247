//! Reads the workspace's Rust files and cuts them into tokens: enough to find imports, macros and
//! `unsafe`, without a parser.
//!
//! In: the folders of the workspace's crates. Out: [`SourceFile`]s with their text, the tokens of
//! their code with comments and literals taken out, so that a rule never trips over a word in a
//! string, and their comments as [`Prose`]. Linear in the text.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The workspace's crates: every folder whose sources the rules cover. That of `fuzz` also holds
/// the programs that cargo-fuzz builds.
pub const CRATES: [&str; 4] = ["translator", "crosstest", "fuzz", "bisect"];

/// A word, or one punctuation character.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TokenKind<'a> {
    /// An identifier, keyword or number.
    Word(&'a str),
    /// Anything else.
    Punct(char),
}

/// A token of code and where it stands.
#[derive(Copy, Clone, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind<'a>,
    /// Line, from 0.
    pub line: usize,
    /// Whether it lies in a `#[cfg(test)]` module.
    pub in_test: bool,
}

/// Lines of text as one: comments that follow each other, or a page. Lines are joined by spaces; an
/// empty one breaks the text.
#[derive(Debug, Default)]
pub struct Prose {
    /// The text.
    pub text: String,
    /// Where each line starts in it, and the line's number, from 0.
    lines: Vec<(usize, usize)>,
}

impl Prose {
    /// Adds a line.
    pub fn push(&mut self, number: usize, line: &str) {
        self.lines.push((self.text.len(), number));
        let line = line.trim();
        self.text.push_str(line);
        self.text.push(if line.is_empty() { '\n' } else { ' ' });
    }

    /// The number of the line that a place in the text comes from.
    pub fn line_at(&self, place: usize) -> usize {
        let after = self.lines.partition_point(|&(start, _)| start <= place);
        self.lines[after.max(1) - 1].1
    }
}

/// A file.
pub struct SourceFile {
    /// Which crate's folder it lies in.
    pub crate_name: String,
    /// Path below the workspace, with slashes.
    pub path: String,
    /// The text as it stands.
    pub text: String,
    /// The text with every character of comments and literals replaced by a space.
    pub code: String,
    /// Whether the whole file is a `#[cfg(test)]` module.
    pub is_test: bool,
    /// Where in the text the comments are that end with their line.
    line_comments: Vec<Range<usize>>,
}

impl SourceFile {
    /// Makes one from its text; tests of the rules use it on made-up files.
    pub fn new(path: &str, text: &str) -> Self {
        let crate_name = path.split('/').next().unwrap_or_default().to_string();
        let (code, line_comments) = blank_comments_and_literals(text);
        Self { crate_name, path: path.into(), text: text.into(), code, is_test: false, line_comments }
    }

    /// The comments that end with their line, those on lines of their own joined with their
    /// neighbours.
    pub fn comments(&self) -> Vec<Prose> {
        let mut blocks: Vec<Prose> = Vec::new();
        let mut lines = self.text.split_inclusive('\n').scan(0, |start, line| {
            *start += line.len();
            Some((*start - line.len(), line))
        });
        let mut number = 0;
        let mut last = None;
        for comment in &self.line_comments {
            let (skipped, (start, _)) =
                lines.by_ref().enumerate().find(|(_, (start, line))| comment.start < start + line.len()).expect("in a line");
            number += skipped;
            let is_alone = self.text[start..comment.start].trim().is_empty();
            if !is_alone || last != Some(number) {
                blocks.push(Prose::default());
            }
            let text = self.text[comment.clone()].trim_start_matches(['/', '!']);
            blocks.last_mut().expect("just made").push(number, text);
            number += 1;
            last = is_alone.then_some(number);
        }
        blocks
    }

    /// The module that the file is, from the crate's root down, or `None` outside of `src`.
    pub fn module_path(&self) -> Option<Vec<String>> {
        let inside = self.path.strip_prefix(&self.crate_name)?;
        // The library of `fuzz` lies a folder deeper.
        let inside = inside.strip_prefix("/properties").unwrap_or(inside);
        let below = inside.strip_prefix("/src/")?.strip_suffix(".rs")?;
        let mut path: Vec<String> = below.split('/').map(String::from).collect();
        let is_root = path.len() == 1 && ["lib", "main"].contains(&path[0].as_str());
        if is_root || path.last().is_some_and(|name| name == "mod") {
            path.pop();
        }
        Some(path)
    }

    /// The modules that it declares as files of their own for tests only: `#[cfg(test)] mod name;`.
    fn test_modules(&self) -> Vec<Vec<String>> {
        let Some(path) = self.module_path() else { return Vec::new() };
        let tokens = self.tokens();
        let declarations = tokens.windows(3).filter_map(|window| match window {
            [keyword, name, end] if keyword.in_test && keyword.kind == TokenKind::Word("mod") => match (name.kind, end.kind) {
                (TokenKind::Word(name), TokenKind::Punct(';')) => Some(name),
                _ => None,
            },
            _ => None,
        });
        declarations.map(|name| path.iter().cloned().chain([name.to_string()]).collect()).collect()
    }

    /// The tokens of its code.
    pub fn tokens(&self) -> Vec<Token<'_>> {
        let mut tokens = Vec::new();
        for (line, text) in self.code.lines().enumerate() {
            let mut rest = text.trim_start();
            while let Some(first) = rest.chars().next() {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let len = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
                let kind = if is_word(first) { TokenKind::Word(&rest[..len]) } else { TokenKind::Punct(first) };
                tokens.push(Token { kind, line, in_test: false });
                rest = rest[len..].trim_start();
            }
        }
        mark_tests(&mut tokens);
        tokens
    }
}

/// Marks the tokens of `#[cfg(test)]` items.
fn mark_tests(tokens: &mut [Token<'_>]) {
    use TokenKind::{Punct, Word};
    let attribute = [Punct('#'), Punct('['), Word("cfg"), Punct('('), Word("test"), Punct(')'), Punct(']')];
    let mut index = 0;
    while index + attribute.len() <= tokens.len() {
        if tokens[index..].iter().zip(&attribute).any(|(token, kind)| token.kind != *kind) {
            index += 1;
            continue;
        }
        let mut depth = 0;
        let mut end = index + attribute.len();
        while end < tokens.len() {
            match tokens[end].kind {
                Punct('{') => depth += 1,
                Punct('}') => depth -= 1,
                _ => {}
            }
            let is_end = depth == 0 && matches!(tokens[end].kind, Punct('}' | ';'));
            end += 1;
            if is_end {
                break;
            }
        }
        tokens[index..end].iter_mut().for_each(|token| token.in_test = true);
        index = end;
    }
}

/// Replaces comments and string, byte and character literals by spaces; line breaks stay. Tells
/// where comments are that end with their line.
fn blank_comments_and_literals(text: &str) -> (String, Vec<Range<usize>>) {
    let mut line_comments = Vec::new();
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = code.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let blanked = comment_len(rest).or_else(|| literal_len(rest, in_word));
        let len = blanked.unwrap_or(first.len_utf8());
        if rest.starts_with("//") {
            let start = text.len() - rest.len();
            line_comments.push(start..start + len);
        }
        if blanked.is_some() {
            code.extend(rest[..len].chars().map(|c| if c == '\n' { c } else { ' ' }));
        } else {
            code.push(first);
        }
        rest = &rest[len..];
    }
    (code, line_comments)
}

fn comment_len(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let here = &text.as_bytes()[at..];
        let step = match here {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
        if depth == 0 {
            break;
        }
    }
    Some(at)
}

fn literal_len(text: &str, in_word: bool) -> Option<usize> {
    let prefix = if in_word { 0 } else { text.find(|c| !matches!(c, 'b' | 'r' | 'c')).filter(|&len| len <= 2)? };
    let body = &text[prefix..];
    if text[..prefix].contains('r') {
        let hashes = body.find(|c| c != '#')?;
        let end = format!("\"{}", &body[..hashes]);
        let open = body[hashes..].strip_prefix('"')?;
        return Some(open.find(&end).map_or(text.len(), |at| prefix + hashes + 1 + at + end.len()));
    }
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut chars = body.char_indices().skip(1);
    // A quote that no second one follows closely is a lifetime.
    if quote == '\'' && !body[1..].starts_with('\\') && body.chars().nth(2) != Some('\'') {
        return None;
    }
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return Some(prefix + at + 1);
        }
    }
    Some(text.len())
}

/// The workspace's folder.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace").to_path_buf()
}

/// Every Rust file of the workspace's crates, by path.
pub fn workspace_files() -> Vec<SourceFile> {
    let root = workspace();
    let mut files = Vec::new();
    for name in CRATES {
        collect(&root, &root.join(name), &mut files);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    mark_test_files(&mut files);
    files
}

/// Marks the files of test-only modules, and of the modules within them.
pub fn mark_test_files(files: &mut [SourceFile]) {
    let test_modules: Vec<_> =
        files.iter().flat_map(|file| file.test_modules().into_iter().map(|path| (file.crate_name.clone(), path))).collect();
    for file in files {
        let Some(path) = file.module_path() else { continue };
        file.is_test = test_modules.iter().any(|(name, module)| *name == file.crate_name && path.starts_with(module));
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            // Cargo marks the folders that it builds in, whatever their names.
            if !path.join("CACHEDIR.TAG").exists() {
                collect(root, &path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let below = path.strip_prefix(root).expect("found below the root");
            let below: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            files.push(SourceFile::new(&below.join("/"), &text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_comments_and_literals_are_not_code() {
        let text = r###"a // x
/* y /* y */ y */ b "x\"y" 'x' '\'' 'static r#"x"y"# br"x" r#type b'x' for"###;
        let file = SourceFile::new("translator/src/a.rs", text);
        let words: Vec<_> = file.tokens().iter().map(|token| (token.kind, token.line)).collect();
        use TokenKind::{Punct, Word};
        let expected = [
            (Word("a"), 0),
            (Word("b"), 1),
            (Punct('\''), 1),
            (Word("static"), 1),
            (Word("r"), 1),
            (Punct('#'), 1),
            (Word("type"), 1),
            (Word("for"), 1),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn comments_are_joined_line_by_line() {
        let text = "//! One,\n//! two.\n//!\n//! Three.\n\nlet s = \"// no\"; // Four.\n// Five.\nf(); // Six.\n";
        let file = SourceFile::new("translator/src/a.rs", text);
        let comments = file.comments();
        let texts: Vec<_> = comments.iter().map(|prose| prose.text.as_str()).collect();
        assert_eq!(texts, ["One, two. \nThree. ", "Four. ", "Five. ", "Six. "]);
        let three = comments[0].text.find("Three").unwrap();
        assert_eq!([0, 5, three].map(|place| comments[0].line_at(place)), [0, 1, 3]);
        assert_eq!([1, 2, 3].map(|index: usize| comments[index].line_at(0)), [5, 6, 7]);
    }

    #[test]
    fn test_modules_are_known() {
        let file = SourceFile::new("translator/src/a.rs", "a\n#[cfg(test)]\nmod tests { fn f() {} }\nb #[cfg(test)] mod t; c");
        let outside: Vec<_> = file.tokens().iter().filter(|token| !token.in_test).map(|token| token.kind).collect();
        assert_eq!(outside, ["a", "b", "c"].map(TokenKind::Word));
    }

    #[test]
    fn test_files_are_known() {
        let declaring = "mod a;\n#[cfg(test)]\nmod checks;\nmod b { }\n#[cfg(test)] mod inline { mod x { } }";
        let paths = ["ice/mod.rs", "ice/checks.rs", "ice/checks/more.rs", "ice/a.rs", "ice/inline.rs", "mc/checks.rs"];
        let mut files: Vec<_> = paths.map(|path| SourceFile::new(&format!("translator/src/{path}"), declaring)).into();
        files[1..].iter_mut().for_each(|file| *file = SourceFile::new(&file.path, ""));
        mark_test_files(&mut files);
        assert_eq!(files.iter().map(|file| file.is_test).collect::<Vec<_>>(), [false, true, true, false, false, false]);
    }

    #[test]
    fn module_paths_follow_files() {
        let module = |path| SourceFile::new(path, "").module_path().map(|path| path.join("::"));
        assert_eq!(module("translator/src/lib.rs").as_deref(), Some(""));
        assert_eq!(module("translator/src/ice/mod.rs").as_deref(), Some("ice"));
        assert_eq!(module("translator/src/ice/verify/cfg.rs").as_deref(), Some("ice::verify::cfg"));
        assert_eq!(module("translator/tests/a.rs"), None);
    }
}
