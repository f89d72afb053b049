/** `node io-floor.js ROOT`: milliseconds to walk and stat a folder, to read its sources, and to hash them. Prints JSON. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { IoFloor } from "./floors.js";
import { listSources } from "./parse-floor-run.js";

const [root = "."] = process.argv.slice(2);
const sources = listSources(root);

const walking = performance.now();
walk(root);
const walkMs = performance.now() - walking;

const reading = performance.now();
const contents = sources.map((file) => readFileSync(join(root, file.path)));
const readMs = performance.now() - reading;

const hashing = performance.now();
for (const content of contents) createHash("sha256").update(content).digest();
const hashMs = performance.now() - hashing;

const bytes = contents.reduce((sum, content) => sum + content.byteLength, 0);
console.log(JSON.stringify({ walkMs, readMs, hashMs, files: sources.length, bytes } satisfies IoFloor));

function walk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else lstatSync(path);
  }
}
