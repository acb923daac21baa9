//! How a moving capsule sees the walls of cells: when it may touch each at the earliest, by when it does for certain, and where.
//!
//! A capsule is all within R of a core, from −c to c as seen from its middle. With h the half of a wall, it touches the wall while its middle, as seen from the wall's, is within R of the parallelogram K
//! with the corners ±h ± c (`hull.rs`). So this is a disc of radius R and a parallelogram, as in `around.rs` it is a disc and a segment.
//!
//! **What is seen.** The wall is seen at most η from where it is and the path α (`around.rs`), the capsule by as much more as the disc around it was grown for. So every point of K is within E of one of that which is seen, and the
//! reverse, and what is said below is said of what is seen: it is touched no sooner than a disc of R + E touches that, and no later than one of R − E does.
//!
//! **Strips.** All within R of K lies in two strips, of lines parallel to the wall and parallel to the core. The times at which these are entered and left, R + E wide, are times before which and after
//! which nothing is touched. And with the strip that lies along the path: what passes K passes beside it.
//!
//! **Where.** Let t₀ be the time at which the later of them is entered, or 0 if both are at the start. Then the middle q is further from K along one direction than along the other; let it be on that side of K, of which the two ends are corners.
//! - The foot of q on that side's line is between the ends, by more than E, and still is when another E of the strip has been passed, and neither strip has been left: q is then R − E from K at most, so the capsule touches the wall by then. If that is at the start, it overlaps. So it does if q is in K.
//! - Else it is beyond one of the ends. A disc around that corner is entered at −b − √(R² − x²), as in `around.rs`, and with R − E at most G/√(R² − x²) later: the capsule touches the wall by then, as the corner is one of K. If q is
//!   within R − E of it at the start, it overlaps.
//! - If K lies behind that corner as seen from q at the time the disc around it is entered, with a the vector from the corner, a·g and a·l not negative where the corner is g + l and both sides there lead along −g and −l,
//!   then no point of K is nearer in the direction a, and nothing is touched earlier either, but for as much.
//!
//! **Errors** are those of `shaped.rs`: places on K are sums of a wall's and a capsule's, off by 8UF and 10Ur; and x and b by 16U(F + r). R is more than 2E, or nothing is said to be certain.

use super::around::{Few, SLOWEST, turned};
use super::cell::numbers;
use super::shaped::{Shaped, at_least, at_most};
use crate::float::sqrt_f32;

/// What a look shows, in steps of the way.
pub(super) struct Rounded {
    /// As in `shaped.rs`.
    pub(super) early: [f32; 8],
    pub(super) late: [f32; 8],
    /// Where, as bits.
    pub(super) places: [u32; 8],
}

/// The bits of places. It is at a side of K that is parallel to the wall, or at a corner; if neither, at a side that is parallel to the core.
const ALONG_WALL: u32 = 1;
const AT_CORNER: u32 = 1 << 1;
/// Which vertex of the core and which end of the wall; of a side only the one that it has.
const FIRST_VERTEX: u32 = 1 << 2;
const FIRST_END: u32 = 1 << 3;
/// On which side of the core and of the wall.
const RIGHT_OF_CORE: u32 = 1 << 4;
const RIGHT_OF_WALL: u32 = 1 << 5;

/// How many there are that say what kind of place it is: the lowest.
pub(super) const KINDS_OF_PLACES: u32 = ALONG_WALL | AT_CORNER;

/// A place on K, in numbers of the core's vertices and the wall's ends.
pub(super) enum OnK {
    /// A vertex and the side of the wall, on its left or on its right.
    WallSide { vertex: u16, is_left: bool },
    /// A side of the core and an end of the wall.
    CoreSide { side: u16, end: u16 },
    /// A vertex and an end.
    Corner([u16; 2]),
}

