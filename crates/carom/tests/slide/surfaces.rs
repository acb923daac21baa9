//! What is floor, slope, wall and ceiling, and what each does to a motion.

use crate::{assert_near, kinds, segment};
use carom::{Aabb, Circle, Mover, Point, Slid, Slide, SlideEnding, Slope, Surface, Sweep, Vec2, Wall, Walls};
use carom_oracle::dyadic::exact;
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use std::cmp::Ordering;

/// A disc that falls on one long wall.
fn fallen_on(wall: impl Into<Wall>, settings: &Slide) -> Surface {
    let wall: Wall = wall.into();
    let walls = Walls::new([wall]);
    let ends = wall.segment().expect("it is a segment").ends();
    let middle = [(ends[0].x + ends[1].x) / 2.0, (ends[0].y + ends[1].y) / 2.0];
    let size = (ends[1].x - ends[0].x).abs().max((ends[1].y - ends[0].y).abs());
    let up = settings.up;
    let length = up.x.hypot(up.y);
    let by = [up.x / length * size / 4.0, up.y / length * size / 4.0];
    let start = [middle[0] + by[0], middle[1] + by[1]];
    let fall = Sweep::disc(start, middle, size * 1e-5).expect("numbers are finite");
    walls.slide(&fall, settings).contacts[0].kind
}

#[test]
fn a_slope_at_the_limit_is_a_floor_and_one_unit_over_it_is_not() {
    for [rise, run] in [[3.0, 4.0], [5.0, 12.0], [8.0, 15.0], [20.0, 21.0], [1.0, 1.0], [7.0, 1.0]] {
        for scale in [1.0, 1e-150, 1e150, 1e-290, 1e290, 3.0_f64.powi(20)] {
            let at_most = Slide { max_slope: Slope::new(rise, run).unwrap(), ..Slide::default() };
            let (x, y) = (run * scale, rise * scale);
            // With a factor that is no power of two both are rounded, and the limit is given by the rounded ones.
            let exactly = Slide { max_slope: Slope::new(y, x).unwrap(), ..Slide::default() };
            for turned in [1.0, -1.0] {
                assert_eq!(fallen_on(segment([0.0, 0.0], [turned * x, y]), &exactly), Surface::Floor);
                assert_eq!(fallen_on(segment([0.0, 0.0], [turned * x, next_up(y)]), &exactly), Surface::Slope);
                assert_eq!(fallen_on(segment([0.0, 0.0], [turned * next_down(x), y]), &exactly), Surface::Slope);
                assert_eq!(fallen_on(segment([0.0, 0.0], [turned * x, next_down(y)]), &exactly), Surface::Floor);
            }
            if scale == 1.0 {
                assert_eq!(fallen_on(segment([0.0, 0.0], [x, y]), &at_most), Surface::Floor);
            }
        }
    }
}

/// Slopes near the limit, up in any direction: the kind is what whole numbers say.
#[test]
fn kinds_are_the_oracles() {
    let (mut floors, mut others) = (0, 0);
    for case in 0..carom_oracle::share_of(400_000) {
        let rng = &mut Rng::for_case(0, "kinds of surfaces", case);
        let number = |rng: &mut Rng| if rng.one_in(2) { rng.between(-9, 9) as f64 } else { rng.within(-9.0, 9.0) };
        let (up, w) = ([number(rng), number(rng)], [number(rng), number(rng)]);
        let (cross, dot) = ((w[0] * up[1] - w[1] * up[0]).abs(), (w[0] * up[0] + w[1] * up[1]).abs());
        if cross < 0.1 || up == [0.0, 0.0] {
            continue;
        }
        // About as steep as the wall, up to some units.
        let slope = match rng.below(3) {
            0 => [dot, cross],
            1 => [next_up(dot), cross],
            _ => [dot, cross * (1.0 + rng.between(-3, 3) as f64 * f64::EPSILON)],
        };
        let max_slope = Slope::new(slope[0], slope[1]).unwrap();
        let settings = Slide { up: Vec2::new(up[0], up[1]), max_slope, ..Slide::default() };
        let kind = fallen_on(segment([0.0, 0.0], w), &settings);
        let [wx, wy, ux, uy, rise, run] = [w[0], w[1], up[0], up[1], slope[0], slope[1]].map(exact);
        let cross = wx.clone() * uy.clone() - wy.clone() * ux.clone();
        let beside = (wx * ux + wy * uy) * run;
        let is_floor = (beside.squared() - (cross * rise).squared()).sign() != Ordering::Greater;
        assert_eq!(kind, if is_floor { Surface::Floor } else { Surface::Slope }, "case {case}: {w:?} {settings:?}");
        if is_floor { floors += 1 } else { others += 1 }
    }
    assert!(floors > 100 && others > 100, "{floors} floors, {others} others");
}

