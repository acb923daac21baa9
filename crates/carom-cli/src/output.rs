//! Everything that goes in and out: results on standard output, the rest on standard error, files that are whole or not there.

use anstyle::{AnsiColor, Style};
use carom_draw::digits;
use carom_scene::{Fault, FaultKind, ReadLimits, Scene, Skipped};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How a command ends if not well: an exit status and what to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    pub(crate) message: String,
}

impl Failure {
    /// The command was called in a way it does not understand.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure { code: 2, message: message.into() }
    }

    /// What was read makes no sense.
    pub(crate) fn data(message: impl Into<String>) -> Failure {
        Failure { code: 65, message: message.into() }
    }

    /// A fault of this program.
    pub(crate) fn internal(message: impl Into<String>) -> Failure {
        Failure { code: 70, message: message.into() }
    }

    /// A file could not be read or written.
    pub(crate) fn io(message: impl Into<String>) -> Failure {
        Failure { code: 74, message: message.into() }
    }

    /// Whoever reads our output has had enough: that is no failure.
    fn of_stdout(error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure { code: 0, message: String::new() };
        }
        Failure::io(format!("standard output cannot be written: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        // As in BSD's `sysexits.h`.
        let code = match fault.kind {
            FaultKind::Missing => 66,
            FaultKind::Data => 65,
            FaultKind::Io => 74,
        };
        Failure { code, message: fault.to_string() }
    }
}

/// How to speak, chosen by options that all commands have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Output {
    pub(crate) is_json: bool,
    pub(crate) is_quiet: bool,
}

/// A result with the name of its form in front.
#[derive(Serialize)]
struct Tagged<'a, T> {
    schema: &'a str,
    #[serde(flatten)]
    result: &'a T,
}

impl Output {
    /// A remark on standard error, unless silence was asked for.
    pub(crate) fn note(&self, text: impl fmt::Display) {
        if !self.is_quiet {
            anstream::eprintln!("{text}");
        }
    }

    /// Something that may not be what was wanted, on standard error.
    pub(crate) fn warn(&self, text: impl fmt::Display) {
        if !self.is_quiet {
            let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
            anstream::eprintln!("{yellow}warning:{yellow:#} {text}");
        }
    }

    /// A result as one JSON object. The schema is named `carom.<command>/<version>`.
    pub(crate) fn json(&self, schema: &str, result: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(&Tagged { schema, result });
        let text = text.map_err(|error| Failure::internal(format!("the result cannot be written as JSON: {error}")))?;
        self.print(&(text + "\n"))
    }

    /// A result as text.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| Failure::of_stdout(&error))
    }

    /// Bytes on standard output, as they are.
    pub(crate) fn print_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| Failure::of_stdout(&error))
    }

    /// A bar for something that takes long: only for a person who looks at a terminal.
    pub(crate) fn progress(&self, length: u64, what: &'static str) -> ProgressBar {
        let is_seen = io::stderr().is_terminal() && io::stdout().is_terminal();
        if self.is_quiet || self.is_json || !is_seen {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(length).with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }

    /// A scene from a file, `-` for standard input. What was left out of it is told on standard error. One without a name is
    /// called as its file.
    pub(crate) fn read_scene(&self, path: &Path) -> Result<Scene, Failure> {
        let (mut scene, skipped) = Scene::read(path, ReadLimits::default())?;
        self.tell_skipped(&skipped);
        scene.name = scene.name.or_else(|| name_of_file(path));
        Ok(scene)
    }

    /// What of a file was not taken over, or not as it is.
    pub(crate) fn tell_skipped(&self, skipped: &[Skipped]) {
        for thing in skipped {
            self.warn(format!("{} {thing}", if thing.kept { "changed" } else { "skipped" }));
        }
    }

    /// Says what is waited for, if somebody has to type it.
    pub(crate) fn await_rows(&self, path: &Path) {
        if is_dash(path) && io::stdin().is_terminal() {
            self.note("reading rows from standard input; Ctrl-D ends them");
        }
    }

    /// Writes a whole file, or standard output for `-`.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if is_dash(path) {
            return self.print_bytes(bytes);
        }
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes).map_err(|error| cannot_write(path, &error))?;
        file.commit()
    }
}

/// Rows of a name and a value, the values in one column.
pub(crate) fn table(rows: &[(impl AsRef<str>, impl AsRef<str>)]) -> String {
    let width = rows.iter().map(|(name, _)| name.as_ref().chars().count()).max().unwrap_or(0);
    let bold = Style::new().bold();
    rows.iter()
        .map(|(name, value)| {
            let (name, value) = (name.as_ref(), value.as_ref());
            let gap = " ".repeat(width - name.chars().count() + 2);
            format!("{bold}{name}{bold:#}{gap}{value}\n")
        })
        .collect()
}

/// A point or vector for people.
pub(crate) fn pair(x: f64, y: f64) -> String {
    format!("({}, {})", digits(x), digits(y))
}

/// What a file is called, without its folder and its ending.
pub(crate) fn name_of_file(path: &Path) -> Option<String> {
    let name = path.file_stem().filter(|_| !is_dash(path))?.to_string_lossy();
    Some(name.into_owned()).filter(|name| !name.is_empty())
}

