//! Where in a text does a field stand?

use std::fmt;

/// The way to a field: `walls[3].segment`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path(pub(crate) Vec<Step>);

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Field(String),
    Index(usize),
}

impl Path {
    pub(crate) fn field(name: &str) -> Path {
        Path(vec![Step::Field(name.into())])
    }

    /// An item of a list of the scene: `walls[3]`.
    pub(crate) fn item(list: &str, index: usize) -> Path {
        Path(vec![Step::Field(list.into()), Step::Index(index)])
    }

    pub(crate) fn then(mut self, field: &str) -> Path {
        self.0.push(Step::Field(field.into()));
        self
    }

    pub(crate) fn nth(mut self, index: usize) -> Path {
        self.0.push(Step::Index(index));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of a path that is very long, its beginning and its end.
        let (first, last) = if self.0.len() > 16 { (6, self.0.len() - 4) } else { (self.0.len(), 0) };
        for (i, step) in self.0.iter().enumerate() {
            if first <= i && i < last {
                if i == first {
                    f.write_str(" … ")?;
                }
                continue;
            }
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Field(name) if i == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}

/// The line and column of a byte, in characters, counted from 1.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let offset = char_boundary(text, offset);
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// The start of the character that a byte is part of.
pub(crate) fn char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Where the value at a path starts in a JSON text that has been read once; as far as the path goes.
pub(crate) fn in_json(text: &str, path: &Path) -> Option<usize> {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0 };
    scan.space();
    for step in &path.0 {
        let place = scan.at;
        let found = match step {
            Step::Field(name) => scan.member(text, name),
            Step::Index(index) => scan.element(*index),
        };
        if found.is_none() {
            return Some(place);
        }
    }
    Some(scan.at)
}

/// Where the value at a path starts in a TOML text, as far as the path goes.
#[cfg(feature = "toml")]
pub(crate) fn in_toml(text: &str, path: &Path) -> Option<usize> {
    use toml::de::{DeTable, DeValue};
    let document = DeTable::parse(text).ok()?;
    let mut place = document.span().start;
    let mut table = Some(document.get_ref());
    let mut list = None;
    for step in &path.0 {
        let next = match step {
            Step::Field(name) => table.and_then(|table| table.iter().find(|(key, _)| key.get_ref() == name)).map(
                // The key, if the value is a table: its span would be that of the header of its last part.
                |(key, value)| (if value.get_ref().is_table() { key.span().start } else { value.span().start }, value),
            ),
            Step::Index(index) => list
                .and_then(|list: &toml::de::DeArray<'_>| list.get(*index))
                .map(|value: &toml::Spanned<DeValue<'_>>| (value.span().start, value)),
        };
        let Some((start, value)) = next else { return Some(place) };
        place = start;
        (table, list) = match value.get_ref() {
            DeValue::Table(table) => (Some(table), None),
            DeValue::Array(list) => (None, Some(list)),
            _ => (None, None),
        };
    }
    Some(place)
}

/// A walk through a JSON text that is known to be well formed up to where the walk leads, without recursion.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.peek()? == byte).then(|| self.at += 1)?;
        self.space();
        Some(())
    }

    /// From the start of an object to the value of a member.
    fn member(&mut self, text: &str, name: &str) -> Option<()> {
        let start = self.at;
        self.expect(b'{')?;
        loop {
            let key_start = self.at;
            if self.peek()? != b'"' {
                break;
            }
            self.string()?;
            let key: Option<String> = serde_json::from_str(&text[key_start..self.at]).ok();
            self.expect(b':')?;
            if key.as_deref() == Some(name) {
                return Some(());
            }
            self.value()?;
            if self.expect(b',').is_none() {
                break;
            }
        }
        self.at = start;
        None
    }

    /// From the start of a list to one of its elements.
    fn element(&mut self, index: usize) -> Option<()> {
        self.expect(b'[')?;
        for _ in 0..index {
            self.value()?;
            self.expect(b',')?;
        }
        (self.peek()? != b']').then_some(())
    }

    /// Past a string.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }

    /// Past a value.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.space();
            match self.peek()? {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                b',' | b':' => return None,
                _ => {
                    while self.peek().is_some_and(|byte| !b",:]} \t\r\n".contains(&byte)) {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}