#[test]
fn which_way_it_faces() {
    let walls = Walls::new([
        segment([-9.0, 0.0], [9.0, 0.0]),
        segment([9.0, 0.0], [9.0, 9.0]),
        segment([-9.0, 9.0], [9.0, 9.0]),
        segment([-9.0, 0.0], [-12.0, 6.0]),
    ]);
    let kinds_of = |end: [f64; 2]| kinds(&walls.slide(&Sweep::disc([0.0, 4.0], end, 1.0).unwrap(), &Slide::default()));
    assert_eq!(kinds_of([0.0, 0.5]), [Surface::Floor]);
    assert_eq!(kinds_of([8.5, 4.0]), [Surface::Wall]);
    assert_eq!(kinds_of([0.0, 8.5]), [Surface::Ceiling]);
    assert_eq!(kinds_of([-12.0, 3.0]), [Surface::Slope]);
    // From the other side it hangs over: no floor if turned over either.
    let hung = walls.slide(&Sweep::disc([-14.0, 2.0], [-10.0, 2.5], 1.0).unwrap(), &Slide::default());
    assert_eq!(kinds(&hung), [Surface::Wall]);
    let pillar = Walls::new([Circle::new([0, 0], 2.0).unwrap()]);
    let on_top = pillar.slide(&Sweep::disc([1.0, 5.0], [1.0, 0.0], 1.0).unwrap(), &Slide::default());
    assert_eq!(kinds(&on_top), [Surface::Floor]);
    let beside = pillar.slide(&Sweep::disc([2.9, 5.0], [2.9, 0.0], 1.0).unwrap(), &Slide::default());
    assert_eq!(kinds(&beside)[0], Surface::Slope);
    assert!(beside.end.y < 0.5, "it slides down: {:?}", beside.end);
}

#[test]
fn it_slides_along_walls_and_ceilings() {
    let walls = Walls::new([segment([5.0, -9.0], [5.0, 9.0]), segment([-9.0, 9.0], [5.0, 9.0])]);
    let up_the_wall = walls.slide(&Sweep::disc([3.0, 0.0], [6.0, 4.0], 1.0).unwrap(), &Slide::default());
    assert_near(up_the_wall.end, [4.0, 4.0], 1e-12);
    assert_eq!((up_the_wall.velocity, up_the_wall.ending), (Vec2::new(0.0, 4.0), SlideEnding::Completed));
    let under = walls.slide(&Sweep::disc([0.0, 7.0], [2.0, 11.0], 1.0).unwrap(), &Slide::default());
    assert_near(under.end, [2.0, 8.0], 1e-12);
    assert_eq!(under.velocity, Vec2::new(2.0, 0.0));
    let corner = walls.slide(&Sweep::disc([3.0, 7.0], [6.0, 11.0], 1.0).unwrap(), &Slide::default());
    assert_near(corner.end, [4.0, 8.0], 1e-12);
    assert!(matches!(corner.ending, SlideEnding::Blocked { .. } | SlideEnding::Corner { .. }), "{corner:?}");
    assert_near([corner.velocity.x, corner.velocity.y], [0.0, 0.0], 0.0);
}

/// Neither running nor jumping against a steep slope gets one higher than the jump does.
#[test]
fn a_steep_slope_lifts_nobody() {
    let walls = Walls::new([segment([-9.0, 0.0], [0.0, 0.0]), segment([0.0, 0.0], [4.0, 8.0])]);
    for (settings, start) in [(Slide::default(), [-3.0, 1.0]), (crate::walker(), [-3.0, 1.0])] {
        let run = walls.slide(&Sweep::disc(start, [3.0, 0.9], 1.0).unwrap(), &settings);
        assert!(run.end.y < 1.0 + 1e-12, "{run:?}");
        assert!(matches!(run.ending, SlideEnding::Blocked { wall } if wall.index() == 1), "{run:?}");
        let jump = walls.slide(&Sweep::disc(start, [3.0, 3.0], 1.0).unwrap(), &settings);
        assert!(1.5 < jump.end.y && jump.end.y <= 3.0 + 1e-12, "{jump:?}");
        let fall = walls.slide(&Sweep::disc([1.0, 6.0], [1.0, 2.0], 1.0).unwrap(), &settings);
        assert!(fall.end.x < 0.5 && fall.ground.is_none(), "{fall:?}");
    }
}

