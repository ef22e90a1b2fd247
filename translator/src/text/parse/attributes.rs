//! Attributes, flags and metadata: what of them carries nothing here and is skipped, and what would
//! change a program's meaning and is refused by name. A word that is neither is an error as well: a
//! misspelt attribute must not vanish.
//!
//! Skipped flags of instructions (`nsw`, `exact`, `fast`, …) only ever allow more results than the
//! instruction has without them, so leaving them out is sound.

use super::inst::is_opcode;
use super::module::is_item_word;
use super::types::is_type_word;
use super::{Parser, Result};
use crate::text::lexer::TokenKind;

/// Words before the type of an instruction's operands.
const FLAGS: &[&str] =
    &["nuw", "nsw", "exact", "nneg", "disjoint", "samesign", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"];

/// Linkage, visibility and calling conventions that say nothing new of a module that is one object.
#[rustfmt::skip]
const LINKAGE: &[&str] = &[
    "external", "default", "hidden", "protected", "dso_local", "dso_preemptable", "unnamed_addr", "local_unnamed_addr",
    "externally_initialized", "ccc", "fastcc", "coldcc",
];

/// Attributes of functions, parameters, results, calls and globals that promise something or ask
/// for something that no translation owes them.
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    // Functions.
    "allockind", "allocsize", "alwaysinline", "argmemonly", "builtin", "cold", "convergent", "disable_sanitizer_instrumentation",
    "flatten", "hot", "inaccessiblemem_or_argmemonly", "inaccessiblememonly", "inlinehint", "jumptable", "memory", "minsize",
    "mustprogress", "nobuiltin", "nocallback", "nocf_check", "nocreateundeforpoison", "nodivergencesource", "noduplicate", "nofree",
    "noimplicitfloat", "noinline", "nomerge", "nonlazybind", "noprofile", "norecurse", "noredzone", "noreturn", "nosanitize_bounds",
    "nosanitize_coverage", "nosync", "nounwind", "null_pointer_is_valid", "optdebug", "optforfuzzing", "optnone", "optsize",
    "readnone", "readonly", "returns_twice", "safestack", "sanitize_address", "sanitize_hwaddress", "sanitize_memory",
    "sanitize_memtag", "sanitize_realtime", "sanitize_thread", "shadowcallstack", "skipprofile", "speculatable",
    "speculative_load_hardening", "ssp", "sspreq", "sspstrong", "strictfp", "uwtable", "vscale_range", "willreturn", "writeonly",
    // Parameters and results.
    "align", "allocalign", "allocptr", "captures", "dead_on_return", "dead_on_unwind", "dereferenceable", "dereferenceable_or_null",
    "elementtype", "immarg", "initializes", "inreg", "noalias", "nocapture", "noext", "nofpclass", "nonnull", "noundef", "range",
    "returned", "signext", "sret", "writable", "zeroext",
    // Globals, and what follows a function's attributes.
    "alignstack", "code_model", "no_sanitize_address", "no_sanitize_hwaddress", "partition", "sanitize_address_dyninit",
];

/// What would change the meaning of a program, and what has no place in one object.
#[rustfmt::skip]
const REFUSED: &[&str] = &[
    "weak", "weak_odr", "linkonce", "linkonce_odr", "common", "appending", "extern_weak", "available_externally", "thread_local",
    "alias", "ifunc", "dllimport", "dllexport", "addrspace", "section", "gc", "comdat", "personality", "prefix", "prologue", "naked",
    "byval", "byref", "inalloca", "preallocated", "nest", "swifterror", "swiftself", "swiftasync", "presplitcoroutine", "cc",
];

/// Where a word stands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Context {
    /// Before the operands of an instruction.
    Flags,
    /// Before the result type of a call.
    Call,
    /// In a declaration or among arguments.
    Declaration,
}

impl Context {
    fn allows(self, word: &str) -> bool {
        let flag = self != Context::Declaration && FLAGS.contains(&word);
        flag || (self != Context::Flags && (ATTRIBUTES.contains(&word) || LINKAGE.contains(&word)))
    }
}

