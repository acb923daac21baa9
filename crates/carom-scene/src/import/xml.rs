//! XML, as SVG and TMX need it.

use crate::fault::Fault;
use roxmltree::{Document, Node, ParsingOptions};

/// How deep elements may be nested. Readers call themselves once a level.
pub(crate) const MAX_DEPTH: usize = 256;

/// More elements, attributes and texts than this are refused: each takes a hundred bytes of memory.
const MAX_NODES: u32 = 20_000_000;

pub(crate) fn parse(text: &str) -> Result<Document<'_>, Fault> {
    if text.trim().is_empty() {
        return Err(Fault::data("the file is empty").at(1, 1));
    }
    // Drawing programs write a DTD; what it refers to is never fetched.
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        use roxmltree::Error;
        if matches!(error, Error::UnclosedRootNode | Error::UnexpectedEndOfStream | Error::NoRootNode) {
            return Fault::data("the file ends too early: an element is not closed").at_byte(text, text.len());
        }
        let place = error.pos();
        let words = error.to_string();
        // The reader adds its place to its words.
        let words = words.rsplit_once(" at ").map_or(words.as_str(), |(words, _)| words);
        Fault::data(format!("not valid XML: {words}")).at(place.row as usize, place.col as usize)
    })
}

/// The line and column of an element.
fn place(node: Node<'_, '_>) -> (usize, usize) {
    let place = node.document().text_pos_at(node.range().start);
    (place.row as usize, place.col as usize)
}

/// Where the lines of a text begin, so that many lines can be told without a walk through the text for each.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        Lines(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect())
    }

    /// What an element is called in messages.
    pub(crate) fn label(&self, node: Node<'_, '_>) -> String {
        let line = self.0.partition_point(|newline| *newline < node.range().start) + 1;
        format!("<{}> in line {line}", node.tag_name().name())
    }
}

/// A fault at an element.
pub(crate) fn fault(node: Node<'_, '_>, message: impl Into<String>) -> Fault {
    let (line, column) = place(node);
    Fault::data(message).at(line, column)
}

/// A fault of something inside an element, unless it already has a place.
pub(crate) fn placed(node: Node<'_, '_>, fault: Fault) -> Fault {
    if fault.line.is_some() {
        return fault;
    }
    let (line, column) = place(node);
    fault.at(line, column)
}
