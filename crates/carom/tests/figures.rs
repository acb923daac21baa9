//! The pictures in `docs/figures` are what the examples draw.

use carom::Polygon;

#[path = "../examples/chamber.rs"]
#[allow(dead_code, reason = "only the picture is wanted")]
mod chamber;

#[path = "../examples/pi.rs"]
#[allow(dead_code, reason = "only the picture is wanted")]
mod pi;

#[path = "../examples/breakout/main.rs"]
#[allow(dead_code, reason = "only the game and its picture are wanted")]
mod breakout;

/// The game is short, and is won. Its picture shows it half way: bricks, paddle and ball.
#[test]
fn breakout_is_played_to_its_end() {
    let lines = include_str!("../examples/breakout/game.rs").lines().count();
    assert!(lines <= 60, "{lines} lines");
    let (game, _) = breakout::play(0).unwrap();
    assert!(game.bricks.is_empty(), "{} bricks are left", game.bricks.len());
    assert_eq!((game.world.walls().len(), game.world.report().overlapping.len()), (3, 0));
    let (half, trail) = breakout::play(breakout::SHOWN).unwrap();
    assert!(
        breakout::picture(&half, &trail).unwrap() == include_str!("../../../docs/figures/breakout.svg"),
        "docs/figures/breakout.svg is out of date; run `cargo run --example breakout -- docs/figures/breakout.svg`"
    );
}

#[test]
fn chamber_is_up_to_date() {
    let polygon = Polygon::new(chamber::CHAMBER).unwrap();
    let drawn = chamber::picture(&polygon);
    assert!(
        drawn == include_str!("../../../docs/figures/chamber.svg"),
        "docs/figures/chamber.svg is out of date; run `cargo run --example chamber -- docs/figures/chamber.svg`"
    );
}

#[test]
fn pi_is_up_to_date() {
    let way = pi::way().unwrap();
    assert_eq!(pi::meetings(&way).len(), pi::MEETINGS);
    assert!(
        pi::picture(&way) == include_str!("../../../docs/figures/pi.svg"),
        "docs/figures/pi.svg is out of date; run `cargo run --example pi -- docs/figures/pi.svg`"
    );
}
