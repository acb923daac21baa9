//! The whole game. A brick vanishes the moment it is hit, in the middle of a frame, and the paddle moves while the ball does.

use carom::{Body, BodyId, Error, EventKind, Group, GroupId, Point, Polygon, Segment, Vec2, WallId, World};

const SPEED: f64 = 600.0;

pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) ball: BodyId,
    pub(crate) paddle: GroupId,
    pub(crate) bricks: Vec<Vec<WallId>>,
}

impl Game {
    pub(crate) fn new() -> Result<Game, Error> {
        let mut world = World::default();
        for [a, b] in [[[0, 0], [0, 480]], [[0, 480], [640, 480]], [[640, 480], [640, 0]]] {
            world.add_wall(Segment::new(a, b)?)?;
        }
        world.add_gate(Segment::new([0, 0], [640, 0])?); // the ball that crosses it is lost
        let mut bricks = Vec::new();
        for (x, y) in (0..6).flat_map(|row| (0..12).map(move |column| (24 + 50 * column, 300 + 24 * row))) {
            let brick = Polygon::new([[x, y], [x + 42, y], [x + 42, y + 16], [x, y + 16]])?;
            bricks.push(brick.edges().map(|edge| world.add_wall(edge)).collect::<Result<_, _>>()?);
        }
        let paddle = Polygon::new([[270, 40], [370, 40], [350, 50], [320, 53], [290, 50]])?;
        let paddle = world.add_group(Group::new(paddle.edges()))?;
        let ball = world.add(Body::disc([320, 100], 6.0).velocity([200.0, SPEED]))?;
        Ok(Game { world, ball, paddle, bricks })
    }

    /// One frame with a paddle of some speed: where the ball was turned. `None` if it is lost.
    pub(crate) fn frame(&mut self, speed: f64, dt: f64) -> Result<Option<Vec<Point>>, Error> {
        let Game { world, ball, paddle, bricks } = self;
        world.set_group_velocity(*paddle, [speed, 0.0])?;
        let (mut is_lost, mut turns) = (false, Vec::new());
        world.step_with(dt, |now| {
            turns.push(now.event.at);
            match now.event.kind {
                EventKind::Wall(wall) => {
                    if let Some(hit) = bricks.iter().position(|brick| brick.contains(&wall)) {
                        bricks.swap_remove(hit).into_iter().for_each(|wall| now.remove_wall(wall));
                    }
                }
                EventKind::Group(..) => {
                    let Vec2 { x, y } = now.event.after; // always upward, and as fast as ever
                    let up = Vec2::new(x, y.abs().max(x.abs() / 2.0)).normalized() * SPEED;
                    let _ = now.set_velocity(*ball, up);
                }
                EventKind::Gate(..) => is_lost = true,
                _ => {}
            }
        });
        Ok((!is_lost).then_some(turns))
    }
}
