//! Texts of functions that go through a table of numbers and mix what they compute of each.

use std::fmt::Write;

use super::width::Width;

/// What results are mixed by.
const PRIME: u32 = 16_777_619;

/// A module of such functions under construction.
pub struct Mixed {
    width: Width,
    numbers: Vec<i64>,
    text: String,
    names: Vec<String>,
}

impl Mixed {
    /// No function yet, for numbers of a width.
    pub fn new(width: Width, mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Mixed { width, numbers, text: String::new(), names: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.numbers.len() * self.width.0 as usize / 8
    }

    /// Adds a function: its results are lines each, of which the Ith make `%rI` of `%x`, both of the width.
    pub fn add(&mut self, name: &str, results: impl Iterator<Item = String>) {
        let (ty, passed) = (self.width.ty(), self.width.passed());
        let _ = write!(
            self.text,
            "define {passed} @{name}() {{\nentry:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %next, %last ]\n  \
             %all = phi {passed} [ 0, %entry ], [ %mixed, %last ]\n  %base = ptrtoint [{} x i8]* @numbers to i32\n  \
             %offset = mul i32 %i, {}\n  %at = add i32 %base, %offset\n  %p = inttoptr i32 %at to {ty}*\n  \
             %x = load {ty}* %p, align 1\n",
            self.bytes(),
            self.width.0 / 8
        );
        let mut mixed = "%all".to_string();
        for (index, lines) in results.enumerate() {
            self.text += &lines;
            let result = if self.width.is_narrow() {
                let _ = writeln!(self.text, "  %e{index} = sext {ty} %r{index} to i32");
                'e'
            } else {
                'r'
            };
            let _ = writeln!(self.text, "  %x{index} = xor {passed} {mixed}, %{result}{index}");
            let _ = writeln!(self.text, "  %h{index} = mul {passed} %x{index}, {PRIME}");
            mixed = format!("%h{index}");
        }
        let count = self.numbers.len();
        let _ = write!(
            self.text,
            "  br label %last\nlast:\n  %mixed = add {passed} {mixed}, 1\n  %next = add i32 %i, 1\n  \
             %more = icmp ult i32 %next, {count}\n  br i1 %more, label %loop, label %end\nend:\n  ret {passed} %mixed\n}}\n"
        );
        self.names.push(name.into());
    }

    /// The module: a comment, calls of all functions, other globals, the functions.
    pub fn finish(self, about: &str, globals: &str) -> String {
        let mut text = format!("; {about}\n");
        self.names.iter().for_each(|name| {
            let _ = writeln!(text, "; run: @{name}()");
        });
        let bytes = self.numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(self.width.0 as usize / 8));
        let bytes: String = bytes.map(|byte| format!("\\{byte:02x}")).collect();
        let _ = writeln!(text, "@numbers = internal global [{} x i8] c\"{bytes}\", align 16", self.bytes());
        text + globals + &self.text
    }
}
