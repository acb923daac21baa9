//! All changes in one program: each is compiled beside what it changes, and one of them is chosen when the program starts.
//!
//! A change for itself would be a compilation for itself. So `a < b` becomes `(if is(7) { a <= b } else { a < b })`, and the environment
//! variable `CAROM_MUTANT` says which number it is. Lines stay where they are, so that what the compiler says leads back to the change.

use proc_macro2::LineColumn;
use quote::ToTokens;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// What every changed file calls. `CAROM_MUTANT` chooses a change; with `CAROM_REACHED`, the numbers of all changes that are come to are
/// written into that file, and none is chosen.
pub(super) const SWITCH: &str = r#"
#[doc(hidden)]
pub mod mutant {
    extern crate std;
    use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    use std::io::Write;
    const UNKNOWN: u32 = u32::MAX;
    const NOTED: u32 = u32::MAX - 1;
    static CHOSEN: AtomicU32 = AtomicU32::new(UNKNOWN);
    static REACHED: [AtomicBool; 16_384] = [const { AtomicBool::new(false) }; 16_384];
    #[inline(always)]
    pub fn is(number: u32) -> bool {
        let chosen = CHOSEN.load(Relaxed);
        if chosen < NOTED { chosen == number } else { find(number) }
    }
    #[cold]
    #[inline(never)]
    fn find(number: u32) -> bool {
        if CHOSEN.load(Relaxed) == UNKNOWN {
            let chosen = std::env::var("CAROM_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
            let noted = std::env::var_os("CAROM_REACHED").is_some();
            CHOSEN.store(if noted { NOTED } else { chosen }, Relaxed);
        }
        if CHOSEN.load(Relaxed) != NOTED {
            return CHOSEN.load(Relaxed) == number;
        }
        if !REACHED[number as usize].load(Relaxed) && !REACHED[number as usize].swap(true, Relaxed) {
            let file = std::env::var_os("CAROM_REACHED").unwrap_or_default();
            let file = std::fs::OpenOptions::new().create(true).append(true).open(file);
            let _ = file.and_then(|mut file| file.write_all(std::format!("{number}\n").as_bytes()));
        }
        false
    }
}
"#;

/// A change, as cargo-mutants lists it: `file:line:column: what`.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) number: u32,
    /// The whole line of the list.
    pub(super) name: String,
    pub(super) file: String,
    place: (usize, usize),
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    /// Another operator.
    Operator(String),
    /// A sign or negation is left out.
    Without,
    /// A function gives this at once.
    Value(String),
    /// An arm of a `match` is never taken.
    NoArm,
    /// A guard of an arm is always so.
    Guard(&'static str),
    /// A field is as in the rest of the value.
    NoField,
    /// It cannot be chosen when the program runs.
    Fixed,
}

const OPERATORS: [&str; 28] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
];

impl Change {
    pub(super) fn parse(number: u32, line: &str) -> Option<Change> {
        let mut parts = line.splitn(4, ':');
        let file = parts.next()?.to_string();
        let place = (parts.next()?.parse().ok()?, parts.next()?.parse::<usize>().ok()?.checked_sub(1)?);
        let text = parts.next()?.trim();
        let what = if text.starts_with("delete match arm ") {
            What::NoArm
        } else if text.starts_with("delete field ") {
            What::NoField
        } else if text.starts_with("delete ") {
            What::Without
        } else if text.starts_with("replace match guard ") {
            What::Guard(if text.contains(" with true in ") { "true" } else { "false" })
        } else {
            let (old, new) = text.strip_prefix("replace ")?.split_once(" with ")?;
            let new_word = new.split(' ').next()?;
            let is_operator = OPERATORS.contains(&old) && OPERATORS.contains(&new_word);
            match is_operator {
                true => What::Operator(new_word.to_string()),
                // One of several types cannot be chosen when the program runs.
                false if old.contains("-> impl ") => What::Fixed,
                false => What::Value(new.to_string()),
            }
        };
        Some(Change { number, name: line.to_string(), file, place, what })
    }
}

/// A file's text with these changes in it, and the numbers of those that are.
pub(super) fn changed(text: &str, changes: &[&Change]) -> Result<(String, Vec<u32>), String> {
    let parsed = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut at: BTreeMap<(usize, usize), Vec<&Change>> = BTreeMap::new();
    changes.iter().for_each(|change| at.entry(change.place).or_default().push(change));
    let lines = [0].into_iter().chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
    let mut finder = Finder { text, lines, at, choices: BTreeMap::new(), begins: BTreeMap::new(), found: Vec::new() };
    finder.visit_file(&parsed);
    let choices: Vec<Choice> =
        finder.choices.into_iter().map(|((start, Reverse(end)), ways)| (start..end, ways)).collect();
    Ok((written(text, 0..text.len(), &choices, &finder.begins), finder.found))
}

