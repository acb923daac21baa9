//! A few files over HTTP, to the browsers of this machine and to nobody else.
//!
//! What is served is a table that is made before the first connection: no path of a request ever reaches a file system.
//! A connection is one request and its answer. Whoever is slow, sends too much or wants anything else is told so and
//! let go, and at most so many are listened to at once.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// A file to be had at a path.
pub(crate) struct File {
    /// Where, from `/` on.
    pub(crate) path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

/// So many clients are listened to at once; the next ones wait.
const LISTENERS: usize = 16;

/// A request has at most so many bytes. Browsers send along what other pages of this machine have stored, so it is not few.
const LONGEST_HEAD: usize = 32 << 10;

/// A request has at most so many fields.
const MOST_FIELDS: usize = 100;

/// A request must be there within this time.
const TIME_TO_ASK: Duration = Duration::from_secs(5);

/// An answer must be taken within this time.
const TIME_TO_READ: Duration = Duration::from_secs(30);

/// So long a client is waited for that has its answer and does not hang up.
const TIME_TO_LEAVE: Duration = Duration::from_secs(1);

/// What is said with every answer. The page gets scripts, styles and data from here alone and sends nothing anywhere;
/// no page of others may show it in a frame or load its files; and nothing is kept that a newer program would replace.
const RULES: &str = "\
Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
X-Content-Type-Options: nosniff\r
Cross-Origin-Resource-Policy: same-origin\r
Cross-Origin-Opener-Policy: same-origin\r
Referrer-Policy: no-referrer\r
Cache-Control: no-store\r
Connection: close\r
";

/// A place at this machine's own address where files can be had.
pub(crate) struct Server {
    listener: TcpListener,
    port: u16,
    files: Vec<File>,
}

impl Server {
    /// At this port, 0 for a free one; with no files yet.
    pub(crate) fn at(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, port, files: Vec::new() })
    }

    /// `http://127.0.0.1:8420/`
    pub(crate) fn address(&self) -> String {
        format!("http://{}:{}/", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Answers until the program ends.
    pub(crate) fn run(self, files: Vec<File>) {
        let server = Arc::new(Server { files, ..self });
        let start = |_| {
            let server = Arc::clone(&server);
            thread::spawn(move || server.listen())
        };
        let listeners: Vec<_> = (0..LISTENERS).map(start).collect();
        for listener in listeners {
            let _ = listener.join();
        }
    }

    fn listen(&self) {
        loop {
            match self.listener.accept() {
                // Whoever hangs up early does not want the answer.
                Ok((stream, _)) => drop(self.serve(stream)),
                // The machine has run out of something; it may have it again soon.
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// One request and its answer.
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let answer = match read_head(&mut Timed::new(&stream, TIME_TO_ASK)) {
            Ok(head) => self.answer(&head),
            Err(Unheard::Refused(answer)) => answer,
            Err(Unheard::Lost(error)) => return Err(error),
        };
        let mut out = Timed::new(&stream, TIME_TO_READ);
        out.write_all(answer.head().as_bytes())?;
        if !answer.is_head_only {
            out.write_all(&answer.body)?;
        }
        hang_up(&stream)
    }

    fn answer(&self, head: &[u8]) -> Answer<'_> {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        match request.parse(head) {
            Ok(httparse::Status::Complete(_)) => {}
            Err(httparse::Error::TooManyHeaders) => return Answer::refused(TOO_LARGE),
            _ => return Answer::refused(NOT_UNDERSTOOD),
        }
        let is_head_only = request.method == Some("HEAD");
        match self.file(&request) {
            Ok(file) => Answer { status: "200 OK", kind: file.kind, body: (&*file.bytes).into(), is_head_only },
            Err(refusal) => Answer { is_head_only, ..Answer::refused(refusal) },
        }
    }

    /// What is asked for, if the question is allowed.
    fn file(&self, request: &httparse::Request<'_, '_>) -> Result<&File, &'static str> {
        let field = |name: &str| {
            let mut found = request.headers.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
            (found.next().map(|field| field.value), found.next().is_some())
        };
        // A page of others whose name has been made to mean this machine calls it by that name.
        match field("Host") {
            (Some(host), false) if self.is_called(host) => {}
            (Some(_), false) => return Err(OTHER_HOST),
            _ => return Err(NOT_UNDERSTOOD),
        }
        if !matches!(request.method, Some("GET" | "HEAD")) {
            return Err(OTHER_METHOD);
        }
        // A link may lead here from anywhere; nobody else's page may load parts of ours.
        let is_foreign = matches!(field("Sec-Fetch-Site").0, Some(b"cross-site" | b"same-site"));
        if is_foreign && field("Sec-Fetch-Mode").0 != Some(b"navigate") {
            return Err(OTHER_PAGE);
        }
        let target = request.path.unwrap_or_default();
        let path = target.split_once('?').map_or(target, |(path, _)| path);
        let path = if path == "/" { "/index.html" } else { path };
        self.files.iter().find(|file| file.path == path).ok_or(NOT_HERE)
    }

    /// Whether this is one of our names.
    fn is_called(&self, host: &[u8]) -> bool {
        let port = self.port;
        let is_plain = |name: &str| port == 80 && host.eq_ignore_ascii_case(name.as_bytes());
        let is_full = |name: &str| host.eq_ignore_ascii_case(format!("{name}:{port}").as_bytes());
        ["127.0.0.1", "localhost"].iter().any(|name| is_plain(name) || is_full(name))
    }
}

