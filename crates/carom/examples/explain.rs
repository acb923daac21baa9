//! The working of two textbook cases by all three methods: `cargo run --example explain`.

use carom::methods::Method;
use carom::{Error, Segment, Sweep};

fn main() -> Result<(), Error> {
    let cases = [
        ("A ball that flies through a slanted wall", [[6.0, 4.0], [9.0, 5.0]], [[6.0, 0.0], [10.0, 7.0]]),
        ("A ball that bounces off an upright wall", [[-2.0, 2.0], [3.0, -1.0]], [[0.0, -3.0], [0.0, 3.0]]),
    ];
    for (title, [start, end], [p0, p1]) in cases {
        let (path, wall) = (Sweep::point(start, end)?, Segment::new(p0, p1)?);
        println!("{title}: from Bs = {start:?} to Be = {end:?}, wall from P0 = {p0:?} to P1 = {p1:?}\n");
        for method in Method::ALL {
            println!("{}\n", method.explain(&path, &wall));
        }
    }
    Ok(())
}