/// What else may stand in a place, each with the number of its change.
type Choice = (Range<usize>, Vec<(u32, String)>);

/// A piece of the text with the choices in it, of which those that hold others come before them. In a change there is no other: one is
/// chosen at a time.
fn written(text: &str, range: Range<usize>, choices: &[Choice], begins: &BTreeMap<usize, String>) -> String {
    let (mut out, mut from, mut choices) = (String::new(), range.start, choices);
    let plain = |part: Range<usize>, out: &mut String| {
        let mut start = part.start;
        for (&place, insert) in begins.range(part.clone()) {
            out.push_str(&text[start..place]);
            out.push_str(insert);
            start = place;
        }
        out.push_str(&text[start..part.end]);
    };
    while let [(place, ways), rest @ ..] = choices {
        let inner = rest.iter().take_while(|(other, _)| other.start < place.end).count();
        plain(from..place.start, &mut out);
        out.push('(');
        for (number, way) in ways {
            out.push_str(&format!("if crate::mutant::is({number}) {{ {way} }} else "));
        }
        out.push_str(&format!("{{ {} }})", written(text, place.clone(), &rest[..inner], begins)));
        (from, choices) = (place.end, &rest[inner..]);
    }
    plain(from..range.end, &mut out);
    out
}

/// What stands in other places' stead, by where they begin and, the longest first, end.
type Choices = BTreeMap<(usize, Reverse<usize>), Vec<(u32, String)>>;

struct Finder<'a> {
    text: &'a str,
    /// Where lines begin, in bytes.
    lines: Vec<usize>,
    at: BTreeMap<(usize, usize), Vec<&'a Change>>,
    choices: Choices,
    /// What is put in before what stands in a place.
    begins: BTreeMap<usize, String>,
    found: Vec<u32>,
}

impl<'a> Finder<'a> {
    /// Where something is, in bytes.
    fn range(&self, of: &impl Spanned) -> Range<usize> {
        let span = of.span();
        self.byte(span.start())..self.byte(span.end())
    }

    fn byte(&self, place: LineColumn) -> usize {
        let line = self.lines[place.line - 1];
        line + self.text[line..].chars().take(place.column).map(char::len_utf8).sum::<usize>()
    }

    /// The changes that begin there and are of some kind, with what they make of it.
    fn take(&mut self, place: LineColumn, way: impl Fn(&What) -> Option<String>) -> Vec<(u32, String)> {
        let there = self.at.get(&(place.line, place.column)).map(Vec::as_slice).unwrap_or_default();
        let ways: Vec<_> = there.iter().filter_map(|change| Some((change.number, way(&change.what)?))).collect();
        self.found.extend(ways.iter().map(|(number, _)| number));
        ways
    }

    fn choose(&mut self, range: Range<usize>, ways: Vec<(u32, String)>) {
        if !ways.is_empty() {
            self.choices.entry((range.start, Reverse(range.end))).or_default().extend(ways);
        }
    }

    /// The body of a function: it may give something else at once.
    fn body(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else { return };
        let ways = self.take(first.span().start(), |what| match what {
            What::Value(value) => Some(value.clone()),
            _ => None,
        });
        let text: String = ways
            .iter()
            .map(|(number, value)| format!("if crate::mutant::is({number}) {{ return {value}; }} "))
            .collect();
        if !text.is_empty() {
            let place = self.range(first).start;
            self.begins.entry(place).or_default().insert_str(0, &text);
        }
    }
}

