/**
 * `node bench/dist/sessions.js`: measures how much scripted agents read until they have seen the lines changed by an
 * issue's fix.
 */
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { loadTokenCounter } from "@sdl/slice";
import { lineReader } from "./gold/answers.js";
import { readIssues } from "./gold/issues.js";
import { KeptLines } from "./gold/kept-lines.js";
import { SourceFiles } from "./gold/source-files.js";
import { groupByClone, type RepositoryIssues, withServer } from "./gold/walk.js";
import { RESULTS_FOLDER } from "./paths.js";
import { grepAndRead, HABITS } from "./sessions/grep-policy.js";
import { type IssueSessions, renderSessions } from "./sessions/report.js";
import { askSdl } from "./sessions/sdl-policy.js";
import { playSession, type SessionResult } from "./sessions/session.js";
import { HabitTuning } from "./sessions/tune.js";

const USAGE = `node bench/dist/sessions.js --issues FOLDER --clones FOLDER [options]
  --issues FOLDER  files of issues, see bench/src/gold/README.md
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --only NAME      only repositories whose name holds this; may be given more than once
  --grep           plays the grep-and-read policy alone
  --tune           chooses that policy's habits on half of the issues, and prints them
  --resume         keeps what an earlier run has played
  --json           prints sessions as JSON`;

const { values: options } = parseArgs({
  options: {
    issues: { type: "string" },
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    grep: { type: "boolean", default: false },
    tune: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.issues === undefined || options.clones === undefined) console.log(USAGE);
else await main(options.issues, options.clones);
process.exit(0);

async function main(issueFolder: string, cloneFolder: string): Promise<void> {
  const groups = groupByClone(readIssues(issueFolder, options.only), cloneFolder);
  if (options.tune) return tuneHabits(groups);
  const name = options.grep ? "sessions-grep.jsonl" : "sessions.jsonl";
  const kept = new KeptLines<IssueSessions>(join(RESULTS_FOLDER, name), options.resume);
  for (const group of groups) await playRepository(group, kept);
  const sessions = [...kept.byId.values()];
  process.stdout.write(options.json ? `${JSON.stringify(sessions, null, 1)}\n` : renderSessions(sessions));
}

async function tuneHabits(groups: Iterable<RepositoryIssues>): Promise<void> {
  const countTokens = await loadTokenCounter();
  const tuning = new HabitTuning();
  for (const { repository, clone, issues } of groups) {
    console.error(repository);
    const files = new SourceFiles(clone, ({ text }) => text.split("\n"));
    for (const issue of issues) await tuning.add(issue, files.of(issue.baseCommit), countTokens);
    console.error(JSON.stringify(tuning.best()));
  }
}

async function playRepository(group: RepositoryIssues, kept: KeptLines<IssueSessions>): Promise<void> {
  const { repository, clone } = group;
  const issues = group.issues.filter(({ id }) => !kept.byId.has(id));
  if (issues.length === 0) return;
  console.error(`${repository}: ${issues.length} issues`);
  const grep = await playGrep({ ...group, issues });
  const add = ({ id, language }: RepositoryIssues["issues"][number], sdl?: SessionResult) => {
    const played = grep.get(id);
    if (played !== undefined) kept.add({ id, repository, language, grep: played, ...(sdl && { sdl }) });
  };
  if (options.grep) {
    for (const issue of issues) add(issue);
    return;
  }
  const countTokens = await loadTokenCounter();
  await withServer(clone, async (checkout, session) => {
    for (const issue of issues) {
      await checkout.moveTo(issue.baseCommit);
      const steps = askSdl(issue.text, session, lineReader(checkout.root));
      add(issue, await playSession(steps, issue.gold, countTokens));
    }
  });
}

async function playGrep({ clone, issues }: RepositoryIssues): Promise<Map<string, SessionResult>> {
  const countTokens = await loadTokenCounter();
  const files = new SourceFiles(clone, ({ text }) => text.split("\n"));
  const played = new Map<string, SessionResult>();
  for (const { id, text, gold, baseCommit } of issues) {
    const steps = grepAndRead(text, files.of(baseCommit), HABITS);
    played.set(id, await playSession(steps, gold, countTokens));
  }
  return played;
}
