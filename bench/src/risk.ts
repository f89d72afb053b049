/**
 * `node bench/dist/risk.js --clones FOLDER`: measures risk scores and co-change on real histories. Prints a page and
 * keeps the figures.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { RESULTS_FOLDER } from "./paths.js";
import { clonesIn } from "./replay/clones.js";
import type { Clone } from "./replay/git.js";
import { Checkouts } from "./risk/checkouts.js";
import { findScoredCommits } from "./risk/commits.js";
import { scorePlanted } from "./risk/planted.js";
import { replayCommits } from "./risk/replay-commits.js";
import { type RepositoryRisk, renderRisk } from "./risk/report.js";

const USAGE = `node bench/dist/risk.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --only NAME      only clones whose name holds this; may be given more than once
  --commits N      scored of each clone (40)
  --plants N       breaks, body edits and comments planted into the newest of them (4)`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    commits: { type: "string", default: "40" },
    plants: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit(0);

async function main(folder: string): Promise<void> {
  const all: RepositoryRisk[] = [];
  for (const { name, clone } of clonesIn(folder, options.only)) {
    console.error(`${name} …`);
    all.push(await measure(name, clone));
    mkdirSync(RESULTS_FOLDER, { recursive: true });
    writeFileSync(join(RESULTS_FOLDER, "risk.json"), `${JSON.stringify(all, null, 2)}\n`);
    writeFileSync(join(RESULTS_FOLDER, "risk.md"), renderRisk(all));
  }
  process.stdout.write(renderRisk(all));
}

async function measure(name: string, clone: Clone): Promise<RepositoryRisk> {
  const scratch = mkdtempSync(join(tmpdir(), "sdl-risk-"));
  const checkouts = await Checkouts.open(clone, scratch);
  try {
    const commits = findScoredCommits(clone, Number(options.commits));
    const newest = commits.at(-1);
    const count = Number(options.plants);
    const replayed = await replayCommits(checkouts, commits);
    const planted =
      newest === undefined || count === 0 ? undefined : await scorePlanted(checkouts, newest.commit, count);
    return { name, replayed, planted };
  } finally {
    await checkouts.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
