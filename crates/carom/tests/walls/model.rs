//! The walls as a plain list, and every question answered by asking each of them in turn.

use carom::{Circle, Contact, Hit, Point, Segment, Shape, Side, Strategy, Sweep, Wall, WallId, Walls, orient};
use std::cmp::Ordering;
use std::fmt;

/// What a wall looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Segment(Segment),
    Circle(Circle),
}

/// What a wall was made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) form: Form,
    pub(crate) mask: u32,
    pub(crate) side: Side,
}

impl Made {
    pub(crate) fn new(form: Form) -> Made {
        Made { form, mask: u32::MAX, side: Side::On }
    }

    pub(crate) fn wall(&self) -> Wall {
        let wall = match self.form {
            Form::Segment(segment) => Wall::from(segment),
            Form::Circle(circle) => Wall::from(circle),
        };
        wall.with_mask(self.mask).with_side(self.side)
    }

    pub(crate) fn shape(&self) -> Shape<'_> {
        match &self.form {
            Form::Segment(segment) => segment.into(),
            Form::Circle(circle) => circle.into(),
        }
    }

    fn touch(&self, sweep: &Sweep) -> Option<Hit> {
        match self.form {
            Form::Segment(segment) => {
                let start = orient(segment.a(), segment.b(), sweep.start());
                let from_behind = self.side != Side::On && start != Side::On && start != self.side;
                if from_behind { None } else { sweep.first_touch(&segment) }
            }
            Form::Circle(circle) => sweep.first_touch(&circle),
        }
    }

    /// Whether a mover that starts on a wall with one side, or overlapping it, came from behind and may go on.
    fn lets_out(&self, sweep: &Sweep, hit: &Hit) -> bool {
        let Form::Segment(segment) = self.form else { return false };
        let on_line = orient(segment.a(), segment.b(), sweep.start()) == Side::On;
        let inside = if sweep.radius() == 0.0 { on_line } else { hit.contact == Contact::Overlaps };
        self.side != Side::On && inside
    }

    pub(crate) fn is(&self, wall: &Wall) -> bool {
        match self.form {
            Form::Segment(segment) => wall.segment() == Some(segment) && wall.circle().is_none(),
            Form::Circle(circle) => wall.circle() == Some(circle) && wall.segment().is_none(),
        }
    }
}

/// A wall that is touched, and how. Equal means equal bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) wall: usize,
    pub(crate) hit: Hit,
}

impl Touch {
    fn new((id, hit): (WallId, Hit)) -> Touch {
        Touch { wall: id.index(), hit }
    }

    fn bits(&self) -> [u64; 5] {
        let Hit { t, point, normal, .. } = self.hit;
        [t, point.x, point.y, normal.x, normal.y].map(f64::to_bits)
    }
}

impl PartialEq for Touch {
    fn eq(&self, other: &Touch) -> bool {
        let kinds = |touch: &Touch| (touch.wall, touch.hit.feature, touch.hit.contact);
        kinds(self) == kinds(other) && self.bits() == other.bits()
    }
}

/// What a sweep meets.
#[derive(Debug, PartialEq)]
pub(crate) struct Answers {
    pub(crate) first: Option<Touch>,
    pub(crate) stop: Option<Touch>,
    pub(crate) all: Vec<Touch>,
    pub(crate) any: bool,
}

impl Answers {
    /// What is not equal, in few words.
    pub(crate) fn difference(&self, expected: &Answers) -> String {
        if self.all != expected.all {
            return format!("touches: {}", difference(&self.all, &expected.all));
        }
        let rest = |answers: &Answers| format!("{:?}, {:?}, {}", answers.first, answers.stop, answers.any);
        format!("first, stop and any: {}, not {}", rest(self), rest(expected))
    }
}

/// The first place where two lists differ.
fn difference(got: &[Touch], expected: &[Touch]) -> String {
    let place = (0..).find(|&k| got.get(k) != expected.get(k)).expect("the lists differ");
    format!("number {place} is {:?}, not {:?}", got.get(place), expected.get(place))
}

/// Questions that [`answers`] asks.
pub(crate) const QUESTIONS: u64 = 4;

macro_rules! answers {
    ($walls:expr, $sweep:expr) => {
        Answers {
            first: $walls.first_touch($sweep).map(Touch::new),
            stop: $walls.first_stop($sweep).map(Touch::new),
            all: $walls.touches($sweep).into_iter().map(Touch::new).collect(),
            any: $walls.touches_any($sweep),
        }
    };
}

/// Every question about one sweep, among all walls or those of a mask.
pub(crate) fn answers(walls: &Walls, mask: Option<u32>, sweep: &Sweep) -> Answers {
    match mask {
        None => answers!(walls, sweep),
        Some(mask) => answers!(walls.only(mask), sweep),
    }
}

/// Walls by id; a wall that was removed leaves a gap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    /// The scene's kind and number.
    pub(crate) name: String,
    pub(crate) walls: Vec<Option<Made>>,
}

impl Model {
    pub(crate) fn new(kind: &str, case: u64, walls: &[Made]) -> Model {
        Model { name: format!("{kind}, case {case}"), walls: walls.iter().copied().map(Some).collect() }
    }

    pub(crate) fn living(&self) -> impl Iterator<Item = (usize, &Made)> {
        self.walls.iter().enumerate().filter_map(|(id, wall)| Some((id, wall.as_ref()?)))
    }

    /// The walls of a mask, or all.
    pub(crate) fn among(&self, mask: Option<u32>) -> impl Iterator<Item = (usize, &Made)> {
        self.living().filter(move |(_, wall)| mask.is_none_or(|mask| wall.mask & mask != 0))
    }

