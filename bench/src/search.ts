/** `node bench/dist/search.js --clones FOLDER`: does a search find what people ask for, and say so when there is nothing? Prints a page. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { SEARCH_CONCEPTS_FILE, SEARCH_QUERIES_FILE } from "./paths.js";
import { requireClone } from "./replay/clones.js";
import { Clone } from "./replay/git.js";
import { askRepository, withTree } from "./search/ask.js";
import { type Concept, makeQueries } from "./search/generate.js";
import { handleQueries, readHandles } from "./search/handles.js";
import { printQueries } from "./search/queries.js";
import { type Asked, renderSearch } from "./search/report.js";
import { REPOSITORIES } from "./search/repositories.js";
import { readSites } from "./search/sites.js";

const USAGE = `node bench/dist/search.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --development    only the repositories that search may be changed with in view
  --list           the queries of the kinds that fail, with what was found
  --json FILE      keeps every query with the results' scores
  --write-queries  makes search.queries.jsonl anew instead of asking`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    development: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    json: { type: "string" },
    "write-queries": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else if (options["write-queries"]) writeQueries(options.clones);
else await ask(options.clones);
process.exit(process.exitCode);

function cloneOf(folder: string, name: string): Clone {
  return new Clone(requireClone(folder, name));
}

function writeQueries(folder: string): void {
  const concepts = readConcepts();
  const written = REPOSITORIES.map((repository) =>
    withTree(cloneOf(folder, repository.name), repository.commit, (root, files) =>
      printQueries(repository.name, [
        ...(repository.isOfHandles ? [] : makeQueries(readSites(root, files), concepts.get(repository.name) ?? [])),
        ...handleQueries(readHandles(root, files)),
      ]),
    ),
  );
  writeFileSync(SEARCH_QUERIES_FILE, written.join(""));
}

function readConcepts(): ReadonlyMap<string, readonly Concept[]> {
  const lines = readFileSync(SEARCH_CONCEPTS_FILE, "utf8")
    .split("\n")
    .filter((line) => /^[^#]/.test(line));
  const rows = lines.map((line) => line.split(" | ") as [string, string, string]);
  return new Map(
    REPOSITORIES.map(({ name }) => [
      name,
      rows.filter(([of]) => of === name).map(([, text, answers]) => ({ text, answers: answers.split(", ") })),
    ]),
  );
}

async function ask(folder: string): Promise<void> {
  const asked: Asked[] = [];
  for (const repository of REPOSITORIES) {
    if (options.development && !repository.isDevelopment) continue;
    console.error(`${repository.name} …`);
    asked.push({ repository, results: await askRepository(cloneOf(folder, repository.name), repository) });
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(asked)}\n`);
  const { page, isReached } = renderSearch(asked, options.list);
  process.stdout.write(page);
  if (!isReached) process.exitCode = 1;
}
