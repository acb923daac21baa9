//! What all tests of the command share: running it in a folder of its own, and comparing pictures.

#![allow(dead_code, reason = "not every test uses everything")]

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("carom-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// The names of all files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        command.args(words).current_dir(&self.0).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command
    }

    /// Runs the command with these words, which have no spaces in them.
    pub(crate) fn carom(&self, words: &str) -> Done {
        let words: Vec<&str> = words.split_whitespace().collect();
        Done::of(self.command(&words).stdin(Stdio::null()).output().unwrap())
    }

    /// The same with something on standard input.
    pub(crate) fn carom_with_input(&self, words: &str, input: &[u8]) -> Done {
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut command = self.command(&words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Done::of(child.wait_with_output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a command did.
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    fn of(output: Output) -> Done {
        Done {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into(),
            out: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into(),
        }
    }

    /// It went well.
    #[track_caller]
    pub(crate) fn good(self) -> Done {
        assert_eq!(self.code, 0, "{}{}", self.stdout, self.stderr);
        self
    }

    /// It failed with this code and said all of this on standard error, and nothing on standard output.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {}", self.stderr);
        }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A scene of the repository, as a word of a command line.
pub(crate) fn scene(name: &str) -> String {
    repository("scenes").join(name).display().to_string()
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Whether to write golden files in place of comparing with them: `CAROM_UPDATE_GOLDEN=1 cargo test -p carom-cli`.
fn is_update() -> bool {
    std::env::var_os("CAROM_UPDATE_GOLDEN").is_some()
}

/// The text is what it was when somebody last looked at it.
#[track_caller]
pub(crate) fn same_text(found: &str, name: &str) {
    same_text_in(found, &golden(name));
}

#[track_caller]
pub(crate) fn same_text_in(found: &str, path: &Path) {
    if is_update() {
        fs::write(path, found).unwrap();
        return;
    }
    let wanted = fs::read_to_string(path).unwrap_or_default();
    let differs = found.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted);
    let hint = "look at it, and if it is better, run the tests with CAROM_UPDATE_GOLDEN=1";
    assert!(found == wanted, "{} is not up to date, first in line {differs:?}; {hint}", path.display());
}

/// The pixels are those of a picture somebody has looked at, but for a shade here and there.
#[track_caller]
pub(crate) fn same_pixels(found: &[u8], name: &str) {
    let path = golden(name);
    if is_update() {
        fs::write(&path, found).unwrap();
        return;
    }
    let wanted = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (found, wanted) = (pixels(found), pixels(&wanted));
    assert_eq!((found.0, found.1), (wanted.0, wanted.1), "{name} has another size");
    let far = found.2.iter().zip(&wanted.2).filter(|(a, b)| a.abs_diff(**b) > 16).count();
    assert!(far * 1000 <= found.2.len(), "{name}: {far} of {} values differ", found.2.len());
}

/// Width, height and bytes of a PNG picture.
pub(crate) fn pixels(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes)
}
