/**
 * `node bench/dist/editors/kills.js`: kills servers at random moments while an editor types. Acknowledged text must be
 * in answers while the editor lives, no draft may be torn, and the index must end equal to one from scratch.
 */
import { parseArgs } from "node:util";
import { fetchCorpus } from "../corpora/fetch.js";
import { corpusNamed } from "../corpora/list.js";
import { CLI } from "../paths.js";
import { runNode } from "../process/measured-run.js";
import { copyCorpus, withStore } from "../product/cold.js";
import { KillRun } from "./kill-run.js";
import { equalsScratch } from "./scratch.js";

const USAGE = `node bench/dist/editors/kills.js [options]
  --corpus NAME   of bench/src/corpora/list.ts (django)
  --kills N       (300)
  --seed N        (1)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "django" },
    kills: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  await withStore(async (place) => {
    const root = copyCorpus(fetchCorpus(corpusNamed(options.corpus), "check"), place);
    await runNode(CLI, ["index", root], { env: place.env });
    const run = new KillRun(root, place, Number(options.seed));
    await run.run(Number(options.kills));
    const isEqual = await equalsScratch(root, place);
    console.log(`${run.kills} kills, ${run.acknowledged} acknowledged texts looked for, ${run.lost.length} lost`);
    for (const lost of run.lost) console.log(`  ${lost}`);
    console.log(`the index equals one from scratch: ${isEqual}`);
    if (run.lost.length > 0 || !isEqual) process.exitCode = 1;
  });
}
