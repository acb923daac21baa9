//! The little of YAML that a map's file has: fields with a word or a list of words each.
//!
//! Lists stand in brackets or one item a line. What is more than that (nested fields, references, tags, blocks of text)
//! is taken as [`Value::Other`], so that only a field that is needed is refused for it.

use crate::fault::Fault;
use std::collections::BTreeMap;

/// A field of the outermost level.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// The line and column of its value, counted from 1.
    pub(crate) place: (usize, usize),
}

/// What a field says.
#[derive(Debug, PartialEq)]
pub(crate) enum Value {
    Word(String),
    List(Vec<String>),
    /// Something that is not read.
    Other,
}

/// The fields of a text.
pub(crate) fn fields(text: &str) -> Result<Vec<Field>, Fault> {
    let mut lines = Lines { text, line: 0 };
    let mut fields: Vec<Field> = Vec::new();
    let mut line_of: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_started = false;
    while let Some((number, line)) = lines.next() {
        let content = without_comment(line);
        let is_marker = content == "---" || content == "...";
        if content.trim().is_empty() || content.starts_with('%') || (is_marker && !is_started) {
            continue;
        }
        if is_marker {
            break;
        }
        is_started = true;
        if content.starts_with([' ', '\t']) || is_item(content) {
            match fields.last_mut() {
                Some(field) => field.value.continue_with(content),
                None => return Err(not_a_field(line).at(number, 1)),
            }
            continue;
        }
        let (name, rest) = name_of(content).ok_or_else(|| not_a_field(line).at(number, 1))?;
        if let Some(other) = line_of.insert(name.clone(), number) {
            let message = format!(
                "{:?} stands here again, after line {other}; expected it once",
                &name[..crate::place::char_boundary(&name, 60)]
            );
            return Err(Fault::data(message).at(number, 1));
        }
        let value = rest.trim();
        let column = content.chars().count() - rest.trim_start().chars().count() + 1;
        let value = if value.starts_with('[') { list(value, &mut lines) } else { word(value) };
        fields.push(Field { name, value, place: (number, column) });
    }
    Ok(fields)
}

struct Lines<'a> {
    text: &'a str,
    line: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        if self.text.is_empty() {
            return None;
        }
        let (line, rest) = self.text.split_once('\n').unwrap_or((self.text, ""));
        self.text = rest;
        self.line += 1;
        Some((self.line, line.trim_end()))
    }
}

impl Value {
    /// What an indented line, or one of a list, adds to a field.
    fn continue_with(&mut self, content: &str) {
        let item = content.trim_start();
        let added = if is_item(item) { word(item[1..].trim()) } else { Value::Other };
        match (&mut *self, added) {
            (Value::List(items), Value::Word(item)) if !item.is_empty() => items.push(item),
            (Value::Word(empty), Value::Word(item)) if empty.is_empty() && !item.is_empty() => {
                *self = Value::List(vec![item]);
            }
            _ => *self = Value::Other,
        }
    }
}

/// Whether a line is an item of a list.
fn is_item(content: &str) -> bool {
    content == "-" || content.starts_with("- ")
}

/// `name: rest`; the name may stand in quotes.
fn name_of(content: &str) -> Option<(String, &str)> {
    let end = match content.chars().next()? {
        quote @ ('"' | '\'') => content[1..].find(quote)? + 2,
        _ => content.find(": ").or_else(|| content.strip_suffix(':').map(str::len))?,
    };
    let rest = content[end..].trim_start().strip_prefix(':')?;
    let Value::Word(name) = word(content[..end].trim()) else { return None };
    Some((name, rest))
}

fn not_a_field(line: &str) -> Fault {
    let start: String = line.chars().take(40).collect();
    Fault::data(format!("{start:?} is no field of a map; expected lines as in `resolution: 0.05`"))
}

