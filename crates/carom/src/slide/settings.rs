//! What a slide is given: which way is up, how steep a floor may be, how high a stair.

use crate::error::{Allowed, Error, Name};
use crate::point::Vec2;

/// How a body slides along walls: which way is up, what it can walk on, how high it steps, how far down it keeps to the ground.
///
/// ```
/// use carom::{Segment, Slide, Slope, Surface, Sweep, Walls};
/// let floor = Segment::new([0, 0], [10, 0])?;
/// let ramp = Segment::new([10, 0], [14, 3])?; // rises 3 in 4
/// let walls = Walls::new([floor, ramp]);
/// let walk = Sweep::disc([7.0, 1.0], [11.0, 0.9], 1.0)?;
///
/// // It walks 4: along the floor, and on up the ramp.
/// let climbs = Slide { max_slope: Slope::new(3.0, 4.0)?, ..Slide::default() };
/// let slid = walls.slide(&walk, &climbs);
/// assert_eq!(slid.contacts.last().map(|contact| contact.kind), Some(Surface::Floor));
/// assert!(slid.end.y > 1.7);
///
/// // One who climbs less is stopped at its foot.
/// let careful = Slide { max_slope: Slope::new(2.9, 4.0)?, ..Slide::default() };
/// let slid = walls.slide(&walk, &careful);
/// assert_eq!(slid.contacts.last().map(|contact| contact.kind), Some(Surface::Slope));
/// assert!(slid.end.y < 1.001);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide {
    /// The direction away from the ground, of any length; at first straight up. Without one, `(0, 0)`, as in games seen from above,
    /// everything is a wall.
    ///
    /// ```
    /// use carom::{Segment, Slide, Surface, Sweep, Vec2, Walls};
    /// let walls = Walls::new([Segment::new([4, -9], [4, 9])?]);
    /// let moves = Sweep::disc([2, 0], [5, 2], 1.0)?;
    /// // On its side, the wall is a floor that stops nothing but the fall.
    /// let slid = walls.slide(&moves, &Slide { up: Vec2::new(-1.0, 0.0), ..Slide::default() });
    /// assert_eq!(slid.contacts[0].kind, Surface::Floor);
    /// let slid = walls.slide(&moves, &Slide { up: Vec2::default(), ..Slide::default() });
    /// assert_eq!(slid.contacts[0].kind, Surface::Wall);
    /// assert_eq!(slid.end.y, 2.0);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub up: Vec2,
    /// How steep a floor may be; what is steeper is not walked on. At first as wide as high. See [`Slope`].
    pub max_slope: Slope,
    /// How high a stair may be that a body on the ground walks up; at first 0. It steps only onto floor; what is round rolls over its edge.
    ///
    /// ```
    /// use carom::{Segment, Slide, Sweep, Walls};
    /// let stair = [Segment::new([0, 0], [4, 0])?, Segment::new([4.0, 0.0], [4.0, 0.5])?, Segment::new([4.0, 0.5], [9.0, 0.5])?];
    /// let walls = Walls::new(stair);
    /// let walk = Sweep::disc([2.5, 1.0], [6.5, 0.9], 1.0)?;
    /// let slid = walls.slide(&walk, &Slide { step_height: 0.5, ..Slide::default() });
    /// assert!(slid.end.x > 5.0 && slid.end.y > 1.5);
    /// assert!(walls.slide(&walk, &Slide::default()).end.y < 1.1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub step_height: f64,
    /// How far down a body that stands on ground, and does not move upward, goes to stay on it; at first 0.
    ///
    /// ```
    /// use carom::{Segment, Slide, Sweep, Walls};
    /// let walls = Walls::new([Segment::new([0, 0], [4, 0])?, Segment::new([4.0, -0.5], [20.0, -0.5])?]);
    /// let stands = walls.slide(&Sweep::disc([1.0, 1.0], [1.0, 0.9], 1.0)?, &Slide::default()).end;
    /// let walk = Sweep::disc(stands, [9.0, stands.y], 1.0)?;
    /// let slid = walls.slide(&walk, &Slide { snap: 0.75, ..Slide::default() });
    /// assert!(slid.ground.is_some() && slid.end.y < 0.6);
    /// assert!(walls.slide(&walk, &Slide::default()).ground.is_none());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub snap: f64,
}

impl Default for Slide {
    /// Up is up, floors rise no more than they run, no stairs, no snap.
    fn default() -> Slide {
        Slide { up: Vec2::new(0.0, 1.0), max_slope: Slope::DIAGONAL, step_height: 0.0, snap: 0.0 }
    }
}

impl Slide {
    /// A slide has at most so many straight pieces, steps and snaps counted.
    pub const MAX_PIECES: usize = 32;

    /// The same with every number in its range: what is negative or no number counts as 0, and so does a direction that is not finite.
    pub(super) fn checked(self) -> Slide {
        let height = |x: f64| if x > 0.0 { crate::point::min(x, f64::MAX) } else { 0.0 };
        let is_direction = self.up.x.is_finite() && self.up.y.is_finite();
        let up = if is_direction { self.up.canonical() } else { Vec2::default() };
        Slide { up, step_height: height(self.step_height), snap: height(self.snap), ..self }
    }
}

/// How steep something is: how much it rises for how much it runs. Not an angle, so that it is exact: rise over run is the tangent of the angle.
///
/// ```
/// use carom::Slope;
/// let stairs = Slope::new(3.0, 4.0)?;
/// assert_eq!((stairs.rise(), stairs.run()), (3.0, 4.0));
/// let about_50_degrees = Slope::new(50_f64.to_radians().tan(), 1.0)?;
/// assert_eq!(Slope::new(1.0, -1.0).unwrap_err().to_string(), "run of a slope is -1; expected a finite number, 0 or more");
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "[f64; 2]", into = "[f64; 2]")
)]
pub struct Slope {
    rise: f64,
    run: f64,
}

impl Slope {
    /// No slope at all.
    pub const LEVEL: Slope = Slope { rise: 0.0, run: 1.0 };
    /// As much up as along.
    pub const DIAGONAL: Slope = Slope { rise: 1.0, run: 1.0 };
    /// Straight up: whatever faces up at all is a floor.
    pub const UPRIGHT: Slope = Slope { rise: 1.0, run: 0.0 };

    /// A slope that rises so much for each run.
    ///
    /// # Errors
    /// If a number is negative or not finite, or both are 0.
    pub fn new(rise: f64, run: f64) -> Result<Slope, Error> {
        for (what, value) in [(Name::SlopeRise, rise), (Name::SlopeRun, run)] {
            if !(value.is_finite() && 0.0 <= value) {
                return Err(Error::Range { what, value, allowed: Allowed::NotNegative });
            }
        }
        if rise == 0.0 && run == 0.0 {
            return Err(Error::Range { what: Name::SlopeRun, value: run, allowed: Allowed::Positive });
        }
        Ok(Slope { rise: rise + 0.0, run: run + 0.0 })
    }

    /// How much it rises for each run.
    #[must_use]
    pub fn rise(&self) -> f64 {
        self.rise
    }

    /// How far it runs for each rise.
    #[must_use]
    pub fn run(&self) -> f64 {
        self.run
    }
}

impl TryFrom<[f64; 2]> for Slope {
    type Error = Error;

    fn try_from([rise, run]: [f64; 2]) -> Result<Slope, Error> {
        Slope::new(rise, run)
    }
}

impl From<Slope> for [f64; 2] {
    fn from(slope: Slope) -> [f64; 2] {
        [slope.rise, slope.run]
    }
}
