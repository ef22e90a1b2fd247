//! Writes a file with its edits, and knows which edit each byte of the result comes from.
//!
//! ```text
//! a < b          (if on(7) { a <= b } else { a < b })
//! f(x);          if !on(8) { f(x); }
//! const N: u32 = 5;         const N: u32 = 5; fn N__m() -> Val<u32> { Val((if on(9) { 6 } else { 5 })) }
//! const fn f() -> u32 { N } const fn f__c() -> u32 { N } fn f() -> u32 { (*N__m()) }
//! ```
//!
//! An alternative is the original's text; mutants within it are in the `else` only, so that the
//! result grows with the depth of nesting and not with its power. Edits nest because syntax does.

use std::collections::BTreeSet;
use std::ops::Range;

use super::edits::{ConstantParts, Edit, Edits, Form, FunctionParts};

/// What may be taken out of a file, because the compiler refuses it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A mutant, by its index in the file.
    Mutant(usize),
    /// An edit that is no mutant, by the place and length of what it is about.
    Edit(usize, usize),
    /// A renamed call, by its place.
    Rename(usize),
}

/// Which bytes of the result a part has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The bytes.
    pub range: Range<usize>,
    /// What can be taken out if they are wrong.
    pub parts: Vec<Part>,
    /// Whether they are an alternative's own text, rather than all of what has alternatives.
    pub is_own: bool,
}

/// A file with its edits.
#[derive(Clone, Default, Debug)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// Which parts made it, outer ones before inner ones.
    pub marks: Vec<Mark>,
}

/// Writes a file. `first` is the number of the file's first mutant in the crate; `removed` is left
/// out.
pub fn render(text: &str, edits: &Edits, first: usize, removed: &BTreeSet<Part>) -> Rendered {
    let is_live = |edit: &&Edit| match &edit.form {
        Form::Choice(_) => true,
        Form::Unless(mutant) | Form::Guard(mutant) => !removed.contains(&Part::Mutant(*mutant)),
        // Without its double, what the compiler evaluates is still written: as it is.
        Form::Constant(_) | Form::Function(_) => true,
        _ => !removed.contains(&part_of(edit)),
    };
    let mut sorted: Vec<&Edit> = edits.edits.iter().filter(is_live).collect();
    // Outer edits first; of the same bytes, what replaces them inside of what surrounds them.
    sorted.sort_by_key(|edit| (edit.range.start, usize::MAX - edit.range.end, order(&edit.form)));
    let mut roots = Vec::new();
    let mut rest = sorted.as_slice();
    while let Some((node, after)) = Node::take(rest) {
        roots.push(node);
        rest = after;
    }
    let mut renames: Vec<(usize, usize, bool)> = edits
        .renames
        .iter()
        .filter(|rename| !removed.contains(&Part::Rename(rename.range.start)))
        .map(|rename| (rename.range.start, rename.range.end, rename.everywhere))
        .collect();
    renames.sort();
    renames.dedup();
    let mut writer = Writer { text, first, removed, renames, out: Rendered::default() };
    writer.nodes(0..text.len(), &roots);
    writer.out
}

fn part_of(edit: &Edit) -> Part {
    Part::Edit(edit.range.start, edit.range.len())
}

/// Where an edit stands among those of the same bytes: the lower, the further out.
fn order(form: &Form) -> u8 {
    match form {
        Form::Constant(_) | Form::Function(_) => 0,
        Form::Unless(_) => 1,
        Form::Leak(_) => 2,
        Form::Choice(_) => 3,
        Form::Use(_) => 4,
        Form::Guard(_) => 5,
    }
}

struct Node<'e> {
    edit: &'e Edit,
    inner: Vec<Node<'e>>,
}

impl<'e> Node<'e> {
    /// The first edit with all that lies within it, and the rest.
    fn take<'s>(sorted: &'s [&'e Edit]) -> Option<(Node<'e>, &'s [&'e Edit])> {
        let (&edit, mut rest) = sorted.split_first()?;
        let mut inner = Vec::new();
        while rest.first().is_some_and(|next| next.range.start < edit.range.end && next.range.end <= edit.range.end) {
            let (node, after) = Node::take(rest)?;
            inner.push(node);
            rest = after;
        }
        Some((Node { edit, inner }, rest))
    }
}

struct Writer<'t> {
    text: &'t str,
    first: usize,
    removed: &'t BTreeSet<Part>,
    renames: Vec<(usize, usize, bool)>,
    out: Rendered,
}

