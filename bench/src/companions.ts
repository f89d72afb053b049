/**
 * `node bench/dist/companions.js --clones FOLDER`: measures whether symbols that usually change together do so again.
 * Prints a page and keeps the figures.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { askHistory } from "./companions/ask-history.js";
import { type AskedHistory, renderCompanions } from "./companions/report.js";
import { RESULTS_FOLDER } from "./paths.js";
import { clonesIn } from "./replay/clones.js";

const USAGE = `node bench/dist/companions.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --only NAME      only clones whose name holds this; may be given more than once
  --commits N      asked about, of each clone (150)
  --json           the figures of every question instead of the page`;

/** Histories on which the shares were chosen (`SHARES` in delta/src/companions.ts). */
const TUNED: ReadonlySet<string> = new Set(["pallets+click", "encode+httpx", "honojs+hono", "pallets+werkzeug"]);

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    commits: { type: "string", default: "150" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit(0);

async function main(folder: string): Promise<void> {
  const all: AskedHistory[] = [];
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  for (const { name, clone } of clonesIn(folder, options.only)) {
    console.error(`${name} …`);
    const commits = await askHistory(clone, Number(options.commits));
    all.push({ name, isTuned: TUNED.has(name), commits });
    writeFileSync(join(RESULTS_FOLDER, "companions.json"), `${JSON.stringify(all, null, 2)}\n`);
    writeFileSync(join(RESULTS_FOLDER, "companions.md"), renderCompanions(all));
  }
  process.stdout.write(options.json ? `${JSON.stringify(all, null, 2)}\n` : renderCompanions(all));
}
