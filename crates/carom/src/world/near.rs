//! Those near a body, looked at four by four: which of them it meets first and second, and whether it overlaps one.

use super::meeting;
use super::pairs::{self, Between, Bodies, Flying, Place, Places, U};
use super::slots::NONE;
use crate::point::Point;
use crate::simd::{self, Eight, Four, Kernel, Machine, Numbers};

/// So many are looked at in one go: three in each of nine cells, and room for eight lanes after them.
const ROOM: usize = 32;

/// Lanes side by side.
const FOUR: usize = 4;

/// A disc in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) at: Point,
    pub(super) radius: f64,
}

/// Bodies that are to be looked at.
pub(super) struct List {
    bodies: [u32; ROOM],
    len: usize,
}

impl List {
    #[inline(always)]
    pub(super) fn new() -> List {
        List { bodies: [0; ROOM], len: 0 }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a body. Whether there is no room for another after it.
    #[inline(always)]
    pub(super) fn push(&mut self, body: u32) -> bool {
        self.bodies[self.len] = body;
        self.len += 1;
        self.len == ROOM
    }

    /// Makes it a list of the bodies of nine cells, but for two: of each row of cells three, which are up to three bodies each and `NONE`, and any fourth. Whether
    /// that is all of them: a cell may have more, which it has in its fourth place.
    #[inline]
    pub(super) fn fill(&mut self, rows: Rows<'_>, left_out: [u32; 2]) -> bool {
        simd::run(Fill { list: self, rows, left_out })
    }

    /// The same on some machine.
    #[inline(always)]
    pub(super) fn fill_on<M: Machine>(&mut self, rows: Rows<'_>, left_out: [u32; 2]) -> bool {
        Fill { list: self, rows, left_out }.run::<M>()
    }

    /// Ends a list to which others have been added, or empties it if there was no room for all. Whether there was.
    pub(super) fn end(&mut self, is_full: bool) -> bool {
        if is_full {
            *self = List::new();
        }
        // The lanes after the last are anybody's.
        let end = core::cmp::min(self.len + FOUR, ROOM);
        self.bodies[self.len..end].fill(0);
        !is_full
    }

    /// One bit for each whose box shares a point with another. Of a box there are the least x and y, and the greatest with their signs turned.
    #[inline(always)]
    pub(super) fn sharing<F: Four>(&self, boxes: &[[f64; 4]], &[a, b, c, d]: &[f64; 4]) -> u32 {
        let opposite = F::of([-c, -d, -a, -b]);
        let (mut sharing, mut from) = (0, 0);
        while from < self.len {
            for lane in from..from + FOUR {
                let other = F::of(boxes[self.bodies[lane % ROOM] as usize]);
                sharing |= u32::from(F::bits(opposite.is_below(other)) == 0) << lane;
            }
            from += FOUR;
        }
        self.all() & sharing
    }

    /// One bit for each whose disc is not certain to be apart from another, if all are in their places.
    ///
    /// A difference is off by u of itself, its square by 3u, the sum of both by u more; the sum of two radii by u, and its square by 3u; what is left of them by u of both. That is 5u of both squares,
    /// and next to nothing where they vanish.
    #[inline(always)]
    pub(super) fn in_doubt_in_places<F: Four>(&self, discs: &[Placed], own: &Placed) -> u32 {
        let [x, y, radius] = [own.at.x, own.at.y, own.radius].map(F::all);
        let (mut apart, mut from) = (0, 0);
        while from < self.len {
            let lane = |lane: usize| &discs[self.bodies[(from + lane) % ROOM] as usize];
            let row = |disc: &Placed| F::of([disc.at.x, disc.at.y, disc.radius, 0.0]);
            let [other_x, other_y, others, _] = F::transposed([row(lane(0)), row(lane(1)), row(lane(2)), row(lane(3))]);
            let (dx, dy, sum) = (x.minus(other_x), y.minus(other_y), radius.plus(others));
            let (distance, sum) = (dx.times(dx).plus(dy.times(dy)), sum.times(sum));
            let error = F::all(8.0 * U).times(distance.plus(sum)).plus(F::all(f64::MIN_POSITIVE));
            let clear = distance.minus(sum);
            let are_apart = F::both(error.is_below(clear), clear.is_below(F::all(f64::INFINITY)));
            apart |= F::bits(are_apart) << from;
            from += FOUR;
        }
        self.all() & !apart
    }

    /// Makes it a list of the bodies of three cells, if none has more than three. Whether they are listed.
    #[inline(always)]
    pub(super) fn fill_from(&mut self, cells: [&[u32; 4]; 3]) -> bool {
        self.len = 0;
        if cells.iter().any(|cell| cell[3] != NONE) {
            return false;
        }
        // How many there are cannot be foreseen, so there are no branches.
        for cell in cells {
            for &body in &cell[..3] {
                self.bodies[self.len % ROOM] = body;
                self.len += usize::from(body != NONE);
            }
        }
        // The lanes after the last are anybody's.
        self.bodies[self.len % ROOM..][..FOUR].fill(0);
        true
    }

    /// Keeps some.
    #[inline(always)]
    pub(super) fn keep(&mut self, is_kept: impl Fn(u32) -> bool) {
        let mut kept = 0;
        for place in 0..self.len {
            let other = self.bodies[place];
            self.bodies[kept] = other;
            kept += usize::from(is_kept(other));
        }
        self.len = kept;
    }

    /// All bits of numbers that are in use.
    #[inline(always)]
    fn all(&self) -> u32 {
        ((1_u64 << self.len) - 1) as u32
    }

    /// Those of some bits.
    pub(super) fn each(&self, mut bits: u32, mut show: impl FnMut(u32)) {
        while bits != 0 {
            show(self.bodies[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
    }

    /// Four of them; where there are fewer, anybody.
    #[inline(always)]
    fn four<'a>(&self, from: usize, flying: &'a [Flying]) -> [&'a Flying; FOUR] {
        let body = |lane: usize| &flying[self.bodies[(from + lane) % ROOM] as usize];
        [body(0), body(1), body(2), body(3)]
    }
}

/// The lists of three rows of three cells, and of one more after each.
pub(super) type Rows<'a> = [&'a [[u32; 4]; 4]; 3];

/// See [`List::fill`]: one that was not filled holds anybody.
pub(super) struct Fill<'a> {
    pub(super) list: &'a mut List,
    pub(super) rows: Rows<'a>,
    pub(super) left_out: [u32; 2],
}

impl Kernel for Fill<'_> {
    type Output = bool;

