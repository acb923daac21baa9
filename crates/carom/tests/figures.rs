//! The pictures in `docs/figures` are what the examples draw.

use carom::Polygon;

#[path = "../examples/chamber.rs"]
#[allow(dead_code, reason = "only the picture is wanted")]
mod chamber;

#[test]
fn chamber_is_up_to_date() {
    let polygon = Polygon::new(chamber::CHAMBER).unwrap();
    let drawn = chamber::picture(&polygon);
    assert!(
        drawn == include_str!("../../../docs/figures/chamber.svg"),
        "docs/figures/chamber.svg is out of date; run `cargo run --example chamber -- docs/figures/chamber.svg`"
    );
}
