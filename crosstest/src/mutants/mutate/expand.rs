//! Expands the translator's own item macros, so that what they declare can be mutated: tables of
//! operations are written with them.
//!
//! Macros of one rule are enough: fragments, repetitions, and tokens that stand for themselves.
//! What cannot be expanded stays as it is. In: a file's text. Out: [`Expanded`], a text with the
//! expansions in it, which knows for each of its bytes where it comes from.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::visit::Visit;

use super::source::{is_test_only, print_into, range, span_range};

/// The rule of a macro.
#[derive(Clone, Debug)]
pub struct Rule {
    matcher: Vec<TokenTree>,
    body: Vec<TokenTree>,
}

/// The macros of a crate, by name.
pub type Macros = BTreeMap<String, Rule>;

/// Adds the macros of one rule that a file declares.
pub fn add(macros: &mut Macros, file: &syn::File) {
    struct Finder<'m>(&'m mut Macros);
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
            let Some(name) = item.ident.as_ref().filter(|_| item.mac.path.is_ident("macro_rules")) else { return };
            if is_test_only(&item.attrs) {
                return;
            }
            let tokens: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
            if let [TokenTree::Group(matcher), TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Group(body), rest @ ..] =
                tokens.as_slice()
                && rest.len() <= 1
            {
                let list = |group: &Group| group.stream().into_iter().collect();
                self.0.insert(name.to_string(), Rule { matcher: list(matcher), body: list(body) });
            }
        }
    }
    Finder(macros).visit_file(file);
}

/// A text whose item macros are expanded.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The text.
    pub text: String,
    /// Where pieces of it begin, and where those come from.
    origins: Vec<(usize, Origin)>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Origin {
    /// Byte by byte from here.
    Copied(usize),
    /// From this token, or for its sake.
    Made(usize),
}

impl Expanded {
    /// Where in the original a byte comes from.
    pub fn origin(&self, offset: usize) -> usize {
        let at = self.origins.partition_point(|origin| origin.0 <= offset);
        match at.checked_sub(1).map(|at| self.origins[at]) {
            Some((start, Origin::Copied(from))) => from + (offset - start),
            Some((_, Origin::Made(from))) => from,
            None => offset,
        }
    }
}

/// Expands a file's item macros that are known.
pub fn expand(text: &str, file: &syn::File, macros: &Macros) -> Expanded {
    let mut expanded = Expanded { text: String::new(), origins: vec![(0, Origin::Copied(0))] };
    let mut at = 0;
    for (place, tokens) in invocations(file, macros) {
        expanded.text.push_str(&text[at..place.start]);
        let mut origins = Vec::new();
        let mut last = place.start;
        let inside = place.clone();
        print_into(tokens, &mut expanded.text, &mut |begin, token| {
            let from = span_range(token.span());
            // Tokens of the macro's own body count for the one before them.
            if inside.contains(&from.start) && !from.is_empty() {
                last = from.start;
            }
            origins.push((begin, Origin::Made(last)));
        });
        expanded.origins.extend(origins);
        at = place.end;
        expanded.origins.push((expanded.text.len(), Origin::Copied(at)));
    }
    expanded.text.push_str(&text[at..]);
    expanded
}

/// The invocations at the top of a file or in its inline modules, with what they become.
fn invocations(file: &syn::File, macros: &Macros) -> Vec<(Range<usize>, TokenStream)> {
    struct Finder<'m> {
        macros: &'m Macros,
        found: Vec<(Range<usize>, TokenStream)>,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
            let name = item.mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
            let Some(rule) = self.macros.get(&name).filter(|_| item.ident.is_none() && item.attrs.is_empty()) else { return };
            let input: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
            let Some(bound) = bind(&rule.matcher, &input) else { return };
            let Some(tokens) = transcribe(&rule.body, &bound, &[]) else { return };
            let tokens: TokenStream = tokens.into_iter().collect();
            if syn::parse2::<syn::File>(tokens.clone()).is_ok() {
                self.found.push((range(item), tokens));
            }
        }

        fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
            if !is_test_only(&item.attrs) {
                syn::visit::visit_item_mod(self, item);
            }
        }

        fn visit_block(&mut self, _: &'ast syn::Block) {}
    }
    let mut finder = Finder { macros, found: Vec::new() };
    finder.visit_file(file);
    finder.found
}

/// What a name of the matcher stands for.
#[derive(Clone, Debug)]
enum Bound {
    Tokens(Vec<TokenTree>),
    Each(Vec<Bindings>),
}

type Bindings = BTreeMap<String, Bound>;

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// A repetition `$( inner ) separator op`.
struct Repetition {
    inner: Vec<TokenTree>,
    separator: Option<char>,
    length: usize,
}

/// The repetition that a list begins with.
fn repetition(list: &[TokenTree]) -> Option<Repetition> {
    let TokenTree::Group(group) = list.get(1)? else { return None };
    if !is_punct(list.first(), '$') || group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let is_op = |at: usize| ['*', '+', '?'].into_iter().any(|op| is_punct(list.get(at), op));
    let inner = group.stream().into_iter().collect();
    if is_op(2) {
        return Some(Repetition { inner, separator: None, length: 3 });
    }
    match list.get(2)? {
        TokenTree::Punct(punct) if is_op(3) => Some(Repetition { inner, separator: Some(punct.as_char()), length: 4 }),
        _ => None,
    }
}

/// Matches all of the input.
fn bind(matcher: &[TokenTree], input: &[TokenTree]) -> Option<Bindings> {
    let mut bound = Bindings::new();
    let used = bind_prefix(matcher, input, &mut bound)?;
    (used == input.len()).then_some(bound)
}