    /// How many there are in a cell cannot be foreseen, so there are no branches: of two cells at once those who are there move together.
    #[inline(always)]
    fn run<M: Machine>(self) -> bool {
        let Fill { list, rows, left_out: [a, b] } = self;
        // All bits are set where nobody is.
        let (mut chains, mut len) = (NONE, 0);
        for row in rows {
            chains &= row[0][3] & row[1][3] & row[2][3];
            let row = row.as_flattened();
            if let (Some(first), Some(last)) = (row.first_chunk(), row.last_chunk()) {
                len = list.push_two_cells(len, M::Eight::of_bits(first), THREE, [NONE, a, b]);
                len = list.push_two_cells(len, M::Eight::of_bits(last), THREE & 0x0f, [NONE, a, b]);
            }
        }
        list.len = len;
        // The lanes after the last are anybody's.
        if let Some(room) = list.bodies.get_mut(list.len..list.len + FOUR) {
            room.fill(0);
        }
        chains == NONE
    }
}

impl List {
    /// Adds those of some places of two cells, but for some, to so many. How many there are then.
    #[inline(always)]
    fn push_two_cells<E: Eight>(&mut self, len: usize, bodies: E, meant: u32, left_out: [u32; 3]) -> usize {
        let kept = meant & !bodies.one_of(left_out);
        let together = bodies.picked(E::of_bits(&TOGETHER[kept as usize])).bits();
        // Never more than 24 before the last.
        if let Some(room) = self.bodies.get_mut(len..len + 8) {
            room.copy_from_slice(&together);
        }
        len + kept.count_ones() as usize
    }
}

/// Of the eight places of two cells those of three bodies each.
const THREE: u32 = 0b0111_0111;

/// For each choice of eight lanes their numbers, and then any.
static TOGETHER: [[u32; 8]; 256] = {
    let mut together = [[0; 8]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut lane, mut len) = (0, 0);
        while lane < 8 {
            if choice >> lane & 1 == 1 {
                together[choice][len] = lane as u32;
                len += 1;
            }
            lane += 1;
        }
        choice += 1;
    }
    together
};

