//! How a sweep touches one wall: whether and when, which of two touches comes first, and the hit that follows from one.

use super::wall::StoredWall;
use crate::circle::Circle;
use crate::exact::look::reaches;
use crate::exact::moment::{Moment, Round};
use crate::exact::{Side, nearest_feature, orient, reach};
use crate::simd::Machine;
use crate::sweep::{Contact, Feature, Hit, Sweep, Touch, order_of_touches};
use core::cmp::Ordering;

/// A touch of a wall.
#[derive(Clone, Copy)]
pub(super) struct WallTouch {
    pub(super) id: u32,
    /// Its time, rounded toward zero, lies between these.
    pub(super) early: f64,
    pub(super) late: f64,
    /// Whether it stops the mover.
    pub(super) stops: bool,
    /// How it begins, unless it is that of a point and a segment.
    disc: Option<DiscTouch>,
}

/// What is needed to have a disc's touch again, in little room.
#[derive(Clone, Copy)]
struct DiscTouch {
    contact: Contact,
    feature: Feature,
    when: MomentKind,
}

/// The kinds of [`Moment`].
#[derive(Clone, Copy)]
enum MomentKind {
    Start,
    End,
    Side,
    Round,
}

impl WallTouch {
    fn moment(&self, sweep: &Sweep, stored: &[StoredWall]) -> Moment {
        let wall = &stored[self.id as usize];
        match self.disc {
            Some(disc) => wall.touch_of_disc(sweep, disc).moment,
            None => sweep.touch(&wall.segment).map_or(Moment::End, |touch| touch.moment(sweep)),
        }
    }

    /// Which comes first: by exact time, then by id.
    #[inline]
    pub(super) fn order(&self, other: &WallTouch, sweep: &Sweep, stored: &[StoredWall]) -> Ordering {
        let [first, second] = [self, other].map(|touch| (touch.id, [touch.early, touch.late]));
        order_of_touches(first, second, || {
            let [first, second] = [self, other].map(|touch| &stored[touch.id as usize]);
            // Of the same wall put in twice the times are the same; it need not be shown.
            let are_alike = first.segment == second.segment && first.radius == second.radius;
            if are_alike { Ordering::Equal } else { self.moment(sweep, stored).order(&other.moment(sweep, stored)) }
        })
    }
}

impl StoredWall {
    /// When a sweep first touches it, if it does and comes from the right side, and whether it is stopped.
    #[inline]
    pub(super) fn touch(&self, id: u32, sweep: &Sweep) -> Option<WallTouch> {
        if sweep.radius() == 0.0 && self.is_segment() {
            let [early, late] = sweep.span(&self.segment)?;
            return if self.is_behind(sweep) {
                None
            } else {
                Some(WallTouch { id, early, late, stops: !self.lets_out(sweep), disc: None })
            };
        }
        self.touch_by_disc(id, sweep)
    }

    fn touch_by_disc(&self, id: u32, sweep: &Sweep) -> Option<WallTouch> {
        let (segment, radius) = (self.segment.ends(), sweep.radius());
        let touch = if reaches(sweep.start(), segment, radius + self.radius) {
            // Which part of a wall overlaps the disc is the part nearest to its centre.
            let feature = if self.is_segment() { nearest_feature(sweep.start(), segment) } else { Feature::Side };
            reach::Touch { contact: Contact::Overlaps, moment: Moment::Start, feature }
        } else if self.is_segment() {
            reach::wall(sweep.ends(), segment, radius)?
        } else {
            self.touch_of_circle(sweep)?
        };
        let [early, late] = touch.moment.span();
        let when = match touch.moment {
            Moment::Start => MomentKind::Start,
            Moment::End => MomentKind::End,
            Moment::Side { .. } => MomentKind::Side,
            Moment::Round(_) => MomentKind::Round,
        };
        let disc = Some(DiscTouch { contact: touch.contact, feature: touch.feature, when });
        // A point has no room between touching and being stopped.
        let lets_out = self.side != Side::On && self.is_segment() && touch.contact == Contact::Overlaps;
        let stops = !lets_out && (radius == 0.0 || Touch::Disc(touch).stops());
        if self.is_behind(sweep) { None } else { Some(WallTouch { id, early, late, stops, disc }) }
    }

    /// A disc's touch again.
    fn touch_of_disc(&self, sweep: &Sweep, DiscTouch { contact, feature, when }: DiscTouch) -> reach::Touch {
        let moment = match when {
            MomentKind::Start => Moment::Start,
            MomentKind::End => Moment::End,
            MomentKind::Side => Moment::Side { path: sweep.ends(), wall: self.segment.ends(), radius: sweep.radius() },
            MomentKind::Round => {
                let point = if feature == Feature::B { self.b() } else { self.a() };
                let (start, end) = ([sweep.start(), point], [sweep.end(), point]);
                Moment::Round(Round { start, end, radii: [sweep.radius(), self.radius] })
            }
        };
        reach::Touch { contact, moment, feature }
    }

    #[inline(always)]
    pub(super) fn hit<M: Machine>(&self, sweep: &Sweep, touch: &WallTouch) -> Option<Hit> {
        match touch.disc {
            _ if !self.is_segment() => sweep.first_touch(&Circle::around(self.a(), self.radius)),
            Some(disc) => Some(sweep.hit_with::<M>(&self.segment, Touch::Disc(self.touch_of_disc(sweep, disc)))),
            None => sweep.point_touch::<M>(&self.segment),
        }
    }

    #[inline]
    fn is_behind(&self, sweep: &Sweep) -> bool {
        self.side != Side::On && {
            let side = orient(self.a(), self.b(), sweep.start());
            self.is_segment() && side != Side::On && side != self.side
        }
    }

    /// Whether a point starts on a wall that has one side only: it came from behind, and may go on. From the front none gets there.
    #[inline]
    fn lets_out(&self, sweep: &Sweep) -> bool {
        self.side != Side::On && orient(self.a(), self.b(), sweep.start()) == Side::On
    }

    fn touch_of_circle(&self, sweep: &Sweep) -> Option<reach::Touch> {
        let (start, end) = ([sweep.start(), self.a()], [sweep.end(), self.a()]);
        reach::round(Round { start, end, radii: [sweep.radius(), self.radius] })
    }
}
