/** `node bench/dist/releases.js --clones FOLDER`: risk scores of patch, minor and major releases. Prints a page and keeps the figures. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { RESULTS_FOLDER } from "./paths.js";
import { LIBRARIES } from "./releases/libraries.js";
import { reachesBars, renderReleases } from "./releases/report.js";
import { type ScoredRelease, scoreReleases } from "./releases/score-releases.js";
import { findClone } from "./replay/clones.js";
import { Clone } from "./replay/git.js";

const USAGE = `node bench/dist/releases.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not, with tags
  --only NAME      only libraries whose name holds this; may be given more than once
  --seen           only libraries that weights may be fitted to`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    seen: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit();

async function main(folder: string): Promise<void> {
  const all: ScoredRelease[] = [];
  for (const library of LIBRARIES) {
    const { repository, isUnseen } = library;
    if (options.only?.every((part) => !repository.includes(part)) ?? (options.seen && isUnseen)) continue;
    const path = findClone(folder, repository);
    if (path === undefined) throw new Error(`no clone of ${repository} in ${folder}`);
    console.error(`${repository} …`);
    all.push(...(await scoreReleases(new Clone(path), library)));
    mkdirSync(RESULTS_FOLDER, { recursive: true });
    writeFileSync(join(RESULTS_FOLDER, "releases.json"), `${JSON.stringify(all, null, 2)}\n`);
  }
  process.stdout.write(renderReleases(all));
  process.exitCode = reachesBars(all) ? 0 : 1;
}
