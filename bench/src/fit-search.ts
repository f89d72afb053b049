/**
 * `node bench/dist/fit-search.js --clones FOLDER`: fits the weights of a search's signs to the judged queries of the development repositories. Prints
 * them as `retrieval/src/relevance/weights.ts` has them.
 */
import { parseArgs } from "node:util";
import { SIGNS, searchSigns } from "@sdl/retrieval";
import { findClone } from "./replay/clones.js";
import { Clone } from "./replay/git.js";
import { isAnswer, withIndex } from "./search/ask.js";
import { fitLogistic, type LabelledRow } from "./search/fit-logistic.js";
import { readQueries } from "./search/queries.js";
import { REPOSITORIES } from "./search/repositories.js";

const USAGE = `node bench/dist/fit-search.js --clones FOLDER
  --clones FOLDER  has the development repositories at OWNER+NAME/repo, or OWNER+NAME`;
const DIGITS = 3;
/** Nonsense queries have few candidates, and only the best one is used. */
const NONSENSE_WEIGHT = 3;

const { values: options } = parseArgs({
  options: { clones: { type: "string" }, help: { type: "boolean", default: false } },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit(process.exitCode);

async function main(folder: string): Promise<void> {
  const rows: LabelledRow[] = [];
  for (const repository of REPOSITORIES.filter(({ isDevelopment }) => isDevelopment)) {
    const path = findClone(folder, repository.name);
    if (path === undefined) throw new Error(`${folder} has no clone of ${repository.name}`);
    await withIndex(new Clone(path), repository.commit, async ({ graph }) => {
      for (const query of readQueries(repository.name)) {
        for (const { symbol, signs } of searchSigns(graph, graph, query.text)) {
          rows.push({
            signs,
            isRight: query.answers.some((answer) => isAnswer(graph.symbol(symbol), answer)),
            weight: query.kind === "nonsense" ? NONSENSE_WEIGHT : 1,
          });
        }
      }
    });
  }
  const weights = fitLogistic(rows);
  console.log(`${rows.length} candidates, ${rows.filter(({ isRight }) => isRight).length} of them answers`);
  SIGNS.forEach((name, at) => {
    console.log(`  ${name}: ${Number((weights[at] as number).toPrecision(DIGITS))},`);
  });
}
