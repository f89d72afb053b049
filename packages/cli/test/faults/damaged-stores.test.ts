/**
 * Tests of damaged stores through the whole program: every command, and a server that runs or is started. Whatever the
 * damage, no process dies, no answer is wrong, all commands agree on the state, and after one of them the index matches
 * the repository again.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StoreTemplate } from "@sdl/engine/testing";
import { expect, test } from "vitest";
import { connect, type Example, indexedExample, PROGRAM } from "../support/server.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
/** How many of all cases a run draws; a shard of the long tier sets the first one. */
const CASES = Number(process.env["SDL_DAMAGE_CASES"] ?? (IS_LONG ? 500 : 4));
const FIRST = Number(process.env["SDL_DAMAGE_FIRST"] ?? 0);
const MEGABYTES = IS_LONG ? [1, 2, 4, 18, 30, 60, 200] : [1, 12];

interface Ran {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

function run({ root, env }: Example, ...args: readonly string[]): Ran {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 300_000,
  });
  return { status, signal, out: stdout, err: stderr };
}

/** Every symbol and edge of the index. */
function exported(example: Example): string {
  const { out, err } = run(example, "export");
  return out === "" ? `no index: ${err}` : steady(out);
}

/** How a command's reaction to the damage is wrong; empty if it is right. */
type Problems = string[];

/** @param expected the answer of a sound index, for commands that answer */
function runOnce(example: Example, args: readonly string[], expected: string | undefined): Problems {
  const { status, signal, out, err } = run(example, ...args);
  const problems: Problems = [];
  if (signal !== null) problems.push(`ended by ${signal}`);
  if (status !== 0) problems.push(`ended with ${status}: ${err}${out.slice(0, 300)}`);
  if (/internal/.test(`${out}${err}`)) problems.push(`an internal error: ${err}`);
  if (expected !== undefined && steady(out) !== expected) problems.push(`answered ${steady(out)}`);
  return problems;
}

/** Removes what differs in a rebuilt version, and the note that it was rebuilt. */
function steady(out: string): string {
  return out
    .replace(/v\d{13}/g, "v")
    .replace(/^Note: .*\n/gm, "")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "time")
    .replace(/h_[0-9a-f]{16}/g, "h")
    .replace(/\d+ of (\d+) tokens/g, "$1 tokens")
    .replace(/\d+(\.\d+)? ?m?s\b/g, "t");
}

const SEARCH = ["search", "validateToken", "--limit", "1"];
/** Without source: the choice of source also depends on derived layers, which a rebuilt store lacks at first. */
const SLICE = ["slice", "how tokens are validated", "--source", "none"];

/** doctor and verify must agree, and index must do what they advise. */
function agreement(example: Example): Problems {
  const [doctor, verify] = [run(example, "doctor"), run(example, "verify", "--quick")];
  const index = run(example, "index", "--no-settle");
  const said = [/PROBLEM +index/.test(doctor.out), verify.status === 1, /set aside/.test(index.err)];
  const problems =
    new Set(said).size === 1 ? [] : [`doctor, verify, index say ${said}: ${doctor.out}${verify.out}${index.err}`];
  for (const { signal } of [doctor, verify, index]) if (signal !== null) problems.push(`ended by ${signal}`);
  if (index.status !== 0) problems.push(`index ended with ${index.status}: ${index.err}`);
  return problems;
}

const CALL = ["sdl_symbol_search", { query: "validateToken", limit: 1 }] as const;

/** @param damage applied before the server starts, or while it runs */
async function askServer(example: Example, damage: () => void, isRunning: boolean): Promise<Problems> {
  const problems: Problems = [];
  if (!isRunning) damage();
  const client = await connect(example);
  if (isRunning) {
    await client.call(...CALL);
    damage();
  }
  let answer = await client.call(...CALL);
  // If the damage killed the server, the front started another.
  if (answer["code"] === "busy") answer = await client.call(...CALL);
  const [first] = (answer["results"] ?? []) as readonly { readonly name?: string }[];
  if (first?.name !== "validateToken") problems.push(`the server answered ${JSON.stringify(answer)}`);
  const code = await client.exit();
  if (code !== 0) problems.push(`the server ended with ${code}: ${client.errors.join("")}`);
  return problems;
}

