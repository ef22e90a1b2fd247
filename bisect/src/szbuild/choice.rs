//! Which functions come from the first translator: names, patterns and ranges of numbers.
//!
//! In: what `--include` and `--exclude` say. Out: whether a function is the first's. Exclusion wins;
//! a function that neither names is the first's only if nothing is included by name.

/// A choice of functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    include: Vec<Part>,
    exclude: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// From the first number to before the second.
    Numbers(usize, usize),
    /// A name in pieces between which anything may stand.
    Pattern(Vec<String>),
}

impl Choice {
    /// Reads the arguments; the error says what is wrong with one.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Choice, String> {
        let parts = |list: &[String]| list.iter().map(|text| Part::parse(text)).collect::<Result<Vec<_>, _>>();
        Ok(Choice { include: parts(include)?, exclude: parts(exclude)? })
    }

    /// Whether everything is the first translator's, whatever its name.
    pub fn is_all(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    /// Whether the function with this name and number is the first translator's.
    pub fn is_first(&self, name: &str, number: usize) -> bool {
        let names = |parts: &[Part]| parts.iter().any(|part| part.is(name, number));
        !names(&self.exclude) && (names(&self.include) || self.include.is_empty())
    }
}

impl Part {
    fn parse(text: &str) -> Result<Part, String> {
        if !text.starts_with(|c: char| c.is_ascii_digit() || c == ':') {
            // The same with and without the dot of a regular expression.
            return Ok(Part::Pattern(text.replace(".*", "*").split('*').map(String::from).collect()));
        }
        let wrong = || format!("{text} is no range of functions like 3, 3:9, 3: or :9");
        let number = |digits: &str, default| if digits.is_empty() { Ok(default) } else { digits.parse().map_err(|_| wrong()) };
        match text.split_once(':') {
            None => number(text, 0).map(|first| Part::Numbers(first, first.saturating_add(1))),
            Some((first, end)) => Ok(Part::Numbers(number(first, 0)?, number(end, usize::MAX)?)),
        }
    }

    fn is(&self, name: &str, number: usize) -> bool {
        match self {
            Part::Numbers(first, end) => (*first..*end).contains(&number),
            Part::Pattern(pieces) => fits(name, pieces),
        }
    }
}

/// Whether a name is these pieces, in order, with anything between them.
fn fits(name: &str, pieces: &[String]) -> bool {
    let [first, middle @ .., last] = pieces else { return pieces.iter().all(|piece| piece == name) };
    let Some(mut rest) = name.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str())) else {
        return false;
    };
    middle.iter().all(|piece| match rest.find(piece.as_str()) {
        Some(at) => {
            rest = &rest[at + piece.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(include: &[&str], exclude: &[&str]) -> Vec<usize> {
        let list = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let choice = Choice::new(&list(include), &list(exclude)).unwrap();
        (0..8).filter(|&number| choice.is_first(&format!("fun{number}_x"), number)).collect()
    }

    #[test]
    fn exclusion_wins_over_inclusion() {
        assert_eq!(chosen(&["3:6", "fun7_x"], &["4"]), [3, 5, 7]);
        assert_eq!(chosen(&[], &[":6"]), [6, 7]);
        assert_eq!(chosen(&["6:"], &[]), [6, 7]);
        assert_eq!(chosen(&["fun.*_x"], &["f*[0]", "*1*"]), [0, 2, 3, 4, 5, 6, 7]);
        assert_eq!(chosen(&["fun"], &[]), [0usize; 0]);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        let error = Choice::new(&["3:x".into()], &[]).unwrap_err();
        assert_eq!(error, "3:x is no range of functions like 3, 3:9, 3: or :9");
    }
}
