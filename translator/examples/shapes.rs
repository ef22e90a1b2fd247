//! Functions of a given shape and size, as text: what `translator/bench/linear.sh` measures.
//!
//!     cargo run -p translator --example shapes -- SHAPE SIZE > function.ll
//!
//! Every value has a use, so that no pass can make the function smaller than it is meant to be, and
//! operands come from a fixed formula: the same arguments give the same text.

use std::fmt::Write;

/// A shape: its name, what one unit of size is, and what writes it.
struct Shape {
    name: &'static str,
    unit: &'static str,
    write: fn(usize, &mut String),
}

const SHAPES: &[Shape] = &[
    Shape { name: "block", unit: "instructions in one block", write: block },
    Shape { name: "mixed", unit: "instructions in loops, branches, calls and memory accesses", write: mixed },
    Shape { name: "blocks", unit: "blocks, of branches that meet again", write: blocks },
    Shape { name: "ladder", unit: "blocks, of branches to one common exit with a phi", write: ladder },
    Shape { name: "phis", unit: "phis in one loop", write: phis },
    Shape { name: "swaps", unit: "phis that exchange their values in one loop", write: swaps },
    Shape { name: "live", unit: "values that live all at once", write: live },
    Shape { name: "through", unit: "values that live through twice as many blocks", write: through },
    Shape { name: "calls", unit: "calls, with values that live across them", write: calls },
    Shape { name: "loops", unit: "loops, one after the other", write: loops },
    Shape { name: "nest", unit: "loops, one in the other", write: nest },
    Shape { name: "switch", unit: "cases of one switch", write: switch },
    Shape { name: "stores", unit: "stores and loads of one array", write: stores },
    Shape { name: "wide", unit: "64-bit operations", write: wide },
];

macro_rules! put {
    ($out:expr, $($what:tt)*) => {
        writeln!($out, $($what)*).expect("a string takes everything")
    };
}

/// One of the `window` values before the one with this number; the arguments where there are none.
fn earlier(number: usize, salt: usize, window: usize) -> String {
    let back = 1 + (number * 7 + salt * 13) % window;
    if back > number { ["%a", "%b"][(number + salt) % 2].into() } else { format!("%v{}", number - back) }
}

const OPERATORS: [&str; 6] = ["add", "xor", "mul", "sub", "or", "shl"];

/// An operation on values of the last few.
fn operation(number: usize, out: &mut String) {
    let operator = OPERATORS[number % OPERATORS.len()];
    let (left, right) = (earlier(number, 0, 3), earlier(number, 1, 20));
    put!(out, "  %v{number} = {operator} i32 {left}, {right}");
}

fn block(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:");
    (0..size).for_each(|number| operation(number, out));
    put!(out, "  ret i32 %v{}\n}}", size - 1);
}

/// Rounds of a loop with a diamond, a call and memory accesses in it; about twenty instructions
/// each.
fn mixed(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h0");
    let rounds = (size / 20).max(1);
    for round in 0..rounds {
        let (before, from) =
            if round == 0 { ("%a".into(), "entry".into()) } else { (format!("%s{}", round - 1), format!("j{}", round - 1)) };
        put!(out, "h{round}:");
        put!(out, "  %i{round} = phi i32 [ 0, %{from} ], [ %n{round}, %j{round} ]");
        put!(out, "  %t{round} = phi i32 [ {before}, %{from} ], [ %s{round}, %j{round} ]");
        put!(out, "  %x{round} = shl i32 %i{round}, 2");
        put!(out, "  %y{round} = add i32 %x{round}, %b");
        put!(out, "  %p{round} = inttoptr i32 %y{round} to i32*");
        put!(out, "  %l{round} = load i32, i32* %p{round}, align 1");
        put!(out, "  %c{round} = icmp ult i32 %l{round}, %t{round}");
        put!(out, "  br i1 %c{round}, label %y{round}, label %z{round}");
        put!(out, "y{round}:\n  %q{round} = call i32 @g(i32 %l{round}, i32 %t{round})\n  br label %j{round}");
        put!(out, "z{round}:\n  %m{round} = mul i32 %l{round}, %a\n  %o{round} = xor i32 %m{round}, %t{round}");
        put!(out, "  store i32 %o{round}, i32* %p{round}, align 1\n  br label %j{round}");
        put!(out, "j{round}:\n  %u{round} = phi i32 [ %q{round}, %y{round} ], [ %o{round}, %z{round} ]");
        put!(out, "  %s{round} = add i32 %u{round}, %l{round}\n  %n{round} = add i32 %i{round}, 1");
        put!(out, "  %e{round} = icmp ult i32 %n{round}, %u{round}");
        let next = if round + 1 == rounds { "done".into() } else { format!("h{}", round + 1) };
        put!(out, "  br i1 %e{round}, label %h{round}, label %{next}");
    }
    put!(out, "done:\n  ret i32 %s{}\n}}", rounds - 1);
}

