//! Accesses at every distance from an address that an instruction's field may or may not hold, as texts: on both sides of the limits
//! of all targets, with either sign, at every type and alignment; from a pointer, in a global, in a frame.

use std::fmt::Write;

use super::Made;
use crate::case::Case;

/// Where fields end: x86's byte, ARM's 8 bits, 8 bits of words and 12 bits, MIPS's 16 bits with their sign.
const LIMITS: [i32; 5] = [128, 256, 1024, 4096, 32_768];
/// Distances from a limit: what is accessed in several pieces has its last one up to 15 bytes on.
const NEAR: [i32; 19] = [-20, -17, -16, -15, -13, -12, -9, -8, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4];
/// How far below a limit an object of a frame is accessed, as other things lie below it, and how far above.
const FRAME: std::ops::Range<i32> = -76..12;
/// Bytes of the memory from which is read, and into which is written.
const BYTES: i32 = 66_304;
/// Where in it pointers point to.
const MIDDLE: i32 = 33_024;

/// What is accessed: its type, and the alignment that is promised.
struct Access {
    name: &'static str,
    ty: &'static str,
    align: i32,
}

const fn access(name: &'static str, ty: &'static str, align: i32) -> Access {
    Access { name, ty, align }
}

const ACCESSES: [Access; 10] = [
    access("i8", "i8", 1),
    access("i16", "i16", 1),
    access("i32", "i32", 1),
    access("i64", "i64", 1),
    access("float_1", "float", 1),
    access("float_4", "float", 4),
    access("double_1", "double", 1),
    access("double_8", "double", 8),
    access("v4i32", "<4 x i32>", 4),
    access("v16i8", "<16 x i8>", 1),
];

/// The suite's modules.
pub fn made() -> Vec<Made> {
    let one = |name: &'static str, about: &'static str, functions: fn() -> Vec<Function>| {
        Made::new(name.into(), move || Case::parse(&module(about, functions()), &format!("limits/{name}")))
    };
    vec![
        one("displaced_copy", "From one pointer to another.", copies),
        one("displaced_change", "What a pointer points to is changed in place, and read into sums.", changes),
        one("displaced_global", "In globals.", globals),
        one("displaced_frame", "Into and out of an object of the frame.", frames),
        one("displaced_far", "From what lies far away, to where sums wrap around.", far),
        one("displaced_index", "From a pointer and a multiple of an index.", indexed),
    ]
}

/// A function without parameters that returns an `i32`.
struct Function {
    name: String,
    body: String,
    /// Values so far.
    count: usize,
    /// What it returns.
    result: String,
}

impl Function {
    /// A function that begins with reading pointers to the middle of both memories.
    fn new(name: String) -> Self {
        let body = "  %in = load i32* @at_in, align 1\n  %out = load i32* @at_out, align 1\n".into();
        Function { name, body, count: 0, result: "0".into() }
    }

    /// A line that makes a value; its name.
    fn value(&mut self, line: &str) -> String {
        self.count += 1;
        let name = format!("%v{}", self.count);
        let _ = writeln!(self.body, "  {name} = {line}");
        name
    }

    fn pointer(&mut self, ty: &str, base: &str, offset: i32) -> String {
        let sum = self.value(&format!("add i32 {base}, {offset}"));
        self.value(&format!("inttoptr i32 {sum} to {ty}*"))
    }

    fn load(&mut self, of: &Access, base: &str, offset: i32) -> String {
        let pointer = self.pointer(of.ty, base, offset);
        self.value(&format!("load {}* {pointer}, align {}", of.ty, of.align))
    }

    fn store(&mut self, of: &Access, value: &str, base: &str, offset: i32) {
        let pointer = self.pointer(of.ty, base, offset);
        let _ = writeln!(self.body, "  store {} {value}, {}* {pointer}, align {}", of.ty, of.ty, of.align);
    }

    /// The address of a global.
    fn global(&mut self, name: &str) -> String {
        self.value(&format!("ptrtoint [{BYTES} x i8]* @{name} to i32"))
    }

    /// Copies so many bytes between addresses.
    fn copy(&mut self, to: &str, from: &str, bytes: i32) {
        let [to, from] = [to, from].map(|address| self.value(&format!("inttoptr i32 {address} to i8*")));
        let _ = writeln!(self.body, "  call void @llvm.memcpy.p0i8.p0i8.i32(i8* {to}, i8* {from}, i32 {bytes}, i32 1, i1 false)");
    }
}

