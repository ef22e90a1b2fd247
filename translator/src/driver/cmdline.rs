//! Command lines as Google's tools spell them: one dash or two, `-name=value` or `-name value`,
//! `--` before operands that begin with a dash. What the programs have in common: each has its own
//! table of names and says what they do.
//!
//! In: the arguments. Out: one [`Arg`] after another, and the errors that all programs word alike.
//! No table-driven library: starting up has to cost next to nothing.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;

use super::error::Error;
use super::input::Input;
use super::output::Output;

/// Arguments that have not been looked at yet.
pub struct CommandLine<A> {
    args: A,
    options_ended: bool,
}

/// What comes next on a command line.
pub enum Arg {
    /// An operand that names an input.
    Operand(Input),
    /// An option.
    Option(OptionArg),
}

/// An option as it was typed.
pub struct OptionArg {
    raw: OsString,
    /// With its dashes and value.
    text: String,
    /// Where in `text` the name begins, and where it ends.
    name: (usize, usize),
}

impl OptionArg {
    fn new(raw: OsString) -> Self {
        let text = raw.to_string_lossy().into_owned();
        let start = if text.starts_with("--") { 2 } else { 1 };
        let end = text.find('=').unwrap_or(text.len()).max(start);
        Self { raw, text, name: (start, end) }
    }

    /// The name, without dashes and value.
    pub fn name(&self) -> &str {
        &self.text[self.name.0..self.name.1]
    }

    /// What follows the `=`, if there is one.
    pub fn attached(&self) -> Option<&str> {
        self.text.get(self.name.1 + 1..)
    }

    /// The error for an option that a program does not have; `names` are those that it has.
    #[cold]
    pub fn unknown(&self, names: &[&str]) -> Error {
        let text = &self.text;
        let hint = closest(self.name(), names).map(|name| format!("; did you mean -{name}?")).unwrap_or_default();
        usage(format_args!("unknown option {text}{hint} (see -help)"))
    }

    /// Checks that no value is attached.
    pub fn without_value(&self) -> Result<(), Error> {
        match self.attached() {
            None => Ok(()),
            Some(_) => Err(usage(format_args!("-{} takes no value", self.name()))),
        }
    }
}

impl<A: Iterator<Item = OsString>> CommandLine<A> {
    /// A command line without the program's own name.
    pub fn new(args: A) -> Self {
        Self { args, options_ended: false }
    }

    /// The next argument. The value of an option that is an argument of its own is the caller's to
    /// take, with [`value`](Self::value).
    pub fn next_arg(&mut self) -> Option<Arg> {
        loop {
            let arg = self.args.next()?;
            let bytes = arg.as_encoded_bytes();
            if self.options_ended || bytes.first() != Some(&b'-') {
                return Some(Arg::Operand(Input::File(arg.into())));
            }
            match bytes {
                b"-" => return Some(Arg::Operand(Input::Stdin)),
                b"--" => self.options_ended = true,
                _ => return Some(Arg::Option(OptionArg::new(arg))),
            }
        }
    }

    /// The value of an option: what follows the `=`, or the next argument.
    pub fn value(&mut self, option: &OptionArg) -> Result<String, Error> {
        match option.attached() {
            Some(value) => Ok(value.into()),
            None => {
                let value = self.args.next().ok_or_else(|| usage(format_args!("-{} needs a value", option.name())))?;
                Ok(value.to_string_lossy().into_owned())
            }
        }
    }

    /// The value of an option `-o` that may be given once.
    pub fn output(&mut self, option: &OptionArg, so_far: &mut Option<Output>) -> Result<(), Error> {
        // From the raw argument: a file's name need not be Unicode.
        let value = match option.attached() {
            Some(_) => after_equals_sign(&option.raw),
            None => self.args.next().ok_or_else(|| usage("-o needs the name of a file"))?,
        };
        let output = if value == "-" { Output::Stdout } else { Output::File(value.into()) };
        match so_far.replace(output) {
            None => Ok(()),
            Some(_) => Err(usage("two outputs; -o may be given once")),
        }
    }
}

/// What follows the first `=` of an argument that has one.
fn after_equals_sign(arg: &OsStr) -> OsString {
    let bytes = arg.as_encoded_bytes();
    let value = bytes.iter().position(|&byte| byte == b'=').map_or(&[][..], |index| &bytes[index + 1..]);
    // SAFETY: the bytes come from `as_encoded_bytes` and are split right after the ASCII character
    // `=`, which is one of the places where `from_encoded_bytes_unchecked` allows a split.
    unsafe { OsStr::from_encoded_bytes_unchecked(value) }.to_os_string()
}

/// The error for a command line that makes no sense.
#[cold]
pub fn usage(message: impl Display) -> Error {
    Error::Usage(message.to_string())
}

/// The error for a value that an option does not have.
#[cold]
pub fn bad_value(name: &str, value: &str, allowed: &[&str]) -> Error {
    usage(format_args!("-{name}={value}: unknown value; it is one of {}", allowed.join(", ")))
}

/// The option that was most likely meant: the nearest in edit distance, if it is near.
fn closest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let limit = name.chars().count() / 3 + 1;
    names
        .iter()
        .filter(|candidate| candidate.len() > 1)
        .map(|&candidate| (edit_distance(&name.to_ascii_lowercase(), &candidate.to_ascii_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_names_and_values() {
        for (arg, name, attached) in [
            ("-o", "o", None),
            ("--target=a=b", "target", Some("a=b")),
            ("-x=", "x", Some("")),
            ("-=v", "", Some("v")),
            ("--=v", "", Some("v")),
            ("-é=ü", "é", Some("ü")),
            ("---", "-", None),
        ] {
            let option = OptionArg::new(arg.into());
            assert_eq!((option.name(), option.attached()), (name, attached), "{arg}");
        }
    }

    #[test]
    fn operands_and_the_end_of_options() {
        let mut line = CommandLine::new(["a", "-", "-o", "x", "--", "-", "--"].into_iter().map(OsString::from));
        let mut operand = || match line.next_arg() {
            Some(Arg::Operand(input)) => input,
            _ => panic!("an operand"),
        };
        assert_eq!((operand(), operand()), (Input::File("a".into()), Input::Stdin));
        let Some(Arg::Option(option)) = line.next_arg() else { panic!("an option") };
        assert_eq!(line.value(&option).unwrap(), "x");
        let mut rest = std::iter::from_fn(|| line.next_arg());
        assert!(matches!(rest.next(), Some(Arg::Operand(Input::File(path))) if path == *"-"));
        assert!(matches!(rest.next(), Some(Arg::Operand(Input::File(path))) if path == *"--"));
        assert!(rest.next().is_none());
    }
}