/// Whom a body meets first and second.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    /// Early times, infinite for nobody, and with whom.
    pub(super) first: (f64, u32),
    pub(super) second: (f64, u32),
    /// One bit for each of the list whom floats cannot tell of.
    pub(super) doubts: u32,
}

/// A body that asks, where it is, and whom.
pub(super) struct Asking<'a> {
    pub(super) body: &'a Flying,
    pub(super) place: Place,
    pub(super) list: &'a List,
}

/// Whom of their lists some bodies meet first and second, by early times.
#[inline]
pub(super) fn nearest<const N: usize>(
    flying: &[Flying],
    asking: [Asking<'_>; N],
    [now, end]: [f64; 2],
) -> [Nearest; N] {
    simd::run(NearestOf { flying, asking, now, end })
}

/// Those of a list whom a body may meet up to a time: one bit for each of whom floats do not tell that it does not, or only later.
#[inline]
pub(super) fn that_may_meet(flying: &[Flying], asking: &Asking<'_>, [now, end]: [f64; 2], until: f64) -> u32 {
    simd::run(UntilOf { flying, asking, now, end, until })
}

struct UntilOf<'a> {
    flying: &'a [Flying],
    asking: &'a Asking<'a>,
    now: f64,
    end: f64,
    until: f64,
}

impl Kernel for UntilOf<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<M: Machine>(self) -> u32 {
        let UntilOf { flying, asking, now, end, until } = self;
        let mut found = Times { times: [M::Four::all(f64::INFINITY); ROOM / FOUR], certain: 0 };
        found.look(asking, flying, [now, end]);
        let (mut meet, mut from) = (0, 0);
        while from < asking.list.len {
            meet |= M::Four::bits(found.four(from).is_at_most(M::Four::all(until))) << from;
            from += FOUR;
        }
        (meet | !found.certain) & asking.list.all()
    }
}

/// See [`nearest`].
pub(super) struct NearestOf<'a, const N: usize> {
    pub(super) flying: &'a [Flying],
    pub(super) asking: [Asking<'a>; N],
    pub(super) now: f64,
    pub(super) end: f64,
}

impl<const N: usize> Kernel for NearestOf<'_, N> {
    type Output = [Nearest; N];

    #[inline(always)]
    fn run<M: Machine>(self) -> [Nearest; N] {
        let NearestOf { flying, asking, now, end } = self;
        // What one waits for, the other one has time for: first all times are found, and then who is first.
        let mut found = [Times { times: [M::Four::all(f64::INFINITY); ROOM / FOUR], certain: 0 }; N];
        for (asking, found) in asking.iter().zip(&mut found) {
            found.look(asking, flying, [now, end]);
        }
        let mut nearest = [Nearest::NOBODY; N];
        for ((asking, found), nearest) in asking.iter().zip(&found).zip(&mut nearest) {
            *nearest = found.nearest(asking.list);
        }
        nearest
    }
}

/// When a body meets those of its list, four by four, and of whom that is certain.
#[derive(Clone, Copy)]
struct Times<F> {
    times: [F; ROOM / FOUR],
    certain: u32,
}

impl<F: Four> Times<F> {
    #[inline(always)]
    fn look(&mut self, asking: &Asking<'_>, flying: &[Flying], [now, end]: [f64; 2]) {
        let Asking { body, place, list } = *asking;
        let (body, place) = (Bodies::<F>::all(body), Places::all(place));
        let mut from = 0;
        while from < list.len {
            let ahead = pairs::ahead(&body, &place, &Bodies::of(list.four(from, flying)), now, end);
            self.certain |= ahead.certain << from;
            let is_listed = F::of([0.0, 1.0, 2.0, 3.0]).is_below(F::all((list.len - from) as f64));
            self.times[from / FOUR % (ROOM / FOUR)] = F::choose(is_listed, ahead.times, F::all(f64::INFINITY));
            from += FOUR;
        }
    }

    #[inline(always)]
    fn four(&self, from: usize) -> F {
        self.times[from / FOUR % (ROOM / FOUR)]
    }