const NOT_UNDERSTOOD: &str = "400 Bad Request";
const OTHER_PAGE: &str = "403 Forbidden";
const NOT_HERE: &str = "404 Not Found";
const OTHER_METHOD: &str = "405 Method Not Allowed";
const TOO_SLOW: &str = "408 Request Timeout";
const OTHER_HOST: &str = "421 Misdirected Request";
const TOO_LARGE: &str = "431 Request Header Fields Too Large";

struct Answer<'a> {
    status: &'static str,
    kind: &'static str,
    body: Cow<'a, [u8]>,
    is_head_only: bool,
}

impl Answer<'_> {
    fn refused(status: &'static str) -> Answer<'static> {
        let body = format!("{status}\n").into_bytes().into();
        Answer { status, kind: "text/plain; charset=utf-8", body, is_head_only: false }
    }

    fn head(&self) -> String {
        let Answer { status, kind, body, .. } = self;
        let allow = if *status == OTHER_METHOD { "Allow: GET, HEAD\r\n" } else { "" };
        let length = body.len();
        format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{allow}{RULES}\r\n")
    }
}

/// Why there is no request.
enum Unheard {
    Refused(Answer<'static>),
    Lost(io::Error),
}

/// A request up to the empty line that ends it.
fn read_head(client: &mut Timed<'_>) -> Result<Vec<u8>, Unheard> {
    let mut head = vec![0; LONGEST_HEAD];
    let mut length = 0;
    while length < LONGEST_HEAD {
        let more = match client.read(&mut head[length..]) {
            Ok(0) => return Err(Unheard::Lost(ErrorKind::UnexpectedEof.into())),
            Ok(more) => more,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if is_late(&error) => return Err(Unheard::Refused(Answer::refused(TOO_SLOW))),
            Err(error) => return Err(Unheard::Lost(error)),
        };
        // The empty line may have begun before this piece. What follows it is never looked at.
        let is_whole = head[length.saturating_sub(3)..length + more].windows(4).any(|bytes| bytes == b"\r\n\r\n");
        length += more;
        if is_whole {
            head.truncate(length);
            return Ok(head);
        }
    }
    Err(Unheard::Refused(Answer::refused(TOO_LARGE)))
}

/// What is left of the request is taken, or the client would be cut off before it has read the answer.
fn hang_up(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut rest = Timed::new(stream, TIME_TO_LEAVE);
    let mut bytes = [0; 4096];
    while rest.read(&mut bytes)? > 0 {}
    Ok(())
}

/// A connection with a time by which all reading or writing must be done, however many steps it takes.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn new(stream: &TcpStream, time: Duration) -> Timed<'_> {
        Timed { stream, end: Instant::now() + time }
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

/// A time-out is called the one or the other, by operating system.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
