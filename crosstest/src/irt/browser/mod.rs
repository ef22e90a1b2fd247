//! A stub of the browser, for programs that ask for its interfaces (PPAPI): it answers every interface, writes each call to a log, prints
//! messages, and keeps the last picture that was shown.
//!
//! In: calls of host functions, like any interface's. Out: answers, lines, a file. What calls the program is code of the program's
//! own (`browser.ll`, linked with it): it asks here what happened next, until nothing does any more. An interface's functions are host
//! functions, numbered as the program asks for interfaces; which are known by name, and with what arguments, says `interfaces`.
//! Nothing comes from outside but the messages that the command line has: no input, no network, no files, no sound; what would need them
//! is refused with an error that programs know, through their callback if they gave one. Everything is bounded. Sources: those of
//! `interfaces`; [PPAPI-IDL] `ppapi/nacl_irt/public/irt_ppapi.h`.

mod calls;
mod image;
mod interfaces;

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;

use super::table::{self, IrtFunction, Param};
use super::{Answer, Call, Served};
use crate::guest::{HostFunc, PAGE_SIZE, Rights};
use interfaces::{Otherwise, Row};

/// What the name of the interface begins with by which a program asks for the browser.
pub const HOOK: &[u8] = b"nacl-irt-ppapihook-";

/// The first function of the browser's interfaces, and how many there may be: of this many interfaces, so many functions each.
pub const FIRST: u32 = 1024;
const FUNCTIONS_EACH: u32 = 16;
const INTERFACES: u32 = 64;
/// How many functions those are.
pub const COUNT: u32 = FUNCTIONS_EACH * INTERFACES;

/// Most events: a program that is never done is told that it is.
const EVENTS: u32 = 1000;
/// Most strings, pictures and the like.
const LIMIT: usize = 1 << 14;
/// Most bytes of a string.
const TEXT: u32 = 1 << 20;
/// What is seen of the program.
const SIZE: [u32; 2] = [640, 480];
/// The resource that stands for that, and the one for the loop of the first thread.
const VIEW: u32 = 1;
const LOOP: u32 = 2;

/// The row of all functions of the browser's interfaces.
static ROW: IrtFunction =
    IrtFunction { name: "browser.call", params: &[Param::Ignored; 6], result: translator::ice::Type::I32, serve: calls::serve };

/// What a resource is.
enum Resource {
    /// Something of which nothing is known.
    Plain,
    /// Pixels in the program's memory.
    Image { format: u32, size: [u32; 2], addr: u32 },
    /// What pictures are drawn on.
    Graphics {
        size: [u32; 2],
        /// Red, green, blue, alpha.
        pixels: Vec<u8>,
        /// What is to be drawn: a picture, where its corner is, and what part of it.
        queue: Vec<(u32, [i32; 2], Option<[i32; 4]>)>,
    },
}

/// An interface that the program asked for.
struct Asked {
    name: String,
    rows: &'static [Row],
    addr: u32,
}

/// See the module.
pub struct Browser {
    log: Box<dyn Write + Send>,
    messages_to: Box<dyn Write + Send>,
    picture: Option<File>,
    /// The program's own functions: to start, to register, to tell the time and the scale.
    own: [u32; 4],
    asked: Vec<Asked>,
    resources: Vec<Resource>,
    /// Strings, with where they lie.
    texts: Vec<(Vec<u8>, u32)>,
    events: VecDeque<[u32; 4]>,
    /// Messages that the program is still to get.
    messages: VecDeque<Vec<u8>>,
    given: u32,
    /// Memory of the program's that is left: where, how much.
    room: [u32; 2],
}