impl OnK {
    /// What bits of a place say.
    #[inline(always)]
    pub(super) fn of(place: u32) -> OnK {
        let is_not = |bit: u32| u16::from(place & bit == 0);
        if place & AT_CORNER != 0 {
            OnK::Corner([is_not(FIRST_VERTEX), is_not(FIRST_END)])
        } else if place & ALONG_WALL != 0 {
            OnK::WallSide { vertex: is_not(FIRST_VERTEX), is_left: place & RIGHT_OF_WALL == 0 }
        } else {
            // The side that starts at the first vertex is on the right of the way from the second to the first.
            OnK::CoreSide { side: is_not(RIGHT_OF_CORE), end: is_not(FIRST_END) }
        }
    }
}

/// A capsule on its way: half its core, its length, the directions along it and to its left, and how long a step across the strip along it takes.
#[derive(Clone, Copy)]
pub(super) struct Core {
    half: [f32; 2],
    length: f32,
    along: [f32; 2],
    left: [f32; 2],
    per_step: f32,
    /// The highest bit if the middle comes to the strip from the left.
    turned: u32,
    /// How far it reaches beside the path.
    beside: f32,
    motion: [f32; 2],
    radius: f32,
    /// E and G.
    off: f32,
    off_square: f32,
}

/// A wall as the middle of a capsule sees it: half of it, its length, the directions along it and to its left, any if it has none, and where the middle starts.
#[derive(Clone, Copy)]
struct Lying {
    half: [f32; 2],
    length: f32,
    along: [f32; 2],
    left: [f32; 2],
    from: [f32; 2],
}

/// The strips along a wall and along the core.
#[derive(Clone, Copy)]
struct Strips {
    /// How far K reaches across, to the left of the wall and of the core.
    core_across: f32,
    wall_across: f32,
    /// What E is in steps of the way, for both.
    wall_off: f32,
    core_off: f32,
    /// When the last is entered and the first left, at the earliest and latest.
    enter: f32,
    leave: f32,
    surely_until: f32,
    /// When the last is entered as seen, not before the start.
    time: f32,
    /// Negative if it passes beside all of K.
    passes: f32,
}

/// The side of K that is met, of which the corners are g ± l.
#[derive(Clone, Copy)]
struct MetSide {
    is_wall: bool,
    /// How far the middle is on the left of the wall and of the core; and how far it is outside, at most.
    left: f32,
    core_left: f32,
    outside: f32,
    g: [f32; 2],
    /// Toward the corner that is nearer.
    l: [f32; 2],
    /// The highest bit if the core and the wall are turned round there.
    core_turn: u32,
    wall_turn: u32,
    long: f32,
    /// How far along it the foot is from the middle of the side, how far it moves in E of the strip, and what E is there.
    foot: f32,
    drift: f32,
    off: f32,
}

/// The nearer corner, and a disc around it.
#[derive(Clone, Copy)]
struct Nearer {
    /// From it to where the middle starts.
    from: [f32; 2],
    under_root: f32,
    /// When the disc is entered, and what that is off by.
    time: f32,
    off: f32,
    /// Whether all of K is behind it as seen from there.
    is_alone: bool,
}

impl Lying {
    #[inline(always)]
    fn of(few: &Few, lane: usize) -> Lying {
        let [hx, hy, mx, my] = numbers([few.halves[lane], few.middles[lane]]);
        let squared = hx * hx + hy * hy;
        let is_short = squared < 0.25;
        let half = sqrt_f32(if is_short { 1.0 } else { squared });
        let over = 1.0 / half;
        let (wx, wy) = (if is_short { 1.0 } else { hx * over }, hy * over);
        Lying {
            half: [hx, hy],
            length: if is_short { 0.0 } else { half },
            along: [wx, wy],
            left: [-wy, wx],
            from: [few.views[0][lane] - mx, few.views[1][lane] - my],
        }
    }
}

impl Core {
    pub(super) const NONE: Core = Core {
        half: [0.0; 2],
        length: 0.0,
        along: [0.0; 2],
        left: [0.0; 2],
        per_step: 0.0,
        turned: 0,
        beside: 0.0,
        motion: [0.0; 2],
        radius: 0.0,
        off: 0.0,
        off_square: 0.0,
    };

    #[inline(always)]
    pub(super) fn of(shaped: &Shaped) -> Core {
        let corner = [shaped.corners[0][0], shaped.corners[1][0]];
        Core::new(shaped.direction, corner, shaped.square, [shaped.radius, shaped.off])
    }

