//! One question's results: who agreed, how long everybody took, which targets are met.

use std::fmt;

/// The results of one question.
pub struct Table {
    pub title: &'static str,
    about: &'static str,
    /// How the numbers of its rows are written.
    amount: fn(f64) -> String,
    rows: Vec<Row>,
    tally: Vec<Vec<String>>,
    aims: Vec<Aim>,
    comparisons: Vec<Comparison>,
    notes: Vec<String>,
}

/// Times on one input, in nanoseconds, or bytes; carom comes first.
struct Row {
    input: String,
    times: Vec<(&'static str, f64)>,
    targets: Vec<Target>,
}

/// carom's answers beside somebody else's on one input.
struct Comparison {
    input: String,
    judge: &'static str,
    is_exact: bool,
    asked: usize,
    different: usize,
}

/// A target that is about something else than time.
struct Aim {
    input: String,
    text: String,
    is_met: bool,
}

/// What carom's time should be: a mark in the table, nothing more.
#[derive(Clone, Copy)]
pub enum Target {
    /// At most so many times the time of a peer.
    AtMost(f64, &'static str),
    /// At least so many times as fast as a peer.
    Faster(f64, &'static str),
    /// Another way that carom has: at most so many times the time of a third.
    AtMostOf(f64, &'static str, &'static str),
    /// This way is at least so many times as fast as the fastest of some peers.
    FasterThanAll(f64, &'static str, &'static [&'static str]),
    /// At most so many bytes for this way.
    BytesOf(f64, &'static str),
    /// At most so many nanoseconds.
    Nanoseconds(f64),
    /// At most so many nanoseconds for another way that carom has.
    NanosecondsOf(f64, &'static str),
}

impl Table {
    pub fn new(title: &'static str, about: &'static str) -> Table {
        let (rows, tally, aims) = (Vec::new(), Vec::new(), Vec::new());
        Table { title, about, amount: duration, rows, tally, aims, comparisons: Vec::new(), notes: Vec::new() }
    }

    pub fn in_bytes(title: &'static str, about: &'static str) -> Table {
        Table { amount: bytes, ..Table::new(title, about) }
    }

    /// A judge that is exact on this input: a difference is a wrong answer.
    pub fn must_agree<T: PartialEq>(&mut self, input: &str, judge: &'static str, ours: &[T], theirs: &[T]) {
        self.compare(input, judge, true, ours, theirs);
    }

    /// A peer that is known to err: its differences are counted, and are its own.
    pub fn may_differ<T: PartialEq>(&mut self, input: &str, peer: &'static str, ours: &[T], theirs: &[T]) {
        self.compare(input, peer, false, ours, theirs);
    }

    pub fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Peers of the first row that are missing in a later one were left out there.
    pub fn push(&mut self, input: &str, times: Vec<(&'static str, f64)>, targets: &[Target]) {
        self.rows.push(Row { input: input.to_string(), times, targets: targets.to_vec() });
    }

    /// One more line of a table that counts instead of timing; the first is its head.
    pub fn push_tally(&mut self, cells: Vec<String>) {
        self.tally.push(cells);
    }

    /// A target that is about something else than time; returns how a tally shows it.
    pub fn aim(&mut self, input: &str, is_met: bool, what: String) -> String {
        let text = format!("{}: {what}", mark(is_met));
        self.aims.push(Aim { input: input.to_string(), text: text.clone(), is_met });
        text
    }

    /// How many answers of carom an exact judge did not confirm.
    pub fn wrong(&self) -> usize {
        self.comparisons.iter().filter(|c| c.is_exact).map(|c| c.different).sum()
    }

    /// How many targets are met, and a line for each that is not.
    pub fn targets(&self) -> (usize, Vec<String>) {
        let (mut met, mut missed) = (0, Vec::new());
        for row in &self.rows {
            for target in &row.targets {
                match target.is_met(row) {
                    Some(true) => met += 1,
                    Some(false) => missed.push(format!("{}, {}: {}", self.title, row.input, target.show(row))),
                    None => {}
                }
            }
        }
        for aim in &self.aims {
            if aim.is_met {
                met += 1;
            } else {
                missed.push(format!("{}, {}: {}", self.title, aim.input, aim.text));
            }
        }
        (met, missed)
    }

    fn compare<T: PartialEq>(&mut self, input: &str, judge: &'static str, is_exact: bool, ours: &[T], theirs: &[T]) {
        assert_eq!(ours.len(), theirs.len(), "both were asked the same");
        let different = ours.iter().zip(theirs).filter(|(a, b)| a != b).count();
        self.comparisons.push(Comparison { input: input.to_string(), judge, is_exact, asked: ours.len(), different });
    }
}

impl Row {
    fn ours(&self) -> f64 {
        self.times[0].1
    }

    /// `None` if the peer was left out.
    fn time(&self, peer: &str) -> Option<f64> {
        self.times.iter().find(|(name, _)| *name == peer).map(|(_, time)| *time)
    }

    /// The name and the time; `None` if all of them were left out.
    fn fastest(&self, peers: &[&'static str]) -> Option<(&'static str, f64)> {
        let theirs = self.times.iter().filter(|(name, _)| peers.contains(name));
        theirs.min_by(|(_, a), (_, b)| a.total_cmp(b)).copied()
    }
}

impl Target {
    /// `None` if the peer was left out.
    fn is_met(self, row: &Row) -> Option<bool> {
        let ours = row.ours();
        match self {
            Target::AtMost(times, peer) => row.time(peer).map(|theirs| ours <= times * theirs),
            Target::Faster(times, peer) => row.time(peer).map(|theirs| times * ours <= theirs),
            Target::AtMostOf(times, way, peer) => Some(row.time(way)? <= times * row.time(peer)?),
            Target::FasterThanAll(times, way, peers) => Some(times * row.time(way)? <= row.fastest(peers)?.1),
            Target::Nanoseconds(limit) => Some(ours <= limit),
            Target::NanosecondsOf(limit, way) | Target::BytesOf(limit, way) => row.time(way).map(|time| time <= limit),
        }
    }

    fn show(self, row: &Row) -> String {
        let Some(is_met) = self.is_met(row) else { return "-".to_string() };
        let mark = mark(is_met);
        let ours = row.ours();
        let theirs = |peer| row.time(peer).unwrap_or(f64::NAN);
        match self {
            Target::AtMost(times, peer) => {
                format!("{mark}: {:.2} × {peer}, at most {times}", ours / theirs(peer))
            }
            Target::Faster(times, peer) => {
                format!("{mark}: {:.2} × as fast as {peer}, at least {times}", theirs(peer) / ours)
            }
            Target::AtMostOf(times, way, peer) => {
                format!("{mark}: {way} {:.2} × {peer}, at most {times}", theirs(way) / theirs(peer))
            }
            Target::FasterThanAll(times, way, peers) => {
                let (peer, time) = row.fastest(peers).unwrap_or((peers[0], f64::NAN));
                format!("{mark}: {way} {:.2} × as fast as {peer}, at least {times}", time / theirs(way))
            }
            Target::BytesOf(limit, way) => format!("{mark}: {way} {}, at most {limit}", bytes(theirs(way))),
            Target::Nanoseconds(limit) => format!("{mark}: {ours:.1} ns, at most {limit}"),
            Target::NanosecondsOf(limit, way) => format!("{mark}: {way} {:.1} ns, at most {limit}", theirs(way)),
        }
    }
}

fn mark(is_met: bool) -> &'static str {
    if is_met { "met" } else { "MISSED" }
}

/// Markdown that also reads well on a terminal.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "## {}\n\n{}\n", self.title, self.about)?;
        write_aligned(f, &self.cells())?;
        if !self.rows.is_empty() && !self.tally.is_empty() {
            writeln!(f)?;
        }
        write_aligned(f, &self.tally)?;
        writeln!(f)?;
        let agreement = self.judges().into_iter().map(|judge| self.agreement_with(judge));
        agreement.chain(self.notes.iter().cloned()).try_for_each(|line| writeln!(f, "- {line}"))
    }
}

impl Table {
    fn cells(&self) -> Vec<Vec<String>> {
        let Some(first) = self.rows.first() else { return Vec::new() };
        let columns: Vec<&str> = first.times.iter().map(|(name, _)| *name).collect();
        let head = ["input"].iter().chain(&columns).chain(&["target"]).map(|name| name.to_string());
        let body = self.rows.iter().map(|row| {
            let times = columns.iter().map(|column| self.cell(row, column));
            let targets: Vec<String> = row.targets.iter().map(|target| target.show(row)).collect();
            [row.input.clone()].into_iter().chain(times).chain([targets.join("; ")]).collect()
        });
        [head.collect()].into_iter().chain(body).collect()
    }

    /// The time; for everybody but carom also how many times as long as carom that is.
    fn cell(&self, row: &Row, column: &str) -> String {
        match row.time(column) {
            None => "left out".to_string(),
            Some(time) if column == row.times[0].0 => (self.amount)(time),
            Some(time) => format!("{} ({:.2})", (self.amount)(time), time / row.ours()),
        }
    }

    fn judges(&self) -> Vec<&'static str> {
        let mut judges = Vec::new();
        for comparison in &self.comparisons {
            if !judges.contains(&comparison.judge) {
                judges.push(comparison.judge);
            }
        }
        judges
    }

    fn agreement_with(&self, judge: &str) -> String {
        let all: Vec<&Comparison> = self.comparisons.iter().filter(|c| c.judge == judge).collect();
        let asked: usize = all.iter().map(|c| c.asked).sum();
        let differing: Vec<String> = all.iter().filter(|c| c.different > 0).map(|c| c.to_string()).collect();
        let outcome = if differing.is_empty() { "all agree".to_string() } else { differing.join("; ") };
        format!("{judge}: {asked} answers on {} inputs, {outcome}.", all.len())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blame = if self.is_exact { "CAROM DIFFERS" } else { "wrong" };
        write!(f, "{} of {} {blame} ({})", self.different, self.asked, self.input)
    }
}

pub fn duration(nanoseconds: f64) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
    let (unit, size) = units.into_iter().rfind(|(_, size)| *size <= nanoseconds).unwrap_or(units[0]);
    let value = nanoseconds / size;
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

fn bytes(bytes: f64) -> String {
    format!("{bytes:.0} bytes")
}

fn write_aligned(f: &mut fmt::Formatter<'_>, cells: &[Vec<String>]) -> fmt::Result {
    let Some((head, body)) = cells.split_first() else { return Ok(()) };
    let widest = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let mut line = |row: &[String]| {
        let padded: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        writeln!(f, "| {} |", padded.join(" | "))
    };
    line(head)?;
    line(&widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>())?;
    body.iter().try_for_each(|row| line(row))
}
