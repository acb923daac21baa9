//! How a sweep touches one wall: whether and when, which of two touches comes first, and the hit that follows from one.

use super::wall::StoredWall;
use crate::circle::Circle;
use crate::exact::look::reaches;
use crate::exact::moment::{Moment, Round};
use crate::exact::{Side, nearest_feature, orient, reach};
use crate::point::{max, min};
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
    /// Whether a point goes through a segment, between the ends of both for certain.
    pub(super) is_through: bool,
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
    /// When the frame starts; which part of the wall is nearest is not known yet.
    Overlap,
    End,
    Side,
    Round,
}

impl WallTouch {
    /// A point goes through a segment, at a time between these two.
    #[inline(always)]
    pub(super) fn crossing(id: u32, [early, late]: [f64; 2]) -> WallTouch {
        WallTouch { id, early: max(early, 0.0), late: min(late, 1.0), stops: true, is_through: true, disc: None }
    }

    /// A point touches a segment, at a time between these two; it stops there.
    pub(super) fn of_point(id: u32, [early, late]: [f64; 2], is_through: bool) -> WallTouch {
        WallTouch { is_through, ..WallTouch::crossing(id, [early, late]) }
    }

    /// A disc overlaps a segment when it starts.
    #[inline(always)]
    pub(super) fn overlap(id: u32) -> WallTouch {
        let (contact, feature, when) = (Contact::Overlaps, Feature::Side, MomentKind::Overlap);
        let disc = Some(DiscTouch { contact, feature, when });
        WallTouch { id, early: 0.0, late: 0.0, stops: true, is_through: false, disc }
    }

    /// A disc crosses into a part of a segment, at a time between these two.
    #[inline(always)]
    pub(super) fn entering(id: u32, feature: Feature, [early, late]: [f64; 2]) -> WallTouch {
        let when = if feature == Feature::Side { MomentKind::Side } else { MomentKind::Round };
        let disc = Some(DiscTouch { contact: Contact::Crosses, feature, when });
        WallTouch { id, early: max(early, 0.0), late: min(late, 1.0), stops: true, is_through: false, disc }
    }

    /// Something else than a point or disc touches a wall, at a time between these two.
    pub(super) fn of_mover(id: u32, [early, late]: [f64; 2], stops: bool) -> WallTouch {
        WallTouch { id, early, late, stops, is_through: false, disc: None }
    }

    /// Whether it overlaps from the start, as one look has shown.
    #[inline(always)]
    fn is_overlap(&self) -> bool {
        matches!(self.disc, Some(DiscTouch { when: MomentKind::Overlap, .. }))
    }

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
        if self.id == other.id || (self.is_overlap() && other.is_overlap()) {
            return self.id.cmp(&other.id);
        }
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
                Some(WallTouch { id, early, late, stops: !self.lets_out(sweep), is_through: false, disc: None })
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
        if self.is_behind(sweep) { None } else { Some(WallTouch { id, early, late, stops, is_through: false, disc }) }
    }

    /// A disc's touch again.
    fn touch_of_disc(&self, sweep: &Sweep, DiscTouch { contact, feature, when }: DiscTouch) -> reach::Touch {
        let moment = match when {
            MomentKind::Overlap => {
                let feature = nearest_feature(sweep.start(), self.segment.ends());
                return reach::Touch { contact, moment: Moment::Start, feature };
            }
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
            _ if touch.is_through => Some(sweep.hit_through::<M>(&self.segment)),
            _ if !self.is_segment() => sweep.first_touch(&Circle::around(self.a(), self.radius)),
            Some(DiscTouch { when: MomentKind::Overlap, .. }) => Some(sweep.hit_in_overlap::<M>(&self.segment)),
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
