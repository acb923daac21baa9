//! `carom play` over real connections: what it serves, and what it refuses.

mod common;

use common::{Folder, repository, scene};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of its own, ended after the test.
struct Playing {
    child: Child,
    address: String,
    port: u16,
}

impl Playing {
    fn start(folder: &Folder, words: &str) -> Playing {
        let words: Vec<&str> = words.split_whitespace().collect();
        Playing::of(folder.command(&words).env_remove("BROWSER"))
    }

    fn of(command: &mut Command) -> Playing {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().to_string();
        let port = address.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split('/').next());
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("no address in {line:?}"));
        Playing { child, address, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// What is answered to these bytes, in which `HOST` is the server's name.
    fn answer(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        let request = request.replace("HOST", &format!("127.0.0.1:{}", self.port));
        stream.write_all(request.as_bytes()).unwrap();
        Answer::read(&mut stream)
    }

    fn get(&self, path: &str) -> Answer {
        self.answer(&format!("GET {path} HTTP/1.1\r\nHost: HOST\r\n\r\n"))
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn read(stream: &mut TcpStream) -> Answer {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer but {:?}", String::from_utf8_lossy(&bytes))) + 4;
        Answer { head: String::from_utf8(bytes[..end].to_vec()).unwrap(), body: bytes.split_off(end) }
    }

    fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Path and content of every file of the page.
fn site() -> Vec<(String, Vec<u8>)> {
    fn list(folder: &Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}/{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() { list(&path, &name, found) } else { found.push((name, fs::read(path).unwrap())) }
        }
    }
    let mut found = Vec::new();
    list(&repository("web/site"), "", &mut found);
    found
}

#[test]
fn every_file_of_the_page_is_served_as_what_it_is() {
    let folder = Folder::new("play-files");
    let playing = Playing::start(&folder, "play --no-open --port 0");
    assert_eq!(playing.address, format!("http://127.0.0.1:{}/", playing.port));
    let files = site();
    assert!(!files.is_empty());
    for (path, bytes) in files {
        let answer = playing.get(&path);
        assert_eq!(answer.status(), 200, "{path}");
        assert!(answer.body == bytes, "{path} is not the file that is in web/site");
        assert_eq!(answer.field("Content-Length"), Some(bytes.len().to_string().as_str()));
        let kind = answer.field("Content-Type").unwrap();
        for (ending, wanted) in [(".html", "text/html"), (".js", "text/javascript"), (".wasm", "application/wasm")] {
            assert!(!path.ends_with(ending) || kind.starts_with(wanted), "{path}: {kind}");
        }
    }
    // The folder itself is its page, whatever the question behind it; and its head can be had alone.
    let (page, asked) = (playing.get("/"), playing.get("/?scene=scene.json"));
    assert!(page.body == playing.get("/index.html").body && page.body == asked.body);
    let head = playing.answer("HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n");
    assert_eq!((head.head, head.body.len()), (page.head, 0));
}

#[test]
fn every_answer_carries_the_rules() {
    let folder = Folder::new("play-rules");
    let playing = Playing::start(&folder, "play --no-open --port 0");
    for path in ["/", "/nothing"] {
        let answer = playing.get(path);
        let rules = answer.field("Content-Security-Policy").unwrap();
        for rule in ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'"] {
            assert!(rules.contains(rule), "{rules}");
        }
        let scripts = rules.split(';').find(|rule| rule.trim().starts_with("script-src")).unwrap();
        assert!(!scripts.contains("'unsafe-inline'") && !scripts.contains("'unsafe-eval'"), "{rules}");
        assert_eq!(answer.field("X-Content-Type-Options"), Some("nosniff"));
        assert_eq!(answer.field("Cross-Origin-Resource-Policy"), Some("same-origin"));
        assert_eq!(answer.field("Cache-Control"), Some("no-store"));
        assert_eq!(answer.field("Access-Control-Allow-Origin"), None);
    }
}

