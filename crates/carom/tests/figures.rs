//! The pictures in `docs/figures` are what the examples draw.

use carom::Polygon;

#[path = "../examples/chamber.rs"]
#[allow(dead_code, reason = "only the picture is wanted")]
mod chamber;

#[path = "../examples/pi.rs"]
#[allow(dead_code, reason = "only the picture is wanted")]
mod pi;

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
