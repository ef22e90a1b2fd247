//! Checks accesses to memory (`-fsanitize-address`).
//!
//! In: a module with its bodies, as read. Out: the same program with *redzones*, memory that nothing may touch, around
//! its variables, around the objects of its frames, and around what it allocates if it has the C library's four functions for
//! that by name; with a check before each access; and with a `_start` that forbids what lies around the variables. What may be
//! touched is in a shadow of memory that `sanitize.ll` keeps, a byte for eight bytes. `translator/docs/watching.md`,
//! "Checking accesses", says what is found and what is not.
//!
//! Sound: of a program that is right nothing is reported. What a frame's object has in the shadow is set when it is
//! made and cleared when its function returns, so that what a jump out of functions leaves there does not matter to
//! objects; only the program's own functions check.

use super::link::{self, Given, Linked};
use crate::ice::intrinsics::Intrinsic;
use crate::ice::{
    BinOp, FuncId, Function, Global, GlobalInit, GlobalVar, Inst, InstData, Linkage, Module, Type, Value, ValueDef, ValueRef,
};
use crate::util::entity::EntityVec;

/// Bytes of a redzone, at least.
const REDZONE: u32 = 32;
/// What the shadow says around the objects of frames.
const AROUND_FRAME_OBJECT: u32 = 241;
/// Variables from this size on are left as they are: what is around them would be beyond 32 bits.
const TOO_LARGE: u64 = 1 << 30;

/// The functions that allocate, and what takes their place.
const ALLOCATORS: [(&str, &str, usize); 4] = [
    ("malloc", "__asan_malloc", 1),
    ("free", "__asan_free", 1),
    ("realloc", "__asan_realloc", 2),
    ("calloc", "__asan_calloc", 2),
];

/// Has a program check its accesses. Fails on a module without a `_start`: nobody would forbid anything.
pub fn instrument(module: &mut Module, bodies: &mut Vec<Function>) -> Result<(), String> {
    let own = bodies.len();
    let Some(start) = link::take_start(module) else {
        return Err("-fsanitize-address is for whole programs: this one has no function _start".into());
    };
    let sizes = surround_variables(module, bodies);
    let variables = list_variables(module, &sizes);
    let heap = allocators(module, bodies);
    let texts = texts(module, bodies);
    let linked = add_checker(module, bodies, (start, variables), heap);
    let tools = Tools::new(module, &linked);
    for (body, name) in bodies[..own].iter_mut().zip(texts) {
        Checking { body, tools: &tools, sizes: &sizes, name }.run();
    }
    if let Some(heap) = heap {
        redirect(module, &mut bodies[..own], heap, &linked);
    }
    Ok(())
}

/// Puts a redzone behind each variable, and one before the first of each section. The sizes that variables had, by
/// their new numbers; 0 for those that are not surrounded.
fn surround_variables(module: &mut Module, bodies: &mut [Function]) -> EntityVec<Global, u32> {
    let first = |name: &str, constant, init| {
        let (name, linkage, init) = (name.into(), Linkage::Internal, vec![init]);
        GlobalVar { name, linkage, constant, align: 8, init }
    };
    // What is given as bytes is not taken for zero, so that each is in a section of its own.
    let firsts = [
        first("__asan_before_rodata", true, GlobalInit::Data(vec![0; REDZONE as usize])),
        first("__asan_before_data", false, GlobalInit::Data(vec![0; REDZONE as usize])),
        first("__asan_before_bss", false, GlobalInit::Zero(REDZONE)),
    ];
    let shift = firsts.len() as u32;
    let moved = |global: Global| Global::from_u32(global.as_u32() + shift);
    let (mut globals, mut sizes) = (EntityVec::new(), EntityVec::new());
    for redzone in firsts {
        globals.push(redzone);
        sizes.push(0);
    }
    // Symbols of those without a name are made of their number.
    let names: Vec<String> = module.globals.keys().map(|id| module.global_symbol(id).into_owned()).collect();
    for (mut global, name) in std::mem::take(&mut module.globals).values().cloned().zip(names) {
        let size = global.size();
        global.name = name;
        for piece in &mut global.init {
            if let GlobalInit::GlobalAddr(other, _) = piece {
                *other = moved(*other);
            }
        }
        let is_surrounded = size > 0 && size < TOO_LARGE;
        if is_surrounded {
            global.align = global.align.max(8);
            global.init.push(GlobalInit::Zero(size.next_multiple_of(8) as u32 - size as u32 + REDZONE));
        }
        globals.push(global);
        sizes.push(if is_surrounded { size as u32 } else { 0 });
    }
    module.globals = globals;
    for body in bodies {
        link::map_symbols(body, |value| match value.unpack() {
            ValueRef::Global(global) => Value::global(moved(global)),
            _ => value,
        });
    }
    sizes
}

