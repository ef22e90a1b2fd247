#!/usr/bin/env python3
"""Lowers what clang 14 prints for the programs in `c` to the text form of PNaCl bitcode.

In: textual LLVM IR for a 32-bit machine on standard input. Out: the module as `pnacl-sz` reads it. Pointers and aggregates become i32 and
address arithmetic, initialisers bytes and relocations, vector constants loads, narrow parameters and results i32 (PNaCl bitcode ABI,
"Normal form", "Function types"). Anything that these programs do not use is refused with the line; this is no front end.
"""
import re
import struct
import sys

TOKEN = re.compile(
    r'c"(?:[^"\\]|\\[0-9A-Fa-f]{2})*"|[%@!](?:"[^"]*"|[-\w.$]+)|"[^"]*"|0x[0-9A-Fa-f]+|-?\d+\.\d+(?:e[-+]\d+)?|-?\d+|[\w.]+|\.\.\.|#\d+|<\{|\}>|[^\s]'
)
WIDTH = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8}
ATTRIBUTES = {
    "noundef", "nonnull", "zeroext", "signext", "nocapture", "readonly", "readnone", "writeonly", "noalias", "returned", "inbounds", "nuw",
    "nsw", "exact", "volatile", "tail", "fastcc", "notail", "musttail", "immarg", "nofree", "local_unnamed_addr", "unnamed_addr", "private",
    "internal", "dso_local", "noreturn", "nounwind", "returns_twice",
}


class Refused(Exception):
    pass


