/* A Lisp: reader, evaluator with closures and proper environments, printer, and a mark-and-sweep collector over a small heap. */
#include "start.h"

enum kind { FREE, NUMBER, SYMBOL, PAIR, PRIMITIVE, CLOSURE };
struct cell {
    u8 kind, marked;
    union {
        i64 number;
        struct {
            struct cell *first, *rest;
        } pair;
        struct cell *(*primitive)(struct cell *arguments);
        struct {
            struct cell *code, *environment;
        } closure;
        char name[8];
    } as;
};
enum { CELLS = 800, ROOTS = 4000 };
static struct cell cells[CELLS], nil, *free_cells, *symbols, *globals, *roots[ROOTS];
static int root_count, collections;

static struct cell *sym_quote, *sym_if, *sym_lambda, *sym_define, *sym_let, *sym_true;

static void keep(struct cell *cell) {
    if (root_count == ROOTS) leave(3);
    roots[root_count++] = cell;
}
static void mark(struct cell *cell) {
    while (cell && !cell->marked) {
        cell->marked = 1;
        switch (cell->kind) {
        case PAIR:
            mark(cell->as.pair.first);
            cell = cell->as.pair.rest;
            break;
        case CLOSURE:
            mark(cell->as.closure.code);
            cell = cell->as.closure.environment;
            break;
        default: return;
        }
    }
}
static void collect(void) {
    ++collections;
    mark(&nil);
    mark(symbols);
    mark(globals);
    for (int i = 0; i < root_count; ++i) mark(roots[i]);
    free_cells = 0;
    for (int i = 0; i < CELLS; ++i) {
        struct cell *cell = &cells[i];
        if (!cell->marked) {
            cell->kind = FREE;
            cell->as.pair.rest = free_cells;
            free_cells = cell;
        }
        cell->marked = 0;
    }
    nil.marked = 0;
    if (!free_cells) leave(4);
}
static struct cell *cell_of(enum kind kind) {
    if (!free_cells) collect();
    struct cell *cell = free_cells;
    free_cells = cell->as.pair.rest;
    cell->kind = (u8)kind;
    return cell;
}
static struct cell *number(i64 value) {
    struct cell *cell = cell_of(NUMBER);
    cell->as.number = value;
    return cell;
}
static struct cell *pair(struct cell *first, struct cell *rest) {
    keep(first);
    keep(rest);
    struct cell *cell = cell_of(PAIR);
    root_count -= 2;
    cell->as.pair.first = first;
    cell->as.pair.rest = rest;
    return cell;
}
static struct cell *symbol(const char *name, u32 size) {
    for (struct cell *at = symbols; at != &nil; at = at->as.pair.rest) {
        const char *known = at->as.pair.first->as.name;
        u32 i = 0;
        while (i < size && known[i] == name[i]) ++i;
        if (i == size && known[i] == 0) return at->as.pair.first;
    }
    struct cell *cell = cell_of(SYMBOL);
    for (u32 i = 0; i < 8; ++i) cell->as.name[i] = i < size ? name[i] : 0;
    symbols = pair(cell, symbols);
    return cell;
}
static struct cell *first(struct cell *cell) { return cell->kind == PAIR ? cell->as.pair.first : &nil; }
static struct cell *rest(struct cell *cell) { return cell->kind == PAIR ? cell->as.pair.rest : &nil; }
static struct cell *second(struct cell *cell) { return first(rest(cell)); }

/* Reader. */
static const char *source;
static void blanks(void) {
    while (*source == ' ' || *source == '\n') ++source;
}
static struct cell *parse(void) {
    blanks();
    if (*source == '\'') {
        ++source;
        return pair(sym_quote, pair(parse(), &nil));
    }
    if (*source == '(') {
        ++source;
        blanks();
        if (*source == ')') {
            ++source;
            return &nil;
        }
        /* The list under way hangs on a root. */
        struct cell *head = pair(&nil, &nil), *tail = head;
        keep(head);
        while (*source != ')') {
            struct cell *item = parse();
            struct cell *link = pair(item, &nil);
            tail->as.pair.rest = link;
            tail = link;
            blanks();
        }
        ++source;
        --root_count;
        return head->as.pair.rest;
    }
    const char *begin = source;
    int negative = *source == '-' && source[1] >= '0' && source[1] <= '9';
    if (negative || (*source >= '0' && *source <= '9')) {
        i64 value = 0;
        for (source += negative; *source >= '0' && *source <= '9'; ++source) value = value * 10 + (*source - '0');
        return number(negative ? -value : value);
    }
    while (*source && *source != ' ' && *source != '\n' && *source != '(' && *source != ')') ++source;
    return symbol(begin, (u32)(source - begin));
}
static void print(struct cell *cell) {
    switch (cell->kind) {
    case NUMBER: put_int(cell->as.number); break;
    case SYMBOL: put_text(cell->as.name); break;
    case PRIMITIVE: put_text("<primitive>"); break;
    case CLOSURE: put_text("<closure>"); break;
    default:
        put_char('(');
        for (; cell->kind == PAIR; cell = rest(cell)) {
            print(first(cell));
            if (rest(cell)->kind == PAIR) put_char(' ');
        }
        put_char(')');
    }
}