/// Matches the beginning of the input; how much of it.
fn bind_prefix(mut matcher: &[TokenTree], input: &[TokenTree], bound: &mut Bindings) -> Option<usize> {
    let mut at = 0;
    while let Some(first) = matcher.first() {
        if let Some(Repetition { inner, separator, length }) = repetition(matcher) {
            let mut rounds = Vec::new();
            let mut next = at;
            while next < input.len() {
                let mut round = Bindings::new();
                match bind_prefix(&inner, &input[next..], &mut round) {
                    Some(used) if used > 0 => next += used,
                    _ => break,
                }
                rounds.push(round);
                at = next;
                match separator {
                    Some(separator) if is_punct(input.get(next), separator) => next += 1,
                    Some(_) => break,
                    None => {}
                }
            }
            names(&inner).into_iter().for_each(|name| drop(bound.insert(name, Bound::Each(rounds.clone()))));
            matcher = &matcher[length..];
        } else if is_punct(Some(first), '$') {
            let [_, TokenTree::Ident(name), _, TokenTree::Ident(kind), rest @ ..] = matcher else { return None };
            let used = fragment(&kind.to_string(), &input[at..], rest.first())?;
            bound.insert(name.to_string(), Bound::Tokens(input[at..at + used].to_vec()));
            at += used;
            matcher = rest;
        } else {
            match (first, input.get(at)?) {
                (TokenTree::Group(a), TokenTree::Group(b)) if a.delimiter() == b.delimiter() => {
                    let list = |group: &Group| group.stream().into_iter().collect::<Vec<_>>();
                    bound.extend(bind(&list(a), &list(b))?);
                }
                (TokenTree::Group(_), _) => return None,
                (a, b) if a.to_string() == b.to_string() => {}
                _ => return None,
            }
            at += 1;
            matcher = &matcher[1..];
        }
    }
    Some(at)
}

/// How many tokens a fragment takes; `next` is the token of the matcher behind it.
fn fragment(kind: &str, input: &[TokenTree], next: Option<&TokenTree>) -> Option<usize> {
    match (kind, input.first()?) {
        ("ident", TokenTree::Ident(_)) | ("literal", TokenTree::Literal(_)) | ("tt", _) => Some(1),
        ("literal", _) if is_punct(input.first(), '-') => Some(2),
        ("expr" | "ty" | "path" | "meta" | "pat", _) => {
            let is_end = |token: &TokenTree| match (token, next) {
                (TokenTree::Punct(a), Some(TokenTree::Punct(b))) => {
                    a.as_char() == b.as_char() && b.as_char() != '$' || [',', ';'].contains(&a.as_char())
                }
                (TokenTree::Punct(a), _) => [',', ';'].contains(&a.as_char()),
                (TokenTree::Group(a), Some(TokenTree::Group(b))) => a.delimiter() == b.delimiter() && kind != "meta",
                _ => false,
            };
            let used = input.iter().position(is_end).unwrap_or(input.len());
            (used > 0).then_some(used)
        }
        _ => None,
    }
}

/// The names that a matcher binds.
fn names(matcher: &[TokenTree]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, token) in matcher.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found.extend(names(&group.stream().into_iter().collect::<Vec<_>>())),
            TokenTree::Ident(name) if index > 0 && is_punct(matcher.get(index - 1), '$') => found.push(name.to_string()),
            _ => {}
        }
    }
    found
}

/// What a name stands for in the rounds of the repetitions around.
fn look_up<'b>(name: &str, bound: &'b Bindings, rounds: &[usize]) -> Option<&'b Bound> {
    let mut found = bound.get(name)?;
    for &round in rounds {
        match found {
            Bound::Each(each) => found = each.get(round)?.get(name)?,
            Bound::Tokens(_) => break,
        }
    }
    Some(found)
}

fn transcribe(body: &[TokenTree], bound: &Bindings, rounds: &[usize]) -> Option<Vec<TokenTree>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = body.get(at) {
        if let Some(Repetition { inner, separator, length }) = repetition(&body[at..]) {
            let count = |name: &String| match look_up(name, bound, rounds)? {
                Bound::Each(each) => Some(each.len()),
                Bound::Tokens(_) => None,
            };
            let count = used_names(&inner).iter().find_map(count)?;
            for round in 0..count {
                if round > 0 {
                    out.extend(separator.map(|c| TokenTree::Punct(proc_macro2::Punct::new(c, proc_macro2::Spacing::Alone))));
                }
                let rounds: Vec<usize> = rounds.iter().copied().chain([round]).collect();
                out.extend(transcribe(&inner, bound, &rounds)?);
            }
            at += length;
        } else if is_punct(Some(token), '$')
            && let Some(TokenTree::Ident(name)) = body.get(at + 1)
        {
            match look_up(&name.to_string(), bound, rounds) {
                Some(Bound::Tokens(tokens)) => out.extend(tokens.iter().cloned()),
                None if name == "crate" => out.push(body[at + 1].clone()),
                _ => return None,
            }
            at += 2;
        } else if let TokenTree::Group(group) = token {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut made = Group::new(group.delimiter(), transcribe(&inner, bound, rounds)?.into_iter().collect());
            made.set_span(group.span());
            out.push(TokenTree::Group(made));
            at += 1;
        } else {
            out.push(token.clone());
            at += 1;
        }
    }
    Some(out)
}

fn used_names(body: &[TokenTree]) -> Vec<String> {
    names(body)
}
