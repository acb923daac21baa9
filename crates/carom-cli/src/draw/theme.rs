//! The colours: light and dark, told apart also by those who see fewer colours (after Okabe and Ito).

use super::Color;
use clap::ValueEnum;

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Dark lines on a light ground.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
}

/// All colours of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) ground: Color,
    /// The inside of closed walls.
    pub(crate) floor: Color,
    pub(crate) ink: Color,
    pub(crate) quiet: Color,
    pub(crate) faint: Color,
    pub(crate) wall: Color,
    /// Normals, hits.
    pub(crate) normal: Color,
    pub(crate) gate: Color,
    /// Bodies, one after the other.
    pub(crate) bodies: [Color; 6],
}

impl Theme {
    pub(crate) fn named(name: ThemeName) -> Theme {
        match name {
            ThemeName::Light => Theme {
                ground: Color(0xff, 0xff, 0xff),
                floor: Color(0xf3, 0xf6, 0xf9),
                ink: Color(0x1d, 0x27, 0x33),
                quiet: Color(0x52, 0x60, 0x6d),
                faint: Color(0xc9, 0xd2, 0xdb),
                wall: Color(0x2b, 0x38, 0x46),
                normal: Color(0x1d, 0x27, 0x33),
                gate: Color(0xb8, 0x5c, 0x9e),
                bodies: [
                    Color(0x00, 0x72, 0xb2),
                    Color(0xd5, 0x5e, 0x00),
                    Color(0x00, 0x9e, 0x73),
                    Color(0xc0, 0x6a, 0x9a),
                    Color(0xd9, 0x94, 0x00),
                    Color(0x4a, 0xa3, 0xd8),
                ],
            },
            ThemeName::Dark => Theme {
                ground: Color(0x14, 0x1a, 0x21),
                floor: Color(0x1c, 0x25, 0x2f),
                ink: Color(0xe8, 0xed, 0xf2),
                quiet: Color(0xa3, 0xb0, 0xbd),
                faint: Color(0x3d, 0x4a, 0x58),
                wall: Color(0xd5, 0xdd, 0xe5),
                normal: Color(0xe8, 0xed, 0xf2),
                gate: Color(0xe0, 0x8f, 0xc4),
                bodies: [
                    Color(0x4d, 0xae, 0xf0),
                    Color(0xff, 0x8a, 0x3d),
                    Color(0x2f, 0xc9, 0x9a),
                    Color(0xe5, 0x98, 0xc3),
                    Color(0xf5, 0xbe, 0x3f),
                    Color(0x9a, 0xd4, 0xf7),
                ],
            },
        }
    }

    /// The colour of a body.
    pub(crate) fn body(&self, index: usize) -> Color {
        self.bodies[index % self.bodies.len()]
    }
}