impl Writer<'_> {
    /// The bytes of a range with these edits in it.
    fn nodes(&mut self, range: Range<usize>, nodes: &[Node<'_>]) {
        let mut at = range.start;
        for node in nodes.iter().filter(|node| range.start <= node.edit.range.start && node.edit.range.end <= range.end) {
            self.verbatim(at..node.edit.range.start, false);
            self.node(node);
            at = node.edit.range.end;
        }
        self.verbatim(at..range.end, false);
    }

    /// The bytes of a range as they are, but for renamed calls: all of them in what the compiler
    /// evaluates.
    fn verbatim(&mut self, range: Range<usize>, is_constant: bool) {
        let mut at = range.start;
        let from = self.renames.partition_point(|rename| rename.0 < range.start);
        for index in from..self.renames.len() {
            let (start, end, everywhere) = self.renames[index];
            if end > range.end {
                break;
            }
            if !(everywhere || is_constant) || start < at {
                continue;
            }
            self.out.text.push_str(&self.text[at..start]);
            let begin = self.out.text.len();
            self.out.text.push_str(&self.text[start..end]);
            self.out.text.push_str("__c");
            self.mark(begin, vec![Part::Rename(start)], true);
            at = end;
        }
        self.out.text.push_str(&self.text[at..range.end.max(at)]);
    }

    fn mark(&mut self, begin: usize, parts: Vec<Part>, is_own: bool) {
        let range = begin..self.out.text.len();
        self.out.marks.push(Mark { range, parts, is_own });
    }

    fn on(&self, mutant: usize) -> String {
        format!("crate::mutants::on({})", self.first + mutant)
    }

    fn node(&mut self, node: &Node<'_>) {
        let begin = self.out.text.len();
        let Edit { range, form } = node.edit;
        match form {
            Form::Choice(alternatives) => self.choice(range, alternatives, &node.inner),
            Form::Unless(mutant) => {
                self.out.text += &format!("if !{} {{ ", self.on(*mutant));
                self.nodes(range.clone(), &node.inner);
                self.out.text += " }";
                self.mark(begin, vec![Part::Mutant(*mutant)], false);
            }
            Form::Guard(mutant) => {
                self.out.text += &format!(" if !{}", self.on(*mutant));
                self.mark(begin, vec![Part::Mutant(*mutant)], true);
            }
            Form::Use(text) => {
                self.out.text += text;
                self.mark(begin, vec![part_of(node.edit)], true);
            }
            Form::Leak(operand) => {
                self.out.text += "crate::mutants::leak(";
                self.nodes(operand.clone(), &node.inner);
                self.out.text += ")";
                self.mark(begin, vec![part_of(node.edit)], false);
            }
            Form::Constant(parts) => self.constant(range, parts, node),
            Form::Function(parts) => self.function(range, parts, node),
        }
    }

    fn choice(&mut self, range: &Range<usize>, alternatives: &[(usize, String)], inner: &[Node<'_>]) {
        let begin = self.out.text.len();
        let is_live = |alternative: &&(usize, String)| !self.removed.contains(&Part::Mutant(alternative.0));
        let live: Vec<&(usize, String)> = alternatives.iter().filter(is_live).collect();
        if live.is_empty() {
            return self.nodes(range.clone(), inner);
        }
        // The body of an arm that is a block needs no comma behind it: it stays a block.
        let (open, close) = if self.text[range.clone()].starts_with('{') { ("{ ", " }") } else { ("(", ")") };
        self.out.text += open;
        for (mutant, text) in &live {
            self.out.text += &format!("if {} {{ ", self.on(*mutant));
            let own = self.out.text.len();
            let (open, close) = around(text);
            self.out.text += open;
            self.out.text += text;
            self.out.text += close;
            self.mark(own, vec![Part::Mutant(*mutant)], true);
            self.out.text += " } else ";
        }
        self.out.text += "{ ";
        let (before, after) = around(&self.text[range.clone()]);
        self.out.text += before;
        self.nodes(range.clone(), inner);
        self.out.text += after;
        self.out.text += " }";
        self.out.text += close;
        self.mark(begin, live.iter().map(|alternative| Part::Mutant(alternative.0)).collect(), false);
    }

    fn constant(&mut self, range: &Range<usize>, parts: &ConstantParts, node: &Node<'_>) {
        self.verbatim(range.clone(), true);
        if self.removed.contains(&part_of(node.edit)) {
            return;
        }
        let begin = self.out.text.len();
        let ConstantParts { visibility, name, path, ty, value, is_small } = parts;
        let attributes = "#[allow(warnings)] #[inline]";
        if *is_small {
            self.out.text +=
                &format!(" {attributes} {visibility} fn {name}__m() -> crate::mutants::Val<{ty}> {{ crate::mutants::Val(");
            self.nodes(value.clone(), &node.inner);
            self.out.text += ") }";
        } else {
            self.out.text += &format!(
                " {attributes} {visibility} fn {name}__m() -> &'static {ty} {{ static MEMO: crate::mutants::Memo<{ty}> = crate::mutants::Memo::new(); \
                 MEMO.get(&{path}, || "
            );
            self.nodes(value.clone(), &node.inner);
            self.out.text += ") }";
        }
        self.mark(begin, vec![part_of(node.edit)], false);
    }

    fn function(&mut self, range: &Range<usize>, parts: &FunctionParts, node: &Node<'_>) {
        self.verbatim(range.start..parts.name.end, true);
        self.out.text += "__c";
        self.verbatim(parts.name.end..range.end, true);
        self.out.text.push(' ');
        let begin = self.out.text.len();
        if self.removed.contains(&part_of(node.edit)) {
            // Called by its name, too.
            return self.verbatim(range.clone(), true);
        }
        self.verbatim(range.start..parts.constness.start, false);
        self.nodes(parts.constness.end..range.end, &node.inner);
        self.mark(begin, vec![part_of(node.edit)], false);
    }
}

/// What has to stand around an expression for it to be one at the beginning of a block, too.
fn around(text: &str) -> (&'static str, &'static str) {
    let is_statement = ["if ", "match ", "{", "unsafe "].iter().any(|start| text.starts_with(start));
    if is_statement { ("(", ")") } else { ("", "") }
}
