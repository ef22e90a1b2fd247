//! Walks a file and collects what is to be done to it.
//!
//! Code is in one of three contexts. What runs is mutated. What the compiler evaluates (array
//! lengths, constants, `const fn`) cannot ask at run time which mutant is on: constants and
//! functions get doubles that can, and what stays calls the `const` ones. Tests are left as they
//! are, but for that. Patterns and types are no expressions and are left alone, and so are messages
//! and assertions: they are checks.

use std::collections::BTreeMap;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

use super::edits::{ConstantParts, Draft, Edit, Edits, Form, FunctionParts, Rename};
use super::macros::{self, Matches};
use super::names::{Names, neighbours, type_name};
use super::operators::{self, Alternatives, Operator};
use super::source::{is_test_only, range, text_of};
use super::uses::Scope;

/// Longest body of an arm that is exchanged with another's, in bytes.
const LONGEST_BODY: usize = 100;
/// Most alternatives that a list of patterns gives.
const MOST_PATTERNS: usize = 4;

/// Where code is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Context {
    /// It runs.
    Runs,
    /// The compiler evaluates it; whether in this place always.
    Constant { everywhere: bool },
    /// It is a test, or nothing that is mutated: only what the compiler evaluates in it matters.
    Left,
}

/// Collects the edits of a file. `path` is its path in the source directory.
pub fn collect(path: &str, text: &str, file: &syn::File, names: &Names) -> Edits {
    let mut collector = Collector {
        path,
        text,
        names,
        edits: Edits::default(),
        choices: BTreeMap::new(),
        context: Context::Runs,
        scopes: Vec::new(),
        places: Vec::new(),
        owner: String::new(),
        in_trait_impl: false,
        in_value: false,
    };
    collector.scopes.push(Scope::of_items(&file.items));
    collector.visit_file(file);
    let mut edits = collector.edits;
    let choices = collector.choices.into_iter();
    edits.edits.extend(choices.map(|((start, end), choice)| Edit { range: start..usize::MAX - end, form: Form::Choice(choice) }));
    edits
}

struct Collector<'a> {
    path: &'a str,
    text: &'a str,
    names: &'a Names,
    edits: Edits,
    /// Alternatives of expressions, by their start and, turned round, their end: outer ones come
    /// first.
    choices: BTreeMap<(usize, usize), Vec<(usize, String)>>,
    context: Context,
    scopes: Vec<Scope>,
    /// Names of the functions and constants around.
    places: Vec<String>,
    /// The type whose methods these are.
    owner: String,
    in_trait_impl: bool,
    /// Within the value of a constant's double.
    in_value: bool,
}

