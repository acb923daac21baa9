//! Shapes to and from files: what is read is checked like any other input.
#![cfg(feature = "serde")]

use carom::{Aabb, Circle, OwnedShape, Point, Polygon, Segment};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(shape: &T, text: &str) {
    assert_eq!(serde_json::to_string(shape).unwrap(), text);
    assert_eq!(&serde_json::from_str::<T>(text).unwrap(), shape);
}

#[test]
fn shapes_survive_a_file() {
    check(&Point::new(1.5, -2.0), "[1.5,-2.0]");
    check(&Segment::new([6.0, 0.0], [10.0, 7.0]).unwrap(), "[[6.0,0.0],[10.0,7.0]]");
    check(&Circle::new([1.0, 2.0], 0.5).unwrap(), r#"{"center":[1.0,2.0],"radius":0.5}"#);
    check(&Aabb::new([0.0, 0.0], [3.0, 4.0]).unwrap(), r#"{"min":[0.0,0.0],"max":[3.0,4.0]}"#);
    let triangle = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]];
    check(&Polygon::new(triangle).unwrap(), r#"{"vertices":[[0.0,0.0],[9.0,0.0],[0.0,9.0]]}"#);
    check(
        &Polygon::with_holes(triangle, [[[1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]]).unwrap(),
        r#"{"vertices":[[0.0,0.0],[9.0,0.0],[0.0,9.0]],"holes":[[[1.0,1.0],[1.0,2.0],[2.0,1.0]]]}"#,
    );
}

#[test]
fn any_shape_says_what_it_is() {
    check(&OwnedShape::from([1.5, -2.0]), r#"{"point":[1.5,-2.0]}"#);
    check(&OwnedShape::from(Segment::new([6, 0], [10, 7]).unwrap()), r#"{"segment":[[6.0,0.0],[10.0,7.0]]}"#);
    check(&OwnedShape::from(Circle::new([1, 2], 0.5).unwrap()), r#"{"circle":{"center":[1.0,2.0],"radius":0.5}}"#);
    check(&OwnedShape::from(Aabb::new([0, 0], [3, 4]).unwrap()), r#"{"aabb":{"min":[0.0,0.0],"max":[3.0,4.0]}}"#);
    let triangle = Polygon::new([[0, 0], [9, 0], [0, 9]]).unwrap();
    check(&OwnedShape::from(triangle), r#"{"polygon":{"vertices":[[0.0,0.0],[9.0,0.0],[0.0,9.0]]}}"#);
    let circle = serde_json::from_str::<OwnedShape>(r#"{"circle":{"center":[0,0],"radius":-1}}"#).unwrap_err();
    assert!(circle.to_string().starts_with("circle radius is -1; expected a finite number, 0 or more"));
}

#[test]
fn what_is_no_shape_is_refused_with_the_same_words() {
    let refusal = |error: serde_json::Error| error.to_string();
    let segment = serde_json::from_str::<Segment>("[[1,2],[1,2]]").unwrap_err();
    assert!(refusal(segment).starts_with("segment ends coincide at (1, 2)"));
    let circle = serde_json::from_str::<Circle>(r#"{"center":[0,0],"radius":-1}"#).unwrap_err();
    assert!(refusal(circle).starts_with("circle radius is -1; expected a finite number, 0 or more"));
    let aabb = serde_json::from_str::<Aabb>(r#"{"min":[1,0],"max":[0,1]}"#).unwrap_err();
    assert!(refusal(aabb).starts_with("box min (1, 0) is not below max (0, 1)"));
    let polygon = serde_json::from_str::<Polygon>(r#"{"vertices":[[0,0],[2,2],[2,0],[0,2]]}"#).unwrap_err();
    assert!(refusal(polygon).starts_with("edge 0 and edge 2 cross or touch"));
}