/// The table of variables that `_start` reads.
fn list_variables(module: &mut Module, sizes: &EntityVec<Global, u32>) -> Global {
    let mut init = Vec::new();
    for (id, global) in module.globals.iter() {
        // Of the redzones that stand first nothing may be touched.
        let is_first = id.as_u32() < 3;
        if sizes[id] > 0 || is_first {
            // What alignment leaves free before it is nobody's; more before it is the redzone of another.
            let before = if is_first { 0 } else { (global.align.max(8) - 8).min(REDZONE) };
            let words = [sizes[id], global.size() as u32 + before, before].map(u32::to_le_bytes).concat();
            init.extend([GlobalInit::GlobalAddr(id, 0), GlobalInit::Data(words)]);
        }
    }
    init.push(GlobalInit::Zero(16));
    define(module, "__asan_variables", init)
}

fn define(module: &mut Module, name: &str, init: Vec<GlobalInit>) -> Global {
    module.globals.push(GlobalVar { name: name.into(), linkage: Linkage::Internal, constant: true, align: 4, init })
}

fn define_text(module: &mut Module, name: &str, text: &str) -> Global {
    define(module, name, vec![GlobalInit::Data([text.as_bytes(), &[0]].concat())])
}

/// The names of functions, for reports.
fn texts(module: &mut Module, bodies: &[Function]) -> Vec<Global> {
    let names: Vec<String> = bodies.iter().map(|body| module.func_symbol(body.id).into_owned()).collect();
    (0..).zip(&names).map(|(number, name)| define_text(module, &format!("__asan_name.{number}"), name)).collect()
}

/// A program's own allocating functions, in the order of [`ALLOCATORS`].
type Heap = [FuncId; 4];

/// The allocating functions of a program that has all of them by name. Where one is missing, it may have become a
/// part of its callers, where it looks at what lies before an object; so may the others where somebody looks there.
fn allocators(module: &Module, bodies: &[Function]) -> Option<Heap> {
    let heap = ALLOCATORS.map(|(name, _, params)| {
        module.func_by_name(name).filter(|&func| {
            let sig = module.func_sig(func);
            let result = if name == "free" { Type::Void } else { Type::I32 };
            module.funcs[func].defined && sig.result == result && sig.params == vec![Type::I32; params]
        })
    });
    let [Some(malloc), Some(free), Some(realloc), Some(calloc)] = heap else { return None };
    let heap = [malloc, free, realloc, calloc];
    let looks = |body: &Function| !heap.contains(&body.id) && looks_before(body, malloc);
    (!bodies.iter().any(looks)).then_some(heap)
}

/// Whether a function makes an address before what a call gave it.
fn looks_before(body: &Function, malloc: FuncId) -> bool {
    let is_given = |value: Value| match body.def(value).filter(|_| value.local_index().is_some()) {
        Some(ValueDef::Inst(inst)) => matches!(*body.inst(inst), InstData::Call { func, .. } if func == malloc),
        _ => false,
    };
    let is_before = |op: BinOp, number: Value| {
        let number = body.int_const(number).map(|bits| bits as u32 as i32);
        number.is_some_and(|number| (op == BinOp::Add && number < 0) || (op == BinOp::Sub && number > 0))
    };
    link::all_insts(body).into_iter().any(|inst| match *body.inst(inst) {
        InstData::Binary { op, lhs, rhs } => (is_given(lhs) && is_before(op, rhs)) || (is_given(rhs) && is_before(op, lhs)),
        _ => false,
    })
}

fn add_checker(
    module: &mut Module,
    bodies: &mut Vec<Function>,
    (start, variables): (FuncId, Global),
    heap: Option<Heap>,
) -> Linked {
    let mut given = Given { funcs: vec![("__sz_program", start)], globals: vec![("__asan_variables", variables)] };
    let mut text =
        ["@__asan_variables = external constant [16 x i8]\n", include_str!("program.ll"), include_str!("sanitize.ll")].concat();
    if let Some(heap) = heap {
        given.funcs.extend(ALLOCATORS.iter().zip(heap).map(|((name, ..), func)| (*name, func)));
        text += include_str!("heap.ll");
    }
    link::add(module, bodies, &text, &given)
}

