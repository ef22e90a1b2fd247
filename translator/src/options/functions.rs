//! A choice of a module's functions, by name and number.
//!
//! In: `name,3,5:9,:2,20:,-f`. Out: whether a function is chosen. A number is a function's place in
//! its module, as functions without a name have it in theirs (`Function7`); `5:9` are 5 to 8. What follows a `-` is left out; if
//! nothing is named but such, all others are chosen.

/// A choice of functions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Functions {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    is_left_out: bool,
    which: Which,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Which {
    Named(String),
    /// From the first to before the second.
    Numbers(u32, u32),
}

impl Functions {
    /// All functions.
    pub fn all() -> Self {
        Self { parts: vec![Part { is_left_out: false, which: Which::Numbers(0, u32::MAX) }] }
    }

    /// No function.
    pub fn none() -> Self {
        Self { parts: vec![Part { is_left_out: false, which: Which::Numbers(0, 0) }] }
    }

    /// Reads a list; the error says what is wrong with it.
    pub fn parse(list: &str) -> Result<Self, String> {
        let parts = list.split(',').map(|part| {
            let (is_left_out, rest) = part.strip_prefix('-').map_or((false, part), |rest| (true, rest));
            Ok(Part { is_left_out, which: Which::parse(rest)? })
        });
        Ok(Self { parts: parts.collect::<Result<_, String>>()? })
    }

    /// Whether it chooses the function of this name and number.
    pub fn contains(&self, name: &str, number: u32) -> bool {
        let is_named = |is_left_out| self.parts.iter().any(|part| part.is_left_out == is_left_out && part.which.is(name, number));
        let all_are = self.parts.iter().all(|part| part.is_left_out);
        !is_named(true) && (all_are || is_named(false))
    }
}

impl Which {
    fn parse(part: &str) -> Result<Self, String> {
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| format!("{part} is no range of numbers like 3:9"));
        match part.split_once(':') {
            None if part.is_empty() => Err("an empty part in the list".into()),
            None if part.bytes().all(|byte| byte.is_ascii_digit()) => {
                let first = number(part)?;
                Ok(Which::Numbers(first, first.saturating_add(1)))
            }
            None => Ok(Which::Named(part.into())),
            Some((first, end)) => {
                let first = if first.is_empty() { 0 } else { number(first)? };
                Ok(Which::Numbers(first, if end.is_empty() { u32::MAX } else { number(end)? }))
            }
        }
    }

    fn is(&self, name: &str, number: u32) -> bool {
        match self {
            Which::Named(named) => named == name,
            Which::Numbers(first, end) => (*first..*end).contains(&number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(list: &str) -> Vec<u32> {
        let functions = Functions::parse(list).unwrap();
        (0..8).filter(|&number| functions.contains(&format!("f{number}"), number)).collect()
    }

    #[test]
    fn names_numbers_and_ranges_choose() {
        assert_eq!(chosen("f1,3,5:7"), [1, 3, 5, 6]);
        assert_eq!(chosen(":2,6:"), [0, 1, 6, 7]);
        assert_eq!(chosen("-f1,-3:"), [0, 2]);
        assert_eq!(chosen(":,-2"), [0, 1, 3, 4, 5, 6, 7]);
        assert_eq!(chosen("-2,:4"), [0, 1, 3]);
        assert!(Functions::all().contains("", 7) && !Functions::none().contains("", 0));
    }

    #[test]
    fn what_is_no_list_is_refused() {
        assert_eq!(Functions::parse("a,,b").unwrap_err(), "an empty part in the list");
        assert_eq!(Functions::parse("1:b").unwrap_err(), "1:b is no range of numbers like 3:9");
        assert_eq!(Functions::parse("-").unwrap_err(), "an empty part in the list");
    }
}
