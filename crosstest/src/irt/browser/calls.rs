//! Calls of the browser's functions: what they do, and their line in the log.

use std::io::{Seek, Write};

use super::interfaces::{Kind, Otherwise, kind};
use super::{Asked, Browser, FIRST, FUNCTIONS_EACH, LOOP, Resource, SIZE, TEXT, VIEW, image, with};
use crate::irt::{Call, Served};

/// `PP_OK_COMPLETIONPENDING`: the callback will be called.
const PENDING: u32 = -1_i32 as u32;
/// `PP_ERROR_BADRESOURCE`, and what is said where memory is used up.
const BAD_RESOURCE: u32 = -5_i32 as u32;
/// Most pixels of a side.
const SIDE: u32 = 4096;
/// Most bytes of a string in a line.
const SHOWN: usize = 4096;

/// What a program's structures consist of is read from its memory.
fn words<const N: usize>(call: &Call<'_>, at: u32) -> Option<[u32; N]> {
    let mut bytes = [[0; 4]; N];
    call.memory.read(at, bytes.as_flattened_mut()).ok()?;
    Some(bytes.map(u32::from_le_bytes))
}

/// Writes words; whether that worked.
fn put<const N: usize>(call: &mut Call<'_>, at: u32, words: [u32; N]) -> bool {
    call.memory.write(at, words.map(u32::to_le_bytes).as_flattened()).is_ok()
}

/// A string in a line of the log.
pub fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let rest = if shown.len() < bytes.len() { "..." } else { "" };
    format!("\"{}\"{rest}", String::from_utf8_lossy(shown).escape_debug())
}

/// The structure of a string's value: its type, and which it is.
pub fn string_var(id: u32) -> [u8; 16] {
    let mut var = [0; 16];
    var[0] = 5;
    var[8..12].copy_from_slice(&id.to_le_bytes());
    var
}

/// A function of one of the browser's interfaces.
pub fn serve(call: &mut Call<'_>) -> Served {
    let number = call.function.0 - FIRST;
    with(call, |browser, call| {
        let (interface, index) = ((number / FUNCTIONS_EACH) as usize, (number % FUNCTIONS_EACH) as usize);
        let Some(Asked { name, rows, .. }) = browser.asked.get(interface) else { return 0 };
        let name = name.clone();
        let Some(&(function, args, otherwise)) = rows.get(index) else {
            let words: Vec<String> = (0..6).map(|index| format!("{:#x}", call.arg(index))).collect();
            browser.say(&format!("{name} function {index}({}) = 0, as nothing is known of it", words.join(", ")));
            return 0;
        };
        let shown: Vec<String> = args.chars().enumerate().map(|(at, letter)| browser.shown(call, kind(letter), at)).collect();
        let plain = name.split(';').next().unwrap_or_default();
        let done = browser.draw(call, plain, function).or_else(|| browser.serve(call, plain, function));
        let result = done.unwrap_or_else(|| {
            // What is made is something, though nothing is known of it.
            let made = function.starts_with("Create").then(|| browser.resource(Resource::Plain));
            let word = made.unwrap_or(if let Otherwise::Word(word) = otherwise { word } else { 0 });
            // What is refused is refused through the callback, as a browser does.
            match args.find('c').filter(|_| word != 0) {
                Some(at) => browser.complete(call, at, word),
                None => word,
            }
        });
        browser.say(&format!("{name} {function}({}) = {}", shown.join(", "), result.cast_signed()));
        result
    })
}

impl Browser {
    /// An argument as text.
    fn shown(&self, call: &Call<'_>, kind: Kind, index: usize) -> String {
        let word = call.arg(index);
        let signed = |words: &[u32]| words.iter().map(|word| word.cast_signed().to_string()).collect::<Vec<_>>().join(", ");
        match kind {
            Kind::Word => word.cast_signed().to_string(),
            Kind::Address => format!("{word:#x}"),
            Kind::Text => call.memory.read_c_string(word, TEXT).map_or("?".into(), |text| quoted(&text)),
            Kind::Var => self.var(call, word),
            Kind::Rect if word == 0 => "null".into(),
            Kind::Pair => words::<2>(call, word).map_or("?".into(), |it| format!("{{{}}}", signed(&it))),
            Kind::Rect => words::<4>(call, word).map_or("?".into(), |it| format!("{{{}}}", signed(&it))),
            Kind::Callback => words::<3>(call, word).map_or("?".into(), |it| format!("callback({:#x})", it[0])),
        }
    }