    /// The first and the second. There are no branches, as who it is cannot be foreseen.
    #[inline(always)]
    fn nearest(&self, list: &List) -> Nearest {
        let (first, those) = self.least(list, -f64::INFINITY);
        let (second, others) = self.least(list, first);
        let at_once = those & those.wrapping_sub(1);
        let (second, others) = if at_once == 0 { (second, others) } else { (first, at_once) };
        let whose = |bits: u32| list.bodies[bits.trailing_zeros() as usize % ROOM];
        Nearest { first: (first, whose(those)), second: (second, whose(others)), doubts: list.all() & !self.certain }
    }

    /// The least time after another, infinite if there is none, and one bit for each who has it. Most lists are of up to eight: whether of more than four
    /// cannot be foreseen, so that there is no branch.
    #[inline(always)]
    fn least(&self, list: &List, after: f64) -> (f64, u32) {
        let later = |from: usize| {
            let times = self.four(from);
            F::choose(F::all(after).is_below(times), times, F::all(f64::INFINITY))
        };
        let mut least = later(0).least(later(FOUR));
        let mut from = 2 * FOUR;
        while from < list.len {
            least = least.least(later(from));
            from += FOUR;
        }
        let time = least.least_of_all();
        let those = |from: usize| F::bits(self.four(from).is_equal(F::all(time))) << from;
        let mut all = those(0) | those(FOUR);
        let mut from = 2 * FOUR;
        while from < list.len {
            all |= those(from);
            from += FOUR;
        }
        (time, all)
    }
}

impl Nearest {
    const NOBODY: Nearest = Nearest { first: (f64::INFINITY, 0), second: (f64::INFINITY, 0), doubts: 0 };
}

/// Whether a body in a place overlaps nobody of a list now, exactly.
#[inline]
pub(super) fn is_free_of(flying: &[Flying], placed: &Flying, list: &List, now: f64) -> bool {
    let doubts = simd::run(OverlapsOf { flying, placed, list, now });
    let mut is_free = true;
    list.each(doubts, |j| is_free = is_free && meeting::are_apart_exactly(placed, &flying[j as usize], now));
    is_free
}

struct OverlapsOf<'a> {
    flying: &'a [Flying],
    placed: &'a Flying,
    list: &'a List,
    now: f64,
}