/* Evaluator. */
static struct cell *lookup(struct cell *name, struct cell *environment) {
    for (int pass = 0; pass < 2; ++pass, environment = globals)
        for (struct cell *at = environment; at->kind == PAIR; at = rest(at))
            if (first(first(at)) == name) return rest(first(at));
    put_text("unbound: ");
    put_line(name->as.name);
    leave(5);
    return &nil;
}
static struct cell *evaluate(struct cell *form, struct cell *environment);
static struct cell *evaluate_all(struct cell *forms, struct cell *environment) {
    if (forms->kind != PAIR) return &nil;
    struct cell *head = evaluate(first(forms), environment);
    keep(head);
    struct cell *tail = evaluate_all(rest(forms), environment);
    --root_count;
    return pair(head, tail);
}
static struct cell *bind(struct cell *names, struct cell *values, struct cell *environment) {
    keep(environment);
    for (; names->kind == PAIR; names = rest(names), values = rest(values)) {
        environment = pair(pair(first(names), first(values)), environment);
        roots[root_count - 1] = environment;
    }
    --root_count;
    return environment;
}
static struct cell *evaluate(struct cell *form, struct cell *environment) {
    int kept = root_count;
    keep(form);
    keep(environment);
    struct cell *result = &nil;
    for (;;) {
        roots[kept] = form;
        roots[kept + 1] = environment;
        if (form->kind == SYMBOL) {
            result = lookup(form, environment);
            break;
        }
        if (form->kind != PAIR) {
            result = form;
            break;
        }
        struct cell *head = first(form);
        if (head == sym_quote) {
            result = second(form);
            break;
        } else if (head == sym_if) {
            struct cell *condition = evaluate(second(form), environment);
            form = condition != &nil ? second(rest(form)) : second(rest(rest(form)));
        } else if (head == sym_lambda) {
            result = cell_of(CLOSURE);
            result->as.closure.code = rest(form);
            result->as.closure.environment = environment;
            break;
        } else if (head == sym_define) {
            struct cell *value = evaluate(second(rest(form)), environment);
            globals = pair(pair(second(form), value), globals);
            result = second(form);
            break;
        } else if (head == sym_let) {
            struct cell *value = evaluate(second(second(form)), environment);
            environment = pair(pair(first(second(form)), value), environment);
            form = second(rest(form));
        } else {
            struct cell *function = evaluate(head, environment);
            keep(function);
            struct cell *arguments = evaluate_all(rest(form), environment);
            keep(arguments);
            if (function->kind == PRIMITIVE) {
                result = function->as.primitive(arguments);
                break;
            }
            if (function->kind != CLOSURE) leave(6);
            environment = bind(first(function->as.closure.code), arguments, function->as.closure.environment);
            form = second(function->as.closure.code);
            root_count = kept + 2;
        }
    }
    root_count = kept;
    return result;
}

static struct cell *truth(int value) { return value ? sym_true : &nil; }
static i64 value_of(struct cell *cell) { return cell->kind == NUMBER ? cell->as.number : 0; }
#define ARITHMETIC(NAME, EXPRESSION)                                     \
    static struct cell *NAME(struct cell *arguments) {                   \
        i64 a = value_of(first(arguments)), b = value_of(second(arguments)); \
        return EXPRESSION;                                               \
    }
