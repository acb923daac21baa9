//! A program with its arguments: how it is shown, how it is run.

use std::fmt;
use std::path::PathBuf;
use std::process;

/// A program to run from the workspace's root, or from a folder in it.
pub(crate) struct Command {
    variables: Vec<(&'static str, String)>,
    folder: Option<&'static str>,
    words: Vec<String>,
}

impl Command {
    /// `cargo` with the given words; none of them may hold a space.
    pub(crate) fn cargo(words: &str) -> Command {
        Command::program("cargo").words(words)
    }

    /// `rustup` with the given words; none of them may hold a space.
    pub(crate) fn rustup(words: &str) -> Command {
        Command::program("rustup").words(words)
    }

    /// Any other program with its words; none of them may hold a space.
    pub(crate) fn program(words: &str) -> Command {
        Command { variables: Vec::new(), folder: None, words: Vec::new() }.words(words)
    }

    /// Any other program, by its name or place, which may hold spaces.
    pub(crate) fn at(place: &str) -> Command {
        Command { variables: Vec::new(), folder: None, words: vec![place.to_string()] }
    }

    /// Runs in this folder of the workspace instead of its root.
    pub(crate) fn within(mut self, folder: &'static str) -> Command {
        self.folder = Some(folder);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn variable(mut self, name: &'static str, value: &str) -> Command {
        self.variables.push((name, value.to_string()));
        self
    }

    /// Adds arguments as they are.
    pub(crate) fn args(mut self, arguments: &[String]) -> Command {
        self.words.extend_from_slice(arguments);
        self
    }

    /// Runs to the end; the output goes where ours goes.
    pub(crate) fn run(&self) -> Result<(), String> {
        let status = self.process().status().map_err(|error| self.cannot_start(&error))?;
        if status.success() { Ok(()) } else { Err(format!("{status}\nrepeat it with: {self}")) }
    }

    /// Runs to the end and returns all that it printed, with how it went.
    pub(crate) fn run_quietly(&self) -> (String, Result<(), String>) {
        let output = match self.process().output() {
            Ok(output) => output,
            Err(error) => return (String::new(), Err(self.cannot_start(&error))),
        };
        let said = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes)).concat();
        let result = match output.status {
            status if status.success() => Ok(()),
            status => Err(format!("{status}\nrepeat it with: {self}")),
        };
        (said, result)
    }

    /// Runs to the end and returns what it printed.
    pub(crate) fn output(&self) -> Result<String, String> {
        let output = self.process().output().map_err(|error| self.cannot_start(&error))?;
        if !output.status.success() {
            let complaint = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}\n{}\nrepeat it with: {self}", output.status, complaint.trim_end()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn words(mut self, words: &str) -> Command {
        self.words.extend(words.split_whitespace().map(String::from));
        self
    }

    fn process(&self) -> process::Command {
        let mut process = process::Command::new(&self.words[0]);
        process
            .args(&self.words[1..])
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(root().join(self.folder.unwrap_or(".")));
        process
    }

    fn cannot_start(&self, error: &std::io::Error) -> String {
        format!("cannot start `{}` ({error}); is it installed and on the PATH?", self.words[0])
    }
}

/// The line to paste into a shell, from the workspace's root.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variables = self.variables.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let words = self.words.iter().map(|word| quoted(word));
        let line = variables.chain(words).collect::<Vec<_>>().join(" ");
        match self.folder {
            Some(folder) => write!(f, "(cd {folder} && {line})"),
            None => f.write_str(&line),
        }
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Where cargo found this package, and not where it was compiled: two checkouts may share a target folder.
pub(crate) fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(package).join("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_as_a_shell_would_read_it() {
        let doc = Command::cargo("doc --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(doc.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
        let soak = Command::cargo("run --").args(&["it's".to_string(), String::new()]);
        assert_eq!(soak.to_string(), r"cargo run -- 'it'\''s' ''");
    }

    #[test]
    fn a_failure_says_how_to_repeat_it() {
        let error = Command::cargo("no-such-subcommand").output().unwrap_err();
        assert!(error.ends_with("repeat it with: cargo no-such-subcommand"), "{error}");
    }
}