/// Whether a path stands for standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Where a stream of results goes: a file that appears when it is whole, or standard output.
pub(crate) enum Sink {
    Stdout(BufWriter<io::Stdout>),
    File(AtomicFile),
}

impl Sink {
    pub(crate) fn open(path: &Path) -> Result<Sink, Failure> {
        if is_dash(path) {
            return Ok(Sink::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())));
        }
        Ok(Sink::File(AtomicFile::create(path)?))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Stdout(out) => out.write_all(bytes).map_err(|error| Failure::of_stdout(&error)),
            Sink::File(file) => file.write_all(bytes).map_err(|error| cannot_write(&file.path, &error)),
        }
    }

    /// Everything is written: a file is on the disk before it appears, and before a state says that its rows are done.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Sink::Stdout(mut out) => out.flush().map_err(|error| Failure::of_stdout(&error)),
            Sink::File(mut file) => {
                file.sync().map_err(|error| cannot_write(&file.path, &error))?;
                file.commit()
            }
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

/// A file that is written beside its place and moved there when it is whole. Dropped before that, it leaves nothing.
pub(crate) struct AtomicFile {
    path: PathBuf,
    /// `None` if the place is a device or a pipe, which is written as it is.
    temporary: Option<PathBuf>,
    out: BufWriter<File>,
    is_done: bool,
}

/// What an interruption must remove.
static TEMPORARIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporaries() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exit status after an interruption.
static INTERRUPTED: AtomicI32 = AtomicI32::new(130);

/// An interruption is how this command is meant to end.
pub(crate) fn expect_interruption() {
    INTERRUPTED.store(0, Ordering::Relaxed);
}

/// From now on an interruption removes half-written files and ends the program.
pub(crate) fn clean_up_when_interrupted() -> Result<(), Failure> {
    let handler = || {
        // The lock is never given back, so no new file begins and none is moved to its place.
        let files = temporaries();
        for file in files.iter() {
            let _ = fs::remove_file(file);
        }
        std::process::exit(INTERRUPTED.load(Ordering::Relaxed));
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::internal(format!("signals cannot be handled: {error}")))
}

impl AtomicFile {
    pub(crate) fn create(path: &Path) -> Result<AtomicFile, Failure> {
        let told = |error: io::Error| cannot_write(path, &error);
        let existing = fs::metadata(path).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(Failure::io(format!("{} cannot be written: it is a folder", path.display())));
        }
        if existing.as_ref().is_some_and(|found| !found.is_file()) {
            let out = BufWriter::new(File::options().write(true).open(path).map_err(told)?);
            return Ok(AtomicFile { path: path.into(), temporary: None, out, is_done: false });
        }
        // A link stays one: the file it names is replaced.
        let place = if existing.is_some() { fs::canonicalize(path).map_err(told)? } else { path.into() };
        let Some(name) = place.file_name() else {
            return Err(Failure::usage(format!("{} is no name for a file", path.display())));
        };
        let temporary = place.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        let mut known = temporaries();
        let file = File::create(&temporary).map_err(told)?;
        known.insert(temporary.clone());
        drop(known);
        if let Some(found) = existing {
            // Who may read the old file may read the new one.
            let _ = fs::set_permissions(&temporary, found.permissions());
        }
        let out = BufWriter::with_capacity(1 << 16, file);
        Ok(AtomicFile { path: place, temporary: Some(temporary), out, is_done: false })
    }

    /// What was written is on the disk, whatever happens then. A device or a pipe has none.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.out.flush()?;
        if self.temporary.is_some() { self.out.get_ref().sync_all() } else { Ok(()) }
    }

    /// The file is whole: it appears in its place.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| cannot_write(&self.path, &error))?;
        if let Some(temporary) = &self.temporary {
            let mut known = temporaries();
            fs::rename(temporary, &self.path).map_err(|error| cannot_write(&self.path, &error))?;
            known.remove(temporary);
        }
        self.is_done = true;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let (false, Some(temporary)) = (self.is_done, &self.temporary) {
            let mut known = temporaries();
            let _ = fs::remove_file(temporary);
            known.remove(temporary);
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::io(format!("{} cannot be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("carom-output-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_whole() {
        let folder = folder("whole");
        let path = folder.join("x.txt");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists() && names(&folder).len() == 1);
        file.commit().unwrap();
        assert_eq!(names(&folder), ["x.txt"]);
        assert_eq!(fs::read(&path).unwrap(), b"half");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_given_up_leaves_the_old_one() {
        let folder = folder("given-up");
        let path = folder.join("x.txt");
        fs::write(&path, b"old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(names(&folder), ["x.txt"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn folders_and_missing_folders_are_told() {
        let folder = folder("missing");
        let told = |path: &Path| AtomicFile::create(path).map(|_| ()).unwrap_err();
        assert_eq!(told(&folder).code, 74);
        let failure = told(&folder.join("no/such.svg"));
        assert!(failure.code == 74 && failure.message.contains("such.svg cannot be written"), "{failure}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn tables_have_straight_columns() {
        let text = anstream::adapter::strip_str(&table(&[("a", "1"), ("long", "2")])).to_string();
        assert_eq!(text, "a     1\nlong  2\n");
    }
}