impl Collector<'_> {
    fn draft(&mut self, range: Range<usize>, operator: Operator, mutated: &str) -> usize {
        let original = self.text[range.clone()].to_string();
        let place = self.places.join("::");
        self.edits.mutants.push(Draft { range, operator, original, mutated: mutated.into(), place });
        self.edits.mutants.len() - 1
    }

    fn choose(&mut self, range: Range<usize>, alternatives: Alternatives) {
        for (operator, text) in alternatives {
            if text == self.text[range.clone()] {
                continue;
            }
            let mutant = self.draft(range.clone(), operator, &text);
            self.choice(range.clone(), mutant, text);
        }
    }

    fn choice(&mut self, range: Range<usize>, mutant: usize, text: String) {
        self.choices.entry((range.start, usize::MAX - range.end)).or_default().push((mutant, text));
    }

    fn edit(&mut self, range: Range<usize>, form: Form) {
        self.edits.edits.push(Edit { range, form });
    }

    fn within(&mut self, context: Context, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.context, context);
        visit(self);
        self.context = before;
    }

    fn named(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        self.places.push(name.to_string());
        visit(self);
        self.places.pop();
    }

    fn runs(&self) -> bool {
        self.context == Context::Runs
    }

    /// What the compiler evaluates, wherever it stands.
    fn constant(&mut self, expr: &Expr) {
        self.within(Context::Constant { everywhere: true }, |this| this.visit_expr(expr));
    }

    fn item_constant(&mut self, parts: ConstantParts, item: Range<usize>, value: &Expr) {
        if !self.runs() || self.in_trait_impl {
            self.constant(value);
            return;
        }
        self.within(Context::Constant { everywhere: false }, |this| this.visit_expr(value));
        self.places.push(parts.name.clone());
        let before = std::mem::replace(&mut self.in_value, true);
        self.visit_expr(value);
        self.in_value = before;
        self.places.pop();
        self.edit(item, Form::Constant(parts));
    }

    /// A `const fn`'s signature and body: once as what runs, once as what the compiler evaluates.
    fn function(&mut self, signature: &syn::Signature, item: Range<usize>, body: &syn::Block) {
        self.named(&signature.ident, |this| match &signature.constness {
            Some(constness) if this.runs() => {
                this.within(Context::Constant { everywhere: false }, |this| this.visit_block(body));
                this.visit_block(body);
                let parts = FunctionParts { constness: range(constness), name: range(&signature.ident) };
                this.edit(item, Form::Function(parts));
            }
            Some(_) => this.within(Context::Constant { everywhere: true }, |this| this.visit_block(body)),
            None => this.visit_block(body),
        });
    }

    /// The condition of an `if`, `while` or guard.
    fn condition(&mut self, condition: &Expr) {
        if self.runs() && !operators::is_decision(condition) && !macros::is_fault(condition) {
            let is_negated = matches!(condition, Expr::Unary(_) | Expr::Lit(_));
            let sounds = matches!(condition, Expr::MethodCall(call) if operators::sounds_true_or_false(&call.method.to_string()));
            if !is_negated && !sounds && !macros::is_matches(condition) {
                let place = range(condition);
                let negated = format!("!({})", &self.text[place.clone()]);
                self.choose(place, vec![(Operator::Condition, negated)]);
            }
        }
        self.visit_expr(condition);
    }

    /// Operands of `&&` beside a `let`: each that is none could be left out.
    fn beside_let(&mut self, expr: &Expr) {
        match expr {
            Expr::Let(expr) => self.visit_expr(&expr.expr),
            Expr::Binary(binary) if operators::has_let(expr) => {
                self.beside_let(&binary.left);
                self.beside_let(&binary.right);
            }
            other => {
                if self.runs() && !macros::is_fault(other) {
                    self.choose(range(other), vec![(Operator::Logic, "true".into())]);
                }
                self.condition(other);
            }
        }
    }

    /// An expression whose value is read: as a place, a choice of two fields would be a copy.
    fn value(&mut self, expr: &Expr) {
        if let Expr::Field(field) = expr
            && self.runs()
        {
            self.choose(range(field), operators::field(self.text, field));
        }
        self.visit_expr(expr);
    }

    fn path(&mut self, path: &syn::Path, whole: Range<usize>, arity: usize) {
        let idents: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let has_arguments = path.segments.iter().any(|segment| !segment.arguments.is_none());
        let Some(name) = idents.last().filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()) && !has_arguments) else {
            return;
        };
        let scopes = || self.scopes.iter().rev();
        let written = if idents.len() > 1 { idents[..idents.len() - 1].join("::") } else { String::new() };
        // What the name belongs to, and what has to be written before it.
        let (owner, prefix) = match idents.len() {
            1 => match scopes().find_map(|scope| scope.import(name)) {
                Some(path) => (path.rsplit("::").next().unwrap_or_default().to_string(), format!("{path}::")),
                None => (String::new(), String::new()),
            },
            _ if written == "Self" => (self.owner.clone(), "Self::".into()),
            _ => (idents[idents.len() - 2].clone(), format!("{written}::")),
        };
        let globs: Vec<String> = scopes().flat_map(|scope| scope.globs()).map(String::from).collect();
        if let Some(siblings) = self.variants(name, &owner, &globs, idents.len() == 1, arity) {
            let prefix = if idents.len() > 1 { format!("{written}::") } else { prefix };
            let prefix = if owner.is_empty() { String::new() } else { prefix };
            let alternatives = siblings.iter().map(|sibling| (Operator::Name, format!("{prefix}{sibling}"))).collect();
            self.choose(whole, alternatives);
            return;
        }
        if arity > 0 {
            return;
        }
        let Some(known) = self.names.const_of(name, &owner, self.path) else { return };
        let siblings: Vec<String> = self.names.siblings_of(known).iter().map(|sibling| sibling.name.clone()).collect();
        let is_local = scopes().any(|scope| scope.declares(name));
        let prefix = if is_local { String::new() } else { prefix };
        let alternatives = siblings.iter().map(|sibling| (Operator::Name, format!("{prefix}{sibling}"))).collect();
        self.choose(whole.clone(), alternatives);
        self.edit(whole, Form::Use(format!("(*{prefix}{name}__m())")));
    }

    /// Variants beside the one that a path names.
    fn variants(&self, name: &str, owner: &str, globs: &[String], is_bare: bool, arity: usize) -> Option<Vec<String>> {
        let known = if owner.is_empty() {
            globs.iter().find_map(|glob| self.names.enum_of(glob, name, self.path)).filter(|_| is_bare)?
        } else {
            self.names.enum_of(owner, name, self.path)?
        };
        let alike: Vec<&String> = known.variants.iter().filter(|variant| variant.1 == arity).map(|variant| &variant.0).collect();
        let at = alike.iter().position(|other| *other == name)?;
        Some(neighbours(&alike, at).into_iter().map(|name| (*name).clone()).collect())
    }

    fn rename(&mut self, name: &syn::Ident) {
        if let Context::Constant { everywhere } = self.context
            && self.names.const_fns.contains(&name.to_string())
        {
            self.edits.renames.push(Rename { range: range(name), everywhere });
        }
    }

    fn arms(&mut self, arms: &[syn::Arm]) {
        let catches_all = |arm: &syn::Arm| {
            arm.guard.is_none() && matches!(&arm.pat, syn::Pat::Wild(_))
                || matches!(&arm.pat, syn::Pat::Ident(pat) if pat.subpat.is_none() && arm.guard.is_none() && pat.ident.to_string().starts_with(|c: char| c.is_lowercase()))
        };
        let last = arms.iter().rposition(catches_all);
        for (index, arm) in arms.iter().enumerate() {
            if last.is_some_and(|last| index < last) && arm.guard.is_none() {
                let place = range(&arm.pat);
                let mutant = self.draft(place.clone(), Operator::Arm, "an arm that is never taken");
                self.edit(place.end..place.end, Form::Guard(mutant));
            }
        }
        for pair in arms.windows(2) {
            let (a, b) = (range(&pair[0].body), range(&pair[1].body));
            let (left, right) = (&self.text[a.clone()], &self.text[b.clone()]);
            if left != right && left.len().max(right.len()) <= LONGEST_BODY && !is_failure(left) && !is_failure(right) {
                let (left, right) = (left.to_string(), right.to_string());
                let mutant = self.draft(a.clone(), Operator::Arm, &format!("{right}, and {left} in the next arm"));
                self.choice(a, mutant, right);
                self.choice(b, mutant, left);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let Stmt::Expr(expr, Some(_)) = statement else { return };
        let operator = match expr {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => Operator::Exit,
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) | Expr::Try(_) => Operator::Statement,
            Expr::Binary(_) => Operator::Statement,
            _ => return,
        };
        if is_failure(&self.text[range(expr)]) {
            return;
        }
        let place = range(statement);
        let mutant = self.draft(place.clone(), operator, "nothing");
        self.edit(place, Form::Unless(mutant));
    }

    fn matches(&mut self, whole: &syn::Macro) {
        let Ok(parts) = syn::parse2::<Matches>(whole.tokens.clone()) else { return };
        let place = range(whole);
        let mut alternatives = vec![(Operator::Condition, format!("!{}", &self.text[place.clone()]))];
        if let syn::Pat::Or(or) = &parts.pattern {
            let cases: Vec<&str> = or.cases.iter().map(|case| &self.text[range(case)]).collect();
            let pattern = range(&parts.pattern);
            for left_out in 0..cases.len().min(MOST_PATTERNS) {
                let rest: Vec<&str> = (0..cases.len()).filter(|&case| case != left_out).map(|case| cases[case]).collect();
                let (before, after) = (&self.text[place.start..pattern.start], &self.text[pattern.end..place.end]);
                alternatives.push((Operator::Arm, format!("{before}{}{after}", rest.join(" | "))));
            }
        }
        self.choose(place, alternatives);
        self.visit_expr(&parts.value);
        if let Some(guard) = &parts.guard {
            self.condition(guard);
        }
    }
}

