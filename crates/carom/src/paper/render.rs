//! A working as text, as Markdown with formulas, and as a LaTeX document.

use super::notation::{escaped, mixed, tex};
use super::scalar::{Scalar, pair_text};
use super::working::{Line, Section, Table, Value, Working};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The beginning of a LaTeX document; nothing but what every TeX has.
const PREAMBLE: &str = "\\documentclass[11pt,a4paper]{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath}
\\usepackage[margin=22mm]{geometry}
\\setlength{\\parindent}{0pt}
\\setlength{\\emergencystretch}{3em}
\\raggedright
\\begin{document}
";

impl Working {
    /// As Markdown, with formulas between `$` signs.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for section in &self.sections {
            out += &section.markdown();
        }
        out
    }

    /// As a LaTeX document that compiles by itself.
    #[must_use]
    pub fn latex(&self) -> String {
        format!("{PREAMBLE}{}\\end{{document}}\n", self.latex_body())
    }

    /// The same without the beginning and the end of a document.
    #[must_use]
    pub fn latex_body(&self) -> String {
        let mut out = format!("\\section*{{{}}}\n", words_in_tex(&self.title));
        for section in &self.sections {
            out += &section.latex();
        }
        out
    }

    /// Workings one after the other, as one LaTeX document with a title.
    #[must_use]
    pub fn latex_of_all(title: &str, workings: &[Working]) -> String {
        let mut out = format!("{PREAMBLE}\\begin{{center}}\\Large {}\\end{{center}}\n", words_in_tex(title));
        for working in workings {
            out += &working.latex_body();
        }
        out + "\\end{document}\n"
    }
}

impl fmt::Display for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", plain(&self.title))?;
        for section in &self.sections {
            write!(f, "\n{section}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", plain(&self.title))?;
        for words in &self.words {
            writeln!(f, "  {}", plain(words))?;
        }
        if let Some(table) = &self.table {
            f.write_str(&table.text())?;
        }
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(plain, |formula| formula.into(), |answer| answer.into()))?;
        for remark in &self.remarks {
            write!(f, "\n      {}", plain(remark))?;
        }
        Ok(())
    }
}

/// Words without the signs around formulas.
fn plain(words: &str) -> String {
    words.replace('$', "")
}

fn words_in_tex(words: &str) -> String {
    mixed(words, escaped, |formula| format!("${}$", tex(formula)))
}

fn words_in_markdown(words: &str) -> String {
    mixed(words, str::to_string, |formula| format!("${}$", tex(formula).trim()))
}

impl Section {
    fn markdown(&self) -> String {
        let mut out = format!("\n## {}\n\n", words_in_markdown(&self.title));
        for words in &self.words {
            out += &format!("{}\n\n", words_in_markdown(words));
        }
        if let Some(table) = &self.table {
            out += &table.markdown();
        }
        for line in &self.lines {
            let formula = |formula: &str| format!("${}$", tex(formula).trim());
            out += &format!("- {}\n", line.written(words_in_markdown, formula, |answer| format!("**{answer}**")));
            for remark in &line.remarks {
                out += &format!("  - {}\n", words_in_markdown(remark));
            }
        }
        out
    }

    fn latex(&self) -> String {
        let mut out = format!("\\subsection*{{{}}}\n", words_in_tex(&self.title));
        for words in &self.words {
            out += &format!("{}\n\n", words_in_tex(words));
        }
        if let Some(table) = &self.table {
            out += &table.latex();
        }
        if self.lines.is_empty() {
            return out;
        }
        out += "\\begin{itemize}\n";
        for line in &self.lines {
            let formula = |formula: &str| format!("${}$", tex(formula).trim());
            out +=
                &format!("\\item {}\n", line.written(words_in_tex, formula, |answer| format!("\\textbf{{{answer}}}")));
            for remark in &line.remarks {
                out += &format!("\n{{\\small {}}}\n", words_in_tex(remark));
            }
        }
        out + "\\end{itemize}\n"
    }
}

impl Line {
    /// The line without its remarks, with writers for words, for formulas and for the answer of a test.
    fn written(
        &self,
        words: impl Fn(&str) -> String,
        formula: impl Fn(&str) -> String,
        answer: impl Fn(&str) -> String,
    ) -> String {
        let mut out = if self.step.is_empty() { String::new() } else { format!("{}: ", self.step) };
        let gap = if self.says.is_empty() || self.formula.is_empty() { "" } else { " " };
        out += &format!("{}{gap}", words(&self.says));
        let is_rounded = |value: &Value| match value {
            Value::Number { value } => !value.is_exact(),
            Value::Vector { value: [x, y] } => !(x.is_exact() && y.is_exact()),
            Value::Words | Value::Test { .. } => false,
        };
        match &self.value {
            Value::Words => {
                let parts = [self.formula.as_str(), self.numbers.as_str()];
                let joined: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                if joined.is_empty() { out } else { out + &formula(&joined.join(" = ")) }
            }
            Value::Test { holds, .. } => {
                out += &formula(&self.formula);
                if !self.numbers.is_empty() {
                    out += &format!(": {}", formula(&self.numbers));
                }
                out + &format!(": {}", answer(if *holds { "yes" } else { "no" }))
            }
            value => {
                let text = value.text();
                let parts = [self.formula.as_str(), self.numbers.as_str(), text.as_str()];
                let mut joined: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                // A number put in that is the value needs no second mention.
                let is_value =
                    text.strip_prefix(&self.numbers).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
                if is_value && joined.len() == 3 {
                    joined.remove(1);
                }
                let note = if is_rounded(value) { " (rounded)" } else { "" };
                out + &formula(&joined.join(" = ")) + note
            }
        }
    }
}

impl Value {
    /// The value with its decimal, without saying that it is rounded.
    fn text(&self) -> String {
        match self {
            Value::Words | Value::Test { .. } => String::new(),
            Value::Number { value } if value.is_exact() => value.to_string(),
            Value::Number { value } => value.decimal(),
            Value::Vector { value } => vector_text(*value),
        }
    }
}

/// `(150/17, 84/17) ≈ (8.82…, 4.94…)`.
fn vector_text([x, y]: [Scalar; 2]) -> String {
    let exact = pair_text([x, y]);
    if !(x.is_exact() && y.is_exact()) {
        return exact;
    }
    match (x.relation(), y.relation()) {
        (None, None) => exact,
        (Some("≈"), _) | (_, Some("≈")) => format!("{exact} ≈ ({}, {})", x.decimal(), y.decimal()),
        _ => format!("{exact} = ({}, {})", x.decimal(), y.decimal()),
    }
}

impl Table {
    fn text(&self) -> String {
        let all: Vec<Vec<String>> = core::iter::once(&self.head)
            .chain(&self.rows)
            .map(|row| row.iter().map(|cell| plain(cell)).collect())
            .collect();
        let width = |column: usize| all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..self.head.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut out = String::new();
        for row in &all {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count())))
                .collect();
            out += &format!("  {}\n", cells.join("  ").trim_end());
        }
        out
    }

    fn markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| words_in_markdown(cell).replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.head.len()));
        row(&self.head) + &rule + &self.rows.iter().map(|cells| row(cells)).collect::<String>() + "\n"
    }

    fn latex(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| words_in_tex(cell)).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        // The last column takes what is left of the line.
        let columns = "l".repeat(self.head.len());
        let body: String = self.rows.iter().map(|cells| row(cells)).collect();
        format!(
            "\\begin{{center}}\\small\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n{body}\\hline\n\\end{{tabular}}\\end{{center}}\n",
            row(&self.head)
        )
    }
}
