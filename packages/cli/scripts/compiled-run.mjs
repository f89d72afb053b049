/**
 * Runs a command of the bundle and saves what V8 compiled: `node compiled-run.mjs BUNDLE COMMAND…` runs `sdl COMMAND…`
 * and writes the compiled code of each chunk beside it at exit.
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
