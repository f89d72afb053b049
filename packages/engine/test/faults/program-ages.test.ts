/**
 * Tests of older and newer programs on one machine. SDL's files are replaced by what an older or newer program would have left, complete or
 * damaged, and this program works on: no call fails with an internal error, a newer program's file is reported as such, and its content is
 * preserved. Cases come from a seeded generator over kind of file, age and damage.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { schemaDirectory } from "@sdl/graph";
import { addUnknownTable, countUnknownRecords, hasNewerPart, putNewerPart, seededDraw } from "@sdl/graph/testing";
import { GitFixture, ownIdentity } from "@sdl/repository/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyRepositoryAudit } from "../../src/audit/repository-audit.js";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { runAction } from "../../src/dispatch.js";
import { diagnose } from "../../src/features/doctor/diagnose.js";
import { openEngine } from "../../src/opened/open-engine.js";

/** Rounds of drawn cases, after the rounds with each kind of file once, newer and complete. */
const IS_LONG = process.env["SDL_LONG"] === "1";
const ROUNDS = IS_LONG ? 800 : 8;
const CASES_OF_ROUND = 4;

type Draw = (below: number) => number;

/** A home and a repository in a folder of their own. */
interface Place {
  readonly home: string;
  readonly root: string;
  readonly store: string;
}

/** A kind of file or folder that SDL stores. */
interface Kind {
  readonly name: string;
  /** Its path; absent for data within a store's pages, whose damage other tests cover. */
  readonly path?: (place: Place) => string;
  /** Writes what an older program left; absent if older programs had no such file. */
  readonly older?: (place: Place) => void | Promise<void>;
  readonly newer: (place: Place, draw: Draw) => void | Promise<void>;
  /** Whether the newer program's content is preserved. */
  readonly isKept: (place: Place) => boolean | Promise<boolean>;
  /** The message about a newer program's file; absent if it may be ignored without a message, because it is rebuilt or only adds to a record. */
  readonly says?: RegExp;
  /** Whether the file is a lock, held as long as it exists. */
  readonly isLock?: boolean;
  /** Whether a newer program's file prevents reading everything else, or the store. */
  readonly hides?: boolean;
}

/** Time at which the program that held a lock ended without removing it. */
const LEFT_BEHIND = new Date("2026-01-01T00:00:00Z");

const file =
  (...names: string[]) =>
  ({ store }: Place) =>
    join(store, ...names);
const homeFile =
  (...names: string[]) =>
  ({ home }: Place) =>
    join(home, ...names);
const textOf = (path: string) => readFileSync(path, "utf8");
const edit = (path: string, change: (value: never) => unknown) =>
  writeFileSync(path, JSON.stringify(change(JSON.parse(textOf(path)) as never)));
