//! A scene as Rust code, and as little of it as is still told wrongly.

use std::fmt::Write;

use carom::{Body, Response, Side, Wall};

use super::{Scene, run};
use crate::bodies::Solid;
use crate::log;

/// A test to paste into a file of tests.
pub fn as_code(scene: &Scene) -> String {
    let mut code = String::from("#[test]\nfn found() {\n    let scene = Scene {\n");
    let mut line = |text: String| writeln!(code, "        {text}").expect("a string takes all");
    line(format!("kind: {:?},", scene.kind));
    list(&mut line, "bodies", scene.bodies.iter().map(body));
    list(&mut line, "walls", scene.walls.iter().map(wall));
    line(format!("gates: vec!{:?},", scene.gates));
    line(format!("is_ring: {},", scene.is_ring));
    line(format!("steps: vec!{:?},", scene.steps));
    code.push_str("    };\n    carom_oracle::worlds::run(&scene).unwrap();\n}\n");
    code
}

fn list(line: &mut impl FnMut(String), name: &str, items: impl Iterator<Item = String>) {
    line(format!("{name}: vec!["));
    items.for_each(|item| line(format!("    {item},")));
    line("],".into());
}

fn body(body: &Body) -> String {
    let plain = Body::point([0.0, 0.0]);
    let (at, velocity): ([f64; 2], [f64; 2]) = (body.position.into(), body.velocity.into());
    let mut code = format!("Body::disc({at:?}, {:?}).velocity({velocity:?})", body.radius);
    let mut add = |is_other: bool, call: String| {
        if is_other {
            code.push_str(&call);
        }
    };
    add(body.mass != plain.mass, format!(".mass({:?})", body.mass));
    add(body.restitution != plain.restitution, format!(".restitution({:?})", body.restitution));
    add(body.layers != plain.layers, format!(".layers({})", body.layers));
    add(body.mask != plain.mask, format!(".mask({})", body.mask));
    add(body.response != Response::Bounce, format!(".response(Response::{:?})", body.response));
    add(body.sensor, ".sensor()".into());
    code
}

fn wall(wall: &Wall) -> String {
    let mut code = match log::solid(wall) {
        Solid::Wall([a, b]) => format!("Wall::from(Segment::new({a:?}, {b:?}).unwrap())"),
        Solid::Pillar(center, radius) => format!("Wall::from(Circle::new({center:?}, {radius:?}).unwrap())"),
    };
    if wall.mask() != u32::MAX {
        code.push_str(&format!(".mask({})", wall.mask()));
    }
    if wall.side() != Side::On {
        code.push_str(&format!(".with_side(Side::{:?})", wall.side()));
    }
    if wall.restitution() != 1.0 {
        code.push_str(&format!(".with_restitution({:?}).unwrap()", wall.restitution()));
    }
    code
}

/// The scene without bodies, walls, gates and frames that it does not need to be told wrongly, and what is wrong then.
pub fn shrunk(scene: &Scene) -> (Scene, String) {
    let mut scene = scene.clone();
    let mut message = run(&scene).err().unwrap_or_else(|| "nothing is wrong".into());
    loop {
        let smaller =
            without_one(&scene).into_iter().find_map(|smaller| run(&smaller).err().map(|wrong| (smaller, wrong)));
        match smaller {
            Some(found) => (scene, message) = found,
            None => return (scene, message),
        }
    }
}

fn without_one(scene: &Scene) -> Vec<Scene> {
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut Scene)| {
        let mut copy = scene.clone();
        change(&mut copy);
        smaller.push(copy);
    };
    if 1 < scene.steps.len() {
        with(&|copy| copy.steps.truncate(1));
    }
    if !scene.gates.is_empty() {
        with(&|copy| (copy.gates, copy.is_ring) = (Vec::new(), false));
    }
    (0..scene.bodies.len()).for_each(|i| with(&|copy| _ = copy.bodies.remove(i)));
    (0..scene.walls.len()).for_each(|i| with(&|copy| _ = copy.walls.remove(i)));
    if !scene.is_ring {
        (0..scene.gates.len()).for_each(|i| with(&|copy| _ = copy.gates.remove(i)));
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        let plain =
            Body { mass: 1.0, restitution: 1.0, layers: u32::MAX, mask: u32::MAX, response: Response::Bounce, ..*body };
        if plain != *body {
            with(&|copy| copy.bodies[i] = plain);
        }
    }
    smaller
}