    /// Of a capsule with this vertex, in steps, and with this direction square to its first side; with R and E.
    #[inline(always)]
    pub(super) fn new([ux, uy]: [f32; 2], [cx, cy]: [f32; 2], [nx, ny]: [f32; 2], [radius, off]: [f32; 2]) -> Core {
        // The first side leads from the first vertex to the second, and has its outside on its right; the core is seen the other way.
        let (tx, ty) = (ny, -nx);
        let speed = nx * ux + ny * uy;
        Core {
            half: [cx, cy],
            length: tx * cx + ty * cy,
            along: [tx, ty],
            left: [nx, ny],
            per_step: 1.0 / at_least(speed.abs(), SLOWEST),
            // Asked for each wall, it would be asked once before all of them, by a branch that nobody can guess.
            turned: if speed < 0.0 { 0 } else { 1 << 31 },
            beside: (ux * cy - uy * cx).abs(),
            motion: [ux, uy],
            radius,
            off,
            off_square: (2.0 * radius + off) * off,
        }
    }

    #[inline(always)]
    fn strips(&self, wall: &Lying) -> Strips {
        let Core { half: [cx, cy], left: [nx, ny], motion: [ux, uy], radius, off, .. } = *self;
        let Lying { half: [hx, hy], left: [px, py], from: [fx, fy], .. } = *wall;
        let (core_across, wall_across) = (px * cx + py * cy, nx * hx + ny * hy);
        let (wall_wide, core_wide) = (core_across.abs() + radius, wall_across.abs() + radius);
        let speed = px * ux + py * uy;
        let per_step = 1.0 / at_least(speed.abs(), SLOWEST);
        let (in_wall, in_core) = (px * fx + py * fy, nx * fx + ny * fy);
        let toward_wall = turned(in_wall, !speed.to_bits());
        let toward_core = turned(in_core, self.turned);
        let (comes, goes) = ((toward_wall - wall_wide) * per_step, (toward_wall + wall_wide) * per_step);
        let (core_comes, core_goes) =
            ((toward_core - core_wide) * self.per_step, (toward_core + core_wide) * self.per_step);
        let (wall_off, core_off) = (off * per_step, off * self.per_step);
        let beside = (ux * fy - uy * fx).abs();
        Strips {
            core_across,
            wall_across,
            wall_off,
            core_off,
            enter: at_least(at_least(comes - wall_off, core_comes - core_off), 0.0),
            leave: at_most(goes + wall_off, core_goes + core_off),
            surely_until: at_most(goes - wall_off, core_goes - core_off),
            time: at_least(at_least(comes, core_comes), 0.0),
            passes: (radius + off + self.beside + (ux * hy - uy * hx).abs()) - beside,
        }
    }

    /// Where the middle is when the last strip is entered, and how far outside along both directions.
    #[inline(always)]
    fn side(&self, wall: &Lying, strips: &Strips) -> MetSide {
        let Core { half: [cx, cy], left: [nx, ny], along: [tx, ty], motion: [ux, uy], .. } = *self;
        let Lying { half: [hx, hy], left: [px, py], along: [wx, wy], from: [fx, fy], .. } = *wall;
        let Strips { core_across, wall_across, time, .. } = *strips;
        let (qx, qy) = (fx + ux * time, fy + uy * time);
        let (left, core_left) = (px * qx + py * qy, nx * qx + ny * qy);
        let (outside, core_outside) = (left.abs() - core_across.abs(), core_left.abs() - wall_across.abs());
        let is_wall = core_outside <= outside;
        // Turned round where the highest bit is set. What is 0 may have either sign: then both corners are as near.
        let (core_turn, wall_turn) =
            (core_across.to_bits() ^ left.to_bits(), wall_across.to_bits() ^ core_left.to_bits());
        let (kx, ky) = (turned(cx, core_turn), turned(cy, core_turn));
        let (jx, jy) = (turned(hx, wall_turn), turned(hy, wall_turn));
        let (gx, gy) = (if is_wall { kx } else { jx }, if is_wall { ky } else { jy });
        let (lx, ly) = (if is_wall { hx } else { cx }, if is_wall { hy } else { cy });
        let (ex, ey) = (if is_wall { wx } else { tx }, if is_wall { wy } else { ty });
        let off = if is_wall { strips.wall_off } else { strips.core_off };
        let foot = (qx - gx) * ex + (qy - gy) * ey;
        let back = foot.to_bits();
        MetSide {
            is_wall,
            left,
            core_left,
            outside: at_least(outside, core_outside),
            g: [gx, gy],
            l: [turned(lx, back), turned(ly, back)],
            core_turn,
            wall_turn,
            long: if is_wall { wall.length } else { self.length },
            foot,
            drift: (ux * ex + uy * ey).abs() * off,
            off,
        }
    }

