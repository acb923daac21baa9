//! Nothing is done here; see the manifest.

fn main() {}
