//! Formulas from the notation of a text, `ti = 16/17 ≈ 0.94`, to that of TeX, `t_i = \frac{16}{17} \approx 0.94`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A formula as TeX reads it.
pub(super) fn tex(formula: &str) -> String {
    let mut reader = Reader { chars: formula.chars().collect(), at: 0 };
    let mut out = String::new();
    while reader.at < reader.chars.len() {
        out += &reader.piece();
    }
    out
}

/// Words with formulas between `$` signs, each handed to one of two writers.
pub(super) fn mixed(words: &str, plain: impl Fn(&str) -> String, formula: impl Fn(&str) -> String) -> String {
    words.split('$').enumerate().map(|(index, part)| if index % 2 == 0 { plain(part) } else { formula(part) }).collect()
}

/// Words as LaTeX takes them.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        match c {
            '#' | '%' | '&' | '_' | '{' | '}' => out += &format!("\\{c}"),
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' | '>' => out += &format!("${c}$"),
            '−' => out += "$-$",
            '≈' | '√' | '·' | '≤' | '≥' | '²' | '→' => out += &format!("${}$", tex(&c.to_string())),
            c => out.push(c),
        }
    }
    out
}

/// Words that may stand in a formula.
const WORDS: [&str; 6] = ["and", "or", "if", "no", "min", "max"];

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The next piece, translated.
    fn piece(&mut self) -> String {
        let Some(c) = self.peek() else { return String::new() };
        if c.is_ascii_digit() || c == '√' {
            return self.fraction();
        }
        if c.is_alphabetic() {
            return self.name();
        }
        self.at += 1;
        match c {
            '·' => " \\cdot ".into(),
            '×' => " \\times ".into(),
            '−' => "-".into(),
            '≤' => " \\le ".into(),
            '≥' => " \\ge ".into(),
            '≠' => " \\ne ".into(),
            '≈' => " \\approx ".into(),
            '∓' => " \\mp ".into(),
            '±' => " \\pm ".into(),
            '→' => " \\to ".into(),
            '²' => "^2".into(),
            '…' => "\\ldots ".into(),
            '#' | '%' | '&' | '_' | '{' | '}' => format!("\\{c}"),
            c => c.into(),
        }
    }

    /// A number, a root, or a fraction of two of them.
    fn fraction(&mut self) -> String {
        let above = self.number();
        let next = self.chars.get(self.at + 1).copied();
        if self.peek() == Some('/') && next.is_some_and(|c| c.is_ascii_digit() || c == '√') {
            self.at += 1;
            let below = self.number();
            return format!("\\frac{{{above}}}{{{below}}}");
        }
        above
    }

    /// `12`, `0.5`, `1e−7`, `√65`, `3√5`, `√(…)`.
    fn number(&mut self) -> String {
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_ascii_digit() || *c == '.') {
            // A full stop after a number is none of it.
            if c == '.' && !self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit) {
                break;
            }
            digits.push(c);
            self.at += 1;
        }
        let after = [self.at + 1, self.at + 2].map(|at| self.chars.get(at).copied());
        let is_power = after[0].is_some_and(|c| c.is_ascii_digit())
            || (after[0] == Some('−') && after[1].is_some_and(|c| c.is_ascii_digit()));
        if self.peek() == Some('e') && !digits.is_empty() && is_power {
            self.at += 1;
            let mut power = String::new();
            while let Some(c) = self.peek().filter(|c| c.is_ascii_digit() || *c == '−') {
                power.push(if c == '−' { '-' } else { c });
                self.at += 1;
            }
            return format!("{digits} \\cdot 10^{{{power}}}");
        }
        if self.peek() == Some('√') {
            self.at += 1;
            return format!("{digits}\\sqrt{{{}}}", self.under_root());
        }
        digits
    }

    fn under_root(&mut self) -> String {
        if self.peek() != Some('(') {
            return self.piece();
        }
        let start = self.at + 1;
        let mut depth = 0;
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        let inner: String = self.chars[start..core::cmp::max(start, self.at - 1)].iter().collect();
        tex(&inner)
    }

    /// `P0` is P₀ and `E.x` the x of E; words are words.
    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphabetic() || c.is_ascii_digit()) {
            name.push(c);
            self.at += 1;
        }
        let letters = name.chars().count();
        if WORDS.contains(&name.as_str()) || (letters > 3 && name.chars().all(char::is_alphabetic)) {
            return format!("\\text{{ {name} }}");
        }
        let mut rest: String = name.chars().skip(1).collect();
        let axis = self.chars.get(self.at + 1).copied().filter(|c| matches!(c, 'x' | 'y'));
        if let (Some('.'), Some(axis)) = (self.peek(), axis) {
            self.at += 2;
            if !rest.is_empty() {
                rest.push(',');
            }
            rest.push(axis);
        }
        let first: String = name.chars().take(1).collect();
        if rest.is_empty() { first } else { format!("{first}_{{{rest}}}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas() {
        for (text, expected) in [
            ("ti = 16/17 ≈ 0.94", "t_{i} = \\frac{16}{17}  \\approx  0.94"),
            ("Be' = Bi + i − 2(i·n)n", "B_{e}' = B_{i} + i - 2(i \\cdot n)n"),
            ("N = (E.y, −E.x)", "N = (E_{y}, -E_{x})"),
            ("√65", "\\sqrt{65}"),
            ("7/√65", "\\frac{7}{\\sqrt{65}}"),
            ("(3 − 2√5)/7", "(3 - 2\\sqrt{5})/7"),
            ("√(7² + (−4)²)", "\\sqrt{7^2 + (-4)^2}"),
            ("q = B² − A·C", "q = B^2 - A \\cdot C"),
            ("1e−7", "1 \\cdot 10^{-7}"),
            ("a < 0 or a > 1", "a < 0 \\text{ or } a > 1"),
        ] {
            assert_eq!(tex(text), expected);
        }
    }

    #[test]
    fn words_are_escaped() {
        assert_eq!(escaped("50 % of a_b & −1"), "50 \\% of a\\_b \\& $-$1");
    }
}
