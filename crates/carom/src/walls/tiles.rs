//! Tiles: the outline of solid cells, in few closed chains.

use crate::error::Error;
use crate::point::Point;
use alloc::vec::Vec;

/// The outlines of the solid cells of a tile map, as closed chains of corners.
///
/// They run counter-clockwise around solid cells, clockwise around holes, without corners in the middle of a straight edge.
/// Where two solid cells touch at a corner only, the chains keep them apart.
///
/// Cell `i` of the rows is the square of side 1 with its lower left corner at `(i % width, i / width)`.
///
/// # Errors
/// If the cells do not fill whole rows.
///
/// ```
/// let outline = carom::merge_tiles(3, &[true, true, true])?;
/// assert_eq!(outline, [[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [0.0, 1.0]].map(carom::Point::from)]);
/// # Ok::<(), carom::Error>(())
/// ```
pub fn merge_tiles(width: usize, solid: &[bool]) -> Result<Vec<Vec<Point>>, Error> {
    if solid.is_empty() {
        return Ok(Vec::new());
    }
    if width == 0 || solid.len() % width != 0 {
        return Err(Error::UnevenRows { cells: solid.len(), width });
    }
    let mut grid = Grid { width, height: solid.len() / width, solid, walked: alloc::vec![false; solid.len() * 4] };
    let mut chains = Vec::new();
    for cell in 0..solid.len() {
        for side in Heading::ALL {
            if grid.is_edge(cell, side) && !grid.walked[cell * 4 + side as usize] {
                chains.push(grid.walk(cell, side));
            }
        }
    }
    Ok(chains)
}

/// The direction in which an edge is walked, with the solid cell on the left: the lower edge of a cell runs east.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    East,
    North,
    West,
    South,
}

impl Heading {
    const ALL: [Heading; 4] = [Heading::East, Heading::North, Heading::West, Heading::South];

    fn left(self) -> Heading {
        Heading::ALL[(self as usize + 1) % 4]
    }

    fn right(self) -> Heading {
        Heading::ALL[(self as usize + 3) % 4]
    }

    fn step(self) -> (isize, isize) {
        [(1, 0), (0, 1), (-1, 0), (0, -1)][self as usize]
    }
}

struct Grid<'a> {
    width: usize,
    height: usize,
    solid: &'a [bool],
    /// For each cell and heading whether that edge of it is in a chain.
    walked: Vec<bool>,
}

impl Grid<'_> {
    /// The cell beside another, if it is solid.
    fn beside(&self, cell: usize, (x, y): (isize, isize)) -> Option<usize> {
        let column = (cell % self.width).checked_add_signed(x).filter(|&column| column < self.width)?;
        let row = (cell / self.width).checked_add_signed(y).filter(|&row| row < self.height)?;
        let other = row * self.width + column;
        self.solid[other].then_some(other)
    }

    /// Whether the edge of a cell that is walked with this heading has solid on the left and none on the right.
    fn is_edge(&self, cell: usize, heading: Heading) -> bool {
        self.solid[cell] && self.beside(cell, heading.right().step()).is_none()
    }

    /// The chain that starts with an edge.
    fn walk(&mut self, cell: usize, heading: Heading) -> Vec<Point> {
        let mut corners = Vec::new();
        let (mut at, mut toward) = (cell, heading);
        loop {
            self.walked[at * 4 + toward as usize] = true;
            // What is ahead on the right comes first only if a solid cell leads there: cells that share but a
            // corner are kept apart, as the walk stays with its own cell.
            let ahead = self.beside(at, toward.step());
            let corner = self.end(at, toward);
            match ahead {
                None => {
                    toward = toward.left();
                    corners.push(corner);
                }
                Some(ahead) => match self.beside(ahead, toward.right().step()) {
                    None => at = ahead,
                    Some(diagonal) => {
                        at = diagonal;
                        toward = toward.right();
                        corners.push(corner);
                    }
                },
            }
            if at == cell && toward == heading {
                // The last corner is the one where the first edge starts.
                corners.rotate_right(1);
                return corners;
            }
        }
    }

    /// Where an edge of a cell ends.
    fn end(&self, cell: usize, heading: Heading) -> Point {
        let (x, y) = [(1, 0), (1, 1), (0, 1), (0, 0)][heading as usize];
        Point::new((cell % self.width + x) as f64, (cell / self.width + y) as f64)
    }
}