interface Bench {
  readonly example: Example;
  readonly store: string;
  readonly commands: Readonly<Record<string, (damage: () => void) => Promise<Problems>>>;
  /** The exported index. */
  readonly sound: string;
}

function openBench(): Bench {
  const example = indexedExample();
  const sound = exported(example);
  const answers = new Map<readonly string[], string>();
  for (const args of [SEARCH, SLICE]) answers.set(args, steady(run(example, ...args).out));
  const once = (args: readonly string[]) => async (damage: () => void) => {
    damage();
    return runOnce(example, args, answers.get(args));
  };
  const commands: Bench["commands"] = {
    index: once(["index", "--no-settle"]),
    full: once(["index", "--full", "--no-settle"]),
    search: once(SEARCH),
    slice: once(SLICE),
    status: once(["status"]),
    agreement: async (damage) => {
      damage();
      return agreement(example);
    },
    started: (damage) => askServer(example, damage, false),
    running: (damage) => askServer(example, damage, true),
  };
  return { example, store: join(example.root, ".sdl"), commands, sound };
}

interface Outcome {
  readonly isNoticed: boolean;
  readonly text: string;
  readonly problems: Problems;
}

/** One case; its number determines the damage and the command. */
async function tryCase(
  { example, store, commands, sound }: Bench,
  template: StoreTemplate,
  number: number,
): Promise<Outcome> {
  const names = Object.keys(commands);
  const name = names[Math.floor(number / MEGABYTES.length) % names.length] ?? "";
  template.place(store);
  let done = "";
  const damage = () => {
    done = JSON.stringify(template.damage(store, number));
  };
  const problems = (await commands[name]?.(damage)) ?? ["no command"];
  const after = exported(example);
  if (after !== sound) problems.push(`afterwards the index is another: ${after.slice(0, 300)}`);
  const text = `${number} ${name} ${Math.round(template.sizeBytes / 1e6)} MB ${done}`;
  return {
    isNoticed: readdirSync(store, { recursive: true }).some((path) => String(path).includes("ledger.bad-")),
    text,
    problems,
  };
}

/** All cases of one size of store. */
async function trySize(bench: Bench, place: number, tell: (outcome: Outcome) => void): Promise<void> {
  const folder = join(bench.example.root, "..", "template");
  rmSync(bench.store, { recursive: true });
  run(bench.example, "index", "--no-settle");
  const template = await StoreTemplate.make(bench.store, folder, (MEGABYTES[place] ?? 1) * 1e6);
  for (let number = FIRST; number < FIRST + CASES; number++) {
    if (number % MEGABYTES.length === place) tell(await tryCase(bench, template, number));
  }
  rmSync(folder, { recursive: true });
}

test(
  `${CASES} damaged stores are detected and rebuilt by every command and server`,
  async () => {
    const bench = openBench();
    const wrong: string[] = [];
    const counts = { harmless: 0, noticed: 0 };
    for (const place of MEGABYTES.keys()) {
      await trySize(bench, place, ({ isNoticed, text, problems }) => {
        counts[isNoticed ? "noticed" : "harmless"]++;
        wrong.push(...problems.map((problem) => `${text}: ${problem}`));
        if (IS_LONG) process.stderr.write(`${text} ${isNoticed ? "noticed" : "harmless"} ${problems.join("; ")}\n`);
      });
    }
    process.stderr.write(`${CASES} damaged stores: ${JSON.stringify(counts)}\n`);
    expect(wrong).toEqual([]);
  },
  3 * 3_600_000,
);
