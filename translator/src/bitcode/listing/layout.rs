//! Columns of limited width: pieces of text that are kept together as long as they fit.
//!
//! In: pieces, one after the other. Out: lines. A cluster that does not fit on the line begins a new
//! one; one that does not fit there either is taken apart, as deep as it must.

/// A piece of text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A word.
    Text(String),
    /// A blank, or none where the line ends.
    Space,
    /// Pieces that belong together.
    Cluster(Vec<Piece>),
    /// From here on lines begin in this column.
    Mark,
    /// From here on lines begin where they did before the mark.
    Unmark,
}

/// A word.
pub fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

/// Words with blanks between them, kept together.
pub fn words(words: &[&str]) -> Piece {
    let pieces =
        words.iter().enumerate().flat_map(|(index, word)| (index > 0).then_some(Piece::Space).into_iter().chain([text(*word)]));
    Piece::Cluster(pieces.collect())
}

impl Piece {
    /// How many columns it takes.
    pub fn width(&self) -> usize {
        match self {
            Piece::Text(text) => text.chars().count(),
            Piece::Space => 1,
            Piece::Cluster(pieces) => pieces.iter().map(Piece::width).sum(),
            Piece::Mark | Piece::Unmark => 0,
        }
    }
}

/// A column while it is filled.
#[derive(Debug)]
pub struct Column {
    width: usize,
    /// Where lines begin after the first.
    indent: usize,
    mark: Option<usize>,
    lines: Vec<String>,
    used: usize,
    is_fresh: bool,
}

impl Column {
    /// A column of this width, whose first line begins at one place and the others at another.
    pub fn new(width: usize, first: usize, indent: usize) -> Self {
        Self { width, indent, mark: None, lines: vec![" ".repeat(first)], used: first, is_fresh: true }
    }

    /// Adds a piece.
    pub fn put(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(word) => {
                if !self.fits(piece) {
                    self.new_line();
                }
                self.append(word);
            }
            Piece::Space => {
                if self.fits(piece) {
                    self.append(" ");
                }
            }
            Piece::Cluster(pieces) => {
                if !self.fits(piece) {
                    self.new_line();
                }
                pieces.iter().for_each(|piece| self.put(piece));
            }
            // Not so far to the right that nothing would fit.
            Piece::Mark => self.mark = Some(self.used.min(self.width / 2)),
            Piece::Unmark => self.mark = None,
        }
    }

    fn fits(&self, piece: &Piece) -> bool {
        self.used + piece.width() <= self.width
    }

    fn append(&mut self, text: &str) {
        let line = self.lines.last_mut().expect("there is a first line");
        line.push_str(text);
        self.used += text.chars().count();
        self.is_fresh = false;
    }

    /// Begins a line, unless nothing stands on the last one.
    fn new_line(&mut self) {
        if self.is_fresh {
            return;
        }
        self.used = self.mark.unwrap_or(self.indent);
        self.lines.push(" ".repeat(self.used));
        self.is_fresh = true;
    }

    /// The lines.
    pub fn finish(self) -> Vec<String> {
        self.lines.into_iter().map(|line| line.trim_end().to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_stay_together_as_long_as_they_fit() {
        let mut column = Column::new(10, 0, 2);
        column.put(&text("abc"));
        column.put(&Piece::Space);
        column.put(&words(&["de", "fgh"]));
        column.put(&text(";"));
        column.put(&Piece::Space);
        column.put(&words(&["12345", "6789"]));
        assert_eq!(column.finish(), ["abc de fgh", "  ;", "  12345", "  6789"]);
    }

    #[test]
    fn lines_begin_at_the_mark() {
        let mut column = Column::new(8, 1, 0);
        for piece in
            [text("<"), Piece::Mark, text("1234,"), Piece::Space, text("56"), text(">"), Piece::Unmark, text("x"), text(";")]
        {
            column.put(&piece);
        }
        assert_eq!(column.finish(), [" <1234,", "  56>x;"]);
    }
}