ARITHMETIC(p_add, number(a + b))
ARITHMETIC(p_sub, number(a - b))
ARITHMETIC(p_mul, number(a *b))
ARITHMETIC(p_div, b ? number(a / b) : &nil)
ARITHMETIC(p_rem, b ? number(a % b) : &nil)
ARITHMETIC(p_less, truth(a < b))
ARITHMETIC(p_equal, truth(first(arguments)->kind == NUMBER ? a == b : first(arguments) == second(arguments)))
static struct cell *p_first(struct cell *arguments) { return first(first(arguments)); }
static struct cell *p_rest(struct cell *arguments) { return rest(first(arguments)); }
static struct cell *p_pair(struct cell *arguments) { return pair(first(arguments), second(arguments)); }
static struct cell *p_is_pair(struct cell *arguments) { return truth(first(arguments)->kind == PAIR); }

static const struct {
    const char *name;
    struct cell *(*primitive)(struct cell *);
} PRIMITIVES[] = {{"+", p_add},      {"-", p_sub},     {"*", p_mul},    {"/", p_div},   {"%", p_rem},       {"<", p_less},
                  {"=", p_equal}, {"car", p_first}, {"cdr", p_rest}, {"cons", p_pair}, {"pair?", p_is_pair}};

static const char PROGRAM[] =
    "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))"
    "(fib 9)"
    "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))"
    "(fact 20)"
    "(define map (lambda (f l) (if (pair? l) (cons (f (car l)) (map f (cdr l))) '())))"
    "(define fold (lambda (f z l) (if (pair? l) (fold f (f z (car l)) (cdr l)) z)))"
    "(define iota (lambda (n) (if (= n 0) '() (cons n (iota (- n 1))))))"
    "(map (lambda (x) (* x x)) (iota 12))"
    "(fold + 0 (map (lambda (x) (* x x)) (iota 30)))"
    "(define add (lambda (a) (lambda (b) (+ a b))))"
    "(map (add 100) '(1 -2 3))"
    "(define keep (lambda (p l) (if (pair? l) (if (p (car l)) (cons (car l) (keep p (cdr l))) (keep p (cdr l))) '())))"
    "(define join (lambda (a b) (if (pair? a) (cons (car a) (join (cdr a) b)) b)))"
    "(define sort (lambda (l) (if (pair? l) (let (p (car l)) (join (sort (keep (lambda (x) (< x p)) (cdr l)))"
    " (cons p (sort (keep (lambda (x) (if (< x p) '() t)) (cdr l)))))) '())))"
    "(sort '(27 -4 100 3 3 0 91 18 -77 5 64 1000000007 12))"
    "(define sieve (lambda (l) (if (pair? l) (cons (car l) (sieve (keep (lambda (x) (if (= 0 (% x (car l))) '() t)) (cdr l)))) '())))"
    "(define up (lambda (a b) (if (< b a) '() (cons a (up (+ a 1) b)))))"
    "(sieve (up 2 60))"
    "(define hanoi (lambda (n a b c) (if (= n 0) 0 (+ 1 (+ (hanoi (- n 1) a c b) (hanoi (- n 1) c b a))))))"
    "(hanoi 5 'a 'b 'c)"
    "(define loop (lambda (n s) (if (= n 0) s (loop (- n 1) (+ s n)))))"
    "(loop 300 0)"
    "'(quoted (list) of 5)"
    "car sort (= 'a 'a) (/ 7 0)";

static int program(int argc, char **argv) {
    nil.kind = FREE;
    symbols = globals = &nil;
    collect();
    collections = 0;
    sym_quote = symbol("quote", 5);
    sym_if = symbol("if", 2);
    sym_lambda = symbol("lambda", 6);
    sym_define = symbol("define", 6);
    sym_let = symbol("let", 3);
    sym_true = symbol("t", 1);
    globals = pair(pair(sym_true, sym_true), globals);
    for (u32 i = 0; i < sizeof PRIMITIVES / sizeof *PRIMITIVES; ++i) {
        struct cell *name = symbol(PRIMITIVES[i].name, length(PRIMITIVES[i].name)), *value = cell_of(PRIMITIVE);
        value->as.primitive = PRIMITIVES[i].primitive;
        globals = pair(pair(name, value), globals);
    }
    int rounds = argument(argc, argv, 1, 1);
    for (int round = 0; round < rounds; ++round)
        for (source = PROGRAM; blanks(), *source;) {
            struct cell *form = parse();
            print(evaluate(form, &nil));
            put_char('\n');
        }
    put_text("collected ");
    put_text(collections > 3 ? "often" : "seldom");
    put_char('\n');
    return root_count;
}
