// Prints the lines as WebAssembly computes them in Node: node lines.mjs carom_determinism.wasm
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { carom_lines, carom_lines_length, memory } = instance.exports;
const length = carom_lines_length();
process.stdout.write(new TextDecoder().decode(new Uint8Array(memory.buffer, carom_lines(), length)));
