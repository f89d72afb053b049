/** `node bench/dist/imports-sweep.js`: where the imports of the repositories of the sweep of edges lead. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fingerprint, keep } from "./edge-sweep/kept.js";
import { type EdgeRepository, readEdgeRepositories, selectRepositories } from "./edge-sweep/repositories.js";
import { three } from "./edges/report.js";
import { type ImportAnswer, type ImportRecord, importCounts, resolvedShare } from "./imports-sweep/record.js";
import { renderImports } from "./imports-sweep/report.js";
import { CLI, IMPORTS_SWEEP_RESULTS } from "./paths.js";
import { withStore } from "./product/cold.js";
import { findClone } from "./replay/clones.js";
import { Clone } from "./replay/git.js";
import { writeCommit } from "./sweep/commit-files.js";

const USAGE = `node bench/dist/imports-sweep.js --clones FOLDER [options]
  --clones FOLDER   clones at FOLDER/OWNER+NAME/repo or FOLDER/OWNER+NAME; bare ones do
  --only TEXT       only repositories whose name holds TEXT; may be given more than once
  --deadline S      seconds that a repository may take (600)
  --write           writes bench/results/imports.md
Runs sdl status --imports on each repository of the list. Results are kept in .results/imports-sweep/ until the command or the commit changes.`;

/** Share of resolved imports that every repository should have. */
const BAR = 0.99;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    deadline: { type: "string", default: "600" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);

async function main(clones: string): Promise<void> {
  const repositories = selectRepositories(readEdgeRepositories(), { only: options.only, unseen: true });
  if (repositories.length === 0) throw new Error("no repository of the list fits --only");
  const key = fingerprint([dirname(CLI)]);
  const records: ImportRecord[] = [];
  for (const repository of repositories) {
    const kept = await keep({ folder: "imports-sweep", repository, key }, () => survey(clones, repository));
    console.error(progress(kept));
    records.push(kept);
  }
  const text = renderImports(records, BAR);
  if (!options.write) console.log(text);
  else {
    const date = new Date().toISOString().slice(0, 10);
    const head = `# Imports of public repositories\n\nMeasured ${date} by \`node bench/dist/imports-sweep.js --clones FOLDER\`.`;
    writeFileSync(IMPORTS_SWEEP_RESULTS, `${head} [Manual](../README.md#imports-of-many-repositories)\n\n${text}`);
  }
}

/** Indexes all files of the commit, and asks where its imports lead. */
async function survey(clones: string, repository: EdgeRepository): Promise<ImportRecord> {
  const clone = findClone(clones, repository.name);
  if (clone === undefined) return { ...repository, problem: `there is no clone of it in ${clones}` };
  return await withStore(async ({ store, env, folder }) => {
    const root = join(folder, "repository");
    mkdirSync(root);
    writeCommit(new Clone(clone), repository.commit, root);
    const args = [CLI, "status", "--fresh", "--imports", "--json", "--repo", root, "--store", store];
    const how = { env: { ...process.env, ...env }, timeout: Number(options.deadline) * 1000, maxBuffer: 2 ** 28 };
    try {
      const answer = JSON.parse(execFileSync(process.execPath, args, { ...how, encoding: "utf8" }));
      return { ...repository, imports: answer.imports as ImportAnswer };
    } catch (error) {
      return { ...repository, problem: (error as Error).message.slice(0, 200) };
    }
  });
}

function progress({ name, imports, problem }: ImportRecord): string {
  if (imports === undefined) return `${name}: FAILED: ${problem}`;
  const counts = importCounts(imports);
  return `${name}: ${three(resolvedShare(counts))} of ${counts.resolved + counts.missed.length}`;
}
