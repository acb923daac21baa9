//! The playground's files, which are part of the program.

use crate::serve::File;

/// Path and content of every file, put here when the program is built.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// All files of the page. There are none in a program that was built without them.
pub(crate) fn files() -> impl Iterator<Item = File> {
    FILES.iter().map(|&(path, bytes)| File { path, kind: kind(path), bytes: bytes.into() })
}

/// What a file is, by the end of its name. Browsers refuse scripts and modules that are called anything else.
fn kind(path: &str) -> &'static str {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        // Packed modules; the page unpacks them.
        "gz" => "application/gzip",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_browsers_know_what_each_file_is() {
        let files: Vec<File> = files().collect();
        assert!(files.iter().any(|file| file.path == "/index.html"));
        for file in files {
            assert_ne!(file.kind, "application/octet-stream", "{}", file.path);
        }
    }
}
