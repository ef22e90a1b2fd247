//! One row an option: how it is written, what it takes, what it does, what the help says. Parsing,
//! hints, the refusal of unknown values and the help are made from the rows.
//!
//! In: rows, an option as it was typed. Out: changed [`Settings`], or an [`Error`]; the help as
//! text. The rows themselves are in [`args`](super::args) and [`controls`](super::controls).

use std::ffi::OsString;

use super::args::Request;
use super::cmdline::{CommandLine, OptionArg, bad_value, usage};
use super::error::Error;
use super::settings::Settings;

/// One option.
#[derive(Copy, Clone)]
pub struct OptionRow {
    /// How it is written, after the dashes.
    pub name: &'static str,
    /// How else it may be written; the help does not say so.
    pub aliases: &'static [&'static str],
    /// What stands for its value in the help; empty if it takes none.
    pub value: &'static str,
    /// What it takes, and what it does.
    pub action: Action,
    /// What the help says; empty if it leaves the option out.
    pub help: &'static str,
}

/// What an option takes, and what it does with that.
#[derive(Copy, Clone)]
pub enum Action {
    /// Whether it is on: without a value it is; `=0`, `=1`, `=false`, `=true` say so.
    Flag(fn(&mut Settings, bool)),
    /// No value.
    Plain(fn(&mut Settings)),
    /// One of these values.
    Choice(&'static [Choice]),
    /// A value.
    Value(fn(&mut Settings, Given<'_>) -> Result<(), Error>),
    /// The name of the output.
    Output,
    /// Nothing: it asks for a text, and for nothing else.
    Text(fn() -> Request),
}

/// A value that an option may have, and what it does.
pub type Choice = (&'static str, fn(&mut Settings));

/// An option with its value, for functions that read the value.
#[derive(Copy, Clone)]
pub struct Given<'a> {
    /// The option's name.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
}

impl Given<'_> {
    /// The error for a value that the option does not have.
    #[cold]
    pub fn unknown(self, allowed: &[&str]) -> Error {
        bad_value(self.name, self.value, allowed)
    }

    /// The error for a value that is wrong in another way.
    #[cold]
    pub fn wrong(self, problem: impl std::fmt::Display) -> Error {
        usage(format_args!("-{}={}: {problem}", self.name, self.value))
    }

    /// The value as a part of a symbol's name.
    pub fn symbol(self) -> Result<String, Error> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        match !self.value.is_empty() && self.value.chars().all(fits) {
            true => Ok(self.value.into()),
            false => Err(self.wrong("a name consists of letters, digits, `_`, `.` and `$`")),
        }
    }

    /// The value as a number up to some other.
    pub fn number(self, most: u64) -> Result<u64, Error> {
        let number = self.value.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| self.wrong(format_args!("not a number from 0 to {most}")))
    }

    /// The parts of the value, a list with commas.
    pub fn words(self) -> Result<Vec<String>, Error> {
        let words: Vec<String> = self.value.split(',').map(|word| word.trim().to_string()).collect();
        if words.iter().any(String::is_empty) {
            return Err(self.wrong("an empty name in the list"));
        }
        Ok(words)
    }
}

/// An option that is on or off.
pub const fn flag(name: &'static str, apply: fn(&mut Settings, bool), help: &'static str) -> OptionRow {
    OptionRow { name, aliases: &[], value: "", action: Action::Flag(apply), help }
}

/// An option without a value.
pub const fn plain(name: &'static str, apply: fn(&mut Settings), help: &'static str) -> OptionRow {
    OptionRow { name, aliases: &[], value: "", action: Action::Plain(apply), help }
}

/// An option with one of a few values; `value` stands for them in the help.
pub const fn choice(name: &'static str, value: &'static str, choices: &'static [Choice], help: &'static str) -> OptionRow {
    OptionRow { name, aliases: &[], value, action: Action::Choice(choices), help }
}

/// An option with a value; `value` stands for it in the help.
pub const fn value(
    name: &'static str,
    value: &'static str,
    apply: fn(&mut Settings, Given<'_>) -> Result<(), Error>,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases: &[], value, action: Action::Value(apply), help }
}

/// An option that asks for a text.
pub const fn text(
    name: &'static str,
    aliases: &'static [&'static str],
    request: fn() -> Request,
    help: &'static str,
) -> OptionRow {
    OptionRow { name, aliases, value: "", action: Action::Text(request), help }
}