fn blocks(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h0");
    let rounds = (size / 4).max(1);
    for round in 0..rounds {
        let before = if round == 0 { "%a".into() } else { format!("%v{}", round - 1) };
        put!(out, "h{round}:\n  %c{round} = icmp sgt i32 {before}, {round}\n  br i1 %c{round}, label %y{round}, label %z{round}");
        put!(out, "y{round}:\n  %d{round} = mul i32 {before}, %b\n  br label %j{round}");
        put!(out, "z{round}:\n  %e{round} = xor i32 {before}, %a\n  br label %j{round}");
        put!(out, "j{round}:\n  %v{round} = phi i32 [ %d{round}, %y{round} ], [ %e{round}, %z{round} ]");
        let next = if round + 1 == rounds { "done".into() } else { format!("h{}", round + 1) };
        put!(out, "  br label %{next}");
    }
    put!(out, "done:\n  ret i32 %v{}\n}}", rounds - 1);
}

fn ladder(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h0");
    for round in 0..size {
        let before = if round == 0 { "%a".into() } else { format!("%v{}", round - 1) };
        put!(out, "h{round}:\n  %v{round} = mul i32 {before}, %b\n  %c{round} = icmp sgt i32 %v{round}, {round}");
        let next = if round + 1 == size { "last".into() } else { format!("h{}", round + 1) };
        put!(out, "  br i1 %c{round}, label %done, label %{next}");
    }
    put!(out, "last:\n  br label %done\ndone:");
    let sources: Vec<String> = (0..size).map(|round| format!("[ %v{round}, %h{round} ]")).collect();
    put!(out, "  %r = phi i32 {}, [ 0, %last ]\n  ret i32 %r\n}}", sources.join(", "));
}

/// A loop whose phi with a number receives what `next` says.
fn phi_loop(size: usize, out: &mut String, next: impl Fn(usize) -> String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h\nh:");
    put!(out, "  %i = phi i32 [ 0, %entry ], [ %n, %h ]");
    for phi in 0..size {
        put!(out, "  %p{phi} = phi i32 [ {phi}, %entry ], [ {}, %h ]", next(phi));
    }
    for phi in 0..size {
        put!(out, "  %q{phi} = add i32 %p{phi}, %p{}", (phi + 1) % size);
    }
    put!(out, "  %n = add i32 %i, 1\n  %c = icmp ult i32 %n, %a\n  br i1 %c, label %h, label %done\ndone:");
    for phi in 0..size {
        let before = if phi == 0 { "%b".into() } else { format!("%s{}", phi - 1) };
        put!(out, "  %s{phi} = xor i32 {before}, %q{phi}");
    }
    put!(out, "  ret i32 %s{}\n}}", size - 1);
}

fn phis(size: usize, out: &mut String) {
    phi_loop(size, out, |phi| format!("%q{phi}"));
}

fn swaps(size: usize, out: &mut String) {
    phi_loop(size, out, |phi| format!("%p{}", phi ^ 1));
}

fn live(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:");
    (0..size).for_each(|number| operation(number, out));
    put!(out, "  br label %next\nnext:");
    for number in 0..size {
        let before = if number == 0 { "%a".into() } else { format!("%s{}", number - 1) };
        put!(out, "  %s{number} = sub i32 {before}, %v{number}");
    }
    put!(out, "  ret i32 %s{}\n}}", size - 1);
}

fn through(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:");
    (0..size).for_each(|number| operation(number, out));
    put!(out, "  br label %h0");
    for round in 0..size {
        let next = round + 1;
        put!(out, "h{round}:\n  %c{round} = icmp ugt i32 %a, {round}\n  br i1 %c{round}, label %y{round}, label %h{next}");
        put!(out, "y{round}:\n  %k{round} = call i32 @g(i32 %a, i32 %b)\n  br label %h{next}");
    }
    put!(out, "h{size}:");
    for number in 0..size {
        let before = if number == 0 { "%a".into() } else { format!("%s{}", number - 1) };
        put!(out, "  %s{number} = sub i32 {before}, %v{number}");
    }
    put!(out, "  ret i32 %s{}\n}}", size - 1);
}

fn calls(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:");
    for number in 0..size {
        put!(out, "  %v{number} = call i32 @g(i32 {}, i32 {})", earlier(number, 0, 9), earlier(number, 1, 30));
    }
    put!(out, "  ret i32 %v{}\n}}", size - 1);
}

