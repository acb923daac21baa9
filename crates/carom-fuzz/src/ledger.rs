//! How long each target was fuzzed, over all runs: a line for each state of the library and each target, in `ledger.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// What a target has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// Of the processor, as a machine may be busy with other things.
    pub minutes: f64,
    /// How many inputs were judged.
    pub inputs: u64,
    /// How many counters the inputs of one run have reached.
    pub counters: u64,
    /// How many ways to fail were found.
    pub failed: u64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.minutes += other.minutes;
        self.inputs += other.inputs;
        self.counters = self.counters.max(other.counters);
        self.failed += other.failed;
    }
}

/// All runs: by the commit of the library, in the order in which they came, and by target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    rows: Vec<(String, String, Sum)>,
}

impl Ledger {
    /// From a text; lines that are none of ours are errors.
    pub fn parse(text: &str) -> Result<Ledger, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let rows: Option<Vec<_>> = lines.map(row).collect();
        rows.map(|rows| Ledger { rows }).ok_or_else(|| "a line of the ledger has not six fields".to_string())
    }

    /// One more run.
    pub fn add(&mut self, commit: &str, target: &str, run: Sum) {
        match self.rows.iter_mut().find(|(c, t, _)| c == commit && t == target) {
            Some((.., sum)) => sum.add(run),
            None => self.rows.push((commit.to_string(), target.to_string(), run)),
        }
    }

    /// What all runs of each target have seen together.
    pub fn sums(&self) -> BTreeMap<&str, Sum> {
        let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
        self.rows.iter().for_each(|(_, target, sum)| sums.entry(target).or_default().add(*sum));
        sums
    }

    /// As a text, which `parse` reads.
    pub fn text(&self) -> String {
        let mut text = "# commit target minutes inputs counters failed\n".to_string();
        for (commit, target, sum) in &self.rows {
            let Sum { minutes, inputs, counters, failed } = sum;
            text.push_str(&format!("{commit} {target} {minutes:.2} {inputs} {counters} {failed}\n"));
        }
        text
    }

    /// The one of the project.
    pub fn read() -> Result<Ledger, String> {
        Ledger::parse(&fs::read_to_string(place()).unwrap_or_default())
    }

    /// Into its file.
    pub fn write(&self) -> Result<(), String> {
        fs::write(place(), self.text()).map_err(|error| format!("{}: {error}", place().display()))
    }
}

fn row(line: &str) -> Option<(String, String, Sum)> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [commit, target, minutes, inputs, counters, failed] = fields[..] else { return None };
    let sum = Sum {
        minutes: minutes.parse().ok()?,
        inputs: inputs.parse().ok()?,
        counters: counters.parse().ok()?,
        failed: failed.parse().ok()?,
    };
    Some((commit.into(), target.into(), sum))
}

fn place() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("ledger.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up() {
        let run = |minutes, inputs, counters| Sum { minutes, inputs, counters, failed: 1 };
        let mut ledger = Ledger::default();
        ledger.add("a", "walls", run(1.5, 10, 7));
        ledger.add("a", "walls", run(2.0, 5, 9));
        ledger.add("b", "walls", run(4.0, 1, 8));
        ledger.add("b", "zones", run(0.25, 2, 3));
        let expected = "# commit target minutes inputs counters failed\na walls 3.50 15 9 2\nb walls 4.00 1 8 1\nb zones 0.25 2 3 1\n";
        assert_eq!(ledger.text(), expected);
        assert_eq!(Ledger::parse(expected), Ok(ledger.clone()));
        assert_eq!(ledger.sums()["walls"], Sum { minutes: 7.5, inputs: 16, counters: 9, failed: 3 });
        assert!(Ledger::parse("a walls 1 2 3").is_err());
    }

    #[test]
    fn the_ledger_of_the_project_can_be_read() {
        assert_eq!(Ledger::read().map(drop), Ok(()));
    }
}
