//! The figures as one HTML page with plots; it needs nothing but itself.

use std::fmt::Write as _;

use crate::figures::{OURS, Report, Row, mean_ratio, rows};

const STYLE: &str = "body{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}\
table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd}\
td:first-child,th:first-child{text-align:left}svg{display:block;margin:1em 0}.note{color:#555}\
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}svg text{fill:#ddd}td,th{border-color:#333}}";

/// Colours that people with any kind of sight tell apart (Okabe and Ito's).
const COLOURS: [&str; 6] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9"];
/// Widths in pixels: of names, of the longest bar, of a figure.
const NAME: f64 = 330.0;
const BAR: f64 = 420.0;
const FIGURE: f64 = 110.0;
/// The height of a bar, and the space between groups.
const HEIGHT: f64 = 13.0;
const GAP: f64 = 6.0;

/// The page.
pub fn page(report: &Report) -> String {
    let mut out =
        String::from("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>pnacl-sz: measurements</title>\n");
    put(&mut out, format_args!("<style>{STYLE}</style>\n<h1>Measurements of pnacl-sz</h1>\n"));
    let origin = &report.origin;
    let commit = origin.commit.as_deref().unwrap_or("no commit");
    let dirty = if origin.dirty { ", with changes" } else { "" };
    put(
        &mut out,
        format_args!(
            "<p class=\"note\">{}{dirty}; {}; {} on {}, {} processors. Less is better everywhere.</p>\n",
            escaped(commit),
            escaped(&origin.started),
            escaped(&origin.host.system),
            escaped(&origin.host.architecture),
            origin.host.processors
        ),
    );
    let mut sections: Vec<&str> = Vec::new();
    for figure in &report.figures {
        if !sections.contains(&&*figure.section) {
            sections.push(&figure.section);
        }
    }
    for section in sections {
        let figures: Vec<_> = report.figures.iter().filter(|figure| figure.section == section).cloned().collect();
        let (rows, owners) = rows(&figures);
        put(&mut out, format_args!("<h2>{}</h2>\n", escaped(section)));
        for owner in owners.iter().filter(|owner| **owner != OURS) {
            if let Some(mean) = mean_ratio(&rows, owner) {
                put(&mut out, format_args!("<p>Ours over {}: {mean:.3}, the geometric mean.</p>\n", escaped(owner)));
            }
        }
        plot(&mut out, &rows, &owners);
        table(&mut out, &rows, &owners);
    }
    out + "</html>\n"
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes everything");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A bar for each figure. Where several are compared each row has its own longest bar, otherwise each unit.
fn plot(out: &mut String, rows: &[Row<'_>], owners: &[&str]) {
    let longest = |unit| {
        let of_unit = rows.iter().flat_map(|(_, row)| row).filter(|figure| figure.unit == unit);
        of_unit.map(|figure| figure.high).fold(f64::MIN_POSITIVE, f64::max)
    };
    let mut bars = String::new();
    let mut y = GAP;
    for (what, row) in rows {
        put(
            &mut bars,
            format_args!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", NAME - 8.0, y + 11.0, escaped(what)),
        );
        let longest_in_row = row.iter().map(|figure| figure.high).fold(f64::MIN_POSITIVE, f64::max);
        for figure in row {
            let colour =
                owners.iter().position(|owner| *owner == figure.of).map_or(COLOURS[0], |place| COLOURS[place % COLOURS.len()]);
            let scale = BAR / if row.len() > 1 { longest_in_row } else { longest(figure.unit) };
            put(
                &mut bars,
                format_args!(
                    "<rect x=\"{NAME}\" y=\"{y}\" width=\"{:.1}\" height=\"{}\" fill=\"{colour}\"><title>{}</title></rect>\n",
                    figure.value * scale,
                    HEIGHT - 2.0,
                    escaped(&figure.of)
                ),
            );
            if figure.high > figure.low {
                let (from, to, middle) = (NAME + figure.low * scale, NAME + figure.high * scale, y + HEIGHT / 2.0 - 1.0);
                put(
                    &mut bars,
                    format_args!(
                        "<line x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"#888\" stroke-width=\"3\"/>\n"
                    ),
                );
            }
            let text = figure.unit.text(figure.value);
            put(
                &mut bars,
                format_args!("<text x=\"{:.1}\" y=\"{}\">{text}</text>\n", NAME + figure.high * scale + 5.0, y + 10.0),
            );
            y += HEIGHT;
        }
        y += GAP;
    }
    for (place, owner) in owners.iter().enumerate() {
        let (x, colour) = (NAME + 150.0 * place as f64, COLOURS[place % COLOURS.len()]);
        put(&mut bars, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>"));
        put(&mut bars, format_args!("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 15.0, y + 10.0, escaped(owner)));
    }
    let width = NAME + (BAR + FIGURE).max(150.0 * owners.len() as f64);
    put(out, format_args!("<svg width=\"{width}\" height=\"{}\" font-size=\"11\">\n{bars}</svg>\n", y + 16.0));
}

fn table(out: &mut String, rows: &[Row<'_>], owners: &[&str]) {
    let heads: String = owners.iter().map(|owner| format!("<th>{}</th>", escaped(owner))).collect();
    put(out, format_args!("<details><summary>Table</summary><table><tr><th></th>{heads}</tr>\n"));
    for (what, row) in rows {
        put(out, format_args!("<tr><td>{}</td>", escaped(what)));
        for owner in owners {
            let figure = row.iter().find(|figure| figure.of == *owner);
            put(out, format_args!("<td>{}</td>", figure.map_or("".into(), |figure| figure.unit.text(figure.value))));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Figure, Unit};

    #[test]
    fn every_figure_is_on_the_page() {
        let figures = vec![
            Figure::exact("cost", "a<b", OURS, Unit::Instructions, 2e6),
            Figure::exact("cost", "a<b", "other", Unit::Instructions, 4e6),
            Figure::spread("scaling", "big", OURS, Unit::Seconds, vec![1.0, 2.0, 3.0]),
        ];
        let page = page(&Report { figures, ..Report::default() });
        for text in ["a&lt;b", "2.00 M", "4.00 M", "2.000 s", "Ours over other: 0.500", "<h2>scaling</h2>"] {
            assert!(page.contains(text), "{text} is missing in {page}");
        }
        assert_eq!(page.matches("<rect").count(), 3 + 3, "a bar each, and whose it is");
    }
}