impl Browser {
    /// One that writes its log and messages there, the last picture to a file, and sends messages.
    pub fn new(
        log: Box<dyn Write + Send>,
        messages_to: Box<dyn Write + Send>,
        picture: Option<File>,
        messages: Vec<Vec<u8>>,
    ) -> Browser {
        Browser {
            log,
            messages_to,
            picture,
            own: [0; 4],
            asked: Vec::new(),
            // Resource 0 is none.
            resources: vec![Resource::Plain, Resource::Plain, Resource::Plain],
            texts: Vec::new(),
            events: VecDeque::new(),
            messages: messages.into(),
            given: 0,
            room: [0; 2],
        }
    }

    /// The interface by which the browser is asked for, once the program's own part has announced itself.
    pub fn hook(&self) -> Option<Vec<u8>> {
        (self.own[0] != 0).then(|| self.own[..2].iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    /// Writes a line to the log.
    fn say(&mut self, line: &str) {
        // Where nobody reads it, it is not needed.
        let _ = writeln!(self.log, "ppapi: {line}");
    }

    /// Memory of the program's; nothing if there is none left.
    fn allocate(&mut self, call: &mut Call<'_>, len: u32) -> Option<u32> {
        let len = len.checked_next_multiple_of(16)?.max(16);
        if len > self.room[1] {
            let pages = len.checked_next_multiple_of(PAGE_SIZE)?;
            let addr = call.world.heap.allocate(call.memory, 0, pages, Rights::ReadWrite).ok()?;
            self.room = [addr, pages];
        }
        let addr = self.room[0];
        self.room = [addr + len, self.room[1] - len];
        Some(addr)
    }

    /// A string that the program can ask for; 0 if there are too many.
    fn text(&mut self, call: &mut Call<'_>, bytes: Vec<u8>) -> u32 {
        if self.texts.len() >= LIMIT {
            return 0;
        }
        let Some(addr) = self.allocate(call, bytes.len() as u32 + 1) else { return 0 };
        if call.memory.write(addr, &bytes).is_err() {
            return 0;
        }
        self.texts.push((bytes, addr));
        self.texts.len() as u32
    }

    /// A resource's number; 0 if there are too many.
    fn resource(&mut self, resource: Resource) -> u32 {
        if self.resources.len() >= LIMIT {
            return 0;
        }
        self.resources.push(resource);
        self.resources.len() as u32 - 1
    }

    /// The address of an interface's functions, made if it is asked for the first time.
    fn interface(&mut self, call: &mut Call<'_>, name: &str) -> u32 {
        if let Some(known) = self.asked.iter().find(|asked| asked.name == name) {
            return known.addr;
        }
        let number = self.asked.len() as u32;
        let Some(addr) = self.allocate(call, 4 * FUNCTIONS_EACH).filter(|_| number < INTERFACES && name.starts_with("PPB_"))
        else {
            return 0;
        };
        let rows = interfaces::find(name).unwrap_or_default();
        for index in 0..FUNCTIONS_EACH {
            let function = match rows.get(index as usize).map(|row| row.2) {
                Some(Otherwise::Time) => self.own[2],
                Some(Otherwise::Scale) => self.own[3],
                _ => HostFunc(FIRST + number * FUNCTIONS_EACH + index).address(),
            };
            if call.memory.write_u32(addr + 4 * index, function).is_err() {
                return 0;
            }
        }
        self.asked.push(Asked { name: name.to_string(), rows, addr });
        addr
    }

    /// What happens next, if anything does.
    fn next(&mut self, call: &mut Call<'_>) -> [u32; 4] {
        if self.given == EVENTS {
            self.say(&format!("after {EVENTS} events the program is told to end"));
            return [0; 4];
        }
        self.given += 1;
        if let Some(event) = self.events.pop_front() {
            return event;
        }
        let Some(message) = self.messages.pop_front() else { return [0; 4] };
        self.say(&format!("PPP_Messaging;1.0 HandleMessage({})", calls::quoted(&message)));
        let (id, value) = (self.text(call, message), self.allocate(call, 16));
        match value.filter(|&value| call.memory.write(value, &calls::string_var(id)).is_ok()) {
            Some(value) => [2, 1, value, 0],
            None => [0; 4],
        }
    }
}

/// The row of a function of the browser's, if there is one.
pub fn row_of(browser: Option<&Browser>, function: HostFunc) -> Option<&'static IrtFunction> {
    browser.filter(|_| (FIRST..FIRST + COUNT).contains(&function.0)).map(|_| &ROW)
}

/// The text of the program's own part.
pub fn program() -> String {
    let functions = table::FUNCTIONS.iter().zip(0..).filter(|(row, _)| row.name.starts_with("browser."));
    functions.fold(include_str!("browser.ll").to_string(), |text, (row, number)| {
        text.replace(&format!("@{}@", row.name), &HostFunc(number).address().to_string())
    })
}

/// Does something with the browser, if there is one.
fn with(call: &mut Call<'_>, serve: impl FnOnce(&mut Browser, &mut Call<'_>) -> u32) -> Served {
    let Some(mut browser) = call.world.browser.take() else { return Ok(Answer::Return(0)) };
    let word = serve(&mut browser, call);
    call.world.browser = Some(browser);
    Ok(Answer::Return(word))
}

