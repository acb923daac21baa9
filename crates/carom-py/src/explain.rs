//! A collision, or a whole frame of them, worked out line by line, with its picture.

use crate::picture::{PyPicture, counted, plain_setting};
use crate::refusal::refused;
use crate::touch::one;
use crate::walls::PyWalls;
use carom::explain::{After, Mover, Obstacle, Scalar, Target, Working, course, meeting_by};
use carom::methods::Method;
use carom::{Limits, Point, Sweep, Wall, Walls};
use carom_draw::{BouncesShown, CaseShown, Picture, Setting, Target as Drawn, Theme, ThemeName};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Every wall is told of in a working, so there should not be many.
const MAX_WALLS: usize = 1000;

/// A working: how a question is answered, line by line. ``print`` shows it as text, and a notebook shows its picture.
#[pyclass(module = "carom", name = "Explanation", frozen)]
pub(crate) struct PyExplanation {
    working: Working,
    picture: Picture,
    end: [f64; 2],
}

#[pymethods]
impl PyExplanation {
    /// The working as Markdown, with formulas between $ signs.
    #[pyo3(signature = ())]
    fn markdown(&self) -> String {
        self.working.markdown()
    }

    /// The working as a LaTeX document that compiles by itself.
    #[pyo3(signature = ())]
    fn latex(&self) -> String {
        self.working.latex()
    }

    /// The picture of the case.
    #[getter]
    fn picture(&self) -> PyPicture {
        PyPicture::new(&self.picture)
    }

    /// Where the frame ends: x and y.
    #[getter]
    fn end(&self) -> (f64, f64) {
        self.end.into()
    }

    fn __str__(&self) -> String {
        self.working.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Explanation('{}', end=({}, {}))", self.working.title, self.end[0], self.end[1])
    }

    fn _repr_svg_(&self) -> String {
        self.picture.svg()
    }
}

#[pymethods]
impl PyWalls {
    /// The working of one frame of a moving point or disc: every test with its numbers, the hit, and what becomes of it.
    ///
    /// Of one wall and a point all three classic methods are shown; of more walls, the whole frame from bounce to bounce.
    ///
    /// Args:
    ///     start, end, radius: as of `first_touch`, for one.
    ///     method: "both-ends", "one-dot" or "straddle", for a point; without it all three of one wall, and both-ends of more.
    ///     after: what becomes of a path that hits: "reflect", "slide" or "stop".
    ///     restitution: how much of its speed into the wall is left after a bounce, from 0 to 1.
    ///
    /// >>> import carom
    /// >>> working = carom.Walls([[6, 0, 10, 7]]).explain([6, 4], [9, 5])
    /// >>> "16/17 ≈ 0.9411764705882353" in str(working)
    /// True
    #[pyo3(signature = (start, end, radius=0.0, *, method=None, after="reflect", restitution=1.0))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        radius: f64,
        method: Option<&str>,
        after: &str,
        restitution: f64,
    ) -> PyResult<PyExplanation> {
        let (start, end) = (one(start, "start")?, one(end, "end")?);
        let path = Sweep::disc(start, end, radius).map_err(refused)?;
        let method = method.map(method_named).transpose()?;
        if radius > 0.0 && method.is_some() {
            return Err(PyValueError::new_err("method is for points; a disc has a working of its own"));
        }
        let after = after_named(after, restitution)?;
        let walls = self.now();
        if walls.is_empty() || walls.len() > MAX_WALLS {
            let count = counted(walls.len(), "wall");
            return Err(PyValueError::new_err(format!("{count}; a working tells of each, expected 1 to {MAX_WALLS}")));
        }
        py.detach(|| Case { walls: &walls, path, after }.worked(method)).map_err(refused)
    }
}

/// What is asked.
struct Case<'a> {
    walls: &'a Walls,
    path: Sweep,
    after: After,
}