const line = (path: string, value: unknown) => {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(value)}\n`);
};
const headPath = ({ home }: Place) => {
  const folder = join(home, "audit");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".head")) ?? "none.head");
};
const NOVEL = "what only a newer program knows";
const holds = (path: (place: Place) => string) => (place: Place) => textOf(path(place)).includes(NOVEL);
const memoryFile = ({ root }: Place) => join(root, ".sdl-memory", "decisions", `${MEMORY_ID}.md`);
const MEMORY_ID = "00000000000000aa";

/** A line of an audit head, with its checksum. */
function sealed(value: object): string {
  const sum = createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);
  return JSON.stringify({ ...value, sum });
}

/** A process of this machine that cannot exist. */
const DEAD = { ...ownIdentity(), pid: 2 ** 22 - 1, startedAt: "1" };

const KINDS: readonly Kind[] = [
  {
    name: "registry",
    hides: true,
    path: homeFile("registry.json"),
    older: ({ home, root }) =>
      writeFileSync(
        join(home, "registry.json"),
        JSON.stringify({ format: 1, repositories: [{ repoId: "app", rootPath: root }] }),
      ),
    newer: ({ home }, draw) =>
      writeFileSync(
        join(home, "registry.json"),
        JSON.stringify({ format: 2 + draw(9), repositories: [[], { app: NOVEL }, null, "none"][draw(4)], NOVEL }),
      ),
    isKept: holds(homeFile("registry.json")),
    says: /newer program \(format \d+; this one reads 1\)/,
  },
  {
    name: "fields of the registry",
    path: homeFile("registry.json"),
    newer: ({ home }) =>
      edit(join(home, "registry.json"), (value: { repositories: object[] }) => ({
        ...value,
        repositories: value.repositories.map((row) => ({ ...row, novel: NOVEL })),
      })),
    isKept: holds(homeFile("registry.json")),
  },
  {
    name: "settings",
    path: homeFile("settings.json"),
    newer: ({ home }, draw) =>
      writeFileSync(join(home, "settings.json"), JSON.stringify({ "novel.setting": [1, NOVEL, {}][draw(3)], NOVEL })),
    isKept: holds(homeFile("settings.json")),
    says: /Setting ".*" is unknown/,
  },
  {
    name: "head of the audit log",
    path: headPath,
    newer: (place, draw) => {
      const path = headPath(place);
      const { sum: _, ...header } = JSON.parse(textOf(path).split("\n")[0] ?? "") as { sum: string };
      const changed = draw(2) === 0 ? { ...header, format: 2, NOVEL } : { ...header, NOVEL };
      writeFileSync(path, textOf(path).replace(/^.*/, `${sealed(changed)}`));
    },
    isKept: holds(headPath),
    says: /a newer program keeps the head/,
  },
  {
    name: "slot of the head of the audit log",
    path: headPath,
    newer: (place) => {
      const path = headPath(place);
      const [header = "", slot = ""] = textOf(path).split("\n");
      const { sum: _, ...known } = JSON.parse(slot) as { sum: string };
      writeFileSync(path, `${header}\n${sealed({ ...known, NOVEL }).padEnd(511)}\n${" ".repeat(511)}\n`);
    },
    isKept: holds(headPath),
    says: /a newer program keeps the head/,
  },
  {
    name: "journal of memories",
    path: file("memory", "memories.jsonl"),
    older: (place) =>
      line(file("memory", "memories.jsonl")(place), {
        event: "stored",
        memoryId: MEMORY_ID,
        at: "2026-01-01T00:00:00Z",
      }),
    newer: (place, draw) =>
      line(
        file("memory", "memories.jsonl")(place),
        [
          { event: "foreseen", NOVEL },
          { kind: 7, NOVEL },
        ][draw(2)],
      ),
    isKept: holds(file("memory", "memories.jsonl")),
    says: /ignored in .*memories\.jsonl: a newer program wrote/,
  },
  {
    name: "journal of feedback",
    path: file("memory", "feedback.jsonl"),
    newer: (place) => line(file("memory", "feedback.jsonl")(place), { report: { of: NOVEL } }),
    isKept: holds(file("memory", "feedback.jsonl")),
    says: /ignored in .*feedback\.jsonl: a newer program wrote/,
  },
  {
    name: "memory",
    path: memoryFile,
    older: (place) => {
      mkdirSync(dirname(memoryFile(place)), { recursive: true });
      writeFileSync(memoryFile(place), "# A title\n\nText without front matter.\n");
    },
    newer: (place, draw) => {
      const fields = [
        `novel: ${NOVEL}`,
        `novel:\n  - deep: [1, "${NOVEL}"] # kept\n  - "2"`,
        `novel: |\n  first\n  ${NOVEL}`,
      ][draw(3)];
      mkdirSync(dirname(memoryFile(place)), { recursive: true });
      writeFileSync(
        memoryFile(place),
        `---\nmemoryId: ${MEMORY_ID}\n${fields}\ntype: decision\ntitle: Old\ncreatedAt: 2026-01-01T00:00:00Z\n---\nThe text.\n`,
      );
    },
    isKept: holds(memoryFile),
  },
  {
    name: "commits of git",
    path: file("git", "commits"),
    newer: (place) => {
      const path = file("git", "commits")(place);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, deflateRawSync(`sdl commits 3 abc\n${NOVEL}`));
    },
    isKept: (place) =>
      inflateRawSync(readFileSync(file("git", "commits")(place)))
        .toString()
        .includes(NOVEL),
  },
  {
    name: "blobs of git",
    path: file("git", "blobs"),
    newer: (place) => {
      mkdirSync(dirname(file("git", "blobs")(place)), { recursive: true });
      appendFileSync(file("git", "blobs")(place), `# sdl blobs 2 ${NOVEL}\nof another form\n`);
    },
    isKept: holds(file("git", "blobs")),
  },
  {
    name: "versions of git",
    path: file("git", "versions"),
    newer: (place) => {
      mkdirSync(dirname(file("git", "versions")(place)), { recursive: true });
      appendFileSync(file("git", "versions")(place), `tree ${NOVEL}\n`);
    },
    isKept: holds(file("git", "versions")),
  },
  {
    name: "log of errors",
    path: homeFile("logs", "errors.log"),
    newer: (place) => line(homeFile("logs", "errors.log")(place), { NOVEL }),
    isKept: holds(homeFile("logs", "errors.log")),
  },
  {
    name: "index of another schema",
    newer: (place) => {
      mkdirSync(join(place.store, "v99.1", "ledger"), { recursive: true });
      writeFileSync(join(place.store, "v99.1", "ledger", "data.mdb"), NOVEL);
    },
    isKept: (place) => textOf(join(place.store, "v99.1", "ledger", "data.mdb")) === NOVEL,
    says: /index of a newer program version exists beside this one's \(v99\.1/,
  },
  {
    name: "table of the ledger",
    newer: ({ store }, draw) => addUnknownTable(store, "novel", 1 + draw(300)),
    isKept: async ({ store }) => (await countUnknownRecords(store, "novel")) > 0,
  },
  {
    name: "record of the ledger",
    newer: ({ store }) => putNewerPart(store, "record"),
    isKept: ({ store }) => hasNewerPart(store, "record"),
  },
  {
    name: "derived layers",
    newer: ({ store }) => putNewerPart(store, "layers"),
    // These files belong to one version; those of the next version replace them.
    isKept: () => true,
    says: /newer program derived clusters, tests and processes/,
  },
  {
    name: "stamp of the store",
    path: file(schemaDirectory(), "ledger", "stamp"),
    older: (place) => rmSync(file(schemaDirectory(), "ledger", "stamp")(place), { force: true }),
    newer: (place) => writeFileSync(file(schemaDirectory(), "ledger", "stamp")(place), `stamp 2\n${NOVEL}\n`),
    isKept: () => true,
  },
  {
    name: "last look at the files",
    path: file(schemaDirectory(), "look"),
    older: (place) => rmSync(file(schemaDirectory(), "look")(place), { force: true }),
    newer: (place) => writeFileSync(file(schemaDirectory(), "look")(place), NOVEL.repeat(9)),
    isKept: () => true,
  },
  {
    name: "name of the layer below the store",
    hides: true,
    path: file(schemaDirectory(), "ledger", "layer"),
    // A change of meaning requires a new schema number: a store with any other content is set aside.
    newer: (place, draw) =>
      writeFileSync(
        file(schemaDirectory(), "ledger", "layer")(place),
        [`sdl layer 2 ${NOVEL}\n`, "sdl layer 0123456789abcdef\n"][draw(2)] ?? "",
      ),
    isKept: () => true,
  },
  {
    name: "lease of whoever indexes",
    path: file(schemaDirectory(), "indexer.lease"),
    // The holder cannot be identified: the lock is waited for until it is several seconds old.
    ...(IS_LONG && {
      older: (place: Place) =>
        writeFileSync(file(schemaDirectory(), "indexer.lease")(place), JSON.stringify({ pid: 2 ** 22 - 1 })),
    }),
    newer: (place) =>
      writeFileSync(
        file(schemaDirectory(), "indexer.lease")(place),
        JSON.stringify({ ...DEAD, token: "t", sinceMs: 1, protocol: 2, NOVEL }),
      ),
    isKept: () => true,
  },
  {
    name: "lock of the registry",
    isLock: true,
    path: homeFile("registry.json.lock"),
    newer: (place) =>
      writeFileSync(homeFile("registry.json.lock")(place), JSON.stringify({ ...DEAD, number: 1, NOVEL })),
    isKept: () => true,
  },
];