/// `announce(start, register, time, scale)`: the program's own part says where its functions are.
pub fn announce(call: &mut Call<'_>) -> Served {
    with(call, |browser, call| {
        browser.own = [0, 1, 2, 3].map(|index| call.arg(index));
        0
    })
}

/// `get_interface(name)`: the address of its functions.
pub fn get_interface(call: &mut Call<'_>) -> Served {
    let name = String::from_utf8_lossy(&call.text(0)?).into_owned();
    with(call, |browser, call| {
        let addr = browser.interface(call, &name);
        let what = match (addr, interfaces::find(&name)) {
            (0, _) => "none",
            (_, Some(_)) => "there",
            (_, None) => "there, its functions are not known",
        };
        browser.say(&format!("get_interface({}) = {what}", calls::quoted(name.as_bytes())));
        addr
    })
}

/// `did(what, result)`: the program was called.
pub fn did(call: &mut Call<'_>) -> Served {
    with(call, |browser, call| {
        let result = call.arg(1).cast_signed();
        browser.say(&match call.arg(0) {
            0 => format!("PPP_InitializeModule(1, get_interface) = {result}"),
            1 => format!("PPP_Instance DidCreate(1, 0, [], []) = {result}"),
            _ => "the program takes no messages: it has no PPP_Messaging;1.0".to_string(),
        });
        0
    })
}

/// `next(event)`: what happens next; its words are also written there.
pub fn next(call: &mut Call<'_>) -> Served {
    let at = call.arg(0);
    with(call, |browser, call| {
        let event = browser.next(call);
        let bytes = event.map(u32::to_le_bytes);
        if call.memory.write(at, bytes.as_flattened()).is_ok() { event[0] } else { 0 }
    })
}

/// `view()`: what the program is told that is seen of it.
pub fn view(call: &mut Call<'_>) -> Served {
    with(call, |browser, _| {
        browser.say(&format!("PPP_Instance DidChangeView(1, {VIEW})"));
        VIEW
    })
}

/// `time(seconds)`: writes the time, in seconds.
pub fn time(call: &mut Call<'_>) -> Served {
    let seconds = call.world.chance.now() as f64 / 1e9;
    call.memory.write(call.arg(0), &seconds.to_le_bytes())?;
    Ok(Answer::Return(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_part_has_addresses_in_the_place_of_names() {
        let text = program();
        assert!(!text.contains("browser.announce") && !text.contains("@2") && text.contains("@browser_event = "), "{text}");
        let (module, bodies) = translator::text::parse_module(&text, "browser.ll").unwrap_or_else(|error| panic!("{error}"));
        assert!(module.func_by_name("__browser_begin").is_some() && bodies.len() == 5);
    }
}