/// Frame by frame, with what a game does: the speed of a run, and that of a fall which grows.
fn runs_and_falls(walls: &Walls, mover: &Mover, start: [f64; 2], run: f64, frames: usize) -> Vec<Slid> {
    let (mut at, mut fall) = (Point::from(start), 0.0);
    let frame = |_| {
        fall -= 600.0 / 3600.0;
        let slid = walls.slide(&mover.sweep(at, [at.x + run, at.y + fall]).unwrap(), &Slide::default());
        (at, fall) = (slid.end, slid.velocity.y);
        slid
    };
    (0..frames).map(frame).collect()
}

fn heroes() -> [Mover; 3] {
    let tall = Aabb::new([-4.0, 0.0], [4.0, 14.0]).unwrap();
    let capsule = Mover::capsule([0.0, 4.0], [0.0, 10.0], 4.0).unwrap();
    [Mover::aabb(&tall), capsule, Mover::capsule([0.0, 4.0], [0.0, 4.0], 4.0).unwrap()]
}

/// Who runs against a slope that is too steep slides down it all the same.
#[test]
fn nobody_hangs_on_a_steep_slope() {
    for [a, b] in [[[60.0, 0.0], [160.0, 200.0]], [[30.0, -100.0], [75.0, 200.0]]] {
        let walls = Walls::new([segment(a, b), segment([-500.0, -101.0], [500.0, -101.0])]);
        for mover in heroes() {
            let slid = runs_and_falls(&walls, &mover, [40.0, 90.0], 100.0 / 60.0, 240);
            let lowest = slid.iter().map(|slid| slid.end.y).fold(f64::INFINITY, f64::min);
            assert!(lowest < -100.9, "{mover:?} hangs at {:?}", slid.last().unwrap().end);
            // What a slope leaves of a fall: a share of four fifths, or more where it is steeper.
            let sliding: Vec<&Slid> = slid.iter().filter(|slid| kinds(slid) == [Surface::Slope]).collect();
            assert!(sliding.len() > 2 && sliding.iter().all(|slid| slid.velocity.y < -0.125), "{mover:?}");
        }
    }
}

/// Between two slopes that are too steep to walk on there is no way further down: that is to stand.
#[test]
fn who_falls_between_two_steep_slopes_stands() {
    let walls = Walls::new([segment([-20.0, 100.0], [0.0, 0.0]), segment([0.0, 0.0], [20.0, 100.0])]);
    for mover in heroes() {
        for run in [-1.0, 0.0, 1.0] {
            let slid = runs_and_falls(&walls, &mover, [1.0, 90.0], run, 240);
            let (first, last) = (slid[0].ground, slid[239].ground);
            assert_eq!(first, None);
            assert_eq!(last.map(|ground| ground.kind), Some(Surface::Slope), "{mover:?} {run}: {:?}", slid[239]);
            assert_near(slid[239].end, [slid[238].end.x, slid[238].end.y], 1e-12);
            // Out of the air it is not stood on.
            let jump = walls.slide(&mover.sweep(slid[239].end, [0.0, 200.0]).unwrap(), &Slide::default());
            assert_eq!((jump.ground, jump.end.y), (None, 200.0), "{mover:?} {run}");
        }
    }
}

#[test]
fn what_is_out_of_range_counts_as_nothing() {
    let walls = Walls::new([segment([-9.0, 0.0], [9.0, 0.0])]);
    let nan = Slide { up: Vec2::new(f64::NAN, 1.0), step_height: f64::NAN, snap: -1.0, ..Slide::default() };
    let slid = walls.slide(&Sweep::disc([0.0, 2.0], [3.0, 0.0], 1.0).unwrap(), &nan);
    assert_eq!((kinds(&slid), slid.ground), (vec![Surface::Wall], None));
    assert_near(slid.end, [3.0, 1.0], 1e-12);
    let endless = Slide { step_height: f64::INFINITY, snap: f64::INFINITY, ..Slide::default() };
    let slid = walls.slide(&Sweep::disc([0.0, 1.0], [30.0, 0.9], 1.0).unwrap(), &endless);
    assert!(slid.end.is_finite() && slid.ground.is_none());
}

#[test]
fn slopes_are_checked() {
    let message = |rise, run| Slope::new(rise, run).unwrap_err().to_string();
    assert_eq!(message(-1.0, 1.0), "rise of a slope is -1; expected a finite number, 0 or more");
    assert_eq!(message(1.0, f64::NAN), "run of a slope is NaN; expected a finite number, 0 or more");
    assert_eq!(message(0.0, 0.0), "run of a slope is 0; expected a finite number above 0");
    assert!(Slope::new(1.0, 0.0).is_ok() && Slope::new(0.0, 1.0).is_ok());
}