    /// What each wall says when asked alone, by id.
    pub(crate) fn touches(&self, mask: Option<u32>, sweep: &Sweep) -> Vec<Touch> {
        self.among(mask).filter_map(|(wall, made)| Some(Touch { wall, hit: made.touch(sweep)? })).collect()
    }

    /// Whether these are right answers: ids of equal times that cannot be told apart here may come in any order.
    pub(crate) fn allows(&self, mask: Option<u32>, sweep: &Sweep, answers: &Answers) -> Result<(), String> {
        let touches = self.touches(mask, sweep);
        let stops = |touch: &&Touch| {
            let lets_out = self.walls[touch.wall].is_some_and(|wall| wall.lets_out(sweep, &touch.hit));
            !lets_out && (sweep.radius() == 0.0 || touch.hit.contact.stops())
        };
        let stopping: Vec<Touch> = touches.iter().filter(stops).copied().collect();
        self.is_first(sweep, answers.first, &touches).map_err(|wrong| format!("first_touch: {wrong}"))?;
        self.is_first(sweep, answers.stop, &stopping).map_err(|wrong| format!("first_stop: {wrong}"))?;
        if answers.any == touches.is_empty() {
            return Err(format!("touches_any is {} with {} touches", answers.any, touches.len()));
        }
        self.is_in_order(sweep, &answers.all, &touches).map_err(|wrong| format!("touches: {wrong}"))
    }

    fn is_first(&self, sweep: &Sweep, first: Option<Touch>, touches: &[Touch]) -> Result<(), String> {
        let Some(first) = first else {
            return if touches.is_empty() { Ok(()) } else { Err(format!("none, but there is {:?}", touches[0])) };
        };
        if !touches.contains(&first) {
            return Err(format!(
                "{first:?}, which alone is {:?}",
                touches.iter().find(|touch| touch.wall == first.wall)
            ));
        }
        match touches.iter().find(|touch| self.order(sweep, touch, &first) == Some(Ordering::Less)) {
            Some(earlier) => Err(format!("{first:?}, but {earlier:?} comes before")),
            None => Ok(()),
        }
    }

    fn is_in_order(&self, sweep: &Sweep, all: &[Touch], touches: &[Touch]) -> Result<(), String> {
        let mut by_id = all.to_vec();
        by_id.sort_by_key(|touch| touch.wall);
        if by_id != touches {
            return Err(difference(&by_id, touches));
        }
        let wrong = all.windows(2).find(|pair| self.order(sweep, &pair[1], &pair[0]) == Some(Ordering::Less));
        wrong.map_or(Ok(()), |pair| Err(format!("{pair:?} are in the wrong order")))
    }

    /// Exact time, then id; `None` where the times round alike and there is no exact comparison to ask.
    fn order(&self, sweep: &Sweep, a: &Touch, b: &Touch) -> Option<Ordering> {
        if a.hit.t != b.hit.t {
            return a.hit.t.partial_cmp(&b.hit.t);
        }
        // Times are rounded toward zero, so one that rounds to 1 is 1.
        let is_exact = |hit: &Hit| hit.t == 1.0 || matches!(hit.contact, Contact::Overlaps | Contact::Starts);
        let order = match (self.walls[a.wall]?.form, self.walls[b.wall]?.form) {
            _ if is_exact(&a.hit) && is_exact(&b.hit) => Ordering::Equal,
            (Form::Segment(first), Form::Segment(second)) => sweep.order_of_hits(&first, &second)?,
            (first, second) if first == second => Ordering::Equal,
            _ => return None,
        };
        Some(order.then(a.wall.cmp(&b.wall)))
    }

    /// The nearest wall's id and distance.
    pub(crate) fn nearest(&self, mask: Option<u32>, point: Point) -> Option<(usize, f64)> {
        let distances = self.among(mask).map(|(id, wall)| (id, carom::distance(wall.shape(), point)));
        distances.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Ids of the walls that share a point with a shape.
    pub(crate) fn intersecting(&self, mask: Option<u32>, shape: Shape<'_>) -> Vec<usize> {
        self.among(mask).filter(|(_, wall)| carom::intersects(wall.shape(), shape)).map(|(id, _)| id).collect()
    }
}

/// The living walls, to make the case again.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}; walls:", self.name)?;
        self.living().try_for_each(|(id, Made { form, mask, side })| write!(f, "\n  {id}: {form:?} {mask} {side:?}"))
    }
}

/// The same walls under every strategy, brute force first, and as the library would choose.
pub(crate) fn every_strategy(walls: &[Made]) -> Vec<Walls> {
    assert_eq!(Strategy::ALL[0], Strategy::BruteForce);
    let by_name = Strategy::ALL.iter().map(|&strategy| {
        let made = Walls::with(strategy, walls.iter().map(Made::wall));
        assert_eq!(made.strategy(), strategy);
        made
    });
    by_name.chain([Walls::new(walls.iter().map(Made::wall))]).collect()
}

/// Asks everything about one sweep; returns how many questions that were.
pub(crate) fn check_sweep(all: &[Walls], model: &Model, mask: Option<u32>, sweep: &Sweep) -> u64 {
    let by_brute_force = answers(&all[0], mask, sweep);
    if let Err(wrong) = model.allows(mask, sweep, &by_brute_force) {
        panic!("brute force, {mask:?}, {sweep:?}: {wrong}, {model}");
    }
    for walls in &all[1..] {
        let got = answers(walls, mask, sweep);
        let strategy = walls.strategy();
        assert!(
            got == by_brute_force,
            "{strategy:?}, {mask:?}, {sweep:?}: {}, {model}",
            got.difference(&by_brute_force)
        );
    }
    QUESTIONS * all.len() as u64
}
