//! A few walls, asked again and again by a body that bounces between them: the common case in plain floats.
//!
//! Each wall is kept with its unit vector. Two lengths tell where a body is, seen from a wall: h, its distance from the wall's line, and
//! s, how far along it is. All questions are about these two, at the start X and the end of a move V, and all answers
//! have a margin E for rounding, beyond which they are certain; whatever is not is left to the exact predicates.
//!
//! With d = X − a: d is off by u of itself, a unit vector by 4u, products and sums by 2u more, together 7u(|x| + |y|) of d; the
//! same holds for V. A sum of both is off by u more of itself, the wall's length L by 4u. So E = 10u(|d| + |V| + L) covers h,
//! s, both at the end of the move, and comparisons with L. Products of h or s with a part of V are off by E|V| and
//! by 3u of themselves, which is less than half of that; a difference of two is covered by 3E|V|. All of this is about
//! the move itself, from t = 0 to t = 1, and says nothing about what lies beyond its end.

use super::{View, WallId};
use crate::exact::lanes::Lanes;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Kernel, signs};
use crate::sweep::Sweep;
use alloc::vec::Vec;

/// 10u.
const ERROR: f64 = 5.0 * f64::EPSILON;

/// How far aside a body steps: as a part of the size of the numbers. It is more than enough for E, which is 10u of less.
const ASIDE: f64 = 64.0 * f64::EPSILON;

/// Products of two such numbers do not overflow.
const LARGEST: f64 = 1e150;

/// So many walls at most.
const MOST: usize = 32;

/// Walls side by side.
const FOUR: usize = 4;

/// Walls that can be touched from both sides by anything.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    groups: Vec<Group>,
    /// The largest |x| + |y| of an end and the longest wall, together.
    size: f64,
}

/// Four walls; where there are fewer, one is there several times.
#[derive(Clone, Copy, Debug)]
struct Group {
    ax: [f64; FOUR],
    ay: [f64; FOUR],
    /// Their unit vectors.
    ux: [f64; FOUR],
    uy: [f64; FOUR],
    length: [f64; FOUR],
    ids: [u32; FOUR],
    len: usize,
}

/// What a move meets, for certain.
pub(crate) enum Met {
    /// Nothing: the whole move is clear.
    Nothing,
    /// The side of a wall, and where the body then goes.
    Side(SideMet),
    /// Plain floats cannot tell.
    Doubt,
}

/// A wall's side that is met first.
pub(crate) struct SideMet {
    pub(crate) wall: WallId,
    /// When, as part of the move.
    pub(crate) t: f64,
    /// Where the body is then, rounded.
    pub(crate) ideal: Point,
    /// A place beside it, to which the way is clear.
    pub(crate) at: Point,
    /// Toward the body.
    pub(crate) normal: Vec2,
}

impl View<'_> {
    /// The walls in this form, if they are few segments that everything meets.
    pub(crate) fn few(&self) -> Option<Few> {
        if self.walls.living > MOST {
            return None;
        }
        let mut groups: Vec<Group> = Vec::new();
        let (mut furthest, mut longest): (f64, f64) = (0.0, 0.0);
        for id in self.walls.living_ids() {
            let piece = &self.walls.pieces[id as usize];
            if piece.radius != 0.0 || piece.a() == piece.b() || piece.side != crate::exact::Side::On {
                return None;
            }
            if !self.admits(piece) {
                continue;
            }
            let unit = piece.a().direction_to(piece.b());
            let length = (piece.b() - piece.a()).length();
            furthest = max(furthest, piece.a().x.abs() + piece.a().y.abs());
            longest = max(longest, length);
            let place = match groups.last() {
                Some(group) if group.len < FOUR => group.len,
                _ => {
                    let all = |x: f64| [x; FOUR];
                    let (a, ids) = (piece.a(), [id; FOUR]);
                    let (ux, uy) = (all(unit.x), all(unit.y));
                    groups.push(Group { ax: all(a.x), ay: all(a.y), ux, uy, length: all(length), ids, len: 0 });
                    0
                }
            };
            if let Some(group) = groups.last_mut() {
                (group.ax[place], group.ay[place]) = (piece.a().x, piece.a().y);
                (group.ux[place], group.uy[place]) = (unit.x, unit.y);
                (group.length[place], group.ids[place]) = (length, id);
                group.len = place + 1;
            }
        }
        Some(Few { groups, size: furthest + longest })
    }
}

