//! Numbers and texts as they stand in a row.

/// The shortest digits that read back as the same number; a whole number without a point, and never −0.
pub(crate) fn number(out: &mut Vec<u8>, value: f64) {
    // Adding 0.0 turns −0.0 into 0.0.
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format(value + 0.0);
    out.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
}

/// A whole number.
pub(crate) fn whole(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// A text as a cell of CSV.
pub(crate) fn cell(out: &mut Vec<u8>, text: &[u8]) {
    let is_plain = !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'));
    if is_plain {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for &byte in text {
        out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    out.push(b'"');
}

/// A text as JSON; bytes that are no UTF-8 are replaced.
pub(crate) fn json_text(out: &mut Vec<u8>, text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    // Writing a text to memory cannot fail.
    let _ = serde_json::to_writer(out, text.as_ref());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_read_back_as_they_were() {
        let cases = [(1.0, "1"), (0.1, "0.1"), (-0.0, "0"), (1e300, "1e300"), (5e-324, "5e-324"), (-2.5, "-2.5")];
        for (value, text) in cases {
            assert_eq!(written(|out| number(out, value)).replace("e+", "e"), text);
            assert_eq!(written(|out| number(out, value)).parse::<f64>(), Ok(value));
        }
    }

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        assert_eq!(written(|out| cell(out, b"gate 1")), "gate 1");
        assert_eq!(written(|out| cell(out, b"a,\"b\"")), "\"a,\"\"b\"\"\"");
        assert_eq!(written(|out| json_text(out, b"a\"\n\xff")), "\"a\\\"\\n\u{fffd}\"");
    }
}