/// A list in brackets, which may go on in the lines that follow.
fn list(start: &str, lines: &mut Lines<'_>) -> Value {
    let mut text = start.to_string();
    while !text.ends_with(']') {
        // A list that is never closed takes no more than a few lines.
        let Some((_, line)) = lines.next().filter(|_| text.len() < 4096) else { return Value::Other };
        text.push(' ');
        text.push_str(without_comment(line).trim());
    }
    let inner = text[1..text.len() - 1].trim();
    // YAML allows a comma after the last item.
    let inner = inner.strip_suffix(',').unwrap_or(inner);
    let items: Option<Vec<String>> = inner
        .split(',')
        .map(|item| match word(item.trim()) {
            Value::Word(item) if !item.is_empty() => Some(item),
            _ => None,
        })
        .collect();
    items.map_or(Value::Other, Value::List)
}

/// A word as it is, or in quotes.
fn word(text: &str) -> Value {
    let word = match text.chars().next() {
        None => Some(String::new()),
        Some('\'') => {
            let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
            inner.filter(|inner| !inner.replace("''", "").contains('\'')).map(|inner| inner.replace("''", "'"))
        }
        Some('"') => {
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            inner.and_then(unescaped)
        }
        Some('[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '@' | '`' | '%') => None,
        Some(_) => Some(text.to_string()),
    };
    word.map_or(Value::Other, Value::Word)
}

/// The text between double quotes.
fn unescaped(inner: &str) -> Option<String> {
    let mut text = String::with_capacity(inner.len());
    let mut symbols = inner.chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => text.push(match symbols.next()? {
                same @ ('\\' | '"' | '/') => same,
                'n' => '\n',
                't' => '\t',
                _ => return None,
            }),
            '"' => return None,
            symbol => text.push(symbol),
        }
    }
    Some(text)
}

/// A line up to its comment: a `#` at its start or after a space, and not in quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, symbol) in line.char_indices() {
        match quote {
            None if symbol == '#' && before.is_whitespace() => return line[..at].trim_end(),
            // Quotes begin where a word does; in the middle of one they are letters.
            None if (symbol == '"' || symbol == '\'') && (before.is_whitespace() || "[,".contains(before)) => {
                quote = Some(symbol);
            }
            Some(open) if open == symbol && !(open == '"' && before == '\\') => quote = None,
            _ => {}
        }
        before = symbol;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Value {
        Value::Word(text.into())
    }

    fn list(items: &[&str]) -> Value {
        Value::List(items.iter().map(|item| item.to_string()).collect())
    }

    #[test]
    fn what_map_files_have() {
        let text = "%YAML 1.2\n---\n# a map\nimage: my map#1.pgm  # beside this file\nmode: 'it''s'\n\"negate\": 0\r\n\
            origin: [-1.5, 2e1,\n   0.0,  # yaw\n]\nlist:\n- -10.0\n- '2'\n-  3\nindented:\n  - a\n  - b\n\
            quoted: \"a # b \\\"c\\\"\"\nnested:\n  deep: 1\nref: *anchor\nempty:\nurl: http://x:1/y\n...\nnot: read\n";
        let found: Vec<(String, Value)> =
            fields(text).expect("it is read").into_iter().map(|field| (field.name, field.value)).collect();
        let expected = [
            ("image", word("my map#1.pgm")),
            ("mode", word("it's")),
            ("negate", word("0")),
            ("origin", list(&["-1.5", "2e1", "0.0"])),
            ("list", list(&["-10.0", "2", "3"])),
            ("indented", list(&["a", "b"])),
            ("quoted", word("a # b \"c\"")),
            ("nested", Value::Other),
            ("ref", Value::Other),
            ("empty", word("")),
            ("url", word("http://x:1/y")),
        ];
        assert_eq!(found, expected.map(|(name, value)| (name.to_string(), value)));
        let places: Vec<(usize, usize)> = fields(text).expect("it is read").iter().map(|field| field.place).collect();
        assert_eq!(places[..4], [(4, 8), (5, 7), (6, 11), (7, 9)]);
    }
}