impl Case<'_> {
    fn worked(&self, method: Option<Method>) -> Result<PyExplanation, carom::Error> {
        let path = &self.path;
        let [from, to] = [path.start(), path.end()].map(written);
        let mover = Mover { from, to, radius: Scalar::from(path.radius()) };
        let walls: Vec<Wall> = self.walls.ids().filter_map(|id| self.walls.get(id)).collect();
        if let [only] = walls.as_slice() {
            let method = method.as_ref().map_or(&Method::ALL[..], std::slice::from_ref);
            return self.one(&mover, only, method);
        }
        let numbered = self.walls.ids().zip(&walls);
        let obstacles: Vec<Obstacle> = numbered
            .map(|(id, wall)| Obstacle {
                restitution: Scalar::from(wall.restitution()),
                side: wall.side(),
                ..Obstacle::new(format!("wall {}", id.index()), target(wall))
            })
            .collect();
        let course = course(&mover, &obstacles, self.after, method.unwrap_or(Method::BothEnds))?;
        let restitution = match self.after {
            After::Reflect { restitution } => restitution.to_f64(),
            After::Slide | After::Stop => 0.0,
        };
        let bounces = self.walls.bounce(path, Limits { restitution, ..Limits::default() });
        let shown = BouncesShown {
            setting: Setting { title: counted(walls.len(), "wall"), ..plain_setting(self.walls) },
            body: if path.radius() > 0.0 { "the disc" } else { "the point" }.into(),
            path,
            core: Vec::new(),
            bounces: &bounces,
            time: None,
        };
        let picture = shown.picture(None, &Theme::named(ThemeName::Light));
        Ok(PyExplanation { working: course.working, picture, end: course.end.map(Scalar::to_f64) })
    }

    /// The same for a single wall.
    fn one(&self, mover: &Mover, wall: &Wall, methods: &[Method]) -> Result<PyExplanation, carom::Error> {
        let worked = meeting_by(mover, &target(wall), self.after, methods)?;
        let end = worked.end.map(Scalar::to_f64);
        let verdict = |is_hit: bool| if is_hit { "hit" } else { "no hit" }.to_string();
        let verdicts = worked.methods.iter().map(|working| {
            let number = Method::ALL.iter().position(|method| *method == working.method).map_or(0, |place| place + 1);
            (format!("method {number}"), verdict(working.hit.is_some()))
        });
        let drawn = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => Drawn::Wall(segment),
            (None, circle) => Drawn::Pillar(circle.ok_or(carom::Error::NoPoints)?),
        };
        let shown = CaseShown {
            target: drawn,
            path: &self.path,
            core: Vec::new(),
            hit: worked.hit.as_ref(),
            end: worked.hit.map(|_| end.into()),
            verdicts: verdicts.collect(),
        };
        let picture = shown.picture(None, &Theme::named(ThemeName::Light));
        Ok(PyExplanation { working: worked.working, picture, end })
    }
}

fn written(point: Point) -> [Scalar; 2] {
    [point.x, point.y].map(Scalar::from)
}

fn target(wall: &Wall) -> Target {
    match (wall.segment(), wall.circle()) {
        (None, Some(circle)) => {
            Target::Pillar { center: written(circle.center()), radius: Scalar::from(circle.radius()) }
        }
        // A wall is one of both.
        (segment, _) => {
            Target::Wall(segment.map_or([[Scalar::from(0.0); 2]; 2], |segment| segment.ends().map(written)))
        }
    }
}

fn method_named(name: &str) -> PyResult<Method> {
    match name {
        "both-ends" => Ok(Method::BothEnds),
        "one-dot" => Ok(Method::OneDot),
        "straddle" => Ok(Method::Straddle),
        _ => Err(PyValueError::new_err(format!("method is '{name}'; expected 'both-ends', 'one-dot' or 'straddle'"))),
    }
}

fn after_named(name: &str, restitution: f64) -> PyResult<After> {
    if !(0.0..=1.0).contains(&restitution) {
        return Err(PyValueError::new_err(format!("restitution is {restitution}; expected a number from 0 to 1")));
    }
    match name {
        "reflect" => Ok(After::Reflect { restitution: Scalar::from(restitution) }),
        "slide" => Ok(After::Slide),
        "stop" => Ok(After::Stop),
        _ => Err(PyValueError::new_err(format!("after is '{name}'; expected 'reflect', 'slide' or 'stop'"))),
    }
}
