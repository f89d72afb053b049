/**
 * `node bench/dist/gold.js`: measures how many lines that a fix changed an answer shows, against BM25 over bodies at
 * equal tokens.
 */
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ParseEngine } from "@sdl/indexer";
import { loadTokenCounter } from "@sdl/slice";
import { askIssue, type IssueAnswers } from "./gold/answers.js";
import { BASELINE } from "./gold/baseline.js";
import { splitIntoBodies } from "./gold/bodies.js";
import { findCandidates } from "./gold/candidates.js";
import { readIssues } from "./gold/issues.js";
import { KeptLines } from "./gold/kept-lines.js";
import { type IssueRecord, IssueRecords } from "./gold/record.js";
import { computeShares, renderGold } from "./gold/report.js";
import { fencedLines, looseLines } from "./gold/shown-lines.js";
import { SourceFiles } from "./gold/source-files.js";
import { tuneWeights } from "./gold/tune.js";
import { groupByClone, type RepositoryIssues, withServer } from "./gold/walk.js";
import { RESULTS_FOLDER } from "./paths.js";

const USAGE = `node bench/dist/gold.js --issues FOLDER --clones FOLDER [options]
  --issues FOLDER  files of issues, see bench/src/gold/README.md
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --only NAME      only repositories whose name holds this; may be given more than once
  --cache FOLDER   where recordings are kept (bench/.gold)
  --shown HOW      fenced: lines in fences under their file's heading (the default); loose: lines anywhere in the text
  --resume         keeps what an earlier run has asked
  --baseline       records and measures the baseline alone
  --tune           chooses the baseline's weights on half of the issues and measures it on the other
  --json           prints figures as JSON`;

const { values: options } = parseArgs({
  options: {
    issues: { type: "string" },
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    cache: { type: "string", default: resolve(import.meta.dirname, "../.gold") },
    shown: { type: "string", default: "fenced" },
    resume: { type: "boolean", default: false },
    baseline: { type: "boolean", default: false },
    tune: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.issues === undefined || options.clones === undefined) console.log(USAGE);
else await main(options.issues, options.clones);
process.exit(0);

async function main(issueFolder: string, cloneFolder: string): Promise<void> {
  const isAsked = !options.baseline && !options.tune;
  const kept = new KeptLines<IssueAnswers>(join(RESULTS_FOLDER, "gold.jsonl"), options.resume || !isAsked);
  const records: IssueRecord[] = [];
  for (const group of groupByClone(readIssues(issueFolder, options.only), cloneFolder)) {
    records.push(...(await recordRepository(group)));
    if (isAsked) await askRepository(group, kept);
  }
  const weights = options.tune ? tuneWeights(records, BASELINE) : BASELINE;
  const shares = computeShares(records, weights, isAsked ? kept.byId : new Map());
  const page = options.json ? `${JSON.stringify({ weights, issues: shares }, null, 1)}\n` : renderGold(shares);
  process.stdout.write(options.tune ? `${JSON.stringify(weights)}\n${page}` : page);
}

/** Reads existing recordings, and records the rest. */
async function recordRepository({ repository, clone, issues }: RepositoryIssues): Promise<IssueRecord[]> {
  const records = new IssueRecords(options.cache);
  const missing = issues.filter(({ id }) => records.read(id) === undefined);
  if (missing.length > 0) {
    console.error(`${repository}: recording ${missing.length} issues`);
    const countTokens = await loadTokenCounter();
    const engine = await ParseEngine.create();
    const files = new SourceFiles(clone, (source) => splitIntoBodies(source, engine));
    for (const issue of missing) {
      const { text, gold } = issue;
      records.write(
        issue,
        findCandidates([...files.of(issue.baseCommit).values()].flat(), { text, gold, countTokens }),
      );
    }
  }
  return issues.flatMap(({ id }) => records.read(id) ?? []);
}

async function askRepository({ repository, clone, issues }: RepositoryIssues, kept: KeptLines<IssueAnswers>) {
  const missing = issues.filter(({ id }) => !kept.byId.has(id));
  if (missing.length === 0) return;
  console.error(`${repository}: asking about ${missing.length} issues`);
  const countTokens = await loadTokenCounter();
  const shownLines = options.shown === "loose" ? looseLines : fencedLines;
  await withServer(clone, async (checkout, session) => {
    for (const issue of missing) {
      await checkout.moveTo(issue.baseCommit);
      kept.add(await askIssue(issue, { session, root: checkout.root, countTokens, shownLines }));
    }
  });
}
