//! Vectors, as texts: comparisons by every predicate, and lanes read and written at every index.

use std::fmt::Write;

use super::Made;
use super::comparisons::{FLOATING, INTEGER};
use crate::case::Case;

/// A type of vectors: what one of its lanes is, how a lane is passed, and what lanes are written.
struct Shape {
    lanes: usize,
    lane: &'static str,
    /// As in names of modules.
    name: &'static str,
    /// The type that a lane is passed in.
    passed: &'static str,
    /// Two constants.
    written: [&'static str; 2],
}

const SHAPES: [Shape; 4] = [
    Shape { lanes: 16, lane: "i8", name: "v16i8", passed: "i32", written: ["-7", "0"] },
    Shape { lanes: 4, lane: "float", name: "v4f32", passed: "float", written: ["2.5", "-0.0"] },
    Shape { lanes: 4, lane: "i32", name: "v4i32", passed: "i32", written: ["-7", "0"] },
    Shape { lanes: 8, lane: "i16", name: "v8i16", passed: "i32", written: ["-7", "0"] },
];

/// Comparisons.
pub fn comparisons() -> Vec<Made> {
    made("vec_compare", comparisons_of)
}

/// Lanes.
pub fn lanes() -> Vec<Made> {
    made("vec_lanes", lanes_of)
}

fn made(stem: &str, text: fn(&Shape) -> String) -> Vec<Made> {
    let one = |shape: &'static Shape| {
        let name = format!("{stem}_{}", shape.name);
        Made::new(name.clone(), move || Case::parse(&text(shape), &format!("vectors/{name}")))
    };
    SHAPES.iter().map(one).collect()
}

impl Shape {
    fn ty(&self) -> String {
        format!("<{} x {}>", self.lanes, self.lane)
    }

    fn is_float(&self) -> bool {
        self.lane == "float"
    }

    /// The line that makes a lane of the parameter `%x`, and the lane's name.
    fn narrowed(&self) -> (String, &'static str) {
        if self.passed == self.lane { (String::new(), "x") } else { (format!("  %n = trunc i32 %x to {}\n", self.lane), "n") }
    }

    /// The line that makes of the lane `%e` what is passed, and that value's name.
    fn widened(&self) -> (String, &'static str) {
        if self.passed == self.lane { (String::new(), "e") } else { (format!("  %w = sext {} %e to i32\n", self.lane), "w") }
    }
}

/// The head of a module: what it is about, and its functions, which are called with edge values.
fn head(about: &str, functions: &[String]) -> String {
    let names: String = functions.iter().map(|name| format!(" @{name}")).collect();
    format!("; {about}\n; edges:{names}\n\n")
}

fn comparisons_of(shape: &Shape) -> String {
    let (ty, truths) = (shape.ty(), format!("<{} x i1>", shape.lanes));
    let (inst, numbers) = if shape.is_float() { ("fcmp", "<4 x i32>".to_string()) } else { ("icmp", ty.clone()) };
    let predicates = if shape.is_float() { FLOATING.iter().map(|(predicate, _)| *predicate).collect() } else { INTEGER.to_vec() };
    let names: Vec<String> =
        predicates.iter().flat_map(|p| ["mask", "select", "zero"].map(|form| format!("{form}_{p}"))).collect();
    let mut text = head(&format!("Comparisons of {ty}, as masks, as numbers, and to select lanes."), &names);
    for p in predicates {
        let compare = format!("  %c = {inst} {p} {ty} %a, ");
        let _ = write!(
            text,
            "define {numbers} @mask_{p}({ty} %a, {ty} %b) {{\n{compare}%b\n  %r = sext {truths} %c to {numbers}\n  \
             ret {numbers} %r\n}}\n\
             define {ty} @select_{p}({ty} %a, {ty} %b) {{\n{compare}%b\n  %r = select {truths} %c, {ty} %b, {ty} %a\n  \
             ret {ty} %r\n}}\n\
             define {numbers} @zero_{p}({ty} %a) {{\n{compare}zeroinitializer\n  %r = zext {truths} %c to {numbers}\n  \
             ret {numbers} %r\n}}\n"
        );
    }
    text
}

fn lanes_of(shape: &Shape) -> String {
    let ty = shape.ty();
    let at_constants = (0..shape.lanes).flat_map(|lane| ["get", "set"].map(|form| format!("{form}{lane}")));
    let others = ["get", "set", "reverse", "splat", "set_constant"].map(String::from);
    let names: Vec<String> = at_constants.chain(others).collect();
    let about = format!("Lanes of {ty}: read and written at every constant index and at variable ones, with other lanes kept.");
    let mut text = head(&about, &names);
    (0..shape.lanes).for_each(|lane| text += &get_and_set(shape, &lane.to_string(), "", "", &lane.to_string()));
    let index = format!("  %k = and i32 %i, {}\n", shape.lanes - 1);
    text += &get_and_set(shape, "", ", i32 %i", &index, "%k");
    text + &reverse(shape) + &splat(shape) + &set_constant(shape)
}

/// The functions that read a lane and write it, whose names end so; further parameters, the line that
/// makes an index of them, and the index.
fn get_and_set(shape: &Shape, end: &str, more: &str, index_line: &str, index: &str) -> String {
    let Shape { lane, passed, .. } = shape;
    let ((narrow, new), (widen, old), ty) = (shape.narrowed(), shape.widened(), shape.ty());
    format!(
        "define {passed} @get{end}({ty} %a{more}) {{\n{index_line}  %e = extractelement {ty} %a, i32 {index}\n{widen}  \
         ret {passed} %{old}\n}}\n\
         define {ty} @set{end}({ty} %a, {passed} %x{more}) {{\n{index_line}{narrow}  \
         %r = insertelement {ty} %a, {lane} %{new}, i32 {index}\n  ret {ty} %r\n}}\n"
    )
}

/// The line that writes a lane of a vector that comes from nothing, `%v` and its number.
fn insert(shape: &Shape, value: &str, lane: usize) -> String {
    let before = if lane == 0 { "undef".into() } else { format!("%v{}", lane - 1) };
    format!("  %v{lane} = insertelement {} {before}, {} %{value}, i32 {lane}\n", shape.ty(), shape.lane)
}

fn reverse(shape: &Shape) -> String {
    let (ty, last) = (shape.ty(), shape.lanes - 1);
    let mut text = format!("define {ty} @reverse({ty} %a) {{\n");
    for lane in 0..shape.lanes {
        let _ = writeln!(text, "  %e{lane} = extractelement {ty} %a, i32 {}", last - lane);
        text += &insert(shape, &format!("e{lane}"), lane);
    }
    text + &format!("  ret {ty} %v{last}\n}}\n")
}

fn splat(shape: &Shape) -> String {
    let ((narrow, value), ty) = (shape.narrowed(), shape.ty());
    let inserts: String = (0..shape.lanes).map(|lane| insert(shape, value, lane)).collect();
    format!("define {ty} @splat({} %x) {{\n{narrow}{inserts}  ret {ty} %v{}\n}}\n", shape.passed, shape.lanes - 1)
}

fn set_constant(shape: &Shape) -> String {
    let Shape { lane, written: [first, second], .. } = shape;
    let (ty, last) = (shape.ty(), shape.lanes - 1);
    format!(
        "define {ty} @set_constant({ty} %a) {{\n  %b = insertelement {ty} %a, {lane} {first}, i32 1\n  \
         %c = insertelement {ty} %b, {lane} {second}, i32 {last}\n  ret {ty} %c\n}}\n"
    )
}
