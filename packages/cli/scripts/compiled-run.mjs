/**
 * `node compiled-run.mjs BUNDLE COMMAND…`: `sdl COMMAND…`, which leaves beside the chunks what V8 has compiled of them when it ends.
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { ChunkLoader } from "../dist/chunk-loader.js";

const [, , bundle, ...command] = process.argv;
const loader = new ChunkLoader(bundle);
process.argv = [process.execPath, "sdl", ...command];
process.once("exit", () => {
  for (const [file, compiled] of loader.compiled()) writeFileSync(file, compiled);
});
const chunk = loader.loadToCompile(command[0]);
if (command[0] === "augment") chunk.runAugment([]);
else await chunk.runProcess();
