//! From the filter to integers, narrow and then wide: every question that is in doubt passes here.
//!
//! Which tier answered is counted in test builds, and nothing at all in others.
//! A filter whose bound is too large gives right answers slowly, so only a count can find it.

#[cfg(test)]
use counting::count;

/// The filter's answer if it has one, else what `in_doubt` finds.
///
/// What is in doubt is decided in functions of their own that take plain values, so that a question the filter answers
/// costs no more than the filter.
#[inline(always)]
pub(crate) fn decide<T>(filter: Option<T>, in_doubt: impl FnOnce() -> T) -> T {
    match filter {
        Some(answer) => in_floats(answer),
        None => in_doubt(),
    }
}

/// An answer of the filter.
#[inline(always)]
pub(crate) fn in_floats<T>(answer: T) -> T {
    count(Tier::Filter);
    answer
}

/// The answer of integers; narrow ones are those whose width is fixed.
#[inline(always)]
pub(crate) fn in_integers<T>(is_narrow: bool, answer: impl FnOnce() -> T) -> T {
    count(if is_narrow { Tier::Narrow } else { Tier::Wide });
    answer()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Filter,
    Narrow,
    Wide,
}

#[cfg(not(test))]
#[inline(always)]
fn count(_: Tier) {}

#[cfg(test)]
mod counting {
    use super::Tier;
    use std::cell::Cell;

    std::thread_local! {
        static COUNTS: Cell<[u64; 3]> = const { Cell::new([0; 3]) };
    }

    pub(super) fn count(tier: Tier) {
        COUNTS.with(|counts| {
            let mut now = counts.get();
            now[tier as usize] += 1;
            counts.set(now);
        });
    }

    /// How many questions each tier answered while `work` ran on this thread: filter, narrow, wide.
    pub(super) fn counts_of(work: impl FnOnce()) -> [u64; 3] {
        let before = COUNTS.with(Cell::get);
        work();
        let after = COUNTS.with(Cell::get);
        [0, 1, 2].map(|tier| after[tier] - before[tier])
    }
}

#[cfg(test)]
mod tests {
    use super::counting::counts_of;
    use crate::exact::*;
    use crate::point::Point;

    /// A small generator of its own: the share of each tier must not depend on anybody else's.
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn point(&mut self, size: f64) -> Point {
            Point::new(self.unit() * size, self.unit() * size)
        }
    }

    /// At least 99.9 % of the questions about random points must not need integers, wherever products of as many
    /// numbers as the degree says are within the range of `f64`.
    #[track_caller]
    fn filter_suffices(name: &str, degree: i32, question: impl Fn([Point; 6], f64)) {
        let extremes = [-260 / degree, 300 / degree].map(|exponent| 10_f64.powi(exponent));
        for size in [extremes[0], 1e-9, 1.0, 1000.0, 1e15, extremes[1]] {
            let mut random = Random(7);
            let [filter, narrow, wide] = counts_of(|| {
                for _ in 0..20_000 {
                    let points = [(); 6].map(|()| random.point(size));
                    question(points, random.unit() * size);
                }
            });
            let all = filter + narrow + wide;
            assert!(all >= 20_000, "{name}: only {all} questions were counted");
            assert!(1000 * (narrow + wide) <= all, "{name} at {size:e}: {narrow} + {wide} of {all} in doubt");
        }
    }

    #[test]
    fn random_questions_are_answered_by_the_filter() {
        filter_suffices("orient", 2, |p, _| {
            let _ = orient(p[0], p[1], p[2]);
        });
        filter_suffices("turn", 2, |p, _| {
            let _ = turn(p[0], p[1], p[2], p[3]);
        });
        filter_suffices("dot_sign", 2, |p, _| {
            let _ = dot_sign(p[0], p[1], p[2], p[3]);
        });
        filter_suffices("compare_distance", 2, |p, r| {
            let _ = compare_distance(p[0], p[1], r);
        });
        filter_suffices("compare_distance_to_segment", 4, |p, r| {
            let _ = compare_distance_to_segment(p[0], [p[1], p[2]], r);
        });
        filter_suffices("compare_distance_of_segments", 4, |p, r| {
            let _ = compare_distance_of_segments([p[0], p[1]], [p[2], p[3]], r);
        });
        filter_suffices("order_of_hits", 4, |p, _| {
            let _ = order_of_hits([p[0], p[1]], [p[2], p[3]], [p[4], p[5]]);
            let _ = orient(p[0], p[1], p[2]);
        });
        filter_suffices("in_circle", 4, |p, _| {
            let _ = in_circle(p[0], p[1], p[2], p[3]);
        });
    }

    /// Whole scenes: a jagged polygon, its check, its parts, and every question about it.
    #[test]
    fn random_scenes_are_answered_by_the_filter() {
        let mut random = Random(3);
        let star = |center: Point, random: &mut Random| {
            // Directions around a square, so that no sine is needed.
            let around = (0..1000).map(|i| {
                let (side, along) = (i / 250, f64::from(i % 250) / 125.0 - 1.0);
                [(1.0, along), (-along, 1.0), (-1.0, -along), (along, -1.0)][side as usize]
            });
            let vertices = around.map(|(x, y)| {
                let radius = 100.0 + 100.0 * random.unit();
                Point::new(center.x + radius * x, center.y + radius * y)
            });
            crate::Polygon::new(vertices.collect::<alloc::vec::Vec<_>>()).unwrap()
        };
        let [filter, narrow, wide] = counts_of(|| {
            let (center, other) = (random.point(500.0), random.point(500.0));
            let (a, b) = (star(center, &mut random), star(other, &mut random));
            assert!(a.decompose().len() > 1 && a.triangulate().len() == 998);
            let _ = (crate::intersects(&a, &b), a.locate(&b), a.hull(), a.smallest_circle());
            for _ in 0..3000 {
                let ([p, q, center], r) = ([(); 3].map(|()| random.point(500.0)), 50.0 * random.unit());
                let (segment, circle) = (crate::Segment::new(p, q).unwrap(), crate::Circle::new(center, r).unwrap());
                let _ = (a.locate(p), a.intersects(&segment), a.intersects(&circle), a.locate(&circle));
                let _ = (circle.intersects(&segment), a.locate(&segment));
            }
        });
        let all = filter + narrow + wide;
        assert!(all > 50_000 && wide == 0, "{all} questions, {wide} wide");
        assert!(1000 * narrow <= all, "{narrow} of {all} in doubt");
    }

    #[test]
    fn ordinary_doubts_stay_narrow_and_extreme_ones_are_wide() {
        let p = Point::new;
        let on_line = || assert_eq!(orient(p(0.0, 0.0), p(3.0, 1.0), p(600.0, 200.0)), Side::On);
        assert_eq!(counts_of(on_line), [0, 1, 0]);
        let extreme = || assert_eq!(orient(p(5e-324, 5e-324), p(1e308, 1e308), p(1.0, 1.0)), Side::On);
        assert_eq!(counts_of(extreme), [0, 0, 1]);
    }
}
