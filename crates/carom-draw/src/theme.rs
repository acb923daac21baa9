//! The colours: light and dark, told apart also by those who see fewer colours (after Okabe and Ito).

use crate::Color;

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ThemeName {
    /// Dark lines on a light ground.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
}

/// All colours of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
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
    /// The colours of that name.
    pub fn named(name: ThemeName) -> Theme {
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

    /// One of the colours of bodies, in turn.
    pub(crate) fn body(&self, index: usize) -> Color {
        self.bodies[index % self.bodies.len()]
    }

    /// The colour of a body with a name: one that is called after a colour has it, as `red`, `blue 2` or `the black ball`.
    pub(crate) fn body_named(&self, index: usize, name: Option<&str>) -> Color {
        let words = name.unwrap_or_default().split(|letter: char| !letter.is_alphabetic());
        words.into_iter().find_map(|word| self.color(&word.to_lowercase())).unwrap_or_else(|| self.body(index))
    }

    /// Black or white, whichever can be read on a colour better.
    pub(crate) fn text_on(&self, color: Color) -> Color {
        let [ground, ink] = if is_light(self.ground) { [self.ground, self.ink] } else { [self.ink, self.ground] };
        if is_light(color) { ink } else { ground }
    }

    /// A colour for letters on the ground: ink where the colour itself is as light or as dark as the ground.
    pub(crate) fn readable(&self, color: Color) -> Color {
        let (one, other) = (lightness(color), lightness(self.ground));
        if one.abs_diff(other) < 70_000 { self.ink } else { color }
    }

    /// A colour by its English name; one that can be seen on the ground and told from the walls.
    fn color(&self, name: &str) -> Option<Color> {
        let [blue, orange, green, pink, yellow, sky] = self.bodies;
        let is_dark = !is_light(self.ground);
        let either = |light: Color, dark: Color| if is_dark { dark } else { light };
        Some(match name {
            "blue" => blue,
            "orange" => orange,
            "green" => green,
            "pink" => pink,
            "yellow" | "gold" => yellow,
            "sky" | "cyan" | "turquoise" => sky,
            "red" => either(Color(0xcc, 0x22, 0x22), Color(0xff, 0x5c, 0x5c)),
            "purple" | "violet" => either(Color(0x7b, 0x3f, 0xa8), Color(0xb9, 0x8b, 0xf0)),
            "magenta" => either(Color(0xc2, 0x1c, 0x8c), Color(0xf0, 0x6c, 0xc8)),
            "brown" => either(Color(0x8a, 0x55, 0x2b), Color(0xc8, 0x95, 0x6c)),
            "grey" | "gray" | "silver" => either(Color(0x80, 0x8a, 0x94), Color(0x9a, 0xa5, 0xb0)),
            "black" => either(Color(0x14, 0x1a, 0x21), Color(0x4c, 0x58, 0x66)),
            "white" => either(Color(0xd8, 0xde, 0xe5), Color(0xff, 0xff, 0xff)),
            _ => return None,
        })
    }
}

/// How light a colour looks, from 0 to 255,000.
fn lightness(Color(red, green, blue): Color) -> u32 {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)
}

fn is_light(color: Color) -> bool {
    lightness(color) > 150_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_called_after_a_colour_has_it() {
        for name in [ThemeName::Light, ThemeName::Dark] {
            let theme = Theme::named(name);
            let Color(red, green, blue) = theme.body_named(0, Some("Red"));
            assert!(red > 180 && green < 120 && blue < 120);
            assert_eq!(theme.body_named(0, Some("the green ball")), theme.bodies[2]);
            assert_eq!(theme.body_named(4, Some("blue-2")), theme.bodies[0]);
            // A part of a word is no colour.
            assert_eq!(theme.body_named(1, Some("hundred")), theme.bodies[1]);
            assert_eq!(theme.body_named(1, None), theme.bodies[1]);
        }
    }
}
