/** Tests of commands in hostile environments: each works, or ends within seconds with a clear error. */
import { pick, seededRandom } from "@sdl/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  drawCase,
  faultsOf,
  makeUsedPlace,
  type Outcome,
  ownFiles,
  type Place,
  removePlace,
  runCase,
} from "../support/hostile-places.js";

const IS_LONG = process.env["SDL_LONG"] === "1";
const CASES = IS_LONG ? 4000 : 8;
/** How many cases pass between two progress lines of a long run. */
const REPORT_EVERY = 250;
const SEED = Number(process.env["SDL_SEED"] ?? 1);

let used: Place;
beforeAll(() => {
  used = makeUsedPlace();
}, 240_000);
afterAll(() => removePlace(used));

test(`${CASES} drawn cases end with an answer or a clear error`, { timeout: 36_000_000 }, async () => {
  const files = ownFiles(used);
  for (let i = 0; i < CASES; i++) {
    if (IS_LONG && i % REPORT_EVERY === 0) process.stderr.write(`${i} cases\n`);
    const random = seededRandom(SEED * 100_000 + i);
    const drawn = drawCase((items) => pick(random, items), files);
    const outcome = await runCase(used, drawn);
    const faults = faultsOf(outcome);
    expect(faults, JSON.stringify({ i, ...drawn, ...shown(outcome) })).toEqual([]);
  }
});

function shown({ status, err, out }: Outcome): object {
  return { status, err: err.slice(0, 900), out: out.slice(0, 300) };
}

test.each([
  ["the store's folder a file", { path: "my-app/.sdl", by: "garbage" }, ["index"], /move it away, or pass --store/],
  ["the audit log a folder", { path: "my-app/.sdl/audit.jsonl", by: "full folder" }, ["search", "token"], /token/],
  [
    "the audit log a pipe",
    { path: "my-app/.sdl/audit.jsonl", by: "pipe" },
    ["audit", "verify"],
    /policy_denied.*is no regular file; move it away/,
  ],
  // A copied repository has a new audit log, so the head belongs to another log.
  ["the head of a log a pipe", { path: "HEAD", by: "pipe" }, ["audit", "verify"], /has no head for the log/],
  [
    "the head of a log a pipe",
    { path: "HEAD", by: "pipe" },
    ["card", "validateToken"],
    /export function validateToken/,
  ],
  ["the registry a pipe", { path: "home/registry.json", by: "pipe" }, ["index"], /policy_denied.*move it away/],
  [
    "the settings a link to themselves",
    { path: "home/settings.json", by: "looping link" },
    ["search", "token"],
    /token/,
  ],
  ["a lease that is a pipe", { path: "my-app/.sdl/SCHEMA/indexer.lease", by: "pipe" }, ["index", "--full"], /symbols/],
  [
    "a lock file without rights",
    { path: "my-app/.sdl/SCHEMA/ledger/lock.mdb", by: "no rights" },
    ["search", "token"],
    /policy_denied.*lock\.mdb is not readable; change its permissions/,
  ],
  [
    "a lock file that may be read alone",
    { path: "my-app/.sdl/SCHEMA/ledger/lock.mdb", by: "reading rights alone" },
    ["search", "token"],
    /token/,
  ],
  ["a stamp that is a pipe", { path: "my-app/.sdl/SCHEMA/ledger/stamp", by: "pipe" }, ["index", "--full"], /symbols/],
] as const)("%s", { timeout: 120_000 }, async (_, { path, by }, command, expected) => {
  const [schema = ""] = ownFiles(used).filter((one) => /\/v[\d.]+$/.test(one));
  const [head = ""] = ownFiles(used).filter((one) => one.endsWith(".head"));
  const replaced = { path: path.replace("my-app/.sdl/SCHEMA", schema).replace("HEAD", head), by };
  const outcome = await runCase(used, { command, replaced });
  expect([faultsOf(outcome), outcome.out + outcome.err]).toEqual([[], expect.stringMatching(expected)]);
});

test.each([
  ["few files", ["search", "token"], /may open 20 files and needs \d+; raise the limit \(ulimit -n\)/],
  ["few files", ["verify"], /may open 20 files/],
  ["small files", ["search", "token"], /may write files of 8192 bytes and needs 64 MB; raise the limit \(ulimit -f\)/],
  ["little address space", ["index", "--full"], /ulimit -v|symbols/],
  ["little address space", ["slice", "login token"], /symbols in \d+ files/],
  [
    "little address space",
    ["tool", "code.getSkeleton", '{"file":"src/auth/token.ts"}'],
    /busy.*source files cannot be parsed: .* too little memory .*\(ulimit -v\)/,
  ],
  ["working directory deleted", ["search", "token", "-r", "my-app"], /token/],
  ["working directory deleted", ["index", "--full"], /repo_not_found.*pass a directory that exists/],
  ["full stdout", ["export"], /standard output cannot be written/],
  ["SDL_HOME not writable", ["index", "../my-app"], /policy_denied.*may not be read or written/],
  ["SDL_HOME a file", ["index", "../my-app"], /policy_denied.*move it away/],
] as const)("%s: %j", { timeout: 120_000 }, async (surroundings, command, expected) => {
  const outcome = await runCase(used, { command, surroundings });
  expect([faultsOf(outcome), outcome.out + outcome.err]).toEqual([[], expect.stringMatching(expected)]);
});