/// Has all but the allocator itself call what is around it.
fn redirect(module: &mut Module, bodies: &mut [Function], heap: Heap, linked: &Linked) {
    let instead = |func: FuncId| {
        let at = heap.iter().position(|own| *own == func)?;
        Some(linked.funcs[ALLOCATORS[at].1])
    };
    for body in bodies.iter_mut().filter(|body| instead(body.id).is_none()) {
        link::map_symbols(body, |value| match value.unpack() {
            ValueRef::Func(func) => instead(func).map_or(value, Value::func),
            _ => value,
        });
        for inst in link::all_insts(body) {
            if let InstData::Call { func, .. } = body.inst_mut(inst) {
                *func = instead(*func).unwrap_or(*func);
            }
        }
    }
    let own = linked.globals.values().copied().collect::<std::collections::HashSet<_>>();
    let ids: Vec<Global> = module.globals.keys().filter(|id| !own.contains(id)).collect();
    for id in ids {
        for piece in &mut module.globals[id].init {
            if let GlobalInit::FuncAddr(func, _) = piece {
                *func = instead(*func).unwrap_or(*func);
            }
        }
    }
}

/// What checks are made of.
struct Tools {
    check: FuncId,
    object: FuncId,
    set: FuncId,
    stack_save: FuncId,
    /// What functions are, by their number.
    intrinsics: EntityVec<FuncId, Option<Intrinsic>>,
    /// Texts: what is done to memory.
    load: Value,
    store: Value,
    atomic: Value,
}

impl Tools {
    fn new(module: &mut Module, linked: &Linked) -> Self {
        let mut text = |name: &str, text: &str| Value::global(define_text(module, name, text));
        let (load, store, atomic) =
            (text("__asan_load", "load"), text("__asan_store", "store"), text("__asan_atomic", "atomic access"));
        let func = |name: &str| linked.funcs[name];
        let (check, object, set) = (func("__asan_check"), func("__asan_object"), func("__asan_set"));
        let stack_save = module.declare_intrinsic(Intrinsic::StackSave);
        let mut intrinsics = EntityVec::new();
        module.funcs.values().for_each(|decl| _ = intrinsics.push(decl.intrinsic));
        Self { check, object, set, stack_save, intrinsics, load, store, atomic }
    }
}

/// An access: address, size, what is done, whether it only reads.
type Access = (Value, Value, Value, bool);

/// A function that gets checks.
struct Checking<'a> {
    body: &'a mut Function,
    tools: &'a Tools,
    sizes: &'a EntityVec<Global, u32>,
    /// Its name.
    name: Global,
}

