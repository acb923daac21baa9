//! What does one source file mention? Its modules, its `use` lines, and the paths in its code.
//!
//! Files are read as tokens, which tell code from comments and strings, and paths inside macros from text.
//! What only tests compile is left out: a test may compare a file with any other.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// A module written in the file: first the file's own, then those in braces inside it.
#[derive(Default)]
pub(super) struct Module {
    /// Where it is, seen from the file's own module: empty for that one.
    pub(super) path: Vec<String>,
    /// `mod name;`: modules with files of their own, in the order of the lines.
    pub(super) declared: Vec<String>,
    pub(super) imports: Vec<Import>,
    /// Paths of two names or more in the code, each with its line.
    pub(super) mentions: Vec<(Vec<String>, usize)>,
    /// All names in the code, those in `use` lines not counted.
    pub(super) names: BTreeSet<String>,
}

/// One name that a `use` line brings in.
pub(super) struct Import {
    /// `None` for a star.
    pub(super) name: Option<String>,
    pub(super) path: Vec<String>,
    /// `pub use`: the name is passed on, and this file need not use it itself.
    pub(super) is_passed_on: bool,
    pub(super) line: usize,
}

pub(super) fn read(source: &str) -> Result<Vec<Module>, String> {
    let tokens: TokenStream = source.parse().map_err(|error| format!("cannot be read as Rust: {error}"))?;
    let mut modules = Vec::new();
    read_module(tokens, Vec::new(), &mut modules);
    Ok(modules)
}

fn read_module(tokens: TokenStream, path: Vec<String>, modules: &mut Vec<Module>) {
    let at = modules.len();
    modules.push(Module { path, ..Module::default() });
    read_tokens(tokens, at, modules);
}

/// Reads one level of brackets, and the levels inside it, into the module `at`.
fn read_tokens(tokens: TokenStream, at: usize, modules: &mut Vec<Module>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        if let Some(attribute) = attribute(&tokens[i..]) {
            i += 2;
            if is_for_tests(attribute) {
                i += length_of_item(&tokens[i..]);
            }
        } else if is_word(tokens.get(i), "use") {
            let end = i + tokens[i..].iter().position(|token| is_sign(Some(token), ';')).unwrap_or(tokens.len() - i);
            let is_passed_on = is_after_pub(&tokens[..i]);
            read_imports(&tokens[i + 1..end], &[], is_passed_on, &mut modules[at].imports);
            i = end;
        } else if is_word(tokens.get(i), "mod") {
            i += 1;
            i += read_submodule(&tokens[i..], at, modules);
        } else if let Some((path, length)) = path_at(&tokens[i..]) {
            let line = line_of(&tokens[i]);
            modules[at].names.insert(path[0].clone());
            if 1 < path.len() {
                modules[at].mentions.push((path, line));
            }
            i += length;
        } else if let Some(length) = length_of_rest_of_path(&tokens[i..]) {
            i += length;
        } else {
            if let TokenTree::Group(group) = &tokens[i] {
                read_tokens(group.stream(), at, modules);
            }
            i += 1;
        }
    }
}

/// `name;` or `name { … }`, after `mod`. Returns how many tokens it took.
fn read_submodule(tokens: &[TokenTree], at: usize, modules: &mut Vec<Module>) -> usize {
    match tokens {
        [TokenTree::Ident(name), TokenTree::Group(body), ..] if body.delimiter() == Delimiter::Brace => {
            let mut path = modules[at].path.clone();
            path.push(name.to_string());
            read_module(body.stream(), path, modules);
            2
        }
        [TokenTree::Ident(name), ..] if is_sign(tokens.get(1), ';') => {
            modules[at].declared.push(name.to_string());
            2
        }
        _ => 0,
    }
}

/// A tree of imports, without `use` and the semicolon: `a::{b, c as d, e::*}`.
fn read_imports(tokens: &[TokenTree], prefix: &[String], is_passed_on: bool, imports: &mut Vec<Import>) {
    let mut path = prefix.to_vec();
    let mut name = None;
    let line = tokens.first().map_or(0, line_of);
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Ident(word) if word == "as" => {
                name = tokens.get(i + 1).map(TokenTree::to_string);
                i += 1;
            }
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(sign) if sign.as_char() == '*' => {
                imports.push(Import { name: None, path, is_passed_on, line });
                return;
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| is_sign(Some(token), ',')).filter(|part| !part.is_empty()) {
                    read_imports(part, &path, is_passed_on, imports);
                }
                return;
            }
            _ => {}
        }
        i += 1;
    }
    // `a::{self}` is `a`; a lone `self` or `super` stays.
    if 1 < path.len() && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.or_else(|| path.last().cloned());
    imports.push(Import { name, path, is_passed_on, line });
}

/// A path that begins here, as names, and how many tokens it takes. A turbofish ends it.
fn path_at(tokens: &[TokenTree]) -> Option<(Vec<String>, usize)> {
    let TokenTree::Ident(first) = tokens.first()? else { return None };
    let mut path = vec![first.to_string()];
    let mut length = 1;
    while is_colons(&tokens[length..]) {
        let Some(TokenTree::Ident(name)) = tokens.get(length + 2) else { break };
        path.push(name.to_string());
        length += 3;
    }
    Some((path, length))
}

/// `::name::name` after something that is not a name, as in `Vec::<f64>::new`: it goes on inside a type, or another crate.
fn length_of_rest_of_path(tokens: &[TokenTree]) -> Option<usize> {
    if !is_colons(tokens) {
        return None;
    }
    Some(2 + path_at(&tokens[2..]).map_or(0, |(_, length)| length))
}

/// How long the item is that begins here: up to its semicolon or its body; or a field, up to its comma.
fn length_of_item(tokens: &[TokenTree]) -> usize {
    const ITEMS: [&str; 12] =
        ["pub", "use", "mod", "fn", "impl", "struct", "enum", "trait", "const", "static", "type", "unsafe"];
    let mut start = 0;
    while attribute(&tokens[start..]).is_some() {
        start += 2;
    }
    let is_item = ITEMS.iter().any(|word| is_word(tokens.get(start), word));
    let is_import = tokens[start..].iter().take(3).any(|token| is_word(Some(token), "use"));
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => sign.as_char() == ';' || (sign.as_char() == ',' && !is_item),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_import,
        _ => false,
    };
    tokens[start..].iter().position(ends).map_or(tokens.len(), |end| start + end + 1)
}

/// The brackets of `#[…]`.
fn attribute(tokens: &[TokenTree]) -> Option<&Group> {
    match tokens {
        [TokenTree::Punct(sign), TokenTree::Group(group), ..]
            if sign.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
        {
            Some(group)
        }
        _ => None,
    }
}

/// `cfg(test)`, `cfg(doctest)`, or either together with something else.
fn is_for_tests(attribute: &Group) -> bool {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    ["cfg(test)", "cfg(doctest)"].contains(&text.as_str()) || text.starts_with("cfg(all(test,")
}

/// `pub` or `pub(…)` stands before.
fn is_after_pub(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(word)] => word == "pub",
        [.., TokenTree::Ident(word), TokenTree::Group(group)] => {
            word == "pub" && group.delimiter() == Delimiter::Parenthesis
        }
        _ => false,
    }
}

fn is_colons(tokens: &[TokenTree]) -> bool {
    let is_joint = matches!(tokens.first(), Some(TokenTree::Punct(sign)) if sign.spacing() == Spacing::Joint);
    is_joint && is_sign(tokens.first(), ':') && is_sign(tokens.get(1), ':')
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn line_of(token: &TokenTree) -> usize {
    token.span().start().line
}