/// Options that belong together, under a title in the help.
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The options.
    pub rows: &'static [OptionRow],
}

/// Handles one option; `Some` for those that ask for nothing but a text.
pub fn apply<A: Iterator<Item = OsString>>(
    sections: &[&Section],
    option: &OptionArg,
    line: &mut CommandLine<A>,
    settings: &mut Settings,
) -> Result<Option<Request>, Error> {
    let name = option.name();
    let mut rows = sections.iter().flat_map(|section| section.rows);
    let Some(row) = rows.find(|row| row.name == name || row.aliases.contains(&name)) else {
        return Err(option.unknown(&names(sections)));
    };
    match row.action {
        // As the original reads them: the value has to be attached.
        Action::Flag(apply) => match option.attached() {
            None | Some("" | "1" | "true" | "TRUE" | "True") => apply(settings, true),
            Some("0" | "false" | "FALSE" | "False") => apply(settings, false),
            Some(other) => return Err(bad_value(name, other, &["0", "1"])),
        },
        Action::Plain(apply) => {
            option.without_value()?;
            apply(settings);
        }
        Action::Choice(choices) => {
            let value = line.value(option)?;
            let Some((_, apply)) = choices.iter().find(|(allowed, _)| *allowed == value) else {
                let allowed: Vec<&str> = choices.iter().map(|choice| choice.0).collect();
                return Err(bad_value(name, &value, &allowed));
            };
            apply(settings);
        }
        Action::Value(apply) => apply(settings, Given { name, value: &line.value(option)? })?,
        Action::Output => line.output(option, &mut settings.output)?,
        Action::Text(request) => {
            option.without_value()?;
            return Ok(Some(request()));
        }
    }
    Ok(None)
}

/// Every way to write an option.
fn names(sections: &[&Section]) -> Vec<&'static str> {
    let rows = sections.iter().flat_map(|section| section.rows);
    rows.flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied())).collect()
}

/// Where the help's texts begin, and where its lines end.
const COLUMN: usize = 20;
const WIDTH: usize = 100;

/// What the help says about some options: each as it is written, and what it does beside that or,
/// if there is no room, below.
pub fn help(section: &Section) -> String {
    let mut out = format!("{}\n", section.title);
    for row in section.rows.iter().filter(|row| !row.help.is_empty()) {
        let equals = if row.value.is_empty() || matches!(row.action, Action::Output) { " " } else { "=" };
        let head = format!("  -{}{equals}{}", row.name, row.value);
        let mut text = row.help.split_whitespace().peekable();
        let mut line = head.trim_end().to_string();
        if line.len() + 1 >= COLUMN {
            out += &format!("{line}\n");
            line.clear();
        }
        while text.peek().is_some() {
            line = format!("{line:COLUMN$}");
            while let Some(word) = text.next_if(|word| line.len() == COLUMN || line.len() + 1 + word.len() <= WIDTH) {
                line += if line.len() == COLUMN { "" } else { " " };
                line += word;
            }
            out += &format!("{line}\n");
            line.clear();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::args::SECTIONS;
    use super::*;

    #[test]
    fn a_name_means_one_option() {
        let mut all = names(SECTIONS);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_help_says_what_an_option_takes() {
        for row in SECTIONS.iter().flat_map(|section| section.rows) {
            let takes_value = matches!(row.action, Action::Choice(_) | Action::Value(_) | Action::Output);
            assert_eq!(row.value.is_empty(), !takes_value, "-{}", row.name);
            if let Action::Choice(choices) = row.action {
                assert!(choices.iter().all(|(value, _)| row.help.contains(value)), "-{}: {}", row.name, row.help);
            }
        }
    }

    #[test]
    fn a_help_has_columns() {
        let rows: &[OptionRow] = &[
            flag("short", |_, _| (), "one two"),
            plain("hidden", |_| (), ""),
            value(
                "longer-than-that",
                "N",
                |_, _| Ok(()),
                "says so many words that they take one line more than fits, which is two lines then",
            ),
        ];
        let section = Section { title: "Title:", rows: rows.to_vec().leak() };
        let expected = "\
Title:
  -short            one two
  -longer-than-that=N
                    says so many words that they take one line more than fits, which is two lines
                    then
";
        assert_eq!(help(&section), expected);
    }
}
