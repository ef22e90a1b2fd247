//! The command lines of the small programs: one input, and the few options that a [`Tool`] lists.
//! In: the arguments. Out: a [`Request`], or an error that says what to do. How options are spelled
//! is [`cmdline`](crate::driver::cmdline)'s.

use std::ffi::OsString;

use super::{Input, Tool};
use crate::driver::cmdline::{Arg, CommandLine, OptionArg, usage};
use crate::driver::error::Error;
use crate::driver::output::Output;

/// The options that every tool has.
const COMMON: [&str; 4] = ["bitcode-as-text", "help", "h", "version"];

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Do what the program is for.
    Run(Job),
}

/// What a program has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// What to read.
    pub input: Input,
    /// Whether the input is bitcode spelled out as text, a record a line.
    pub records: bool,
    /// Where the product goes; `None` if the command line does not say.
    pub output: Option<Output>,
    /// The tool's own options that were given and take no value.
    pub flags: Vec<&'static str>,
    /// Those that take one, with it; the last one counts.
    pub values: Vec<(&'static str, String)>,
}

impl Job {
    /// Whether an option was given.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// The value of an option, if it was given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The value of an option as a number, if it was given.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Result<Option<N>, Error> {
        let parse = |value: &str| value.parse().map_err(|_| usage(format_args!("-{name}={value}: not a number, or too large")));
        self.value(name).map(parse).transpose()
    }
}

/// Parses the arguments (the program's name not among them).
pub(super) fn parse(tool: &Tool, args: impl Iterator<Item = OsString>) -> Result<Request, Error> {
    let (input, output) = (None, None);
    let mut parser =
        Parser { tool, line: CommandLine::new(args), input, output, records: false, flags: Vec::new(), values: Vec::new() };
    while let Some(arg) = parser.line.next_arg() {
        match arg {
            Arg::Operand(input) => parser.operand(input)?,
            Arg::Option(option) => {
                if let Some(request) = parser.option(&option)? {
                    return Ok(request);
                }
            }
        }
    }
    let Parser { input, output, records, flags, values, .. } = parser;
    match input {
        Some(input) => Ok(Request::Run(Job { input, records, output, flags, values })),
        None => Err(usage("no input: name a file, or - for standard input (see -help)")),
    }
}

struct Parser<'t, A> {
    tool: &'t Tool,
    line: CommandLine<A>,
    input: Option<Input>,
    output: Option<Output>,
    records: bool,
    flags: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
}

impl<A: Iterator<Item = OsString>> Parser<'_, A> {
    fn operand(&mut self, input: Input) -> Result<(), Error> {
        match self.input.replace(input) {
            None => Ok(()),
            Some(first) => Err(usage(format_args!("two inputs, {} and another; expected one", first.name()))),
        }
    }

    /// Handles one option; `Some` for those that ask for nothing but a text.
    fn option(&mut self, option: &OptionArg) -> Result<Option<Request>, Error> {
        let name = option.name();
        if name == "o" && self.tool.options.contains(&"o") {
            return self.line.output(option, &mut self.output).map(|()| None);
        }
        if let Some(known) = self.tool.values.iter().find(|known| **known == name) {
            let value = self.line.value(option)?;
            self.values.push((known, value));
            return Ok(None);
        }
        if COMMON.contains(&name) {
            option.without_value()?;
            match name {
                "bitcode-as-text" => self.records = true,
                "version" => return Ok(Some(Request::Version)),
                _ => return Ok(Some(Request::Help)),
            }
            return Ok(None);
        }
        let Some(flag) = self.tool.options.iter().find(|known| **known == name) else {
            return Err(option.unknown(&[&COMMON, self.tool.options, self.tool.values].concat()));
        };
        option.without_value()?;
        self.flags.push(flag);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ABICHECK, BCDIS, BCFUZZ, DIS, FINALIZE, FREEZE, STRIP};
    use super::*;

    fn parse_words(tool: &Tool, line: &str) -> Result<Request, String> {
        parse(tool, line.split_whitespace().map(OsString::from)).map_err(|error| {
            assert_eq!(error.exit_status(), 2);
            error.to_string()
        })
    }

    #[test]
    fn each_tool_has_its_options() {
        let job = Job { input: Input::File("a".into()), records: false, output: None, flags: Vec::new(), values: Vec::new() };
        assert_eq!(parse_words(&ABICHECK, "a"), Ok(Request::Run(job.clone())));
        let output = Some(Output::File("b".into()));
        assert_eq!(parse_words(&FREEZE, "a -o b"), Ok(Request::Run(Job { output: output.clone(), ..job.clone() })));
        let records = Job { records: true, flags: vec!["records"], output, ..job };
        assert_eq!(parse_words(&DIS, "--o=b -records --bitcode-as-text a"), Ok(Request::Run(records)));
        assert!(matches!(parse_words(&DIS, "-o - -"), Ok(Request::Run(Job { input: Input::Stdin, .. }))));
        assert_eq!(parse_words(&DIS, "--version -nonsense"), Ok(Request::Version));
        assert_eq!(parse_words(&ABICHECK, "-h"), Ok(Request::Help));
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for (tool, line, expected) in [
            (&FREEZE, "", "no input: name a file, or - for standard input (see -help)"),
            (&FREEZE, "a b", "two inputs, a and another; expected one"),
            (&FREEZE, "a -records", "unknown option -records (see -help)"),
            (&ABICHECK, "a -o b", "unknown option -o (see -help)"),
            (&DIS, "a -record", "unknown option -record; did you mean -records? (see -help)"),
            (&DIS, "a -records=1", "-records takes no value"),
            (&DIS, "a -o", "-o needs the name of a file"),
            (&DIS, "a -o b -o c", "two outputs; -o may be given once"),
        ] {
            assert_eq!(parse_words(tool, line), Err(expected.into()), "{line}");
        }
    }

    #[test]
    fn the_help_names_every_option() {
        for tool in [&FREEZE, &DIS, &ABICHECK, &STRIP, &FINALIZE, &BCDIS, &BCFUZZ] {
            for name in COMMON.iter().chain(tool.options).chain(tool.values).filter(|name| **name != "h") {
                assert!(tool.help.contains(&format!("-{name}")), "{}: {name}", tool.name);
            }
        }
    }
}
