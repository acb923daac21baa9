//! The time of a row: a number, or a date.

use super::{number, shown};
use carom::Sweep;
use carom_draw::digits;
use jiff::Timestamp;
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::Offset;
use std::fmt;

/// When something was. The times of a file are all numbers, or all dates.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Time {
    /// In a unit of the user's choice.
    Number(f64),
    /// In whole nanoseconds.
    Date(Timestamp),
}

/// How the times of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeForm {
    Numbers,
    Dates,
}

impl TimeForm {
    /// The form of one time, if it is one.
    pub(crate) fn of(text: &[u8]) -> Option<TimeForm> {
        if is_number(text) {
            return Some(TimeForm::Numbers);
        }
        date(text).map(|_| TimeForm::Dates)
    }
}

/// `2026-11-15T10:20:30.25Z`, with an offset in place of the `Z`, with a blank in place of the `T`, or only a date. Without
/// an offset it is UTC.
pub(crate) fn date(text: &[u8]) -> Option<Timestamp> {
    static PARSER: DateTimeParser = DateTimeParser::new();
    let text = text.trim_ascii();
    // Digits alone are a number, though `20261115` would also be a date.
    if is_number(text) {
        return None;
    }
    let pieces = PARSER.parse_pieces(text).ok()?;
    let offset = match (pieces.to_numeric_offset(), pieces.time_zone_annotation()) {
        (Some(offset), _) => offset,
        (None, None) => Offset::UTC,
        // Where clocks are put back, some times are there twice.
        (None, Some(_)) => return None,
    };
    let local = pieces.date().to_datetime(pieces.time().unwrap_or(jiff::civil::Time::midnight()));
    offset.to_timestamp(local).ok()
}

/// Why a text is no date, in a file of dates.
#[cold]
pub(crate) fn not_a_date(text: &[u8]) -> String {
    if is_number(text) {
        return format!("`{}` is a number, but the times before are dates", shown(text));
    }
    format!("`{}` is not a date; expected {}", shown(text), expected_date(text))
}

/// Why a text is no time at all, where the times before say nothing of dates.
#[cold]
pub(crate) fn not_a_time(text: &[u8]) -> String {
    format!("`{}` is not a number and not a date; expected a number, or {}", shown(text), expected_date(text))
}

/// Which dates are read.
fn expected_date(text: &[u8]) -> &'static str {
    if text.contains(&b'[') {
        return "a date with its offset, as in 2026-11-15T10:20+01:00[Europe/Berlin]: where clocks are put back, some times \
                are there twice";
    }
    "a date as in 2026-11-15, 2026-11-15 10:20:30.25 (which is UTC) or 2026-11-15T10:20:30+02:00"
}

pub(super) fn is_number(text: &[u8]) -> bool {
    std::str::from_utf8(text.trim_ascii()).is_ok_and(|text| text.parse::<f64>().is_ok())
}

impl Time {
    /// The time at a part of the way from this one to a later one, rounded.
    pub(crate) fn between(self, to: Time, t: f64) -> Time {
        match (self, to) {
            (Time::Number(from), Time::Number(to)) => {
                let way = Sweep::point([from, 0.0], [to, 0.0]);
                Time::Number(way.map_or(to, |way| way.at(t).x))
            }
            (Time::Date(from), Time::Date(to)) => {
                let start = from.as_nanosecond();
                // Only the way is rounded, never the time since an epoch: a nanosecond counts in ways of up to 50 days.
                let way = ((to.as_nanosecond() - start) as f64 * t).round() as i128;
                Time::Date(Timestamp::from_nanosecond(start + way).unwrap_or(to))
            }
            _ => to,
        }
    }

    /// How long it is until a later time: in seconds, or in the unit of the times.
    pub(crate) fn until(self, to: Time) -> f64 {
        match (self, to) {
            (Time::Number(from), Time::Number(to)) => to - from,
            (Time::Date(from), Time::Date(to)) => (to.as_nanosecond() - from.as_nanosecond()) as f64 / 1e9,
            _ => 0.0,
        }
    }

    /// As it stands in a row.
    pub(crate) fn write(self, out: &mut Vec<u8>, text: impl Fn(&mut Vec<u8>, &[u8])) {
        match self {
            Time::Number(time) => number(out, time),
            Time::Date(time) => text(out, time.to_string().as_bytes()),
        }
    }
}

/// For people.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Time::Number(time) => f.write_str(&digits(*time)),
            Time::Date(time) => write!(f, "{time}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_all_their_forms() {
        let cases = [
            ("2026-11-15T10:20:30.25Z", "2026-11-15T10:20:30.25Z"),
            ("2026-11-15T10:20:30.250000000Z", "2026-11-15T10:20:30.25Z"),
            (" 2026-11-15 10:20:30+02:00", "2026-11-15T08:20:30Z"),
            ("2026-11-15T10:20:30-0330", "2026-11-15T13:50:30Z"),
            ("2026-11-15t10:20:30,000000001z", "2026-11-15T10:20:30.000000001Z"),
            ("2026-11-15T10:20", "2026-11-15T10:20:00Z"),
            ("2026-11-15", "2026-11-15T00:00:00Z"),
            ("20261115T102030Z", "2026-11-15T10:20:30Z"),
            ("1815-12-10", "1815-12-10T00:00:00Z"),
            ("2026-11-15T10:20+01:00[Europe/Berlin]", "2026-11-15T09:20:00Z"),
        ];
        for (text, expected) in cases {
            let found = date(text.as_bytes()).unwrap_or_else(|| panic!("{text} is no date"));
            assert_eq!(found.to_string(), expected);
        }
        let bad = ["", "noon", "20261115", "1.5", "2026-02-29", "2026-11-15T25:00Z", "2026-11-15T10:20[Europe/Berlin]"];
        for text in bad {
            assert_eq!(date(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn between_two_dates_no_nanosecond_is_lost() {
        let time = |text: &str| Time::Date(date(text.as_bytes()).unwrap());
        let from = time("2026-11-15T10:20:30.000000001Z");
        let to = time("2026-11-15T10:20:30.000000004Z");
        assert_eq!(from.between(to, 0.0), from);
        assert_eq!(from.between(to, 0.3), time("2026-11-15T10:20:30.000000002Z"));
        assert_eq!(from.between(to, 1.0), to);
        let (old, new) = (time("-009999-01-03"), time("9999-12-30"));
        assert_eq!((old.between(new, 0.0), old.between(new, 1.0)), (old, new));
        assert!(from < to && old < from);
    }
}