    #[inline(always)]
    fn nearer(&self, wall: &Lying, side: &MetSide) -> Nearer {
        let (Core { motion: [ux, uy], radius, off, off_square, .. }, [fx, fy]) = (*self, wall.from);
        let ([gx, gy], [lx, ly]) = (side.g, side.l);
        let (rx, ry) = (fx - (gx + lx), fy - (gy + ly));
        let (along, across) = (rx * ux + ry * uy, rx * uy - ry * ux);
        let under_root = radius * radius - across * across;
        let root = sqrt_f32(at_least(under_root, off_square));
        let time = -along - root;
        let (ax, ay) = (rx + ux * time, ry + uy * time);
        let is_behind = (0.0 <= ax * lx + ay * ly) & (0.0 <= ax * gx + ay * gy);
        let is_alone = is_behind & (4.0 * off_square < under_root);
        Nearer { from: [rx, ry], under_root, time, off: off_square / root + off, is_alone }
    }
}

/// How far a way goes at most and at least, R − E, and 0 if anything may be certain, else infinite.
#[derive(Clone, Copy)]
struct Limits {
    longest: f32,
    shortest: f32,
    inner: f32,
    is_sound: f32,
}

impl Limits {
    #[inline(always)]
    fn of(core: &Core, length: f32) -> Limits {
        let Core { radius, off, .. } = *core;
        Limits {
            longest: length + off,
            shortest: at_least(length - off, 0.0),
            inner: at_least(radius - off, 0.0),
            is_sound: if 2.0 * off < radius { 0.0 } else { f32::INFINITY },
        }
    }
}

/// The first number, or the second.
#[inline(always)]
fn either(is_first: bool, a: f32, b: f32) -> f32 {
    if is_first { a } else { b }
}

impl Core {
    /// Looks at some walls at once, on a way of some length.
    #[inline(always)]
    pub(super) fn look(&self, few: &Few, length: f32) -> Rounded {
        let (core, limits, none) = (*self, Limits::of(self, length), few.none());
        let mut rounded = Rounded { early: [0.0; 8], late: [0.0; 8], places: [0; 8] };
        let mut lane = 0;
        while lane < 8 {
            let (early, late, place) = core.look_at(&Lying::of(few, lane), &limits);
            (rounded.early[lane], rounded.late[lane]) = (at_least(early, none[lane]), at_least(late, none[lane]));
            rounded.places[lane] = place;
            lane += 1;
        }
        rounded
    }

    /// The same of two, each with four walls ([`Few::side_by_side`]).
    #[inline(always)]
    pub(super) fn look_side_by_side([a, b]: [&Core; 2], (few, none): (&Few, &[f32; 8]), lengths: [f32; 2]) -> Rounded {
        let ([a, b], [limits_a, limits_b]) = ([*a, *b], [Limits::of(a, lengths[0]), Limits::of(b, lengths[1])]);
        let mut rounded = Rounded { early: [0.0; 8], late: [0.0; 8], places: [0; 8] };
        let mut lane = 0;
        while lane < 8 {
            let (core, limits) = (Core::either(lane < 4, &a, &b), Limits::either(lane < 4, &limits_a, &limits_b));
            let (early, late, place) = core.look_at(&Lying::of(few, lane), &limits);
            (rounded.early[lane], rounded.late[lane]) = (at_least(early, none[lane]), at_least(late, none[lane]));
            rounded.places[lane] = place;
            lane += 1;
        }
        rounded
    }

