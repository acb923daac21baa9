// The specs run against `carom play` itself: its program, its files, its rules. `cargo xtask browser` starts all of it.
import { defineConfig } from "@playwright/test";

const { CAROM_ADDRESS: address, CHROMIUM: browser } = process.env;
if (!address || !browser) {
    throw new Error("run the specs with `cargo xtask browser`, which starts `carom play` and finds Chromium");
}

export default defineConfig({
    testDir: "tests",
    outputDir: "../target/browser",
    // Files side by side; what takes time is told, and decides nothing. A machine may be busy with other things, so only what never ends is given up.
    workers: 2,
    timeout: 600_000,
    expect: { timeout: 300_000 },
    forbidOnly: true,
    reporter: [["list"]],
    use: {
        baseURL: address,
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1,
        screenshot: "only-on-failure",
        launchOptions: {
            executablePath: browser,
            args: [
                // Whoever runs tests in a container is root there, and has no room in /dev/shm.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--font-render-hinting=none",
                "--disable-lcd-text",
            ],
        },
    },
});
