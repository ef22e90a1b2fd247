//! What a probe tells, a line each: fields with tabs between them.

use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use super::How;

/// How far a probe is.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Tests or modules that it has begun.
    pub items: u64,
    /// Two numbers of its own.
    pub counts: [u64; 2],
    /// Processor time that it has taken.
    pub time: Duration,
}

/// What a probe tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What it is about to run, and what there is to say of it so far.
    At(String, Progress),
    /// Something that its parent understands.
    Note(Vec<String>),
    /// It has found something.
    Found(How, String),
    /// It has done what it could, or its time is up.
    Done,
}

impl Event {
    /// Tells it, on standard output. Without a reader it is lost.
    pub fn say(&self) {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{self}").and_then(|()| out.flush());
    }
}

fn field(text: &str) -> String {
    text.replace(['\t', '\n'], " ")
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::At(item, Progress { items, counts: [first, second], time }) => {
                write!(f, "at\t{}\t{items}\t{first}\t{second}\t{}", field(item), time.as_millis())
            }
            Event::Note(fields) => {
                f.write_str("note")?;
                fields.iter().try_for_each(|text| write!(f, "\t{}", field(text)))
            }
            Event::Found(how, by) => write!(f, "found\t{}\t{}", how.name(), field(by)),
            Event::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Event {
    type Err = ();

    fn from_str(line: &str) -> Result<Event, ()> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |text: &str| text.parse::<u64>().map_err(drop);
        match *fields.as_slice() {
            ["at", item, items, first, second, millis] => {
                let counts = [number(first)?, number(second)?];
                let time = Duration::from_millis(number(millis)?);
                Ok(Event::At(item.into(), Progress { items: number(items)?, counts, time }))
            }
            ["note", ..] => Ok(Event::Note(fields[1..].iter().map(|field| field.to_string()).collect())),
            ["found", how, by] => Ok(Event::Found(How::from_name(how).ok_or(())?, by.into())),
            ["done"] => Ok(Event::Done),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_read_as_they_are_written() {
        for event in [
            Event::At("corpus a.ll".into(), Progress { items: 12, counts: [7, 3], time: Duration::from_millis(340) }),
            Event::Note(vec!["changed".into(), "case 7".into()]),
            Event::Found(How::Crash, "case 3: x8632/O2: memory".into()),
            Event::Done,
        ] {
            assert_eq!(event.to_string().parse(), Ok(event));
        }
        assert_eq!(Event::Found(How::Error, "a\tb\nc".into()).to_string(), "found\terror\ta b c");
        assert_eq!("at\tx\t1\ty\t2\t3".parse::<Event>(), Err(()));
    }
}
