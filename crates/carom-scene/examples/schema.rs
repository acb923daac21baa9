//! Prints the JSON Schema of scenes: `cargo run -p carom-scene --example schema > schema/scene.schema.json`.

fn main() {
    println!("{:#}", carom_scene::Scene::schema());
}
