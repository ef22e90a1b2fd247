//! The lines of a record text. In: the text. Out: one [`Line`] after another, without any judgement
//! on the numbers.

use super::{ENTER, HEADER, RecordTextError};

/// A record as it is written down.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// Line, from 1.
    pub number: u32,
    /// Abbreviation index; `None` in the form without abbreviations.
    pub abbrev: Option<u64>,
    /// Record code, or one of the codes from 65532 on.
    pub code: u64,
}

/// Reads the lines of a text.
pub(super) struct Lines<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    /// Whether lines begin with an abbreviation; the first one tells.
    abbreviated: Option<bool>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { lines: text.lines().enumerate(), abbreviated: None }
    }

    /// The next record, its values to the end of `values`.
    pub(super) fn next(&mut self, values: &mut Vec<u64>) -> Result<Option<Line>, RecordTextError> {
        values.clear();
        let Some((index, text)) = self.lines.by_ref().find(|(_, text)| !text.trim().is_empty()) else { return Ok(None) };
        // No text has 2^32 lines: it would be longer than 4 GiB, which `assemble` refuses.
        let number = index as u32 + 1;
        numbers(text, values).map_err(|message| RecordTextError { line: number, message })?;
        let abbreviated = *self.abbreviated.get_or_insert(!(HEADER..=ENTER).contains(&values[0]));
        if !abbreviated {
            let code = values.remove(0);
            return Ok(Some(Line { number, abbrev: None, code }));
        }
        if values.len() < 2 {
            let message = "a record of one number; expected an abbreviation and a code".into();
            return Err(RecordTextError { line: number, message });
        }
        let line = Line { number, abbrev: Some(values[0]), code: values[1] };
        values.drain(..2);
        Ok(Some(line))
    }
}

/// The numbers of a line `n, n, …;`: at least one.
fn numbers(text: &str, out: &mut Vec<u64>) -> Result<(), String> {
    let (list, rest) = text.split_once(';').ok_or_else(|| match text.trim_end().chars().find(|c| !is_part(*c)) {
        Some(c) => format!("`{}` is neither a digit nor a comma", c.escape_default()),
        None => "no semicolon at the end of the record".into(),
    })?;
    if !rest.trim().is_empty() {
        return Err("something follows the semicolon; expected one record a line".into());
    }
    for (index, item) in list.split(',').enumerate() {
        let item = item.trim();
        let number = item.bytes().all(|byte| byte.is_ascii_digit()).then(|| item.parse());
        out.push(match number {
            _ if item.is_empty() && index == 0 => return Err("a record without numbers; expected a record code first".into()),
            _ if item.is_empty() => return Err("no number after the comma".into()),
            Some(Ok(number)) => number,
            Some(Err(_)) => return Err(format!("`{}` does not fit into 64 bits", short(item))),
            None => return Err(format!("`{}` is not a decimal number", short(item))),
        });
    }
    Ok(())
}

fn is_part(c: char) -> bool {
    c.is_ascii_digit() || c == ',' || c.is_whitespace()
}

/// The start of a text, fit to be shown.
fn short(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<(Line, Vec<u64>)>, String> {
        let (mut lines, mut values, mut found) = (Lines::new(text), Vec::new(), Vec::new());
        while let Some(line) = lines.next(&mut values).map_err(|error| error.to_string())? {
            found.push((line, values.clone()));
        }
        Ok(found)
    }

    #[test]
    fn both_forms() {
        let line = |number, abbrev, code| Line { number, abbrev, code };
        assert_eq!(all("65535,8,2;\n2;\n"), Ok(vec![(line(1, None, 65535), vec![8, 2]), (line(2, None, 2), vec![])]));
        let expected = vec![(line(2, Some(1), 65535), vec![8, 2]), (line(4, Some(3), 1), vec![u64::MAX])];
        assert_eq!(all("\n 1, 65535,8 ,2 ; \r\n\t\n3,1,18446744073709551615;"), Ok(expected));
        assert_eq!(all(" \n\n"), Ok(vec![]));
    }

    #[test]
    fn malformed_lines() {
        for (text, expected) in [
            ("65535,8,2", "line 1: no semicolon at the end of the record"),
            ("65535,8,2;\n1:1;", "line 2: `1:1` is not a decimal number"),
            ("65535,8,2;\n1 # comment", "line 2: `#` is neither a digit nor a comma"),
            ("65535,8,2; 1,1;", "line 1: something follows the semicolon; expected one record a line"),
            ("65535,8,2;\n;", "line 2: a record without numbers; expected a record code first"),
            ("65535,8,2;\n,1;", "line 2: a record without numbers; expected a record code first"),
            ("65535,8,2;\n1,;", "line 2: no number after the comma"),
            ("65535,8,2;\n1,,2;", "line 2: no number after the comma"),
            ("65535,8,2;\n-1;", "line 2: `-1` is not a decimal number"),
            ("65535,8,2;\n+1;", "line 2: `+1` is not a decimal number"),
            ("65535,8,2;\n1,18446744073709551616;", "line 2: `18446744073709551616` does not fit into 64 bits"),
            ("65535,8,2;\n1 1;", "line 2: `1 1` is not a decimal number"),
            ("1,65535,8,2;\n3;", "line 2: a record of one number; expected an abbreviation and a code"),
        ] {
            assert_eq!(all(text), Err(expected.into()), "{text}");
        }
    }
}