const DAMAGES = {
  none: (bytes: Buffer) => bytes,
  cut: (bytes: Buffer, draw: Draw) => bytes.subarray(0, draw(bytes.length + 1)),
  flipped: (bytes: Buffer, draw: Draw) => {
    const at = draw(Math.max(1, bytes.length));
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
    return bytes;
  },
  emptied: () => Buffer.alloc(0),
  overwritten: (bytes: Buffer, draw: Draw) => Buffer.from(bytes.map(() => draw(256))),
};
type Damage = keyof typeof DAMAGES;

interface Case {
  readonly kind: Kind;
  readonly age: "older" | "own" | "newer";
  readonly damage: Damage;
}

function drawCase(draw: Draw): Case {
  const kind = KINDS[draw(KINDS.length)] as Kind;
  const ages = ["newer", "newer", "own", ...(kind.older === undefined ? [] : (["older"] as const))] as const;
  const damages = ["none", "none", ...(kind.path === undefined ? [] : (Object.keys(DAMAGES) as Damage[]))];
  return { kind, age: ages[draw(ages.length)] ?? "newer", damage: (damages[draw(damages.length)] ?? "none") as Damage };
}

/** Whether a case does not interfere with those of the round. */
function isFree(round: readonly Case[], { kind, age }: Case): boolean {
  const hides = (one: Pick<Case, "kind" | "age">) => one.kind.hides === true && one.age === "newer";
  if (round.some(hides) || (round.length > 0 && hides({ kind, age }))) return false;
  return round.every(
    (one) => one.kind !== kind && (kind.path === undefined || one.kind.path?.(place) !== kind.path(place)),
  );
}

