//! How often each boundary was crossed, hour by hour or the like.

use crate::rows::Time;
use jiff::Timestamp;
use std::collections::BTreeMap;

/// How long a period is: in seconds, or in the unit of the times if they are numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Period(f64);

impl Period {
    /// `minute`, `hour`, `day`, `week`, or a number of seconds: at least a millionth, as numbers of times tell no less apart today.
    pub(crate) fn parse(word: &str) -> Result<Period, String> {
        let length = match word {
            "minute" => 60.0,
            "hour" => 3600.0,
            "day" => 86_400.0,
            "week" => 604_800.0,
            _ => match word.parse::<f64>() {
                Ok(length) if length.is_finite() && length >= 1e-6 => length,
                _ => {
                    return Err(format!(
                        "`{word}` is no period; expected minute, hour, day, week, or a number of seconds, at least 0.000001"
                    ));
                }
            },
        };
        Ok(Period(length))
    }

    /// The number of the period that a time is in: 0 begins at time 0, and with the year 1970.
    fn of(self, time: Time) -> i64 {
        match time {
            Time::Number(time) => {
                let number = (time / self.0).floor();
                // What is rounded up to the next one is not in it.
                (if number * self.0 > time { number - 1.0 } else { number }) as i64
            }
            Time::Date(time) => time.as_nanosecond().div_euclid(self.nanoseconds()) as i64,
        }
    }

    /// When a period begins, written as this time is.
    fn start(self, number: i64, like: Time) -> Time {
        match like {
            Time::Number(_) => Time::Number(number as f64 * self.0),
            Time::Date(time) => {
                let start = i128::from(number) * self.nanoseconds();
                Time::Date(Timestamp::from_nanosecond(start).unwrap_or(time))
            }
        }
    }

    fn nanoseconds(self) -> i128 {
        (self.0 * 1e9) as i128
    }
}

/// The counts of all periods in which there were any.
pub(super) struct Periods {
    period: Period,
    counts: BTreeMap<(i64, u32), [u64; 2]>,
    like: Time,
}

impl Periods {
    pub(super) fn new(period: Period) -> Periods {
        Periods { period, counts: BTreeMap::new(), like: Time::Number(0.0) }
    }

    pub(super) fn count(&mut self, time: Time, boundary: u32, is_forward: bool) {
        self.like = time;
        self.counts.entry((self.period.of(time), boundary)).or_default()[usize::from(!is_forward)] += 1;
    }

    /// When each begins, which boundary it is about, and how often that was crossed forward and backward.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Time, u32, [u64; 2])> + '_ {
        self.counts
            .iter()
            .map(|(&(number, boundary), &counts)| (self.period.start(number, self.like), boundary, counts))
    }
}