impl Kernel for OverlapsOf<'_> {
    /// One bit for each of the list that is not certain to be apart.
    type Output = u32;

    #[inline(always)]
    fn run<M: Machine>(self) -> u32 {
        let OverlapsOf { flying, placed, list, now } = self;
        let body = Bodies::<M::Four>::all(placed);
        let place = body.now(now);
        let mut apart = 0;
        let mut from = 0;
        while from < list.len {
            let others = Bodies::of(list.four(from, flying));
            let between = Between::of(&body, &place, &others, &others.now(now));
            apart |= M::Four::bits(between.are_apart()) << from;
            from += FOUR;
        }
        list.all() & !apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::flight::Flight;
    use crate::point::Vec2;
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;

    const NOW: f64 = 1.5;
    const END: f64 = 4.0;

    /// Bodies near each other on a grid, so that many meet, some at once, and some overlap; now and then with numbers of any size.
    fn bodies(rng: &mut Rng, count: usize) -> Vec<Flying> {
        let size = *rng.pick(&[1.0, 1.0, 1.0, 1e-80, 1e80, 1e160]);
        let mut number = |most: i64| rng.between(-most, most) as f64 * size;
        (0..count)
            .map(|_| {
                let at = Point::new(number(40), number(40));
                let (velocity, since) = (Vec2::new(number(3), number(3)), number(1).abs() / size);
                let flight = Flight { at, velocity, since };
                Flying { flight, radius: number(2).abs(), layers: 1, mask: 1, changes: 0 }
            })
            .collect()
    }

    fn listed(others: &[u32]) -> List {
        let mut list = List::new();
        others.iter().for_each(|&other| _ = list.push(other));
        list
    }

    /// Who is first and second in a list is whom the same formula finds one by one.
    const CASES: u64 = if carom_oracle::FEW_CASES { 2_000 } else { 20_000 };

    #[test]
    fn four_by_four_is_as_one_by_one() {
        let (mut met, mut doubts, mut ties) = (0, 0, 0);
        for case in 0..CASES * 5 / 2 {
            let rng = &mut Rng::for_case(0, "nearest of a list", case);
            let mut flying = bodies(rng, 40);
            // Two that are met at once.
            flying[2 + rng.below(8)] = flying[2 + rng.below(8)];
            let others: Vec<u32> = (2..2 + rng.below(ROOM - 1) as u32).collect();
            let list = listed(&others);
            let asking = [0, 1].map(|i| {
                let body: &Flying = &flying[i];
                Asking { body, place: body.now(NOW), list: &list }
            });
            for (i, nearest) in nearest(&flying, asking, [NOW, END]).into_iter().enumerate() {
                let (a, mut times, mut in_doubt) = (&flying[i], Vec::new(), 0);
                for (place, &j) in others.iter().enumerate() {
                    let (a, at, b) = (Bodies::all(a), Places::all(a.now(NOW)), Bodies::all(&flying[j as usize]));
                    let ahead = pairs::ahead::<pairs::Alone>(&a, &at, &b, NOW, END);
                    in_doubt |= (1 - ahead.certain) << place;
                    times.push((ahead.times.0, j));
                }
                let unsorted = times.clone();
                times.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                times.retain(|(time, _)| *time < f64::INFINITY);
                assert_eq!(nearest.doubts, in_doubt, "case {case}");
                let until = *rng.pick(&[NOW, nearest.first.0, nearest.second.0, END]);
                let asking = Asking { body: a, place: a.now(NOW), list: &list };
                let may_meet =
                    |bits: u32, (place, &(time, _)): (usize, &(f64, u32))| bits | u32::from(time <= until) << place;
                let expected = in_doubt | unsorted.iter().enumerate().fold(0, may_meet);
                assert_eq!(that_may_meet(&flying, &asking, [NOW, END], until), expected, "case {case}");
                for (place, found) in [nearest.first, nearest.second].into_iter().enumerate() {
                    match times.get(place) {
                        Some(&expected) => assert_eq!(found, expected, "case {case}: {place}"),
                        None => assert_eq!(found.0, f64::INFINITY, "case {case}: {place}"),
                    }
                }
                met += times.len();
                doubts += in_doubt.count_ones();
                ties += u32::from(times.len() > 1 && times[0].0 == times[1].0);
            }
        }
        assert!(
            2 * met as u64 > CASES && 20 * u64::from(doubts) > CASES && 400 * u64::from(ties) > CASES,
            "{met} {doubts} {ties}"
        );
    }

    #[test]
    fn who_overlaps_is_found_exactly() {
        let mut counts = [0_u64; 2];
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "overlaps of a list", case);
            let flying = bodies(rng, 12);
            let others: Vec<u32> = (1..1 + rng.below(8) as u32).collect();
            let expected = others.iter().all(|&j| meeting::are_apart_exactly(&flying[0], &flying[j as usize], NOW));
            assert_eq!(is_free_of(&flying, &flying[0], &listed(&others), NOW), expected, "case {case}");
            counts[usize::from(expected)] += 1;
        }
        assert!(counts.iter().all(|&count| 200 * count > CASES), "{counts:?}");
    }

    /// Cells of none to three, now and then of more, beside a plain walk through them.
    #[test]
    fn cells_are_listed_without_gaps() {
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "lists of cells", case);
            let mut next = 0;
            let most = *rng.pick(&[1, 2, 3, 3, 4]);
            let rows = [0; 3].map(|_| {
                [0; 4].map(|_| {
                    let count = rng.below(most + 1);
                    core::array::from_fn(|place| {
                        next += 1;
                        if place < count { next } else { NONE }
                    })
                })
            });
            let left_out = [0; 2].map(|_| rng.below(50) as u32);
            let mut list = List::new();
            let are_all = list.fill([&rows[0], &rows[1], &rows[2]], left_out);
            let cells = || rows.iter().flat_map(|row: &[[u32; 4]; 4]| &row[..3]);
            assert_eq!(are_all, cells().all(|cell| cell[3] == NONE), "case {case}");
            let expected: Vec<u32> = cells()
                .flat_map(|cell| &cell[..3])
                .copied()
                .filter(|&body| body != NONE && !left_out.contains(&body))
                .collect();
            assert_eq!(list.bodies[..list.len], expected, "case {case}");
            assert!(list.bodies.iter().skip(list.len).take(FOUR).all(|&body| body == 0), "case {case}");
        }
    }
}