/** First every kind of file once, from a newer program and complete; then rounds of drawn cases. */
function roundsOf(draw: Draw): Case[][] {
  const rounds: Case[][] = [];
  const wanted = KINDS.map((kind): Case => ({ kind, age: "newer", damage: "none" }));
  for (const one of wanted) {
    const round = rounds.find((other) => isFree(other, one));
    if (round === undefined) rounds.push([one]);
    else round.push(one);
  }
  for (let number = 0; number < ROUNDS; number++) {
    const round: Case[] = [];
    for (let tries = 0; tries < CASES_OF_ROUND; tries++) {
      const one = drawCase(draw);
      if (isFree(round, one)) round.push(one);
    }
    rounds.push(round);
  }
  return rounds;
}

async function plant({ kind, age, damage }: Case, draw: Draw): Promise<void> {
  if (age === "older") await kind.older?.(place);
  if (age === "newer") await kind.newer(place, draw);
  const path = kind.path?.(place);
  if (path === undefined || !existsSync(path)) return;
  writeFileSync(path, DAMAGES[damage](readFileSync(path), draw));
  // An unreadable lock counts as held for some seconds after it was written.
  if (kind.isLock === true) utimesSync(path, LEFT_BEHIND, LEFT_BEHIND);
}

let base: string;
let place: Place;
beforeAll(async () => {
  base = mkdtempSync(join(realpathSync(tmpdir()), "sdl-ages-"));
  const root = join(base, "place", "app");
  place = { home: join(base, "place", "home"), root, store: join(root, ".sdl") };
  const git = GitFixture.make(root);
  writeFileSync(
    join(root, "a.ts"),
    "/** Reads a token. */\nexport function readToken(raw: string): string {\n  return raw.trim();\n}\n",
  );
  writeFileSync(join(root, "a.test.ts"), 'import { readToken } from "./a";\ntest("reads", () => readToken(" x "));\n');
  git.git("add", ".");
  git.git("commit", "-q", "-m", "first");
  // A repository that has been used, with its derived layers built.
  expect((await work(0)).filter(isFault)).toEqual([]);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: place.home } });
  await (await engine.open(engine.resolve(undefined))).settle();
  await engine.close();
  cpSync(join(base, "place"), join(base, "kept"), { recursive: true });
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