/// Whether this is about an error: leaving it out or moving it makes another error.
fn is_failure(text: &str) -> bool {
    text.contains("Err(") || text.contains("panic!") || text.contains("unreachable!") || text.contains("error(")
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        if is_test_only(&item.attrs) || item.ident == "_" {
            return self.constant(&item.expr);
        }
        let parts = constant_parts(&item.vis, &item.ident, &item.ty, &item.expr, false, self.text);
        self.item_constant(parts, range(item), &item.expr);
        self.visit_type(&item.ty);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        if is_test_only(&item.attrs) {
            return self.constant(&item.expr);
        }
        let parts = constant_parts(&item.vis, &item.ident, &item.ty, &item.expr, false, self.text);
        self.item_constant(parts, range(item), &item.expr);
        self.visit_type(&item.ty);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        let parts = constant_parts(&item.vis, &item.ident, &item.ty, &item.expr, true, self.text);
        // The double's memory is an item of its own, which has no `Self`.
        let parts = ConstantParts { ty: parts.ty.replace("Self", &self.owner), ..parts };
        self.item_constant(parts, range(item), &item.expr);
        self.visit_type(&item.ty);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        item.variants.iter().filter_map(|variant| variant.discriminant.as_ref()).for_each(|(_, value)| self.constant(value));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let Some((_, items)) = &item.content else { return };
        let context = if is_test_only(&item.attrs) { Context::Left } else { self.context };
        self.scopes.push(Scope::of_items(items));
        self.within(context, |this| this.named(&item.ident, |this| visit::visit_item_mod(this, item)));
        self.scopes.pop();
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let is_debug = item.trait_.as_ref().is_some_and(|(_, path, _)| text_of(path).contains("Debug"));
        let context = if is_test_only(&item.attrs) || is_debug { Context::Left } else { self.context };
        let owner = std::mem::replace(&mut self.owner, type_name(&item.self_ty));
        let in_trait_impl = std::mem::replace(&mut self.in_trait_impl, item.trait_.is_some());
        let name = self.owner.clone();
        self.places.push(name);
        self.within(context, |this| visit::visit_item_impl(this, item));
        self.places.pop();
        (self.owner, self.in_trait_impl) = (owner, in_trait_impl);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let before = std::mem::replace(&mut self.in_trait_impl, true);
        self.named(&item.ident, |this| visit::visit_item_trait(this, item));
        self.in_trait_impl = before;
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.named(&item.sig.ident, |this| this.visit_block(body));
        }
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        if let Some((_, value)) = &item.default {
            self.constant(value);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let context = if is_test_only(&item.attrs) { Context::Left } else { self.context };
        self.within(context, |this| this.function(&item.sig, range(item), &item.block));
        visit::visit_signature(self, &item.sig);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let context = if is_test_only(&item.attrs) { Context::Left } else { self.context };
        // Methods have constants of their own, whatever they are methods of.
        let before = std::mem::replace(&mut self.in_trait_impl, false);
        self.within(context, |this| this.function(&item.sig, range(item), &item.block));
        self.in_trait_impl = before;
        visit::visit_signature(self, &item.sig);
    }

    fn visit_item_macro(&mut self, _: &'ast syn::ItemMacro) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.visit_type(&array.elem);
        self.constant(&array.len);
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        match argument {
            syn::GenericArgument::Type(ty) => self.visit_type(ty),
            syn::GenericArgument::Const(value) => self.constant(value),
            _ => {}
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let items = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.scopes.push(Scope::of_items(items));
        for statement in &block.stmts {
            if self.runs() {
                self.statement(statement);
            }
            self.visit_stmt(statement);
        }
        self.scopes.pop();
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Local(local) if is_test_only(&local.attrs) => {}
            other => visit::visit_stmt(self, other),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_if(&mut self, expr: &'ast syn::ExprIf) {
        let is_fault = macros::is_fault(&expr.cond);
        if operators::has_let(&expr.cond) {
            self.beside_let(&expr.cond);
        } else {
            self.condition(&expr.cond);
        }
        // What a seeded fault does is no code of the translator's.
        if !is_fault {
            self.visit_block(&expr.then_branch);
        }
        if let Some((_, other)) = &expr.else_branch {
            self.visit_expr(other);
        }
    }

    fn visit_expr_while(&mut self, expr: &'ast syn::ExprWhile) {
        if operators::has_let(&expr.cond) {
            self.beside_let(&expr.cond);
        } else {
            self.condition(&expr.cond);
        }
        self.visit_block(&expr.body);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        self.visit_expr(&expr.expr);
        if self.runs() {
            self.arms(&expr.arms);
        }
        expr.arms.iter().for_each(|arm| self.visit_arm(arm));
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        if macros::is_fault(&expr.left) || macros::is_fault(&expr.right) {
            // The fault's macro is `false` here.
            [&expr.left, &expr.right].into_iter().filter(|side| !macros::is_fault(side)).for_each(|side| self.visit_expr(side));
            return;
        }
        if self.runs() {
            self.choose(range(expr), operators::binary(self.text, expr));
        }
        // What an assignment changes is a place and no value.
        if operators::is_assignment(&expr.op) {
            self.visit_expr(&expr.left)
        } else {
            self.value(&expr.left)
        }
        self.value(&expr.right);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if macros::is_fault(&expr.expr) {
            return;
        }
        if self.runs() {
            self.choose(range(expr), operators::unary(self.text, expr));
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_cast(&mut self, expr: &'ast syn::ExprCast) {
        if self.runs() {
            self.choose(range(expr), operators::cast(self.text, expr));
        }
        self.value(&expr.expr);
    }

    fn visit_expr_range(&mut self, expr: &'ast syn::ExprRange) {
        if self.runs() {
            for (place, alternative) in operators::boundaries(self.text, expr) {
                self.choose(place, vec![alternative]);
            }
        }
        visit::visit_expr_range(self, expr);
    }

    fn visit_expr_lit(&mut self, expr: &'ast syn::ExprLit) {
        if !self.runs() {
            return;
        }
        let alternatives = match &expr.lit {
            syn::Lit::Int(literal) => operators::integer(literal),
            syn::Lit::Bool(literal) => vec![(Operator::Truth, (!literal.value).to_string())],
            syn::Lit::Str(literal) if self.in_value && self.path.contains("encode/table") => operators::opcode(literal),
            _ => Vec::new(),
        };
        self.choose(range(expr), alternatives);
    }

    fn visit_expr_path(&mut self, expr: &'ast syn::ExprPath) {
        if self.runs() && expr.qself.is_none() {
            self.path(&expr.path, range(expr), 0);
        }
    }

    fn visit_expr_call(&mut self, expr: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*expr.func {
            if self.runs() {
                if path.qself.is_none() {
                    self.path(&path.path, range(path), expr.args.len());
                }
                let list: Vec<&Expr> = expr.args.iter().collect();
                self.choose(range(expr), operators::exchanged(self.text, range(expr), &list));
            } else if let Some(last) = path.path.segments.last() {
                self.rename(&last.ident);
            }
        } else {
            self.visit_expr(&expr.func);
        }
        expr.args.iter().for_each(|argument| self.value(argument));
    }

    fn visit_expr_method_call(&mut self, expr: &'ast syn::ExprMethodCall) {
        if self.runs() {
            let list: Vec<&Expr> = expr.args.iter().collect();
            let alternatives = [operators::method(self.text, expr), operators::exchanged(self.text, range(expr), &list)].concat();
            self.choose(range(expr), alternatives);
        } else {
            self.rename(&expr.method);
        }
        self.visit_expr(&expr.receiver);
        if let Some(turbofish) = &expr.turbofish {
            self.visit_angle_bracketed_generic_arguments(turbofish);
        }
        expr.args.iter().for_each(|argument| self.value(argument));
    }

    fn visit_expr_assign(&mut self, expr: &'ast syn::ExprAssign) {
        self.visit_expr(&expr.left);
        self.value(&expr.right);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        self.value(&field.expr);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        for field in expr.fields.iter().filter(|field| field.colon_token.is_some()) {
            self.value(&field.expr);
        }
        if let Some(rest) = &expr.rest {
            self.visit_expr(rest);
        }
    }

    fn visit_expr_reference(&mut self, expr: &'ast syn::ExprReference) {
        if self.runs() && self.in_value && expr.mutability.is_none() {
            self.edit(range(expr), Form::Leak(range(&expr.expr)));
        }
        visit::visit_expr_reference(self, expr);
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
        self.constant(&expr.len);
    }

    fn visit_expr_const(&mut self, expr: &'ast syn::ExprConst) {
        self.within(Context::Constant { everywhere: true }, |this| this.visit_block(&expr.block));
    }

    fn visit_macro(&mut self, whole: &'ast syn::Macro) {
        if !self.runs() {
            return;
        }
        match whole.path.segments.last().map(|segment| segment.ident.to_string()).as_deref() {
            Some("matches") => self.matches(whole),
            Some("vec") => macros::elements(whole).iter().for_each(|element| self.visit_expr(element)),
            _ => {}
        }
    }
}

fn constant_parts(
    vis: &syn::Visibility,
    name: &syn::Ident,
    ty: &syn::Type,
    value: &Expr,
    of_type: bool,
    text: &str,
) -> ConstantParts {
    let visibility = if matches!(vis, syn::Visibility::Inherited) { String::new() } else { text[range(vis)].to_string() };
    let value = range(value);
    let is_small = is_small(&text[value.clone()]);
    let path = if of_type { format!("Self::{name}") } else { name.to_string() };
    ConstantParts { visibility, name: name.to_string(), path, ty: with_lifetimes(&text_of(ty)), value, is_small }
}

/// Whether a constant's value is as quickly made as read.
fn is_small(value: &str) -> bool {
    value.len() <= 60 && !value.contains(['[', '&', '{', '"'])
}

/// A type with `'static` in every reference that has no lifetime.
fn with_lifetimes(ty: &str) -> String {
    let mut text = String::new();
    let mut rest = ty;
    while let Some(at) = rest.find('&') {
        text += &rest[..=at];
        rest = rest[at + 1..].trim_start();
        if !rest.starts_with('\'') {
            text += "'static ";
        }
    }
    text + rest
}
