//! Results as documents: `report.md` and a self-contained `report.html` from the same parts.
//!
//! In: a [`Document`]. Out: text in either form. Everything that comes from programs is escaped;
//! the page needs nothing from elsewhere.

use crosstest::diff::{Kind, SideBySide, beside};

/// Equal lines that are shown around different ones.
const CONTEXT: usize = 5;

/// A part of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Points.
    List(Vec<String>),
    /// Text to be copied as it is.
    Code(String),
    /// Two texts side by side, with titles; the first difference is marked.
    Sides {
        /// What each side is.
        titles: [String; 2],
        /// The lines.
        rows: Vec<SideBySide>,
    },
}

/// A document.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// Its parts.
    pub parts: Vec<Part>,
}

impl Document {
    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(text.into()));
    }

    /// Adds text to be copied.
    pub fn code(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Code(text.into()));
    }

    /// Adds two texts side by side; long runs of equal lines are folded.
    pub fn sides(&mut self, titles: [&str; 2], texts: [&str; 2]) {
        let [left, right] = texts.map(|text| text.lines().collect::<Vec<_>>());
        self.parts.push(Part::Sides { titles: titles.map(String::from), rows: beside(&left, &right, CONTEXT) });
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for part in &self.parts {
            out += "\n";
            out += &match part {
                Part::Heading(text) => format!("## {text}\n"),
                Part::Text(text) => format!("{text}\n"),
                Part::List(points) => points.iter().map(|point| format!("- {point}\n")).collect(),
                Part::Code(text) => fenced(text.trim_end()),
                Part::Sides { titles, rows } => fenced(&columns(titles, rows)),
            };
        }
        out
    }

    /// As a page.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>{STYLE}</style></head>\n\
             <body><h1>{title}</h1>\n"
        );
        for part in &self.parts {
            out += &match part {
                Part::Heading(text) => format!("<h2>{}</h2>\n", escape(text)),
                Part::Text(text) => format!("<p>{}</p>\n", escape(text)),
                Part::List(points) => {
                    let points: String = points.iter().map(|point| format!("<li>{}</li>", escape(point))).collect();
                    format!("<ul>{points}</ul>\n")
                }
                Part::Code(text) => format!("<pre>{}</pre>\n", escape(text.trim_end())),
                Part::Sides { titles, rows } => table(titles, rows),
            };
        }
        out + "</body></html>\n"
    }
}

const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:75em;margin:2em auto;padding:0 1em}pre,td{font:13px/1.35 monospace;\
white-space:pre-wrap}pre{background:#f4f4f4;padding:.7em;overflow:auto}table{border-collapse:collapse;width:100%}th{text-align:left}\
td{width:50%;padding:0 .5em;vertical-align:top;border-left:3px solid transparent}tr.d td{background:#fff3d6}\
tr.f td{background:#ffd9d6;border-left-color:#c00}tr.o td{color:#888;font-style:italic}@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}\
pre{background:#262626}tr.d td{background:#3d3520}tr.f td{background:#4d2523}}";

fn fenced(text: &str) -> String {
    // A fence that the text does not contain.
    let mut fence = String::from("```");
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}\n{text}\n{fence}\n")
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

fn columns(titles: &[String; 2], rows: &[SideBySide]) -> String {
    let width = rows.iter().map(|row| row.left.chars().count()).chain([titles[0].chars().count()]).max().unwrap_or(0).min(80);
    let mut out = format!("  {:width$} | {}\n", titles[0], titles[1]);
    for row in rows {
        let mark = match row.kind {
            Kind::First => '>',
            Kind::Differs => '*',
            Kind::Same | Kind::Folded => ' ',
        };
        out += format!("{mark} {:width$} | {}", row.left, row.right).trim_end();
        out.push('\n');
    }
    out.trim_end().into()
}

fn table(titles: &[String; 2], rows: &[SideBySide]) -> String {
    let mut out = format!("<table><tr><th>{}</th><th>{}</th></tr>\n", escape(&titles[0]), escape(&titles[1]));
    for row in rows {
        let class = match row.kind {
            Kind::First => " class=\"f\" title=\"the first difference\"",
            Kind::Differs => " class=\"d\"",
            Kind::Folded => " class=\"o\"",
            Kind::Same => "",
        };
        out += &format!("<tr{class}><td>{}</td><td>{}</td></tr>\n", escape(&row.left), escape(&row.right));
    }
    out + "</table>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_have_all_parts_and_nothing_escapes() {
        let mut document = Document { title: "a < b".into(), parts: Vec::new() };
        document.heading("One & two");
        document.text("text");
        document.parts.push(Part::List(vec!["point <x>".into()]));
        document.code("```\ncode");
        document.sides(["good", "bad"], ["mov a\nadd <b>\nret", "mov a\nsub b\nret"]);
        let (markdown, html) = (document.markdown(), document.html());
        assert!(markdown.starts_with("# a < b\n\n## One & two\n\ntext\n\n- point <x>\n\n````\n```\ncode\n````\n"), "{markdown}");
        assert!(markdown.contains("\n  mov a   | mov a\n> add <b> | sub b\n  ret     | ret\n"), "{markdown}");
        assert!(html.contains("<h1>a &lt; b</h1>") && html.contains("<li>point &lt;x&gt;</li>"), "{html}");
        assert!(html.contains("<tr class=\"f\" title=\"the first difference\"><td>add &lt;b&gt;</td><td>sub b</td></tr>"));
        assert!(!html.contains("http"), "self-contained");
    }

    #[test]
    fn a_report_of_long_code_that_differs_in_a_line_is_short() {
        let code = |last: &str| (0..15_000).map(|line| format!("  mov r{line}\n")).collect::<String>() + last;
        let mut document = Document::default();
        document.sides(["good", "bad"], [&code("  add"), &code("  sub")]);
        let markdown = document.markdown();
        assert!(markdown.contains("... 14995 equal lines") && markdown.contains("\n>   add"), "{markdown}");
        assert!(markdown.lines().count() < 15, "{markdown}");
    }
}
