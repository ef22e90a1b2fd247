//! Response files: `@FILE` on the command line is the words of the file. If there is none, it is a word like others, as gcc and clang have it:
//! Nim's compiler calls the C files that it writes so.

use std::ffi::OsString;
use std::io::ErrorKind;

use crate::driver::cmdline::usage;
use crate::driver::error::Error;

/// How deep such files may name each other.
const DEPTH: u32 = 8;

/// Replaces each `@FILE` by the words of the file, if there is one.
pub fn expand(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Error> {
    let mut expanded = Vec::new();
    expand_into(args, &mut expanded, 0)?;
    Ok(expanded)
}

fn expand_into(args: impl Iterator<Item = OsString>, expanded: &mut Vec<OsString>, depth: u32) -> Result<(), Error> {
    for arg in args {
        let Some(path) = arg.to_str().and_then(|arg| arg.strip_prefix('@')) else {
            expanded.push(arg);
            continue;
        };
        if depth > DEPTH {
            return Err(usage(format_args!("@{path}: such files name each other")));
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                expanded.push(arg);
                continue;
            }
            Err(error) => return Err(usage(format_args!("@{path}: {error}"))),
        };
        expand_into(&mut words(&text).into_iter().map(OsString::from), expanded, depth + 1)?;
    }
    Ok(())
}

/// Words separated by space, with quotes and backslashes as a shell has them.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(end)) if c == end => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_files_are_words_as_in_a_shell() {
        assert_eq!(words("-DX=\"a b\" 'c d'\n e\\ f \"\""), ["-DX=a b", "c d", "e f", ""]);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("options");
        std::fs::write(&path, "-O1 -c a.c").unwrap();
        let named = OsString::from(format!("@{}", path.display()));
        assert_eq!(expand([named.clone()].into_iter()).unwrap(), ["-O1", "-c", "a.c"].map(OsString::from));
        std::fs::write(&path, &*named.to_string_lossy()).unwrap();
        assert!(expand([named].into_iter()).unwrap_err().to_string().ends_with("such files name each other"));
        assert_eq!(expand([OsString::from("@missing.c")].into_iter()).unwrap(), ["@missing.c"]);
        let unreadable = OsString::from(format!("@{}", dir.path().display()));
        assert!(expand([unreadable.clone()].into_iter()).unwrap_err().to_string().starts_with(&*unreadable.to_string_lossy()));
    }
}
