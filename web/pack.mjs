// Packs the modules with gzip, so that they are small wherever they are served from; the page unpacks them while they load.

import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

for (const name of ["explain", "worlds"]) {
  const module = readFileSync(`pkg/${name}/carom_bg.wasm`);
  const packed = gzipSync(module, { level: 9 });
  writeFileSync(`pkg/${name}/carom_bg.wasm.gz`, packed);
  console.log(`${name}: ${Math.round(module.length / 1000)} kB, packed ${Math.round(packed.length / 1000)} kB`);
}