fn loops(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h0");
    for round in 0..size {
        let (before, from) =
            if round == 0 { ("%a".into(), "entry".into()) } else { (format!("%v{}", round - 1), format!("h{}", round - 1)) };
        put!(out, "h{round}:\n  %p{round} = phi i32 [ {before}, %{from} ], [ %v{round}, %h{round} ]");
        put!(out, "  %k{round} = mul i32 %a, %b\n  %v{round} = sub i32 %p{round}, %k{round}");
        put!(out, "  %c{round} = icmp ugt i32 %v{round}, {round}");
        let next = if round + 1 == size { "done".into() } else { format!("h{}", round + 1) };
        put!(out, "  br i1 %c{round}, label %h{round}, label %{next}");
    }
    put!(out, "done:\n  ret i32 %v{}\n}}", size - 1);
}

fn nest(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %h0");
    for depth in 0..size {
        let (before, from) =
            if depth == 0 { ("%a".into(), "entry".into()) } else { (format!("%p{}", depth - 1), format!("h{}", depth - 1)) };
        put!(out, "h{depth}:\n  %p{depth} = phi i32 [ {before}, %{from} ], [ %w{depth}, %l{depth} ]");
        put!(out, "  br label %{}", if depth + 1 == size { format!("l{depth}") } else { format!("h{}", depth + 1) });
    }
    for depth in (0..size).rev() {
        put!(out, "l{depth}:\n  %w{depth} = add i32 %p{depth}, %b\n  %c{depth} = icmp ult i32 %w{depth}, {depth}");
        let next = if depth == 0 { "done".into() } else { format!("l{}", depth - 1) };
        put!(out, "  br i1 %c{depth}, label %h{depth}, label %{next}");
    }
    put!(out, "done:\n  ret i32 %w0\n}}");
}

fn switch(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:\n  switch i32 %a, label %done [");
    for case in 0..size {
        put!(out, "    i32 {}, label %c{case}", case * 3 + case % 2);
    }
    put!(out, "  ]");
    for case in 0..size {
        put!(out, "c{case}:\n  %v{case} = mul i32 %b, {}\n  br label %done", case * 2 + 77);
    }
    let sources: Vec<String> = (0..size).map(|case| format!("[ %v{case}, %c{case} ]")).collect();
    put!(out, "done:\n  %r = phi i32 [ 0, %entry ], {}\n  ret i32 %r\n}}", sources.join(", "));
}

fn stores(size: usize, out: &mut String) {
    put!(out, "define internal i32 @f(i32 %a, i32 %b) {{\nentry:");
    for number in 0..size {
        put!(out, "  %w{number} = add i32 %a, {}\n  %p{number} = inttoptr i32 %w{number} to i32*", number * 4);
        put!(out, "  %v{number} = load i32, i32* %p{number}, align 1");
        put!(out, "  %s{number} = add i32 %v{number}, %b\n  store i32 %s{number}, i32* %p{number}, align 1");
    }
    put!(out, "  ret i32 %s{}\n}}", size - 1);
}

fn wide(size: usize, out: &mut String) {
    put!(out, "define internal i64 @f(i64 %a, i64 %b) {{\nentry:");
    for number in 0..size {
        let operator = OPERATORS[number % 5];
        put!(out, "  %v{number} = {operator} i64 {}, {}", earlier(number, 0, 3), earlier(number, 1, 12));
    }
    put!(out, "  ret i64 %v{}\n}}", size - 1);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let shape = args.first().and_then(|name| SHAPES.iter().find(|shape| shape.name == name));
    let size = args.get(1).and_then(|size| size.parse().ok()).filter(|&size| size > 1 && args.len() == 2);
    let (Some(shape), Some(size)) = (shape, size) else {
        eprintln!("usage: shapes SHAPE SIZE, where SIZE is at least 2 and SHAPE is");
        SHAPES.iter().for_each(|shape| eprintln!("  {:8} SIZE {}", shape.name, shape.unit));
        std::process::exit(2);
    };
    let mut text = String::new();
    (shape.write)(size, &mut text);
    let ty = if shape.name == "wide" { "i64" } else { "i32" };
    put!(text, "define internal i32 @g(i32 %a, i32 %b) {{\n  %r = sub i32 %a, %b\n  ret i32 %r\n}}");
    put!(text, "define void @_start(i32 %info) {{\n  %g = call i32 @g(i32 1, i32 2)");
    put!(text, "  %f = call {ty} @f({ty} 1, {ty} 2)\n  ret void\n}}");
    print!("{text}");
}