class Cursor:
    def __init__(self, text):
        self.tokens = TOKEN.findall(text.split(" ; preds")[0])
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def take(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.take(token):
            raise Refused(f"{token} expected, {self.peek()!r} found")

    def skip_attributes(self):
        while True:
            if self.peek() in ATTRIBUTES:
                self.at += 1
            elif self.peek() in ("dereferenceable", "dereferenceable_or_null"):
                self.at += 4
            elif self.peek() == "align" and self.peek(1).isdigit():
                self.at += 2
            else:
                return


# Types: a scalar's name; ("ptr", pointee); ("array", count, element); ("struct", packed, fields); ("vector", count, element);
# ("function", result, parameters); ("named", name); "void".
NAMED = {}


def parse_type(c):
    c.skip_attributes()
    token = c.next()
    if token.startswith("%"):
        kind = ("named", token)
    elif token == "[":
        count = int(c.next())
        c.expect("x")
        kind = ("array", count, parse_type(c))
        c.expect("]")
    elif token in ("{", "<{"):
        close = "}" if token == "{" else "}>"
        fields = []
        while not c.take(close):
            fields.append(parse_type(c))
            c.take(",")
        kind = ("struct", token == "<{", fields)
    elif token == "<":
        count = int(c.next())
        c.expect("x")
        kind = ("vector", count, parse_type(c))
        c.expect(">")
    elif token in WIDTH or token == "void":
        kind = token
    else:
        raise Refused(f"type {token!r}")
    while True:
        if c.take("*"):
            kind = ("ptr", kind)
        elif c.peek() == "(":
            c.next()
            parameters = []
            while not c.take(")"):
                parameters.append(parse_type(c))
                c.take(",")
            kind = ("function", kind, parameters)
        else:
            return kind


def resolve(kind):
    return NAMED[kind[1]] if kind[0] == "named" else kind


def align_of(kind):
    kind = resolve(kind)
    if isinstance(kind, str):
        return WIDTH[kind]
    if kind[0] == "ptr":
        return 4
    if kind[0] == "array":
        return align_of(kind[2])
    if kind[0] == "vector":
        return 16
    return 1 if kind[1] else max([align_of(field) for field in kind[2]], default=1)


def size_of(kind):
    kind = resolve(kind)
    if isinstance(kind, str):
        return WIDTH[kind]
    if kind[0] == "ptr":
        return 4
    if kind[0] == "array":
        return kind[1] * size_of(kind[2])
    if kind[0] == "vector":
        return 16
    return offsets(kind)[-1]


def offsets(kind):
    """Where each field of a structure lies, and its size."""
    at, result = 0, []
    for field in kind[2]:
        if not kind[1]:
            at = -(-at // align_of(field)) * align_of(field)
        result.append(at)
        at += size_of(field)
    return result + [-(-at // align_of(kind)) * align_of(kind)]


def plain(kind):
    """The type of a value as PNaCl has it."""
    kind = resolve(kind)
    if isinstance(kind, str):
        return kind
    if kind[0] == "ptr":
        return "i32"
    if kind[0] == "vector":
        return f"<{kind[1]} x {kind[2]}>"
    raise Refused(f"a value of type {kind}")


def wide(kind):
    """The type of a parameter or result."""
    kind = plain(kind)
    return "i32" if kind in ("i1", "i8", "i16") else kind


def as_int(text):
    return {"true": 1, "false": 0, "null": 0, "zeroinitializer": 0, "undef": 0, "poison": 0}.get(text, None) if not re.fullmatch(r"-?\d+", text) else int(text)


# Values: ("local", name), ("text", number as spelled), ("addr", symbol, offset), ("lanes", kind, [values]) .
def parse_value(c, kind):
    c.skip_attributes()
    token = c.next()
    if token.startswith("%"):
        return ("local", token[1:])
    if token.startswith("@"):
        return ("addr", token, 0)
    resolved = resolve(kind)
    if token in ("getelementptr", "bitcast", "ptrtoint", "inttoptr"):
        c.skip_attributes()
        c.expect("(")
        if token == "getelementptr":
            base, at = parse_address(c)
            if at or base[0] == "local":
                raise Refused("a constant address that is not constant")
            value = base
        else:
            value = parse_value(c, parse_type(c))
            c.expect("to")
            parse_type(c)
        c.expect(")")
        return value
    if not isinstance(resolved, str) and resolved[0] == "vector":
        if token == "<":
            lanes = []
            while not c.take(">"):
                lane = parse_type(c)
                lanes.append(parse_value(c, lane))
                c.take(",")
            return ("lanes", resolved, lanes)
        if token == "zeroinitializer":
            return ("lanes", resolved, [("text", "0")] * resolved[1])
        if token in ("undef", "poison"):
            return ("text", "undef")
    if resolved in ("float", "double"):
        return ("text", "0.0" if token in ("undef", "poison", "zeroinitializer") else token)
    number = as_int(token)
    if number is None:
        raise Refused(f"value {token!r}")
    return ("text", str(number))


def parse_address(c):
    """What follows `getelementptr`: a base with a constant offset, and (local index, its type, scale) for the rest."""
    kind = parse_type(c)
    c.expect(",")
    base = parse_value(c, parse_type(c))
    constant, indices, first = 0, [], True
    while c.take(","):
        index_type = parse_type(c)
        index = parse_value(c, index_type)
        step = kind
        if not first:
            kind = resolve(kind)
            if kind[0] == "struct":
                constant += offsets(kind)[int(index[1])]
                kind = kind[2][int(index[1])]
                continue
            step = kind = kind[2]
        first = False
        if index[0] == "text":
            constant += int(index[1]) * size_of(step)
        elif index[0] == "local":
            indices.append((index, plain(index_type), size_of(step)))
        else:
            raise Refused("an index that is an address")
    if base[0] == "addr":
        return ("addr", base[1], base[2] + constant), indices
    if base[0] == "text":
        return ("text", str(int(base[1]) + constant)), indices
    if constant:
        indices.append((("text", str(constant)), "i32", 1))
    return base, indices


class Module:
    def __init__(self, lines):
        self.lines = lines
        self.globals, self.functions, self.declared, self.vectors = {}, {}, {}, []
        self.types, self.initial = {}, []

    def name_types(self):
        for line in self.lines:
            if line.startswith("%") and " = type " in line:
                c = Cursor(line)
                name = c.next()
                c.expect("=")
                c.expect("type")
                NAMED[name] = parse_type(c)

    def flatten(self, c, kind, out):
        """Appends an initialiser's bytes, and (symbol, offset) for addresses."""
        kind = resolve(kind)
        if c.peek() in ("zeroinitializer", "undef", "null") and not isinstance(kind, str):
            c.next()
            out.extend([0] * size_of(kind))
        elif isinstance(kind, str) or kind[0] == "ptr":
            value = parse_value(c, kind)
            if value[0] == "addr":
                out.append((value[1], value[2]))
                out.extend([None] * 3)
            else:
                out.extend(scalar_bytes(kind if isinstance(kind, str) else "i32", value[1]))
        elif kind[0] == "array" and c.peek().startswith('c"'):
            text = c.next()[2:-1]
            out.extend(int(one[1:], 16) if len(one) == 3 else ord(one) for one in re.findall(r"\\[0-9A-Fa-f]{2}|.", text))
        elif kind[0] in ("array", "vector"):
            c.expect("[" if kind[0] == "array" else "<")
            for _ in range(kind[1]):
                self.flatten(c, parse_type(c), out)
                c.take(",")
            c.next()
        else:
            begin, at = len(out), offsets(kind)
            c.next()
            for index in range(len(kind[2])):
                out.extend([0] * (begin + at[index] - len(out)))
                self.flatten(c, parse_type(c), out)
                c.take(",")
            c.next()
            out.extend([0] * (begin + at[-1] - len(out)))

    def read_global(self, line):
        c = Cursor(line)
        name = c.next()
        c.expect("=")
        c.skip_attributes()
        word = c.next()
        kind = parse_type(c)
        out = []
        self.flatten(c, kind, out)
        align = re.search(r", align (\d+)", line)
        self.globals[name] = (word, out, int(align.group(1)) if align else 1)

    def parts(self, out):
        """The initialiser as PNaCl spells it, and its type."""
        types, values, run = [], [], []

        def end_run():
            if run:
                types.append(f"[{len(run)} x i8]")
                values.append("zeroinitializer" if not any(run) else 'c"' + "".join(f"\\{b:02X}" if b < 32 or b > 126 or b in (34, 92) else chr(b) for b in run) + '"')
                run.clear()

        for item in out:
            if item is None:
                continue
            if isinstance(item, int):
                run.append(item)
                continue
            end_run()
            symbol, offset = item
            address = f"ptrtoint ({self.type_of(symbol)}* {spelled(symbol)} to i32)"
            types.append("i32")
            values.append(f"add (i32 {address}, i32 {offset})" if offset else address)
        end_run()
        if len(types) == 1 and types[0] != "i32":
            return types[0], values[0]
        return "<{ " + ", ".join(types) + " }>", "<{ " + ", ".join(map(" ".join, zip(types, values))) + " }>"

    def type_of(self, symbol):
        if symbol in self.functions:
            result, parameters = self.functions[symbol]
            return f"{wide(result)} ({', '.join(map(wide, parameters))})"
        out, types, run = self.globals[symbol][1], [], 0
        for item in out:
            if item is None:
                continue
            if isinstance(item, int):
                run += 1
                continue
            types += [f"[{run} x i8]"] * (run > 0) + ["i32"]
            run = 0
        types += [f"[{run} x i8]"] * (run > 0)
        return types[0] if len(types) == 1 and types[0] != "i32" else "<{ " + ", ".join(types) + " }>"

    def vector(self, value):
        """The global that holds a vector's constant."""
        kind, lanes = value[1], value[2]
        data = [byte for lane in lanes for byte in scalar_bytes(kind[2], lane[1])]
        name = f"@lanes.{len(self.vectors)}"
        for known, bytes_ in self.vectors:
            if bytes_ == data:
                return known
        self.vectors.append((name, data))
        self.globals[name] = ("constant", data, 16)
        return name


def scalar_bytes(kind, text):
    if kind in ("float", "double"):
        value = struct.unpack(">d", bytes.fromhex(text[2:]))[0] if text.startswith("0x") else float(text)
        return struct.pack("<f" if kind == "float" else "<d", value)
    return (int(text) & (1 << 8 * WIDTH[kind]) - 1).to_bytes(WIDTH[kind], "little")


def spelled(symbol):
    return symbol.replace(".", "_").replace('"', "")


def strip_attributes(text):
    return re.sub(r"(, )?![\w.]+( ![\w.]+)?|#\d+", "", text)


COMPARE = {"umin": "ult", "umax": "ugt", "smin": "slt", "smax": "sgt"}
ORDER = {"monotonic": 1, "acquire": 3, "release": 4, "acq_rel": 5, "seq_cst": 6}
RMW = {"add": 1, "sub": 2, "or": 3, "and": 4, "xor": 5, "xchg": 6}


class Body:
    def __init__(self, module, header, lines):
        self.m, self.header, self.lines = module, header, lines
        self.alias, self.pairs, self.count = {}, {}, 0
        self.out = []

    def fresh(self):
        self.count += 1
        return f"%t{self.count}"

    def line(self, text):
        self.out.append("  " + text)

    def made(self, text):
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    def value(self, value, kind):
        """Spells an operand; what is no operand in PNaCl is computed first."""
        while value[0] == "local" and value[1] in self.alias:
            value = self.alias[value[1]]
        if value[0] == "local":
            return f"%v{value[1]}"
        if value[0] == "addr":
            address = self.made(f"ptrtoint {self.m.type_of(value[1])}* {spelled(value[1])} to i32")
            return self.made(f"add i32 {address}, {value[2]}") if value[2] else address
        if value[0] == "lanes":
            if all(lane[1] == "undef" for lane in value[2]):
                return "undef"
            symbol = self.m.vector(value)
            address = self.made(f"bitcast [16 x i8]* {symbol.replace('.', '_')} to {plain(kind)}*")
            return self.made(f"load {plain(kind)}* {address}, align {max(1, WIDTH[value[1][2]])}")
        if plain(kind) == "i1":
            return "true" if int(value[1]) & 1 else "false"
        return value[1]

    def pointer(self, value, kind):
        return self.made(f"inttoptr i32 {self.value(value, 'i32')} to {plain(kind)}*")

    def translate(self):
        c = Cursor(self.header)
        c.expect("define")
        c.skip_attributes()
        result = parse_type(c)
        name = c.next()
        c.expect("(")
        parameters, unnamed = [], 0
        while not c.take(")"):
            kind = parse_type(c)
            c.skip_attributes()
            parameters.append((kind, c.next()[1:]))
            unnamed += parameters[-1][1].isdigit()
            c.take(",")
        self.result = result
        blocks = [(str(unnamed), [])]
        for text in self.lines:
            label = re.match(r'([-\w.$]+):', text)
            if label:
                blocks.append((label.group(1), []))
            elif text.strip():
                blocks[-1][1].append(strip_attributes(text.strip()))
        for _, texts in blocks:
            for text in texts:
                self.find_alias(text)
        linkage = "" if name == "@_start" else "internal "
        spelled_parameters = ", ".join(f"{wide(kind)} %{'w' if wide(kind) != plain(kind) else 'v'}{name}" for kind, name in parameters)
        heads, phis = {}, []
        for label, texts in blocks:
            self.out = []
            if label == blocks[0][0]:
                for kind, parameter in parameters:
                    if wide(kind) != plain(kind):
                        self.line(f"%v{parameter} = trunc {wide(kind)} %w{parameter} to {plain(kind)}")
            for text in texts:
                try:
                    if " = phi " in text:
                        phis.append((label, text))
                    else:
                        self.instruction(text)
                except (Refused, KeyError, IndexError, ValueError, TypeError) as error:
                    raise Refused(f"{name}: {text}: {error!r}")
            heads[label] = self.out
        known, lines = {}, {label: [] for label in heads}
        for label, text in phis:
            c = Cursor(text)
            to = c.next()[1:]
            c.next(), c.next()
            kind, ways = parse_type(c), []
            while c.take("["):
                value = parse_value(c, kind)
                c.expect(",")
                way = c.next()[1:]
                c.expect("]")
                c.take(",")
                while value[0] == "local" and value[1] in self.alias:
                    value = self.alias[value[1]]
                key = (way, value, plain(kind)) if value[0] == "addr" else None
                if key not in known or key is None:
                    self.out = []
                    text = self.value(value, kind)
                    heads[way][-1:-1] = self.out
                    if key:
                        known[key] = text
                ways.append(f"[ {known[key] if key else text}, %b{way} ]")
            lines[label].append(f"  %v{to} = phi {plain(kind)} {', '.join(ways)}")
        text = [f"define {linkage}{wide(result)} {spelled(name)}({spelled_parameters}) {{"]
        for label, _ in blocks:
            text += [f"b{label}:"] + lines[label] + heads[label]
        return text + ["}", ""]

    def find_alias(self, text):
        c = Cursor(text)
        to = c.next()[1:]
        if not c.take("="):
            return
        op = c.next()
        if op == "freeze":
            self.alias[to] = parse_value(c, parse_type(c))
        elif op in ("bitcast", "ptrtoint", "inttoptr"):
            kind = parse_type(c)
            value = parse_value(c, kind)
            c.expect("to")
            if plain(kind) == plain(parse_type(c)):
                self.alias[to] = value
        elif op == "getelementptr":
            base, indices = parse_address(c)
            if not indices:
                self.alias[to] = base
        elif op == "cmpxchg":
            self.pairs[to] = None
        elif op == "extractvalue":
            parse_type(c)
            of = c.next()[1:]
            c.expect(",")
            if c.next() == "0":
                self.alias[to] = ("local", of)

    def instruction(self, text):
        c = Cursor(text)
        to = ""
        if c.peek(1) == "=":
            to = c.next()[1:]
            c.next()
            if to in self.alias:
                return
        define = f"%v{to} = " if to else ""
        c.skip_attributes()
        op = c.next()
        c.skip_attributes()
        if op in ("add sub mul udiv sdiv urem srem and or xor shl lshr ashr fadd fsub fmul fdiv frem").split():
            kind = parse_type(c)
            a = self.value(parse_value(c, kind), kind)
            c.expect(",")
            self.line(f"{define}{op} {plain(kind)} {a}, {self.value(parse_value(c, kind), kind)}")
        elif op == "fneg":
            kind = parse_type(c)
            lanes = resolve(kind)
            zero = ("text", "-0.0") if isinstance(lanes, str) else ("lanes", lanes, [("text", "-0.0")] * lanes[1])
            a = self.value(parse_value(c, kind), kind)
            self.line(f"{define}fsub {plain(kind)} {self.value(zero, kind)}, {a}")
        elif op in ("icmp", "fcmp"):
            condition = c.next()
            kind = parse_type(c)
            a = self.value(parse_value(c, kind), kind)
            c.expect(",")
            self.line(f"{define}{op} {condition} {plain(kind)} {a}, {self.value(parse_value(c, kind), kind)}")
        elif op in "trunc zext sext fptrunc fpext fptosi fptoui sitofp uitofp bitcast".split():
            kind = parse_type(c)
            a = self.value(parse_value(c, kind), kind)
            c.expect("to")
            self.line(f"{define}{op} {plain(kind)} {a} to {plain(parse_type(c))}")
        elif op in ("ptrtoint", "inttoptr"):
            raise Refused("a pointer of another width")
        elif op == "select":
            condition_type = parse_type(c)
            condition = self.value(parse_value(c, condition_type), condition_type)
            c.expect(",")
            kind = parse_type(c)
            a = self.value(parse_value(c, kind), kind)
            c.expect(",")
            b = self.value(parse_value(c, parse_type(c)), kind)
            self.line(f"{define}select {plain(condition_type)} {condition}, {plain(kind)} {a}, {plain(kind)} {b}")
        elif op == "getelementptr":
            base, indices = parse_address(c)
            at = self.value(base, "i32")
            for number, (index, kind, scale) in enumerate(indices):
                by = self.value(index, kind)
                if kind == "i64":
                    by = self.made(f"trunc i64 {by} to i32")
                elif kind != "i32":
                    by = self.made(f"sext {kind} {by} to i32")
                if scale & (scale - 1) == 0 and scale > 1:
                    by = self.made(f"shl i32 {by}, {scale.bit_length() - 1}")
                elif scale > 1:
                    by = self.made(f"mul i32 {by}, {scale}")
                last = number + 1 == len(indices)
                self.line(f"{f'%v{to}' if last else self.fresh()} = add i32 {at}, {by}")
                at = f"%t{self.count}"
        elif op == "alloca":
            kind = parse_type(c)
            align = re.search(r"align (\d+)", text)
            name = self.fresh()
            self.line(f"{name} = alloca i8, i32 {size_of(kind)}, align {align.group(1)}")
            self.line(f"{define}ptrtoint i8* {name} to i32")
        elif op == "load":
            self.load(c, define)
        elif op == "store":
            self.store(c)
        elif op == "atomicrmw":
            number = RMW[c.next()]
            kind = parse_type(c)[1]
            at = self.pointer(parse_value(c, "i32"), kind)
            c.expect(",")
            parse_type(c)
            value = self.value(parse_value(c, kind), kind)
            self.intrinsic(define, f"rmw.{kind}", kind, [f"i32 {number}", f"{kind}* {at}", f"{kind} {value}", f"i32 {ORDER[c.next()]}"])
        elif op == "cmpxchg":
            kind = parse_type(c)[1]
            at = self.pointer(parse_value(c, "i32"), kind)
            values = []
            for _ in range(2):
                c.expect(",")
                parse_type(c)
                values.append(f"{kind} {self.value(parse_value(c, kind), kind)}")
            self.pairs[to] = (kind, values[0])
            self.intrinsic(define, f"cmpxchg.{kind}", kind, [f"{kind}* {at}", *values, f"i32 {ORDER[c.next()]}", f"i32 {ORDER[c.next()]}"])
        elif op == "extractvalue":
            parse_type(c)
            kind, expected = self.pairs[c.next()[1:]]
            of = text.split("}")[1].split(",")[0].strip()[1:]
            self.line(f"{define}icmp eq {kind} %v{of}, {expected.split()[1]}")
        elif op == "fence":
            self.intrinsic("", "fence", "void", [f"i32 {ORDER[c.next()]}"])
        elif op in ("extractelement", "insertelement"):
            kind = parse_type(c)
            lane = resolve(kind)[2]
            vector = self.value(parse_value(c, kind), kind)
            operands = [f"{plain(kind)} {vector}"]
            if op == "insertelement":
                c.expect(",")
                parse_type(c)
                operands.append(f"{lane} {self.value(parse_value(c, lane), lane)}")
            c.expect(",")
            index_type = parse_type(c)
            index = parse_value(c, index_type)
            if index[0] != "text":
                raise Refused("a lane that is not constant")
            self.line(f"{define}{op} {', '.join(operands)}, i32 {index[1]}")
        elif op == "call":
            self.call(c, to, define)
        elif op == "br":
            if c.take("label"):
                self.line(f"br label %b{c.next()[1:]}")
            else:
                parse_type(c)
                condition = self.value(parse_value(c, "i1"), "i1")
                labels = [token[1:] for token in c.tokens[c.at:] if token.startswith("%")]
                self.line(f"br i1 {condition}, label %b{labels[0]}, label %b{labels[1]}")
        elif op == "switch":
            kind = parse_type(c)
            value = self.value(parse_value(c, kind), kind)
            c.expect(","), c.expect("label")
            default = c.next()[1:]
            c.expect("[")
            cases = []
            while not c.take("]"):
                parse_type(c)
                number = c.next()
                c.expect(","), c.expect("label")
                cases.append(f"{kind} {number}, label %b{c.next()[1:]}")
            self.line(f"switch {kind} {value}, label %b{default} [ {' '.join(cases)} ]")
        elif op == "ret":
            kind = parse_type(c)
            if kind == "void":
                self.line("ret void")
            else:
                value = self.value(parse_value(c, kind), kind)
                if wide(kind) != plain(kind):
                    value = self.made(f"zext {plain(kind)} {value} to {wide(kind)}")
                self.line(f"ret {wide(kind)} {value}")
        elif op == "unreachable":
            self.line("unreachable")
        else:
            raise Refused(f"instruction {op}")

    def load(self, c, define):
        atomic = c.take("atomic")
        c.skip_attributes()
        kind = parse_type(c)
        c.expect(",")
        parse_type(c)
        at = self.pointer(parse_value(c, "i32"), kind)
        if atomic:
            self.intrinsic(define, f"load.{kind}", kind, [f"{kind}* {at}", f"i32 {ORDER[c.next()]}"])
        else:
            self.line(f"{define}load {plain(kind)}* {at}, align {natural(kind)}")

    def store(self, c):
        atomic = c.take("atomic")
        c.skip_attributes()
        kind = parse_type(c)
        value = self.value(parse_value(c, kind), kind)
        c.expect(",")
        parse_type(c)
        at = self.pointer(parse_value(c, "i32"), kind)
        if atomic:
            self.intrinsic("", f"store.{kind}", "void", [f"{kind} {value}", f"{kind}* {at}", f"i32 {ORDER[c.next()]}"])
        else:
            self.line(f"store {plain(kind)} {value}, {plain(kind)}* {at}, align {natural(kind)}")

    def intrinsic(self, define, name, result, arguments):
        name = name if name.startswith("llvm") else f"llvm.nacl.atomic.{name}"
        types = [argument.split()[0] if not argument.startswith("<") else argument.split(">")[0] + ">" for argument in arguments]
        self.m.declared[name] = f"declare {result} @{name}({', '.join(types)})"
        self.line(f"{define}call {result} @{name}({', '.join(arguments)})")

    def call(self, c, to, define):
        c.skip_attributes()
        result = parse_type(c)
        if not isinstance(result, str) and result[0] == "function":
            result = result[1]
        callee = c.next()
        if not callee.startswith(("@", "%")):
            raise Refused(f"call of {callee}")
        c.expect("(")
        arguments = []
        while not c.take(")"):
            kind = parse_type(c)
            arguments.append((kind, parse_value(c, kind)))
            c.take(",")
        name = callee[1:]
        if name.startswith(("llvm.lifetime", "llvm.assume", "llvm.experimental.noalias")):
            return
        if name.startswith("llvm.mem"):
            spelled_arguments = [f"i8* {self.pointer(arguments[0][1], 'i8')}"]
            second = arguments[1]
            spelled_arguments.append(f"i8 {self.value(second[1], 'i8')}" if "memset" in name else f"i8* {self.pointer(second[1], 'i8')}")
            spelled_arguments += [f"i32 {self.value(arguments[2][1], 'i32')}", "i32 1", "i1 false"]
            return self.intrinsic("", name, "void", spelled_arguments)
        if name == "nacl_setjmp":
            return self.intrinsic(define, "llvm.nacl.setjmp", "i32", [f"i8* {self.pointer(arguments[0][1], 'i8')}"])
        if name == "nacl_longjmp":
            value = self.value(arguments[1][1], "i32")
            return self.intrinsic("", "llvm.nacl.longjmp", "void", [f"i8* {self.pointer(arguments[0][1], 'i8')}", f"i32 {value}"])
        values = [(plain(kind), self.value(value, kind)) for kind, value in arguments]
        if name.startswith("llvm."):
            return self.operation(name, plain(result), values, define)
        spelled_arguments = []
        for (kind, _), (narrow, value) in zip(arguments, values):
            if wide(kind) != narrow:
                value = self.made(f"zext {narrow} {value} to {wide(kind)}")
            spelled_arguments.append(f"{wide(kind)} {value}")
        if callee.startswith("@"):
            target = spelled(callee)
        else:
            types = ", ".join(wide(kind) for kind, _ in arguments)
            target = self.made(f"inttoptr i32 {self.value(('local', name), 'i32')} to {wide(result)} ({types})*")
        narrow = to and wide(result) != plain(result)
        name = self.fresh() if narrow else f"%v{to}"
        self.line(f"{f'{name} = ' if to else ''}call {wide(result)} {target}({', '.join(spelled_arguments)})")
        if narrow:
            self.line(f"%v{to} = trunc {wide(result)} {name} to {plain(result)}")

    def operation(self, name, result, values, define):
        """An intrinsic that computes."""
        op = name.split(".")[1]
        texts = [value for _, value in values]
        if op in COMPARE:
            less = self.made(f"icmp {COMPARE[op]} {result} {texts[0]}, {texts[1]}")
            self.line(f"{define}select i1 {less}, {result} {texts[0]}, {result} {texts[1]}")
        elif op == "abs":
            negative = self.made(f"icmp slt {result} {texts[0]}, 0")
            other = self.made(f"sub {result} 0, {texts[0]}")
            self.line(f"{define}select i1 {negative}, {result} {other}, {result} {texts[0]}")
        elif op in ("fshl", "fshr") and texts[2].isdigit():
            bits = 8 * WIDTH[result]
            left = int(texts[2]) % bits if op == "fshl" else bits - int(texts[2]) % bits
            high = self.made(f"shl {result} {texts[0]}, {left}")
            low = self.made(f"lshr {result} {texts[1]}, {bits - left}")
            self.line(f"{define}or {result} {high}, {low}")
        elif op in ("fshl", "fshr") and result in ("i32", "i64"):
            # The amount is taken modulo the width; a shift by the width itself is made of two.
            bits = 8 * WIDTH[result]
            by = self.made(f"and {result} {texts[2]}, {bits - 1}")
            rest = self.made(f"sub {result} {bits - 1}, {by}")
            left, right = (by, rest) if op == "fshl" else (rest, by)
            high, low = texts[0], texts[1]
            if op == "fshl":
                low = self.made(f"lshr {result} {low}, 1")
            else:
                high = self.made(f"shl {result} {high}, 1")
            high = self.made(f"shl {result} {high}, {left}")
            low = self.made(f"lshr {result} {low}, {right}")
            self.line(f"{define}or {result} {high}, {low}")
        elif op == "usub":
            above = self.made(f"icmp ugt {result} {texts[0]}, {texts[1]}")
            rest = self.made(f"sub {result} {texts[0]}, {texts[1]}")
            self.line(f"{define}select i1 {above}, {result} {rest}, {result} 0")
        elif op in ("ctpop", "ctlz", "cttz") and result in ("i8", "i16"):
            if op != "ctpop":
                raise Refused(f"{name}: zeros of a narrow integer")
            name = self.fresh()
            wide_value = self.made(f"zext {result} {texts[0]} to i32")
            self.intrinsic(f"{name} = ", "llvm.ctpop.i32", "i32", [f"i32 {wide_value}"])
            self.line(f"{define}trunc i32 {name} to {result}")
        elif op in ("ctpop", "ctlz", "cttz", "bswap", "sqrt", "fabs"):
            self.intrinsic(define, name, result, [f"{kind} {value}" for kind, value in values])
        else:
            raise Refused(f"intrinsic {name}")


def natural(kind):
    """The alignment that an access may state: a float's own, of a vector an element's, else one."""
    kind = resolve(kind)
    if not isinstance(kind, str):
        return WIDTH[kind[2]] if kind[0] == "vector" else 1
    return WIDTH[kind] if kind in ("float", "double") else 1


def main():
    lines = sys.stdin.read().split("\n")
    module = Module(lines)
    module.name_types()
    bodies, body = [], None
    for line in lines:
        if body is not None:
            if line == "}":
                body = None
            elif body and body[-1].lstrip().startswith("switch ") and not body[-1].rstrip().endswith("]"):
                body[-1] += " " + line.strip()
            else:
                body.append(line)
        elif line.startswith("define "):
            body = []
            bodies.append((line, body))
            c = Cursor(line)
            c.next(), c.skip_attributes()
            result = parse_type(c)
            name = c.next()
            c.expect("(")
            parameters = []
            while not c.take(")"):
                parameters.append(parse_type(c))
                c.skip_attributes()
                c.next(), c.take(",")
            module.functions[name] = (result, parameters)
    for line in lines:
        if line.startswith("@"):
            module.read_global(line)
    texts = [line for header, body in bodies for line in Body(module, header, body).translate()]
    out = []
    for name, (word, data, align) in module.globals.items():
        kind, value = module.parts(data)
        out.append(f"{spelled(name)} = internal {word} {kind} {value}, align {align}")
    out += [""] + sorted(module.declared.values()) + [""] + texts
    print("\n".join(out).rstrip())


try:
    main()
except Refused as error:
    sys.exit(f"lower.py: {error}")
