//! The libraries we compare with, one short file each: how each is called by its own users.

pub mod box2d;
pub mod box2d_balls;
pub mod box2d_moving;
pub mod bvh;
pub mod earcut;
pub mod geo;
pub mod geometry_predicates;
pub mod parry;
pub mod parry_f64;
pub mod plain;
pub mod plain_bounce;
pub mod rapier;
pub mod rapier_character;
pub mod rapier_moving;
pub mod robust;

use carom::Side;

/// The side a number's sign stands for.
///
/// What overflow leaves behind may be no number and has no sign; it counts as being on the line.
pub fn side_of(number: f64) -> Side {
    if 0.0 < number {
        Side::Left
    } else if number < 0.0 {
        Side::Right
    } else {
        Side::On
    }
}
