//! What an input is: frozen bitcode, bitcode spelled out as records, or the text form. In: the
//! bytes of an input. Out: a [`Source`], which is read as a whole ([`Source::read`]) or, to
//! translate it, body by body.

use crate::bitcode::{self, text_records};
use crate::error::DecodeError;
use crate::ice::{Function, Module};
use crate::text;

use super::error::{Error, RecordError};
use super::input::Format;

/// A program in memory whose form is known.
#[derive(Debug)]
pub enum Source<'b> {
    /// Frozen bitcode.
    Bitcode(&'b [u8]),
    /// Frozen bitcode that was spelled out as records, and the name that messages call the text.
    Records(text_records::Assembled, &'b str),
    /// The text form, and the name that messages call it.
    Text(&'b str, &'b str),
}

impl<'b> Source<'b> {
    /// Tells the form by content. Records have to be asked for: `records` says that the input has
    /// that form and no other.
    pub fn new(bytes: &'b [u8], name: &'b str, records: bool) -> Result<Self, Error> {
        let text = match Format::detect(bytes).map_err(|message| Error::Format(message.into()))? {
            Format::Bitcode if records => {
                return Err(Error::Format("this is bitcode itself and not its text; leave out -bitcode-as-text".into()));
            }
            Format::Bitcode => return Ok(Source::Bitcode(bytes)),
            Format::Text => std::str::from_utf8(bytes)
                .map_err(|error| Error::Format(format!("{}:0: text that is not UTF-8", error.valid_up_to())))?,
        };
        if records {
            let assembled = text_records::assemble(text)
                .map_err(|error| Error::Records(RecordError { file: name.into(), line: error.line, message: error.message }))?;
            return Ok(Source::Records(assembled, name));
        }
        if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            let message = "this begins with a number: if it is bitcode spelled out as records, say -bitcode-as-text";
            return Err(Error::Format(message.into()));
        }
        Ok(Source::Text(text, name))
    }

    /// The bitcode, if that is what it is.
    pub fn bitcode(&self) -> Option<&[u8]> {
        match self {
            Source::Bitcode(bytes) => Some(bytes),
            Source::Records(assembled, _) => Some(&assembled.bytes),
            Source::Text(..) => None,
        }
    }

    /// Reads the whole module. Text has not been verified yet; bitcode is well-typed, but for
    /// dominance.
    pub fn read(&self) -> Result<(Module, Vec<Function>), Error> {
        match self {
            Source::Text(text, name) => text::parse_module(text, name).map_err(Error::Text),
            Source::Bitcode(bytes) => Ok(bitcode::read_module(bytes)?),
            Source::Records(assembled, _) => bitcode::read_module(&assembled.bytes).map_err(|error| self.locate(error.into())),
        }
    }

    /// An error of reading the bitcode, with the line of the record if the records have lines.
    pub fn locate(&self, error: Error) -> Error {
        match (self, error) {
            (Source::Records(assembled, name), Error::Decode(error)) => Error::Records(record_error(assembled, name, &error)),
            (_, Error::Several(errors)) => Error::Several(errors.into_iter().map(|error| self.locate(error)).collect()),
            (_, error) => error,
        }
    }
}

fn record_error(assembled: &text_records::Assembled, name: &str, error: &DecodeError) -> RecordError {
    let data = error.data();
    let line = assembled.line_of(data.byte * 8 + u64::from(data.bit));
    RecordError { file: name.into(), line, message: data.what().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &str = "65535,8,2;\n1,1;\n65535,17,2;\n1,3;\n7,32;\n2;\n21,0,1,0;\n65534;\n8,2,0,0,0;\n65535,19,2;\n5,0;\n65534;\n\
                           65535,14,2;\n1,0,95,115,116,97,114,116;\n65534;\n65535,12,2;\n1,1;\n10;\n65534;\n65534;\n";

    fn error(bytes: &[u8], records: bool) -> String {
        Source::new(bytes, "in", records).and_then(|source| source.read()).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn three_forms_of_one_program() {
        let records = Source::new(RECORDS.as_bytes(), "in", true).unwrap();
        let (module, bodies) = records.read().unwrap();
        let bitcode = Source::new(records.bitcode().unwrap(), "in", false).unwrap();
        assert_eq!(bitcode.read().unwrap().0, module);
        let printed = text::print_module(&module, &bodies);
        let text = Source::new(printed.as_bytes(), "in", false).unwrap();
        assert!(text.bitcode().is_none());
        assert_eq!(text.read().unwrap().0.funcs, module.funcs);
    }

    #[test]
    fn errors_have_the_place_that_the_form_has() {
        assert_eq!(error(b"define", false).lines().next().unwrap(), "in:1:7: expected a type, found the end of the text");
        assert_eq!(error(b"65535,8,2;\n1,1", true), "in:2: no semicolon at the end of the record");
        let message = error(RECORDS.replace("10;", "10,9;").as_bytes(), true);
        assert!(message.starts_with("in:18: function block 0: record 10: "), "{message}");
        assert!(error(RECORDS.as_bytes(), false).contains("-bitcode-as-text"));
        assert!(error(b"PEXE\x01", true).contains("leave out -bitcode-as-text"));
        assert!(error(b"PEXE\x01", false).starts_with("4:0: header: "));
        assert!(error(b"define \xff", false).starts_with("7:0: text that is not UTF-8"));
    }
}