function putBack(): void {
  rmSync(join(base, "place"), { recursive: true, force: true });
  cpSync(join(base, "kept"), join(base, "place"), { recursive: true });
}

type Call = readonly [action: string, args: object];

const LOOKS: readonly Call[] = [
  ["info", {}],
  ["repoStatus", {}],
  ["repoList", {}],
  ["symbolSearch", { query: "readToken" }],
  ["symbolReferences", { symbolRef: { name: "readToken" }, direction: "tests" }],
];
const WORK: readonly Call[] = [
  ["indexRefresh", {}],
  ["sliceBuild", { taskText: "read a token" }],
  ["deltaGet", { fromVersion: "HEAD", toVersion: "@latest" }],
  ["policySet", { policyPatch: { maxWindowLines: 170 } }],
  ["memoryQuery", {}],
  ["memoryStore", { type: "decision", title: "New", content: "Of today.", memoryId: MEMORY_ID }],
  ["memoryRemove", { memoryId: MEMORY_ID }],
  ["agentFeedbackQuery", {}],
  ["usageStats", {}],
];

/** Calls typical actions, with an edit in between. @returns all answers and errors; internal errors begin with FAULT */
async function work(edits: number): Promise<string[]> {
  const { home, root } = place;
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  const said: string[] = [];
  const attempt = async (what: string, call: () => Promise<unknown>) => {
    try {
      said.push(JSON.stringify(await call()).replaceAll('\\"', '"'));
    } catch (error) {
      const { code, message } = toErrorAnswer(error);
      const isOwn = code === "internal" || code === "corrupt_store";
      said.push(`${isOwn ? "FAULT " : ""}${what}: ${message}${isOwn && error instanceof Error ? error.stack : ""}`);
    }
  };
  const run = async (calls: readonly Call[]) => {
    for (const [action, args] of calls) await attempt(action, () => runAction(action, args, { engine }));
  };
  await attempt("register", () => engine.register({ rootPath: root, settings: {} }));
  await run(LOOKS);
  writeFileSync(join(root, "b.ts"), `export const edits = ${edits};\n`);
  await run(WORK);
  await attempt("verify", () => verifyRepositoryAudit(engine, undefined));
  await attempt("diagnose", () => diagnose(engine, undefined));
  await engine.close();
  return said;
}

function isFault(text: string): boolean {
  return text.startsWith("FAULT");
}

test("with files of older and newer programs, complete or damaged, calls work, and a newer program's content is preserved", async () => {
  const draw = seededDraw(20);
  for (const [number, round] of roundsOf(draw).entries()) {
    putBack();
    for (const one of round) await plant(one, draw);
    const said = await work(number + 1);
    const title = `round ${number}: ${round.map(({ kind, age, damage }) => `${kind.name}, ${age}, ${damage}`).join("; ")}`;
    expect(said.filter(isFault), title).toEqual([]);
    for (const { kind, age, damage } of round) {
      if (age !== "newer" || damage !== "none") continue;
      expect(await kind.isKept(place), `${title}: ${kind.name} is gone`).toBe(true);
      if (kind.says !== undefined) expect(said.join("\n"), title).toMatch(kind.says);
    }
  }
}, 3_600_000);