/// What is computed while the program is built cannot be chosen when it runs; and neither can what a `let` in a chain is part of.
impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_none() {
            self.body(&function.block);
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.sig.constness.is_none() {
            self.body(&function.block);
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = function.default.as_ref().filter(|_| function.sig.constness.is_none()) {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !has_let(&binary.left) && !has_let(&binary.right) {
            let [left, right] = [&binary.left, &binary.right].map(|side| side.to_token_stream().to_string());
            let ways = self.take(binary.op.span().start(), |what| match what {
                What::Operator(other) => Some(format!("({left}) {other} ({right})")),
                _ => None,
            });
            self.choose(self.range(binary), ways);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let rest = unary.expr.to_token_stream().to_string();
        let ways = self.take(unary.op.span().start(), |what| (*what == What::Without).then(|| rest.clone()));
        self.choose(self.range(unary), ways);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let gone = self.take(arm.span().start(), |what| (*what == What::NoArm).then(|| "false".to_string()));
        match &arm.guard {
            Some((_, guard)) if !has_let(guard) => {
                let ways = self.take(guard.span().start(), |what| match what {
                    What::Guard(always) => Some((*always).to_string()),
                    _ => None,
                });
                let range = self.range(guard);
                self.choose(range.clone(), gone);
                self.choose(range, ways);
            }
            Some(_) => self.found.retain(|number| !gone.iter().any(|(other, _)| other == number)),
            None => {
                let place = self.range(&arm.pat).end;
                let text: String = gone.iter().map(|(number, _)| format!(" if !crate::mutant::is({number})")).collect();
                if !text.is_empty() {
                    self.begins.insert(place, text);
                }
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, value: &'ast syn::ExprStruct) {
        for (i, field) in value.fields.iter().enumerate() {
            let mut without = value.clone();
            without.fields =
                value.fields.iter().enumerate().filter(|(j, _)| i != *j).map(|(_, field)| field.clone()).collect();
            if !without.fields.is_empty() {
                without.fields.push_punct(syn::token::Comma::default());
            }
            let text = without.to_token_stream().to_string();
            let ways = self.take(field.span().start(), |what| (*what == What::NoField).then(|| text.clone()));
            self.choose(self.range(value), ways);
        }
        visit::visit_expr_struct(self, value);
    }
}

/// Whether a condition has a `let` that its block may use.
fn has_let(condition: &syn::Expr) -> bool {
    match condition {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(number: u32, line: &str) -> Change {
        Change::parse(number, line).expect("it is such a line")
    }

    #[test]
    fn each_change_stands_beside_what_it_changes() {
        let text = "fn f(a: i32) -> bool {\n    match a {\n        1 if 2 < a => !true,\n        3 => a == 3 && 4 > a,\n        _ => false,\n    }\n}\n";
        let lines = [
            "x.rs:2:5: replace f -> bool with true",
            "x.rs:3:9: delete match arm 1 in f",
            "x.rs:3:14: replace match guard 2 < a with true in f",
            "x.rs:3:16: replace < with <= in f",
            "x.rs:3:23: delete ! in f",
            "x.rs:4:9: delete match arm 3 in f",
            "x.rs:4:21: replace && with || in f",
            "x.rs:4:16: replace == with != in f",
        ];
        let changes: Vec<Change> = (1..).zip(lines).map(|(number, line)| change(number, line)).collect();
        let (out, mut found) = changed(text, &changes.iter().collect::<Vec<_>>()).expect("it is code");
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3, 4, 5, 6, 7, 8]);
        let expected = "fn f(a: i32) -> bool {\n    if crate::mutant::is(1) { return true; } match a {\n        \
            1 if (if crate::mutant::is(2) { false } else if crate::mutant::is(3) { true } else if crate::mutant::is(4) { (2) <= (a) } else { 2 < a }) \
            => (if crate::mutant::is(5) { true } else { !true }),\n        \
            3 if !crate::mutant::is(6) => (if crate::mutant::is(7) { (a == 3) || (4 > a) } else { \
            (if crate::mutant::is(8) { (a) != (3) } else { a == 3 }) && 4 > a }),\n        _ => false,\n    }\n}\n";
        assert_eq!(out, expected);
    }

    #[test]
    fn what_cannot_be_chosen_is_left_out() {
        let text = "const A: i32 = 1 + 2;\nfn f(a: Option<i32>) -> bool {\n    if let Some(b) = a && b < 3 { return b < 4 }\n    false\n}\n";
        let lines = [
            "x.rs:1:18: replace + with - in A",
            "x.rs:3:24: replace && with || in f",
            "x.rs:3:29: replace < with > in f",
        ];
        let changes: Vec<Change> = (1..).zip(lines).map(|(number, line)| change(number, line)).collect();
        let (out, found) = changed(text, &changes.iter().collect::<Vec<_>>()).expect("it is code");
        assert_eq!(found, [3]);
        assert!(
            out.contains("if let Some(b) = a && (if crate::mutant::is(3) { (b) > (3) } else { b < 3 }) {"),
            "{out}"
        );
    }
}