impl Checking<'_> {
    fn run(mut self) {
        let insts = link::all_insts(self.body);
        let is_alloca = |inst: &&Inst| matches!(self.body.inst(**inst), InstData::Alloca { .. });
        let allocas: Vec<Inst> = insts.iter().filter(is_alloca).copied().collect();
        let known: Vec<(Value, u64)> = allocas.iter().filter_map(|&inst| self.known_size(inst)).collect();
        for &inst in &insts {
            for access in self.accesses(inst) {
                self.check(inst, access, &known);
            }
        }
        let top = allocas.iter().any(|&inst| !self.is_of_frame(inst)).then(|| self.stack_top());
        let objects: Vec<(Value, u32)> = allocas.into_iter().filter_map(|inst| self.surround(inst)).collect();
        for inst in insts {
            match *self.body.inst(inst) {
                InstData::Ret { .. } => self.leave(inst, &objects, top),
                InstData::Call { .. } => self.restore(inst, top),
                _ => {}
            }
        }
    }

    fn number(&mut self, number: u32) -> Value {
        self.body.push_value(Type::I32, ValueDef::Int(number.into()))
    }

    fn call(&mut self, before: Inst, func: FuncId, args: &[Value]) {
        let args = self.body.make_values(args);
        self.body.insert_before(before, InstData::Call { func, args }, Type::Void);
    }

    fn binary(&mut self, before: Inst, op: BinOp, lhs: Value, rhs: Value) -> Value {
        let (_, result) = self.body.insert_before(before, InstData::Binary { op, lhs, rhs }, Type::I32);
        result.expect("an operation has a result")
    }

    /// The result and the size of an object whose size is constant.
    fn known_size(&self, alloca: Inst) -> Option<(Value, u64)> {
        let InstData::Alloca { size, .. } = *self.body.inst(alloca) else { return None };
        Some((self.body.result(alloca)?, self.body.int_const(size)?))
    }

    /// Whether an object is made once for each call: what `surround` can clear by its address.
    fn is_of_frame(&self, alloca: Inst) -> bool {
        self.known_size(alloca).is_some_and(|(_, size)| size < TOO_LARGE) && self.body.inst_block(alloca) == self.body.entry()
    }

    /// What an instruction touches.
    fn accesses(&mut self, inst: Inst) -> Vec<Access> {
        let &Tools { load, store, atomic, .. } = self.tools;
        match *self.body.inst(inst) {
            InstData::Load { addr, .. } => {
                let ty = self.body.ty(self.body.result(inst).expect("a load has a result"));
                vec![(addr, self.bytes(ty), load, true)]
            }
            InstData::Store { addr, value, .. } => vec![(addr, self.bytes(self.body.ty(value)), store, false)],
            InstData::Call { func, args } => {
                let args = self.body.values(args).to_vec();
                match self.intrinsic(func) {
                    Some(Intrinsic::Memcpy | Intrinsic::Memmove) => {
                        vec![(args[1], args[2], load, false), (args[0], args[2], store, false)]
                    }
                    Some(Intrinsic::Memset) => vec![(args[0], args[2], store, false)],
                    Some(Intrinsic::AtomicLoad(ty) | Intrinsic::AtomicCmpxchg(ty)) => {
                        vec![(args[0], self.bytes(ty), atomic, false)]
                    }
                    Some(Intrinsic::AtomicStore(ty) | Intrinsic::AtomicRmw(ty)) => vec![(args[1], self.bytes(ty), atomic, false)],
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn bytes(&mut self, ty: Type) -> Value {
        self.number(ty.bits().div_ceil(8))
    }

    fn intrinsic(&self, func: FuncId) -> Option<Intrinsic> {
        self.tools.intrinsics.get(func).copied().flatten()
    }

    /// Puts a check before an access, unless it is to what is certainly there.
    fn check(&mut self, inst: Inst, (addr, size, kind, loads): Access, known: &[(Value, u64)]) {
        let there = match addr.unpack() {
            ValueRef::Global(global) => self.sizes.get(global).copied().unwrap_or(0).into(),
            _ => known.iter().find(|(object, _)| *object == addr).map_or(0, |(_, size)| *size),
        };
        if self.body.int_const(size).is_some_and(|size| size <= there) {
            return;
        }
        let loads = self.number(loads.into());
        self.call(inst, self.tools.check, &[addr, size, kind, Value::global(self.name), loads]);
    }

    /// Makes an object of a frame larger, forbids what is around it, and says where that is if it is made once.
    fn surround(&mut self, alloca: Inst) -> Option<(Value, u32)> {
        let InstData::Alloca { size, align } = *self.body.inst(alloca) else { return None };
        let (object, next) = (self.body.result(alloca)?, self.body.next_inst(alloca)?);
        if self.body.int_const(size).is_some_and(|size| size >= TOO_LARGE) {
            return None;
        }
        let of_frame = self.is_of_frame(alloca);
        let before = REDZONE.max(align);
        let around = before + REDZONE;
        let total = match self.body.int_const(size) {
            Some(size) => self.number(size.next_multiple_of(8) as u32 + around),
            None => {
                let (more, mask) = (self.number(around + 7), self.number(!7));
                let sum = self.binary(alloca, BinOp::Add, size, more);
                self.binary(alloca, BinOp::And, sum, mask)
            }
        };
        let larger = InstData::Alloca { size: total, align: align.max(8) };
        let (_, start) = self.body.insert_before(alloca, larger, Type::I32);
        let start = start.expect("an object has an address");
        let rhs = self.number(before);
        *self.body.inst_mut(alloca) = InstData::Binary { op: BinOp::Add, lhs: start, rhs };
        let why = self.number(AROUND_FRAME_OBJECT);
        self.call(next, self.tools.object, &[object, size, rhs, total, why]);
        of_frame.then(|| (start, self.body.int_const(total).map_or(0, |total| total as u32)))
    }

    /// The stack pointer where the function starts.
    fn stack_top(&mut self) -> Value {
        let entry = self.body.entry().expect("a function has an entry");
        let first = self.body.first_inst(entry).expect("a block ends with something");
        self.stack_pointer(first)
    }

    fn stack_pointer(&mut self, before: Inst) -> Value {
        let args = self.body.make_values(&[]);
        let (_, pointer) = self.body.insert_before(before, InstData::Call { func: self.tools.stack_save, args }, Type::I32);
        pointer.expect("it is a number")
    }

    /// Allows everything in the frame again before its function returns.
    fn leave(&mut self, ret: Inst, objects: &[(Value, u32)], top: Option<Value>) {
        for &(start, total) in objects {
            let total = self.number(total);
            let end = self.binary(ret, BinOp::Add, start, total);
            self.clear(ret, start, end);
        }
        if let Some(top) = top {
            let bottom = self.stack_pointer(ret);
            self.clear(ret, bottom, top);
        }
    }

    /// The same for what a restored stack pointer gives back.
    fn restore(&mut self, call: Inst, top: Option<Value>) {
        let InstData::Call { func, args } = *self.body.inst(call) else { return };
        if top.is_some() && self.intrinsic(func) == Some(Intrinsic::StackRestore) {
            let to = self.body.values(args)[0];
            let bottom = self.stack_pointer(call);
            self.clear(call, bottom, to);
        }
    }

    fn clear(&mut self, before: Inst, from: Value, to: Value) {
        let zero = self.number(0);
        self.call(before, self.tools.set, &[from, to, zero]);
    }
}