impl Parser<'_> {
    /// Skips one attribute: a word, `align 4`, `dereferenceable(8)`, `"key"="value"`, `#3`. Returns
    /// the alignment if it states one.
    pub(super) fn skip_attribute(&mut self) -> Result<Option<u32>> {
        self.skip_word(Context::Declaration)
    }

    fn skip_word(&mut self, place: Context) -> Result<Option<u32>> {
        let (token, word) = (self.peek(), self.peek_word());
        match token.kind {
            TokenKind::Word if word == "align" && place != Context::Flags => return self.align().map(Some),
            TokenKind::Word if REFUSED.contains(&word) || (word.ends_with("cc") && !LINKAGE.contains(&word)) => {
                return self.error(token, format!("`{word}` is not in the PNaCl subset"));
            }
            TokenKind::Word if !place.allows(word) => {
                let what = if place == Context::Flags { "flag of an instruction" } else { "attribute" };
                return self.error(token, format!("`{word}` is no {what}"));
            }
            _ => {}
        }
        self.next();
        match (token.kind, self.peek().kind) {
            (TokenKind::Word, TokenKind::Punct(b'(')) => self.skip_group()?,
            (TokenKind::Word, TokenKind::Int) if word == "alignstack" => self.at += 1,
            (TokenKind::Word, TokenKind::Str) if matches!(word, "partition" | "code_model") => self.at += 1,
            (TokenKind::Str, TokenKind::Punct(b'=')) => {
                self.next();
                if self.peek().kind != TokenKind::Str {
                    return self.expected("the value of this attribute");
                }
                self.next();
            }
            _ => {}
        }
        Ok(None)
    }

    /// Skips the attributes that follow on the same line, up to what begins a statement.
    pub(super) fn skip_trailing_attributes(&mut self) -> Result<()> {
        while !self.peek().line_start {
            match self.peek().kind {
                TokenKind::Str | TokenKind::AttrGroup => {}
                TokenKind::Word if !is_item_word(self.peek_word()) && !is_opcode(self.peek_word()) => {}
                _ => break,
            }
            self.skip_attribute()?;
        }
        Ok(())
    }

    /// Skips the flags before the operands of an instruction.
    pub(super) fn skip_flags(&mut self) -> Result<()> {
        self.skip_words_before_type(Context::Flags)
    }

    /// Skips one flag of an instruction.
    pub(super) fn skip_flag(&mut self) -> Result<()> {
        self.skip_word(Context::Flags).map(|_| ())
    }

    /// Skips flags, calling convention and the attributes of the result before the type of a call.
    pub(super) fn skip_call_words(&mut self) -> Result<()> {
        self.skip_words_before_type(Context::Call)
    }

    /// Skips calling convention and attributes before the result type of a function.
    pub(super) fn skip_result_words(&mut self) -> Result<()> {
        self.skip_words_before_type(Context::Declaration)
    }

    fn skip_words_before_type(&mut self, place: Context) -> Result<()> {
        while matches!(self.peek().kind, TokenKind::Word | TokenKind::Str) && !is_type_word(self.peek_word()) {
            self.skip_word(place)?;
        }
        Ok(())
    }

    /// Skips a metadata node or attachment: its first token, `!x` or `!`, is the next one. After
    /// `!x` a brace is not its own: it may open a function's body.
    pub(super) fn skip_metadata(&mut self) -> Result<()> {
        let token = self.next();
        let bare = self.text(token) == "!";
        match self.peek().kind {
            TokenKind::Punct(b'{') if bare => self.skip_group(),
            TokenKind::Punct(b'(') if !bare => self.skip_group(),
            TokenKind::Str if bare => {
                self.next();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Whether a call of this symbol, or a declaration, carries nothing: debug information, life times
/// and other hints.
pub(super) fn is_hint(symbol: &str) -> bool {
    const HINTS: [&str; 7] = [
        "@llvm.dbg.",
        "@llvm.lifetime.start",
        "@llvm.lifetime.end",
        "@llvm.assume",
        "@llvm.prefetch",
        "@llvm.donothing",
        "@llvm.experimental.noalias.scope.decl",
    ];
    HINTS.iter().any(|hint| symbol.starts_with(hint))
}
