//! temporary
use carom_scene::*;
use std::time::Instant;
fn main() {
    let mut scene = Scene::default();
    for i in 0..50_000 {
        let x = f64::from(i) * 0.37;
        scene.walls.push(Wall::from(WallShape::Segment([[x, 0.1], [x + 0.3, 1.0 / 3.0]])));
    }
    for f in Format::ALL {
        if let Ok((text, _)) = {
            let t = Instant::now();
            let r = scene.to(f);
            println!("write {f:?} {:?}", t.elapsed());
            r
        } {
            let t = Instant::now();
            let s = Scene::parse(&text, f).unwrap();
            println!("  read {} MB {:?} {}", text.len() / 1_000_000, t.elapsed(), s.walls == scene.walls);
        }
    }
    let t = Instant::now();
    scene.build().unwrap();
    println!("build {:?}", t.elapsed());
    // random damage
    let mut seed = 88172645463325252u64;
    let mut rnd = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let files = [
        "scenes/imports/desk.svg",
        "scenes/imports/harbour.geojson",
        "scenes/imports/parcels.wkt",
        "scenes/imports/room.tmj",
        "scenes/tiles.tmx",
        "scenes/pinball.json",
        "scenes/hello.toml",
        "scenes/platforms.toml",
    ];
    let texts: Vec<(Vec<u8>, Format)> = files
        .iter()
        .map(|f| (std::fs::read(f).unwrap(), Format::from_extension(f.rsplit('.').next().unwrap()).unwrap()))
        .collect();
    let bits: [&[u8]; 24] = [
        b"1e308",
        b"-1e308",
        b"0",
        b"-1",
        b"9999999999999999999",
        b"NaN",
        b"1e-320",
        b"[",
        b"]",
        b"{",
        b"}",
        b"<g>",
        b"</g>",
        b"\"",
        b",",
        b"(",
        b")",
        b"null",
        b"true",
        b"\xc3\xa9",
        b"#",
        b"M0 0L",
        b"=",
        b"0.1 ",
    ];
    let start = Instant::now();
    let (mut n, mut ok) = (0u64, 0u64);
    while start.elapsed().as_secs() < 30 {
        let (t, f) = &texts[(rnd() % texts.len() as u64) as usize];
        let mut b = t.clone();
        for _ in 0..1 + rnd() % 4 {
            let at = (rnd() % b.len() as u64) as usize;
            match rnd() % 4 {
                0 => {
                    let w = bits[(rnd() % 24) as usize];
                    b.splice(at..at, w.iter().copied());
                }
                1 => {
                    let end = (at + (rnd() % 30) as usize).min(b.len());
                    let w = bits[(rnd() % 24) as usize];
                    b.splice(at..end, w.iter().copied());
                }
                2 => {
                    let from = (rnd() % b.len() as u64) as usize;
                    let to = (from + (rnd() % 200) as usize).min(b.len());
                    let part = b[from..to].to_vec();
                    b.splice(at..at, part);
                }
                _ => {
                    // replace a number
                    let s = (at..b.len()).find(|&i| b[i].is_ascii_digit()).unwrap_or(at);
                    let e = (s..b.len()).find(|&i| !(b[i].is_ascii_digit() || b[i] == b'.')).unwrap_or(b.len());
                    let w = bits[(rnd() % 7) as usize];
                    b.splice(s..e, w.iter().copied());
                }
            }
        }
        let text = String::from_utf8_lossy(&b);
        n += 1; std::fs::write("/tmp/tryx/last", format!("{f:?}\n{text}")).unwrap();
        if let Ok((s, _)) = Scene::import(&text, *f) {
            ok += 1;
            let _ = s.build();
            let _ = s.extent();
            assert_eq!(Scene::parse(&s.to_json(), Format::Json).as_ref(), Ok(&s));
            assert_eq!(Scene::parse(&s.to_toml(), Format::Toml).as_ref(), Ok(&s));
            for g in [Format::Svg, Format::GeoJson, Format::Wkt] {
                let (text, _) = s.to(g).unwrap();
                let back = Scene::import(&text, g);
                match back {
                    Ok((back, _)) if g != Format::Wkt => {
                        let names = |s: &Scene| s.walls.iter().map(|w| w.shape.clone()).collect::<Vec<_>>();
                        if names(&back) != names(&s)
                            && s.walls().is_ok()
                            && !s.walls.iter().any(|w| {
                                matches!(&w.shape, WallShape::Circle{radius,..} if *radius==0.0)
                                    || matches!(&w.shape, WallShape::Chain(c) if c.len()==2)
                            })
                        {
                            println!("{g:?} differs for {f:?}");
                            let a = names(&back);
                            let b = names(&s);
                            for (x, y) in a.iter().zip(&b) {
                                if x != y {
                                    println!("   {:?}\n   {:?}", x, y);
                                    break;
                                }
                            }
                        }
                    }
                    Ok(_) => {}
                    Err(e) => println!("{g:?} from {f:?}: {e}"),
                }
            }
        }
    }
    println!("{n} damaged, {ok} taken");
}
