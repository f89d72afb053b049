/** `node compiled-server.mjs BUNDLE`: `sdl serve --stdio`, which leaves beside the chunks what V8 has compiled of them when it ends. */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { ChunkLoader } from "../dist/chunk-loader.js";

const loader = new ChunkLoader(process.argv[2]);
process.argv = [process.execPath, "sdl", "serve", "--stdio"];
process.once("exit", () => {
  for (const [file, compiled] of loader.compiled()) writeFileSync(file, compiled);
});
await loader.loadToCompile().runProcess();
