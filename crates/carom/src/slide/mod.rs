//! Move and slide: a character among walls.

mod course;
mod meet;
mod settings;
mod slid;

use crate::walls::{Moving, View, Walls};
use course::Course;
use meet::Slider;

pub use settings::{Slide, Slope};
pub use slid::{Slid, SlideContact, SlideEnding, Surface};

impl Walls {
    /// Moves a body along a sweep and, where it meets walls, on along them: how a character walks, climbs, falls and is stopped.
    /// It is never in a wall and never behind one; see [`Slid`], and [`Slide`] for what can be set.
    ///
    /// ```
    /// use carom::{Segment, Slide, SlideEnding, Surface, Sweep, Walls};
    /// let (floor, wall) = (Segment::new([0, 0], [9, 0])?, Segment::new([9, 0], [9, 9])?);
    /// let walls = Walls::new([floor, wall]);
    /// // It falls, lands, runs on and is stopped by the wall.
    /// let slid = walls.slide(&Sweep::disc([2, 2], [12, -3], 1.0)?, &Slide::default());
    /// let kinds: Vec<Surface> = slid.contacts.iter().map(|contact| contact.kind).collect();
    /// assert_eq!(kinds, [Surface::Floor, Surface::Wall]);
    /// assert_eq!(slid.ground.unwrap().wall.index(), 0);
    /// assert!(matches!(slid.ending, SlideEnding::Blocked { wall } if wall.index() == 1));
    /// assert!((slid.end.x - 8.0).abs() < 1e-9 && (slid.end.y - 1.0).abs() < 1e-9);
    /// # Ok::<(), carom::Error>(())
    /// ```
    /// A platform that is passed from below is a wall with one side; one that drops through it leaves it out, by its mask:
    ///
    /// ```
    /// use carom::{Segment, Side, Slide, Sweep, Wall, Walls};
    /// const SOLID: u32 = 0b01;
    /// const PLATFORM: u32 = 0b10;
    /// let ground = Wall::from(Segment::new([0, 0], [9, 0])?).with_mask(SOLID);
    /// let platform = Wall::from(Segment::new([0, 4], [9, 4])?).with_mask(PLATFORM).with_side(Side::Left);
    /// let walls = Walls::new([ground, platform]);
    /// let jumps = walls.slide(&Sweep::disc([4, 2], [4, 6], 1.0)?, &Slide::default());
    /// assert_eq!(jumps.end, [4.0, 6.0].into());
    /// let falls = Sweep::disc([4, 6], [4, 3], 1.0)?;
    /// assert_eq!(walls.slide(&falls, &Slide::default()).ground.unwrap().wall.index(), 1);
    /// assert_eq!(walls.only(SOLID).slide(&falls, &Slide::default()).end, [4.0, 3.0].into());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn slide(&self, sweep: &impl Moving, settings: &Slide) -> Slid {
        self.all().slide(sweep, settings)
    }
}

impl View<'_> {
    /// As [`Walls::slide`], among the walls of this view.
    #[must_use]
    pub fn slide(&self, sweep: &impl Moving, settings: &Slide) -> Slid {
        Course::new(Slider::new(*self, *sweep, settings.checked())).run()
    }
}