impl Few {
    /// What a move meets first.
    #[inline]
    pub(crate) fn first(&self, path: &Sweep) -> Met {
        simd::run(Asking { few: self, path })
    }
}

struct Asking<'a> {
    few: &'a Few,
    path: &'a Sweep,
}

impl Kernel for Asking<'_> {
    type Output = Met;

    #[inline(always)]
    fn run(self) -> Met {
        let Asking { few, path } = self;
        let (start, radius) = (path.start(), path.radius());
        let motion = path.motion();
        // The body steps aside by at most this; walls further from the path are clear of the way there, too.
        let size = few.size + (start.x.abs() + start.y.abs()) + (motion.x.abs() + motion.y.abs());
        // Where products overflow nothing is certain.
        if size.is_nan() || size > LARGEST {
            return Met::Doubt;
        }
        let aside = ASIDE * size;
        let mut first: Option<Candidate> = None;
        // A wall that the body has just left.
        let mut left: Option<(&Group, usize)> = None;
        // The earliest time at which something else may be met, or may be too near to step aside.
        let mut doubt = f64::INFINITY;
        for group in &few.groups {
            let mut near = group.near(start, motion, radius + aside);
            while near != 0 {
                let place = near.trailing_zeros() as usize % FOUR;
                near &= near - 1;
                let Some(candidate) = group.candidate(place, start, motion, radius, aside) else {
                    if left.is_some() {
                        return Met::Doubt;
                    }
                    left = Some((group, place));
                    continue;
                };
                let earliest = first.as_ref().map_or(f64::INFINITY, |other| other.t - other.error);
                if candidate.is_side && candidate.t < earliest {
                    doubt = min(doubt, earliest);
                    first = Some(candidate);
                } else {
                    doubt = min(doubt, candidate.t - candidate.error);
                }
            }
        }
        let is_left = |end: Point| left.is_none_or(|(group, place)| group.is_left(place, start, end, radius));
        let Some(first) = first else {
            return if doubt == f64::INFINITY && is_left(path.end()) { Met::Nothing } else { Met::Doubt };
        };
        let ideal = start + motion * first.t;
        let at = (ideal + first.normal * (aside / 2.0)).canonical();
        // What comes after the end of the move has not been looked at.
        if !(first.t <= 1.0 && first.t + first.error < doubt && is_left(at)) {
            return Met::Doubt;
        }
        Met::Side(SideMet { wall: WallId(first.id), t: first.t, ideal, at, normal: first.normal })
    }
}

/// A wall that is not clearly apart from a move.
struct Candidate {
    id: u32,
    /// When it is met and how much that is off at most.
    t: f64,
    error: f64,
    /// Whether it is met between its ends for certain.
    is_side: bool,
    /// Toward the body.
    normal: Vec2,
}