#[test]
fn a_scene_is_checked_and_offered() {
    let folder = Folder::new("play-scene");
    for name in ["pinball.json", "tiles.tmx", "imports/desk.svg"] {
        let playing = Playing::start(&folder, &format!("play {} --no-open --port 0", scene(name)));
        assert_eq!(playing.address, format!("http://127.0.0.1:{}/#many?scene=served", playing.port));
        let answer = playing.get("/scene.json");
        assert_eq!((answer.status(), answer.field("Content-Type")), (200, Some("application/json")));
        let offered = String::from_utf8(answer.body).unwrap();
        let mut offered = carom_scene::Scene::parse(&offered, carom_scene::Format::Json).unwrap();
        let (original, _) = carom_scene::Scene::read(scene(name), carom_scene::ReadLimits::default()).unwrap();
        // One without a name is called as its file.
        assert!(offered.name.is_some());
        offered.name = original.name.clone();
        assert_eq!(offered, original, "{name}");
    }
    assert_eq!(Playing::start(&folder, "play --no-open --port 0").get("/scene.json").status(), 404);
    folder.write("bad.json", r#"{"carom": 1, "walls": [{"segment": [[0, 0]]}]}"#);
    folder.write(
        "inside.json",
        r#"{"carom": 1, "walls": [{"segment": [[0, 0], [1, 0]]}], "bodies": [{"position": [0, 0], "radius": 1}]}"#,
    );
    folder.carom("play bad.json --no-open").fails(65, &["bad.json:1:"]);
    folder.carom("play inside.json --no-open").fails(65, &["inside.json:1:", "bodies[0]"]);
    folder.carom("play none.json --no-open").fails(66, &["none.json"]);
    folder.carom("play --port 65536").fails(2, &["`65536` is not a whole number from 0 to 65535"]);
    folder.carom("play --port -1").fails(2, &["`-1` is not a whole number from 0 to 65535"]);
}

#[test]
fn nobody_else_is_answered() {
    let folder = Folder::new("play-hosts");
    let playing = Playing::start(&folder, &format!("play {} --no-open --port 0", scene("gas.json")));
    let port = playing.port;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("LocalHost:{port}"), 200),
        // A name that somebody has made to mean this machine.
        ("rebound.example".into(), 421),
        (format!("rebound.example:{port}"), 421),
        (format!("127.0.0.1.rebound.example:{port}"), 421),
        (format!("localhost.:{port}"), 421),
        ("127.0.0.1".into(), 421),
        (format!("127.0.0.1:{}", port ^ 1), 421),
        (format!("user@127.0.0.1:{port}"), 421),
        (format!("127.0.0.1:{port}, rebound.example"), 421),
        (String::new(), 421),
    ] {
        for path in ["/", "/scene.json"] {
            let answer = playing.answer(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n"));
            assert_eq!(answer.status(), status, "{host}");
        }
    }
    assert_eq!(playing.answer("GET / HTTP/1.1\r\n\r\n").status(), 400);
    assert_eq!(playing.answer("GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n").status(), 400);
    // What a page of others loads is refused; a link that leads here is followed.
    for (site, mode, status) in [
        ("cross-site", "no-cors", 403),
        ("cross-site", "cors", 403),
        ("same-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ] {
        let fields = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}");
        let answer = playing.answer(&format!("GET /scene.json HTTP/1.1\r\nHost: HOST\r\n{fields}\r\n\r\n"));
        assert_eq!(answer.status(), status, "{site} {mode}");
    }
    // This machine's other addresses are not listened at.
    #[cfg(target_os = "linux")]
    for other in ["127.0.0.2", "::1"] {
        assert!(TcpStream::connect((other, port)).is_err(), "{other} is answered");
    }
}

#[test]
fn nothing_but_its_files_and_only_by_reading() {
    let folder = Folder::new("play-paths");
    let playing = Playing::start(&folder, "play --no-open --port 0");
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/./index.html",
        "/index.html/",
        "/INDEX.HTML",
        "/index.html%00.png",
        "/assets",
        "/assets/",
        "//",
        "/.",
        "index.html",
        "*",
        "http://HOST/",
        "http://HOST/index.html",
    ] {
        let answer = playing.get(path);
        assert_eq!((answer.status(), answer.body.as_slice()), (404, &b"404 Not Found\n"[..]), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get", "PROPFIND"] {
        let answer = playing.answer(&format!("{method} / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nhello"));
        assert_eq!((answer.status(), answer.field("Allow")), (405, Some("GET, HEAD")), "{method}");
    }
    for garbage in ["\r\n\r\n", "hello\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\nHost: HOST\r\n\r\n"] {
        assert_eq!(playing.answer(garbage).status(), 400, "{garbage:?}");
    }
    assert_eq!(playing.answer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status(), 400);
    assert_eq!(playing.answer("GET / HTTP/1.1\r\nHost: HOST\r\nA b: c\r\n\r\n").status(), 400);
    // And it goes on.
    assert_eq!(playing.get("/").status(), 200);
}

