//! Breakout, played by the machine to its end; the game itself is `game.rs`.
//!
//! `cargo run --example breakout` plays it; with a path (`-- breakout.svg`) it also draws how.

mod game;

use carom::{Error, Point};
use game::Game;
use std::fmt::Write;

const DT: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, trail) = play()?;
    println!("{} bricks are left after {:.1} seconds", game.bricks.len(), game.world.time());
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture(&game, &trail))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Plays until no brick is left or the ball is lost. The paddle aims a little beside the ball, so that no game repeats itself.
pub(crate) fn play() -> Result<(Game, Vec<Point>), Error> {
    let mut game = Game::new()?;
    let mut trail = vec![Point::new(320.0, 100.0)];
    for frame in 0..60_000_u32 {
        let Some(ball) = game.world.get(game.ball) else { break };
        let aim = ball.position.x + f64::from(frame * 37 % 61) - 30.0;
        let at = 320.0 + game.world.group(game.paddle).map_or(0.0, |group| group.offset().x);
        let Some(turns) = game.frame(((aim - at) / DT).clamp(-900.0, 900.0), DT)? else { break };
        trail.extend(turns);
        if game.bricks.is_empty() {
            break;
        }
    }
    Ok((game, trail))
}

/// The way of the ball, the frame and the paddle.
pub(crate) fn picture(game: &Game, trail: &[Point]) -> String {
    let standing = game.world.walls().ids().filter_map(|id| game.world.get_wall(id)?.segment());
    let paddle = game.world.group(game.paddle).into_iter().flat_map(|group| group.walls_now());
    let segments = standing.chain(paddle.filter_map(|wall| wall.segment()));
    let (mut walls, mut way) = (String::new(), String::new());
    for segment in segments {
        let ends = segment.ends().map(|end| format!("{:.1},{:.1}", end.x, 480.0 - end.y));
        let _ = write!(walls, "M{}L{}", ends[0], ends[1]);
    }
    for point in trail {
        let _ = write!(way, "{}{:.1},{:.1}", if way.is_empty() { 'M' } else { 'L' }, point.x, 480.0 - point.y);
    }
    let style = |colour: &str, width: &str| format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 660 500\">\n<rect x=\"-10\" y=\"-10\" width=\"660\" height=\"500\" fill=\"#ffffff\"/>\n<path d=\"{way}\" {}/>\n<path d=\"{walls}\" {}/>\n</svg>\n",
        style("#0072b2", "0.5"),
        style("#333333", "3")
    )
}