    /// A value as text.
    fn var(&self, call: &Call<'_>, at: u32) -> String {
        let Some([kind, _, low, high]) = words::<4>(call, at) else { return "?".into() };
        match kind {
            0 => "undefined".into(),
            1 => "null".into(),
            2 => (low != 0).to_string(),
            3 => low.cast_signed().to_string(),
            4 => f64::from_bits(u64::from(high) << 32 | u64::from(low)).to_string(),
            5 => self.string(low).map_or("?".into(), quoted),
            other => format!("value {low} of type {other}"),
        }
    }

    fn string(&self, id: u32) -> Option<&[u8]> {
        let index = (id as usize).checked_sub(1)?;
        self.texts.get(index).map(|(bytes, _)| &bytes[..])
    }

    /// Has a callback called later, with a result; what the call returns.
    fn complete(&mut self, call: &Call<'_>, index: usize, result: u32) -> u32 {
        match words::<3>(call, call.arg(index)) {
            // Without a function the call itself waits for its result.
            None | Some([0, ..]) => result,
            Some([function, data, _]) => {
                self.events.push_back([1, function, data, result]);
                PENDING
            }
        }
    }

    /// Prints a message.
    fn print(&mut self, call: &Call<'_>, what: &str, at: u32) {
        let text = self.var(call, at);
        let _ = writeln!(self.messages_to, "{what}: {text}");
        let _ = self.messages_to.flush();
    }

    /// Does what a function does, if it does something.
    fn serve(&mut self, call: &mut Call<'_>, interface: &str, function: &str) -> Option<u32> {
        let arg = |index: usize| call.args[index].bits as u32;
        let [a, b, c, d] = [arg(0), arg(1), arg(2), arg(3)];
        Some(match (interface, function) {
            ("PPB_Core", "CallOnMainThread") => {
                self.complete(call, 1, c);
                0
            }
            ("PPB_MessageLoop", "PostWork") => {
                self.complete(call, 1, 0);
                0
            }
            ("PPB_MessageLoop", "GetForMainThread" | "GetCurrent") => LOOP,
            ("PPB_Var", "VarFromUtf8") => self.var_from(call, a, b, c),
            ("PPB_Var", "VarFromUtf8OfModule") => self.var_from(call, a, c, d),
            ("PPB_Var", "VarToUtf8") => {
                let [kind, _, id, _] = words::<4>(call, a)?;
                let known = self.texts.get((id as usize).checked_sub(1)?).filter(|_| kind == 5);
                let (len, addr) = known.map_or((0, 0), |(bytes, addr)| (bytes.len() as u32, *addr));
                put(call, b, [len]);
                addr
            }
            ("PPB_Messaging", "PostMessage") => {
                self.print(call, "message", b);
                0
            }
            ("PPB_Console", "Log") => {
                self.print(call, LEVELS[b as usize % LEVELS.len()], c);
                0
            }
            ("PPB_Console", "LogWithSource") => {
                self.print(call, LEVELS[b as usize % LEVELS.len()], d);
                0
            }
            ("PPB_View", "GetRect" | "GetClipRect") if a == VIEW => put(call, b, [0, 0, SIZE[0], SIZE[1]]).into(),
            ("PPB_View", "GetScrollOffset") if a == VIEW => put(call, b, [0, 0]).into(),
            ("PPB_Fullscreen", "GetScreenSize") => put(call, b, SIZE).into(),
            _ => return None,
        })
    }

    /// Makes a string's value of bytes.
    fn var_from(&mut self, call: &mut Call<'_>, result: u32, data: u32, len: u32) -> u32 {
        let mut bytes = vec![0; len.min(TEXT) as usize];
        let id = if call.memory.read(data, &mut bytes).is_ok() { self.text(call, bytes) } else { 0 };
        // What is no string is null.
        let var = if id == 0 { [1, 0, 0, 0] } else { [5, 0, id, 0] };
        put(call, result, var);
        0
    }

