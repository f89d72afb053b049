/**
 * `node bench/dist/remote/repositories.js --folder FOLDER`: pushes 20 and then 200 repositories into one PostgreSQL, and
 * measures what they take there, how soon a shared server over it finds names of all of them, and how long its slices
 * take beside those of a server over the checkouts. A repository is a run of files of the corpora, by path. Making and
 * indexing them is a command of its own, because times are measured on a quiet machine. Ends with an error if a bar is not reached.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { identifierTerms } from "@sdl/model/text";
import { runGit } from "../mixed-repository.js";
import { REMOTE_SERVER_RESULTS } from "../paths.js";
import { timeAll } from "../process/time-calls.js";
import { databaseSize, someNames } from "./database-size.js";
import { HttpServer } from "./http-server.js";
import { PartRepositories, type PartRepository } from "./part-repositories.js";
import { type Server, startPostgres } from "./postgres.js";
import { type MeasuredCount, missedBars, type RepositoriesReport, renderRepositories } from "./repositories-report.js";
import { pairSlices } from "./slice-pairs.js";

const COUNTS = [20, 200] as const;
const FILES_EACH = 25;
/** Files of one repository that is pushed beside them at the end, for slices. */
const LARGE_FILES = 1500;
const SEARCHES = 300;
/** Repositories of the token that reads a few. */
const FEW = 5;
/** Repositories whose slices are timed, and questions of each; questions of the large one. */
const SLICED = 10;
const QUESTIONS_EACH = 10;
const LARGE_QUESTIONS = 60;

const ALL_TOKEN = "reads-all";
const FEW_TOKEN = "reads-a-few";

const USAGE = `node bench/dist/remote/repositories.js --folder FOLDER [options]
  --folder FOLDER  holds the repositories and their indexes
  --prepare        makes and indexes the repositories, and measures nothing
  --write          writes bench/results/remote-server.md`;

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    prepare: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.folder === undefined) console.log(USAGE);
else await main(options.folder);
process.exit();

async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const parts = new PartRepositories(folder);
  const all = parts.cut(Math.max(...COUNTS), FILES_EACH);
  const large = parts.large(LARGE_FILES);
  if (options.prepare) {
    for (const repository of [...all, large]) await parts.prepare(repository);
    return;
  }
  if (![...all, large].every(({ root }) => existsSync(root))) throw new Error("run with --prepare first");
  const postgres = await startPostgres();
  if (postgres === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const scratch = mkdtempSync(join(folder, "server-"));
  try {
    const report = await measure({ parts, all, large, postgres, scratch });
    const text = renderRepositories(report);
    if (options.write) writeFileSync(REMOTE_SERVER_RESULTS, text);
    else console.log(text);
    for (const bar of missedBars(report)) {
      console.log(`NOT REACHED: ${bar}`);
      process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Measurement {
  readonly parts: PartRepositories;
  readonly all: readonly PartRepository[];
  readonly large: PartRepository;
  readonly postgres: Server;
  /** Folder for what the shared server needs. */
  readonly scratch: string;
}

async function measure({ parts, all, large, postgres, scratch }: Measurement): Promise<RepositoriesReport> {
  const { url } = postgres;
  await parts.createRemote(large, url);
  const pushed = new Set<PartRepository>();
  const counts: MeasuredCount[] = [];
  for (const count of COUNTS) {
    const wanted = all.filter((_, i) => i % (all.length / count) === 0);
    const fresh = wanted.filter((repository) => !pushed.has(repository));
    const startedMs = performance.now();
    for (const repository of fresh) {
      await parts.push(repository, url);
      pushed.add(repository);
    }
    const pushMs = (performance.now() - startedMs) / fresh.length;
    const size = databaseSize(url);
    const searches = await withShared({ url, scratch, few: wanted.slice(0, FEW) }, (shared) =>
      timeSearches(shared, someNames(url, SEARCHES)),
    );
    counts.push({ count, pushMs, size, ...searches });
    console.error(`${count} repositories are pushed, and searched for names`);
  }
  await parts.push(large, url);
  const sliced = all.filter((_, i) => i % (all.length / SLICED) === 0);
  for (const { root, name } of [...sliced, large])
    runGit(root, "clone", "-q", "--mirror", root, join(scratch, "mirrors", `${name}.git`));
  const slices = await withShared({ url, scratch, few: sliced }, async (shared) => [
    {
      what: `${SLICED} of the 200, ${FILES_EACH} files each`,
      ...(await pairSlices(parts, { repositories: sliced, questionsEach: QUESTIONS_EACH, shared })),
    },
    {
      what: `one of ${LARGE_FILES} files beside them`,
      ...(await pairSlices(parts, { repositories: [large], questionsEach: LARGE_QUESTIONS, shared })),
    },
  ]);
  return { counts, filesEach: FILES_EACH, searches: SEARCHES, few: FEW, slices };
}

interface SharedOptions {
  readonly url: string;
  readonly scratch: string;
  /** Repositories that the second token reads. */
  readonly few: readonly PartRepository[];
}

/** Runs a shared server, with an empty folder of its own. */
async function withShared<T>(
  { url, scratch, few }: SharedOptions,
  work: (shared: HttpServer) => Promise<T>,
): Promise<T> {
  const rules = join(scratch, "rules.json");
  const rule = (token: string, repositories: readonly string[]) => ({
    name: token,
    sha256: createHash("sha256").update(token).digest("hex"),
    repositories,
  });
  writeFileSync(
    rules,
    JSON.stringify({
      tokens: [
        rule(ALL_TOKEN, ["*"]),
        rule(
          FEW_TOKEN,
          few.map(({ name }) => name),
        ),
      ],
    }),
  );
  const mirrors = join(scratch, "mirrors");
  mkdirSync(mirrors, { recursive: true });
  const data = mkdtempSync(join(scratch, "data-"));
  const shared = await HttpServer.start({
    args: ["--remote", url, "--rules", rules, "--mirrors", mirrors, "--data", data],
    ...{ cwd: scratch, env: {}, token: () => ALL_TOKEN },
  });
  try {
    return await work(shared);
  } finally {
    await shared.stop();
  }
}

/** Times of searches over all repositories that a token reads, as whole answers over HTTP. */
async function timeSearches(
  shared: HttpServer,
  names: readonly string[],
): Promise<Pick<MeasuredCount, "allMs" | "fewMs">> {
  // Whole names, two words of a name, the beginning of a name; a third each.
  const kinds = [
    (name: string) => name,
    (name: string) => identifierTerms(name).slice(-2).join(" ") || name,
    (name: string) => name.slice(0, 4),
  ];
  const queries = names.map((name, i) => (kinds[i % kinds.length] ?? String)(name));
  const searchAs = (token: string) => (query: string) => shared.call("sdl_symbol_search", { query }, token);
  return { allMs: await timeAll(queries, searchAs(ALL_TOKEN)), fewMs: await timeAll(queries, searchAs(FEW_TOKEN)) };
}