impl Group {
    /// One bit for each wall that is not clearly further away from a move than a radius: the move stays on one side of the wall's
    /// line, or beyond one of its ends, or the wall on one side of the move's line. |x| + |y| stands for the length of the
    /// motion, which is never more.
    #[inline(always)]
    fn near(&self, start: Point, motion: Vec2, radius: f64) -> u32 {
        let all = |x: f64| Lanes([x; FOUR]);
        let (dx, dy) = (all(start.x) - Lanes(self.ax), all(start.y) - Lanes(self.ay));
        let (ux, uy, length) = (Lanes(self.ux), Lanes(self.uy), Lanes(self.length));
        let (vx, vy) = (all(motion.x), all(motion.y));
        let way = all(motion.x.abs() + motion.y.abs());
        let (h, s) = (dx * uy - dy * ux, dx * ux + dy * uy);
        let (across, along) = (vx * uy - vy * ux, vx * ux + vy * uy);
        let error = (dx.abs() + dy.abs() + way + length).map(|size| ERROR * size + f64::MIN_POSITIVE);
        let reach = error + all(radius);
        let (h_end, s_end) = (h + across, s + along);
        let side = largest(smallest(h, h_end), largest(h, h_end).negated()) - reach;
        let ahead = largest(smallest(s, s_end) - length, largest(s, s_end).negated()) - reach;
        // The ends of the wall seen from the move's line.
        let (a, b) = (s * across - h * along, (s - length) * across - h * along);
        let beside = largest(smallest(a, b), largest(a, b).negated()) - (reach + error + error) * way;
        let apart = largest(largest(side, ahead), beside.map(|x| x - f64::MIN_POSITIVE));
        // What is NaN is not certain to be apart.
        let mut near = [-1.0_f32; FOUR];
        for (near, apart) in near.iter_mut().zip(apart.0) {
            *near = if 0.0 < apart { 1.0 } else { -1.0 };
        }
        signs(&near) & ((1 << self.len) - 1)
    }

    /// Whether a move stays on one side of a wall's line, further away than a radius, for certain.
    #[inline(always)]
    fn is_left(&self, place: usize, start: Point, end: Point, radius: f64) -> bool {
        let a = Point::new(self.ax[place], self.ay[place]);
        let normal = Vec2::new(self.ux[place], self.uy[place]).normal();
        let (before, after) = (start - a, end - a);
        let error = ERROR * (before.x.abs() + before.y.abs() + after.x.abs() + after.y.abs()) + f64::MIN_POSITIVE;
        let (h, h_end) = (before.dot(normal), after.dot(normal));
        (radius + error < min(h, h_end)) | (max(h, h_end) < -(radius + error))
    }

    /// When the body comes as near to a wall's line as its radius, if it comes from further away for certain.
    #[inline(always)]
    fn candidate(&self, place: usize, start: Point, motion: Vec2, radius: f64, aside: f64) -> Option<Candidate> {
        let (d, length) = (start - Point::new(self.ax[place], self.ay[place]), self.length[place]);
        let unit = Vec2::new(self.ux[place], self.uy[place]);
        let size = d.x.abs() + d.y.abs() + (motion.x.abs() + motion.y.abs()) + length;
        let error = ERROR * size + f64::MIN_POSITIVE;
        let (h, across, normal) = match (d.dot(unit.normal()), motion.dot(unit.normal())) {
            (h, across) if h > 0.0 => (h, across, unit.normal()),
            (h, across) => (-h, -across, -unit.normal()),
        };
        let (gap, closing) = (h - radius, -across);
        if !(gap > error && closing > error) {
            return None;
        }
        let t = gap / closing;
        // Both are off by E, the quotient by u and a product of errors; twice the first is more. One that is met later than this by
        // a step aside is clear of the step.
        let t_error = (2.0 * (1.0 + t) * error + 2.0 * aside) / closing;
        let along = motion.dot(unit);
        let s = d.dot(unit) + t * along;
        // s is off by E, and by what the time is off.
        let s_error = 2.0 * error + t_error * along.abs();
        let is_side = s_error < s && s < length - s_error;
        Some(Candidate { id: self.ids[place], t, error: t_error, is_side, normal })
    }
}

#[inline(always)]
fn smallest(a: Lanes<FOUR>, b: Lanes<FOUR>) -> Lanes<FOUR> {
    a.with(b, min)
}

#[inline(always)]
fn largest(a: Lanes<FOUR>, b: Lanes<FOUR>) -> Lanes<FOUR> {
    a.with(b, max)
}