fn module(about: &str, functions: Vec<Function>) -> String {
    let mut text = format!("; Accesses on both sides of what displacements reach. {about}\n");
    functions.iter().for_each(|function| {
        let _ = writeln!(text, "; run: @{}()", function.name);
    });
    let bytes: String = (0..BYTES).map(|index| format!("\\{:02x}", (index * 37 + index / 256 * 11 + 1) as u8)).collect();
    let _ = writeln!(text, "@in = internal global [{BYTES} x i8] c\"{bytes}\", align 16");
    let _ = writeln!(text, "@out = internal global [{BYTES} x i8] zeroinitializer, align 16");
    for name in ["in", "out"] {
        let _ = writeln!(
            text,
            "@at_{name} = internal global i32 add (i32 ptrtoint ([{BYTES} x i8]* @{name} to i32), i32 {MIDDLE}), align 4"
        );
    }
    FAR.iter().enumerate().for_each(|(index, far)| {
        let address = format!("ptrtoint ([{BYTES} x i8]* @in to i32)");
        let _ = writeln!(text, "@far{index} = internal global i32 add (i32 {address}, i32 {}), align 4", far.wrapping_neg());
        let _ = writeln!(text, "@back{index} = internal global [4 x i8] c\"{}\", align 4", bytes_of(far.wrapping_neg()));
    });
    text += "@number = internal global [4 x i8] c\"\\08\\00\\00\\00\", align 4\n";
    text += "declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)\n";
    for Function { name, body, result, .. } in functions {
        let _ = write!(text, "define i32 @{name}() {{\n{body}  ret i32 {result}\n}}\n");
    }
    text
}

/// Distances at which a symbol's address and a constant are not added before the program runs, and others so far that a sum wraps.
const FAR: [i32; 18] = [
    0xffff,
    0x1_0000,
    0x1_0001,
    -0xffff,
    -0x1_0000,
    -0x1_0001,
    0xff_ffff,
    0x100_0000,
    0x100_0001,
    -0xff_ffff,
    -0x100_0000,
    -0x100_0001,
    0x7fff_ffff,
    0x7fff_fff0,
    i32::MIN,
    i32::MIN + 1,
    i32::MIN + 16,
    -0x4000_0000,
];

fn bytes_of(word: i32) -> String {
    word.to_le_bytes().map(|byte| format!("\\{byte:02x}")).concat()
}

fn far() -> Vec<Function> {
    let each = ACCESSES.iter().map(|of| {
        let mut function = Function::new(format!("far_{}", of.name));
        for (index, &far) in FAR.iter().enumerate() {
            let to = 16 * index as i32;
            // What is far from the memory, and comes back by a constant; and the memory's address with the constant, which comes back by
            // what is not known.
            let pointer = function.value(&format!("load i32* @far{index}, align 1"));
            let value = function.load(of, &pointer, far);
            function.store(of, &value, "%out", to);
            let symbol = function.global("in");
            let symbol = function.value(&format!("add i32 {symbol}, {far}"));
            let number = function.value(&format!("ptrtoint [4 x i8]* @back{index} to i32"));
            let number = function.load(&ACCESSES[2], &number, 0);
            let sum = function.value(&format!("add i32 {symbol}, {number}"));
            let value = function.load(of, &sum, 16);
            function.store(of, &value, "%out", to + 4096);
            // The same with the sum the other way round, and the constant last.
            let symbol = function.global("in");
            let sum = function.value(&format!("add i32 {number}, {symbol}"));
            let value = function.load(of, &sum, far);
            function.store(of, &value, "%out", to + 8192);
        }
        function
    });
    each.collect()
}

/// The distances near a limit that an access may have.
fn near(limit: i32, align: i32) -> impl Iterator<Item = i32> {
    NEAR.into_iter().map(move |distance| limit + distance).filter(move |offset| offset % align == 0)
}

/// Functions for every access and limit.
fn each(prefix: &str, body: impl Fn(&mut Function, &Access, i32)) -> Vec<Function> {
    let all = ACCESSES.iter().flat_map(|of| LIMITS.map(|limit| (of, limit)));
    all.map(|(of, limit)| {
        let mut function = Function::new(format!("{prefix}_{}_{limit}", of.name));
        body(&mut function, of, limit);
        function
    })
    .collect()
}