    /// When it may touch a wall at the earliest, by when it does for certain, and where.
    #[inline(always)]
    fn look_at(&self, wall: &Lying, limits: &Limits) -> (f32, f32, u32) {
        let (Core { off, off_square, .. }, Limits { longest, shortest, inner, is_sound }) = (*self, *limits);
        let strips = self.strips(wall);
        let side = self.side(wall, &strips);
        let Nearer { from: [rx, ry], under_root, time, off: e, is_alone } = self.nearer(wall, &side);
        // At the side, or at the corner.
        let is_side = side.foot.abs() + (side.drift + off) < side.long;
        let is_beyond = side.long < side.foot.abs();
        let starts = strips.time <= 0.0;
        let overlaps_side = starts & ((side.outside < 0.0) | (is_side & (side.outside < inner)));
        let overlaps = overlaps_side | (rx * rx + ry * ry < inner * inner);
        let by_side = strips.time + side.off;
        let is_by_side = is_side & !starts & (by_side <= strips.surely_until);
        let by_side = if is_by_side { by_side } else { f32::INFINITY };
        let is_by_corner = (4.0 * off_square < under_root) & (0.0 < time - e);
        let by = at_most(by_side, if is_by_corner { time + e } else { f32::INFINITY });
        let by = if by <= shortest { by } else { f32::INFINITY };
        let by = at_least(if overlaps { 0.0 } else { by }, is_sound);
        let first = if is_alone & is_beyond { at_least(strips.enter, time - e) } else { strips.enter };
        let is_apart = (strips.leave < first) | (longest < first) | (strips.passes < 0.0);
        let first = if is_apart { f32::INFINITY } else { first };
        let is_overlapped = overlaps & (is_sound <= 0.0);
        (if is_overlapped { -1.0 } else { first }, by, side.place(is_beyond))
    }

    #[inline(always)]
    fn either(is_first: bool, a: &Core, b: &Core) -> Core {
        let turned = if is_first { a.turned } else { b.turned };
        Core {
            half: [either(is_first, a.half[0], b.half[0]), either(is_first, a.half[1], b.half[1])],
            length: either(is_first, a.length, b.length),
            along: [either(is_first, a.along[0], b.along[0]), either(is_first, a.along[1], b.along[1])],
            left: [either(is_first, a.left[0], b.left[0]), either(is_first, a.left[1], b.left[1])],
            per_step: either(is_first, a.per_step, b.per_step),
            turned,
            beside: either(is_first, a.beside, b.beside),
            motion: [either(is_first, a.motion[0], b.motion[0]), either(is_first, a.motion[1], b.motion[1])],
            radius: either(is_first, a.radius, b.radius),
            off: either(is_first, a.off, b.off),
            off_square: either(is_first, a.off_square, b.off_square),
        }
    }
}

impl Limits {
    #[inline(always)]
    fn either(is_first: bool, a: &Limits, b: &Limits) -> Limits {
        Limits {
            longest: either(is_first, a.longest, b.longest),
            shortest: either(is_first, a.shortest, b.shortest),
            inner: either(is_first, a.inner, b.inner),
            is_sound: either(is_first, a.is_sound, b.is_sound),
        }
    }
}

impl MetSide {
    /// Where that is, at a side or beyond it, as bits.
    #[inline(always)]
    fn place(&self, is_beyond: bool) -> u32 {
        let foot = self.foot.to_bits();
        let (wall, core) = if self.is_wall { (foot, self.core_turn) } else { (self.wall_turn, foot) };
        (if self.is_wall { ALONG_WALL } else { 0 })
            | (if is_beyond { AT_CORNER } else { 0 })
            // The core is turned round in K.
            | (core >> 29 & FIRST_VERTEX)
            | (wall >> 28 & FIRST_END)
            | (self.core_left.to_bits() >> 27 & RIGHT_OF_CORE)
            | (self.left.to_bits() >> 26 & RIGHT_OF_WALL)
    }
}

#[cfg(test)]
mod tests;