    /// The same for pictures.
    fn draw(&mut self, call: &mut Call<'_>, interface: &str, function: &str) -> Option<u32> {
        let arg = |index: usize| call.args[index].bits as u32;
        let [a, b, c, d] = [arg(0), arg(1), arg(2), arg(3)];
        Some(match (interface, function) {
            ("PPB_ImageData", "Create") => {
                let size = words::<2>(call, c).filter(|size| size.iter().all(|side| (1..=SIDE).contains(side)))?;
                let addr = self.allocate(call, size[0] * size[1] * 4)?;
                self.resource(Resource::Image { format: b, size, addr })
            }
            ("PPB_ImageData", "IsImageData") => matches!(self.resources.get(a as usize), Some(Resource::Image { .. })).into(),
            ("PPB_ImageData", "Describe") => match self.resources.get(a as usize) {
                Some(&Resource::Image { format, size, .. }) => put(call, b, [format, size[0], size[1], size[0] * 4]).into(),
                _ => 0,
            },
            ("PPB_ImageData", "Map") => match self.resources.get(a as usize) {
                Some(&Resource::Image { addr, .. }) => addr,
                _ => 0,
            },
            ("PPB_Graphics2D", "Create") => {
                let size = words::<2>(call, b).filter(|size| size.iter().all(|side| (1..=SIDE).contains(side)))?;
                let pixels = vec![0; (size[0] * size[1] * 4) as usize];
                self.resource(Resource::Graphics { size, pixels, queue: Vec::new() })
            }
            ("PPB_Graphics2D", "IsGraphics2D") => {
                matches!(self.resources.get(a as usize), Some(Resource::Graphics { .. })).into()
            }
            ("PPB_Graphics2D", "Describe") => match self.resources.get(a as usize) {
                Some(&Resource::Graphics { size, .. }) => (put(call, b, size) && put(call, c, [1])).into(),
                _ => 0,
            },
            ("PPB_Graphics2D", "PaintImageData" | "ReplaceContents") => {
                let (corner, part) = match function {
                    "PaintImageData" => (words::<2>(call, c)?, if d == 0 { None } else { Some(words::<4>(call, d)?) }),
                    _ => ([0, 0], None),
                };
                if let Some(Resource::Graphics { queue, .. }) = self.resources.get_mut(a as usize)
                    && queue.len() < super::LIMIT
                {
                    queue.push((b, corner.map(u32::cast_signed), part.map(|part| part.map(u32::cast_signed))));
                }
                0
            }
            ("PPB_Graphics2D", "Flush") => match self.flush(call, a) {
                true => self.complete(call, 1, 0),
                false => BAD_RESOURCE,
            },
            _ => return None,
        })
    }

    /// Draws what waits to be drawn, and writes the picture; whether there is such a resource.
    fn flush(&mut self, call: &Call<'_>, graphics: u32) -> bool {
        let Some(Resource::Graphics { size, pixels, queue }) = self.resources.get_mut(graphics as usize) else { return false };
        let (size, mut pixels, queue) = (*size, std::mem::take(pixels), std::mem::take(queue));
        for (image, corner, part) in queue {
            self.paint(call, image, (corner, part), (size, &mut pixels));
        }
        if let Some(file) = &mut self.picture {
            let written = file
                .rewind()
                .and_then(|()| file.set_len(0))
                .and_then(|()| file.write_all(&image::png(size[0], size[1], &pixels)));
            if let Err(error) = written {
                self.say(&format!("the picture cannot be written: {error}"));
            }
        }
        if let Some(Resource::Graphics { pixels: kept, .. }) = self.resources.get_mut(graphics as usize) {
            *kept = pixels;
        }
        true
    }

    /// Copies a part of a picture, or all of it, to where its corner is; what lies outside is left out.
    fn paint(
        &self,
        call: &Call<'_>,
        image: u32,
        (corner, part): ([i32; 2], Option<[i32; 4]>),
        ([width, height], pixels): ([u32; 2], &mut [u8]),
    ) {
        let Some(&Resource::Image { format, size, addr }) = self.resources.get(image as usize) else { return };
        let all = [0, 0, size[0].cast_signed(), size[1].cast_signed()];
        let [left, top, wide, high] = part.filter(|part| part[2] > 0 && part[3] > 0).unwrap_or(all).map(i64::from);
        let mut row = vec![0; size[0] as usize * 4];
        let (from, to) = (top.max(0), (top + high).min(size[1].into()));
        for y in from..to {
            let there = y + i64::from(corner[1]);
            if !(0..i64::from(height)).contains(&there) || call.memory.read(addr + y as u32 * size[0] * 4, &mut row).is_err() {
                continue;
            }
            for x in left.max(0)..(left + wide).min(size[0].into()) {
                let at = x + i64::from(corner[0]);
                if (0..i64::from(width)).contains(&at) {
                    let place = (there as usize * width as usize + at as usize) * 4;
                    pixels[place..place + 4].copy_from_slice(&straight(format, &row[x as usize * 4..][..4]));
                }
            }
        }
    }
}

/// What messages of the console are called, by their level.
const LEVELS: [&str; 4] = ["console (tip)", "console (log)", "console (warning)", "console (error)"];

/// A pixel as red, green, blue, alpha, of one whose colours are multiplied by its alpha: format 0 begins with blue, 1 with red.
fn straight(format: u32, pixel: &[u8]) -> [u8; 4] {
    let alpha = u32::from(pixel[3]);
    let colour = |index: usize| (u32::from(pixel[index]) * 255).checked_div(alpha).map_or(0, |it| it.min(255) as u8);
    let [first, second, third] = [0, 1, 2].map(colour);
    if format == 0 { [third, second, first, pixel[3]] } else { [first, second, third, pixel[3]] }
}