#[test]
fn what_is_too_large_is_refused() {
    let folder = Folder::new("play-large");
    let playing = Playing::start(&folder, "play --no-open --port 0");
    let long = "x".repeat(8 << 20);
    let many = "A: b\r\n".repeat(200);
    for request in [
        format!("GET /{long} HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: HOST\r\nCookie: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: HOST\r\n{many}\r\n"),
    ] {
        let mut stream = playing.connect();
        let request = request.replace("HOST", &format!("127.0.0.1:{}", playing.port));
        // The server may have had enough before all is sent.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 431");
    }
    // What browsers send along for other programs of this machine is not too large.
    let cookie = "x".repeat(20_000);
    assert_eq!(playing.answer(&format!("GET / HTTP/1.1\r\nHost: HOST\r\nCookie: {cookie}\r\n\r\n")).status(), 200);
}

#[test]
fn the_slow_do_not_keep_others_waiting() {
    let folder = Folder::new("play-slow");
    let playing = Playing::start(&folder, "play --no-open --port 0");
    let start = Instant::now();
    // As many as are listened to at once: half of them say nothing, half never come to an end.
    let mut silent: Vec<TcpStream> = (0..8).map(|_| playing.connect()).collect();
    let slow: Vec<TcpStream> = (0..8).map(|_| playing.connect()).collect();
    let dripping = slow.iter().map(|stream| stream.try_clone().unwrap()).collect::<Vec<_>>();
    let drip = std::thread::spawn(move || {
        while start.elapsed() < Duration::from_secs(12) {
            let is_open = |mut stream: &TcpStream| stream.write_all(b"G").is_ok();
            if !dripping.iter().any(is_open) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        false
    });
    assert_eq!(playing.get("/").status(), 200);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    for stream in &mut silent {
        assert_eq!(Answer::read(stream).status(), 408);
    }
    assert!(drip.join().unwrap(), "one that never comes to an end is still listened to");
}

#[test]
fn a_taken_port_is_told_and_another_is_found() {
    let folder = Folder::new("play-port");
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    folder.carom(&format!("play --no-open --port {port}")).fails(74, &[&format!("port {port} of 127.0.0.1 cannot")]);
    // Whoever is at the usual port, two can play.
    let one = Playing::start(&folder, "play --no-open");
    let two = Playing::start(&folder, "play --no-open");
    assert_ne!(one.port, two.port);
    assert_eq!((one.get("/").status(), two.get("/").status()), (200, 200));
}

#[test]
fn the_address_can_be_told_as_json() {
    let folder = Folder::new("play-json");
    let path = scene("gas.json");
    let mut command = folder.command(&["play", &path, "--no-open", "--port", "0", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut text = String::new();
    while !text.ends_with("}\n") {
        text += &(lines.next().unwrap().unwrap() + "\n");
    }
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(told["schema"], "carom.play/1");
    assert!(told["address"].as_str().unwrap().ends_with("/#many?scene=served"));
    assert!(told["scene"].is_string());
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_it_well() {
    let folder = Folder::new("play-end");
    for signal in ["-INT", "-TERM"] {
        let mut playing = Playing::start(&folder, "play --no-open --port 0");
        // Also while somebody is being listened to.
        let _silent = playing.connect();
        assert!(Command::new("kill").args([signal, &playing.child.id().to_string()]).status().unwrap().success());
        assert_eq!(playing.child.wait().unwrap().code(), Some(0), "{signal}");
        assert!(TcpStream::connect(("127.0.0.1", playing.port)).is_err());
    }
}

#[cfg(unix)]
#[test]
fn the_browser_gets_the_address() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("play-browser");
    let browser = folder.path("browser");
    fs::write(&browser, "#!/bin/sh\nprintf '%s\\n' \"$@\" > opened.part && mv opened.part opened\n").unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = scene("gas.json");
    for (words, is_opened) in [(vec!["play", &path, "--port", "0"], true), (vec!["play", "--no-open"], false)] {
        let playing = Playing::of(folder.command(&words).env("BROWSER", &browser));
        let start = Instant::now();
        while is_opened && !folder.path("opened").exists() && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // By then a browser that must not be opened would have been started.
        assert_eq!(playing.get("/").status(), 200);
        let opened = fs::read_to_string(folder.path("opened")).unwrap_or_default();
        assert_eq!(opened, if is_opened { format!("{}\n", playing.address) } else { String::new() });
        let _ = fs::remove_file(folder.path("opened"));
    }
}