fn copies() -> Vec<Function> {
    each("copy", |function, of, limit| {
        for offset in near(limit, of.align).flat_map(|offset| [offset, -offset]) {
            let value = function.load(of, "%in", offset);
            function.store(of, &value, "%out", offset);
        }
    })
}

fn globals() -> Vec<Function> {
    each("global", |function, of, limit| {
        let [input, out] = ["in", "out"].map(|name| function.global(name));
        // Twice the greatest limit is where the upper half of a sum changes.
        for offset in near(limit, of.align).chain(near(2 * limit, of.align)) {
            let value = function.load(of, &input, offset);
            function.store(of, &value, &out, offset);
        }
    })
}

fn frames() -> Vec<Function> {
    let object = |function: &mut Function, bytes: i32| {
        let _ = writeln!(function.body, "  %object = alloca i8, i32 {bytes}, align 16");
        function.value("ptrtoint i8* %object to i32")
    };
    let offsets = |of: &Access, limit: i32| {
        let step = of.align.max(4);
        FRAME.map(move |distance| limit + distance).filter(move |offset| offset % step == 0)
    };
    let into = each("into", |function, of, limit| {
        let object = object(function, limit + 40);
        let [input, out] = ["in", "out"].map(|name| function.global(name));
        function.copy(&object, "%in", limit + 40);
        for offset in offsets(of, limit) {
            let value = function.load(of, &input, offset);
            function.store(of, &value, &object, offset);
        }
        function.copy(&out, &object, limit + 40);
    });
    let out_of = each("out_of", |function, of, limit| {
        let object = object(function, limit + 40);
        let out = function.global("out");
        function.copy(&object, "%in", limit + 40);
        for offset in offsets(of, limit) {
            let value = function.load(of, &object, offset);
            function.store(of, &value, &out, offset);
        }
    });
    into.into_iter().chain(out_of).collect()
}

/// Numbers that are added to what is in memory: on both sides of the limits of immediates.
const ADDED: [i32; 8] = [1, 127, 128, -128, -129, 255, 256, -256];

fn changes() -> Vec<Function> {
    let mut functions = Vec::new();
    for of in &ACCESSES[..4] {
        for limit in LIMITS {
            let mut function = Function::new(format!("change_{}_{limit}", of.name));
            for (index, offset) in near(limit, 1).flat_map(|offset| [offset, -offset]).enumerate() {
                let (value, op) = (function.load(of, "%in", offset), ["add", "sub", "xor", "and", "or"][index / 8 % 5]);
                let value = function.value(&format!("{op} {} {value}, {}", of.ty, ADDED[index % 8]));
                function.store(of, &value, "%in", offset);
            }
            functions.push(function);
        }
    }
    for (of, extend) in ACCESSES[..3].iter().flat_map(|of| ["sext", "zext"].map(|extend| (of, extend))) {
        for limit in LIMITS {
            let mut function = Function::new(format!("{extend}_{}_{limit}", of.name));
            let mut sum = function.value("add i32 0, 1");
            for offset in near(limit, 1).flat_map(|offset| [offset, -offset]) {
                let loaded = function.load(of, "%in", offset);
                let wide = if of.ty == "i32" { loaded } else { function.value(&format!("{extend} {} {loaded} to i32", of.ty)) };
                let added = function.value(&format!("add i32 {sum}, {wide}"));
                sum = function.value(&format!("mul i32 {added}, 31"));
            }
            function.result = sum;
            functions.push(function);
        }
    }
    functions
}

fn indexed() -> Vec<Function> {
    let mut functions = Vec::new();
    for of in &ACCESSES {
        for scale in 0..4 {
            let mut function = Function::new(format!("index_{}_{scale}", of.name));
            let number = function.value("ptrtoint [4 x i8]* @number to i32");
            let number = function.load(&ACCESSES[2], &number, 0);
            for limit in [8, 128, 256, 1024, 4096] {
                // The scaled index is a multiple of 8.
                let scaled = function.value(&format!("shl i32 {number}, {scale}"));
                let [from, to] = ["%in", "%out"].map(|base| function.value(&format!("add i32 {base}, {scaled}")));
                for offset in
                    near(limit, of.align).step_by(if of.align == 1 { 3 } else { 1 }).flat_map(|offset| [offset, -offset])
                {
                    let value = function.load(of, &from, offset);
                    function.store(of, &value, &to, offset);
                }
            }
            functions.push(function);
        }
    }
    functions
}
