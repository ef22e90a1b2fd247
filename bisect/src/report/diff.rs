//! Two texts side by side.
//!
//! In: two texts. Out: rows of lines, equal lines beside each other, the first difference marked. The alignment is a longest common
//! subsequence between common beginnings and ends; texts that differ in too many lines are set beside each other as they are.

/// Lines beside each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The first text's line; empty where it has none.
    pub left: String,
    /// The second text's line.
    pub right: String,
    /// Whether they differ.
    pub differs: bool,
    /// Whether this is the first row that differs.
    pub first: bool,
}

/// Cells of the table for the longest common subsequence at most.
const MOST_CELLS: usize = 16 << 20;

/// Sets two texts beside each other.
pub fn rows(left: &str, right: &str) -> Vec<Row> {
    let (a, b): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle_a, middle_b) = (&a[head..a.len() - tail], &b[head..b.len() - tail]);
    let same = |lines: &[&str]| lines.iter().map(|line| row(line, line)).collect::<Vec<_>>();
    let mut rows = same(&a[..head]);
    rows.extend(if middle_a.len() * middle_b.len() <= MOST_CELLS {
        aligned(middle_a, middle_b)
    } else {
        beside(middle_a, middle_b)
    });
    rows.extend(same(&a[a.len() - tail..]));
    if let Some(first) = rows.iter_mut().find(|row| row.differs) {
        first.first = true;
    }
    rows
}

fn row(left: &str, right: &str) -> Row {
    Row { left: left.into(), right: right.into(), differs: left != right, first: false }
}

fn beside(a: &[&str], b: &[&str]) -> Vec<Row> {
    let line = |lines: &[&str], index: usize| lines.get(index).map_or(String::new(), |line| line.to_string());
    let rows = (0..a.len().max(b.len())).map(|index| Row { differs: true, ..row(&line(a, index), &line(b, index)) });
    rows.collect()
}

fn aligned(a: &[&str], b: &[&str]) -> Vec<Row> {
    // The length of the longest common subsequence of what follows.
    let width = b.len() + 1;
    let mut lengths = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = if a[i] == b[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut rows, mut i, mut j) = (Vec::new(), 0, 0);
    let (mut start_i, mut start_j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            rows.extend(beside(&a[start_i..i], &b[start_j..j]));
            rows.push(row(a[i], b[j]));
            (i, j) = (i + 1, j + 1);
            (start_i, start_j) = (i, j);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    rows.extend(beside(&a[start_i..], &b[start_j..]));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_stand_beside_each_other() {
        let rows = rows("a\nb\nc\nd\ne", "a\nc\nx\nd\ny\ne");
        let show: Vec<String> = rows.iter().map(|row| format!("{}|{}|{}", row.left, row.right, row.differs)).collect();
        assert_eq!(show, ["a|a|false", "b||true", "c|c|false", "|x|true", "d|d|false", "|y|true", "e|e|false"]);
        assert_eq!(rows.iter().position(|row| row.first), Some(1));
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert!(rows("a\nb", "a\nb").iter().all(|row| !row.differs && !row.first));
        assert!(rows("", "").is_empty());
    }
}
