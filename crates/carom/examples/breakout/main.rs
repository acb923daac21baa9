//! Breakout, played by the machine to its end. The game itself, its walls, bricks, paddle and rules, is the 60 lines at most of
//! `game.rs`; this file only moves the paddle and draws.
//!
//! `cargo run --example breakout` plays it; with a path (`-- breakout.svg`) it also draws it as it is when half the bricks are left.

mod game;

use carom::{Error, Point, WallId, World};
use game::Game;
use std::fmt::Write;

const DT: f64 = 1.0 / 60.0;

/// The picture shows the game with so many bricks left.
pub(crate) const SHOWN: usize = 36;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, _) = play(0)?;
    println!("{} bricks are left after {:.1} seconds", game.bricks.len(), game.world.time());
    if let Some(path) = std::env::args().nth(1) {
        let (game, trail) = play(SHOWN)?;
        std::fs::write(&path, picture(&game, &trail)?)?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Plays until so many bricks are left or the ball is lost. The paddle aims a little beside the ball, so that no game repeats itself.
pub(crate) fn play(left: usize) -> Result<(Game, Vec<Point>), Error> {
    let mut game = Game::new()?;
    let mut trail = vec![Point::new(320.0, 100.0)];
    for frame in 0..60_000_u32 {
        let Some(ball) = game.world.get(game.ball) else { break };
        let aim = ball.position.x + f64::from(frame * 37 % 61) - 30.0;
        let at = 320.0 + game.world.group(game.paddle).map_or(0.0, |group| group.offset().x);
        let Some(turns) = game.frame(((aim - at) / DT).clamp(-900.0, 900.0), DT)? else { break };
        trail.extend(turns);
        if game.bricks.len() <= left {
            break;
        }
    }
    Ok((game, trail))
}

/// The bricks that are left, where the others were, the paddle, the ball and the last of its way.
pub(crate) fn picture(game: &Game, trail: &[Point]) -> Result<String, Error> {
    let world = &game.world;
    let corners = |ids: &[WallId], of: &World| -> Vec<Point> {
        ids.iter().filter_map(|&id| Some(of.get_wall(id)?.segment()?.a())).collect()
    };
    let (start, mut out) = (Game::new()?, String::new());
    out += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 660 500\">\n";
    out += "<rect x=\"-10\" y=\"-10\" width=\"660\" height=\"500\" fill=\"#ffffff\"/>\n";
    let mut draw = |points: &[Point], end: &str, style: &str| {
        let places: Vec<String> = points.iter().map(|p| format!("{:.1},{:.1}", p.x, 480.0 - p.y)).collect();
        let _ = writeln!(out, "<path d=\"M{}{end}\" {style}/>", places.join("L"));
    };
    for brick in &start.bricks {
        draw(&corners(brick, &start.world), "Z", "fill=\"none\" stroke=\"#d0d0d0\" stroke-dasharray=\"3\"");
    }
    for brick in &game.bricks {
        draw(&corners(brick, world), "Z", "fill=\"#e69f00\" stroke=\"#8a5f00\"");
    }
    let frame = [[0, 0], [0, 480], [640, 480], [640, 0]].map(Point::from);
    draw(&frame, "", "fill=\"none\" stroke=\"#333333\" stroke-width=\"3\"");
    let paddle = world.group(game.paddle).into_iter().flat_map(|group| group.walls_now());
    let paddle: Vec<Point> = paddle.filter_map(|wall| Some(wall.segment()?.a())).collect();
    draw(&paddle, "Z", "fill=\"#009e73\" stroke=\"#333333\"");
    if let Some(ball) = world.get(game.ball) {
        let way: Vec<Point> = trail[trail.len().saturating_sub(12)..].iter().copied().chain([ball.position]).collect();
        draw(&way, "", "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"");
        let (x, y) = (ball.position.x, 480.0 - ball.position.y);
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"#0072b2\"/>", ball.radius);
    }
    Ok(out + "</svg>\n")
}
