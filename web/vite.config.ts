import { defineConfig } from "vite";

export default defineConfig({
  // Works from any folder of any host.
  base: "./",
  build: {
    outDir: "site",
    emptyOutDir: true,
    target: "es2022",
    // The scenes are read as they are; the module is a file of its own, so that the browser compiles it while it loads.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
