/**
 * A repository that causes every field of every answer: two languages, routes, tests, an inheritance tree, a history with a fix and a revert, and
 * two indexed versions with every kind of change.
 */
import { cpSync } from "node:fs";
import { GitFixture, makePlace } from "@sdl/repository/testing";
import { indexRefresh } from "../../src/features/refresh/index-refresh.action.js";
import { sliceBuild } from "../../src/features/slice/slice-build.action.js";
import { openEngine } from "../../src/opened/open-engine.js";

/** More lines than the policy's code windows allow, and more tokens than a closure's budget. */
const long = (name: string, called: string): string =>
  [
    `export function ${name}(wanted: number): number {`,
    "  let sum = wanted;",
    ...Array.from({ length: 260 }, (_, at) => `  sum += weigh(${at}, "${name} step number ${at}", sum);`),
    "  if (inner > 1) {",
    `    sum += ${called}(inner);`,
    "  }",
    "  return sum;",
    "}",
    "",
  ].join("\n");

const EARLIER_TOKEN = `import { TokenExpiredError } from "./errors.js";

export interface Token {
  userId: string;
  exp: number;
}

/** How long a token stays valid after its expiry, in seconds. */
export const CLOCK_SKEW = 5;

/** Decodes a bearer token and checks its expiry. */
export function validateToken(bearer: string, now = 0, label?: string): Token {
  const token = decode(bearer);
  if (token.exp + CLOCK_SKEW < now) throw new TokenExpiredError(token.exp);
  return token;
}

/** Splits a bearer token into its parts. */
export function decode(bearer: string): Token {
  const [userId = "", exp = "0"] = bearer.split(".");
  return { userId, exp: Number(exp) };
}

/** Takes a text or a number for a time. */
export function parseTime(text: string): number;
export function parseTime(value: number): number;
export function parseTime(value: string | number): number {
  if (value === "") throw new RangeError("a time is not empty");
  return Number(value);
}

/** Every token of a batch, as it comes. */
export async function* readTokens<T extends Token>(source: AsyncIterable<T>, limit = 10): AsyncGenerator<T> {
  for await (const token of source) if (token.exp < limit) yield token;
}
`;

const LATER_TOKEN = EARLIER_TOKEN.replace(
  "export function validateToken(bearer: string, now = 0, label?: string): Token {\n",
  'export function validateToken(bearer: string, now: number): Token {\n  if (bearer === "") throw new TypeError("a bearer token is not empty");\n',
).replace('  if (value === "") throw new RangeError("a time is not empty");\n', "");

const EARLIER_STORE = `import { appendFileSync, unlinkSync } from "node:fs";

export interface User {
  id: string;
  name: string;
}

/** Where users are kept. */
export interface Store {
  find(id: string): User | undefined;
}

/** Keeps users in memory. */
export class MemoryStore implements Store {
  protected readonly users = new Map<string, User>();

  constructor(readonly path: string) {}

  find(id: string): User | undefined {
    return this.users.get(id);
  }

  /** Writes a line about each user that is kept. */
  save(user: User): void {
    console.log(user.id);
    appendFileSync(this.path, user.name);
    this.users.set(user.id, user);
  }
}

/** Keeps users and counts who asks. */
export class CountingStore extends MemoryStore {
  private asked = 0;

  override find(id: string): User | undefined {
    this.asked += 1;
    return super.find(id);
  }
}

/** Makes a key of a user's name, without spaces and in lower case. */
export function keyOf(user: User): string {
  const trimmed = user.name.trim();
  const lower = trimmed.toLowerCase();
  return lower.split(" ").join("-");
}

/** Forgets everything on disk. */
export function forget(path: string): void {
  unlinkSync(path);
}
`;

const KEY_OF = EARLIER_STORE.slice(EARLIER_STORE.indexOf("/** Makes a key"), EARLIER_STORE.indexOf("/** Forgets"));
const LATER_STORE = EARLIER_STORE.replace(KEY_OF, "")
  .replace("    console.log(user.id);\n", "")
  .replace("  unlinkSync(path);\n", "  console.log(path);\n  localStorageOf(path);\n");

const SERVER = `import express from "express";
import settings from "./settings.json";
import { validateToken } from "./auth/token.js";
import { CountingStore, forget, type User } from "./users/store.js";

const store = new CountingStore(process.env["STORE_PATH"] ?? settings.path);
const app = express();

/** Resolves a bearer token to its user; fails when the session has expired. */
export function authenticate(bearer: string): User | undefined {
  const token = validateToken(bearer, Date.now() / 1000);
  return store.find(token.userId);
}

export function handleLogin(request: { bearer: string }): string {
  const user = authenticate(request.bearer);
  return user === undefined ? "unknown user" : \`welcome \${user.name}\`;
}

export function handleLogout(path: string): void {
  forget(path);
}

app.post("/login", handleLogin);
app.post("/logout", handleLogout);
`;

const CALLERS = ["audit", "billing", "mail", "search"].map((name): [string, string] => [
  `src/jobs/${name}.ts`,
  `import { decode } from "../auth/token.js";
import { authenticate } from "../server.js";

export function ${name}Job(bearer: string): string {
  return decode(bearer).userId + authenticate(bearer)?.name + "${name}";
}
`,
]);

const BASE: Readonly<Record<string, string>> = {
  "GUIDE.md": `# Guide

${"How the shop is used, a line at a time.\n".repeat(40)}
## Long

${"word ".repeat(400)}
`,
  "package.json": '{ "name": "shop", "version": "1.0.0", "type": "module", "dependencies": { "express": "5.0.0" } }\n',
  "src/settings.json": '{ "path": "users.txt" }\n',
  "src/auth/errors.ts": `/** Thrown for a token past its expiry. */
export class TokenExpiredError extends Error {
  constructor(readonly expiredAt: number) {
    super("token expired");
  }
}
`,
  "src/auth/token.ts": EARLIER_TOKEN,
  "src/users/store.ts": EARLIER_STORE,
  "src/users/legacy.ts": `import { decode } from "../auth/token.js";

/** Logs in the way it was done before. */
export function legacyLogin(bearer: string): string {
  return decode(bearer).userId;
}
`,
  "src/users/caller.ts": `import { legacyLogin } from "./legacy.js";

export function callLegacy(bearer: string): string {
  return legacyLogin(bearer);
}
`,
  "src/server.ts": SERVER,
  "src/long.ts": `${long("longest", "longer")}\n${long("longer", "long")}\n${long("long", "weigh")}
function weigh(step: number, label = "", sum = 0): number {
  return step + label.length + sum;
}
`,
  "src/index.ts": 'import "./hidden.js";\nimport "./server.js";\n',
  "src/hidden.ts": `/** Says which way a text\u202e runs. */
export function direction(text: string): string {
  return text.startsWith("<") ? "right to left" : "left to right";
}
`,
  "test/token.test.ts": `import { expect, test } from "vitest";
import { validateToken } from "../src/auth/token.js";

test("an expired token is refused", () => {
  expect(() => validateToken("ada.0", 100)).toThrow();
});
`,
  "tools/report.py": `"""Reports on logins."""


class Report:
    def __init__(self, title):
        self.title = title

    def add(self, line):
        """Appends one line."""
        return format_line(line)


def format_line(line):
    return line.strip()
`,
  "tests/test_report.py": `from tools.report import Report


def test_add():
    assert Report("logins").add(" ada ") == "ada"
`,
};

const MEMORY = `---
memoryId: 5d1c0ffee0ddba11
type: decision
title: Clocks of clients may be wrong
tags: [auth, token]
confidence: 0.9
files: [src/auth/token.ts]
createdAt: 2026-01-05T09:00:00Z
updatedAt: 2026-01-05T09:00:00Z
---
Tokens stay valid for a few seconds after their expiry, because the clocks of clients and servers differ.
`;

const EARLIER_TASK = {
  entrySymbols: ["validateToken", "legacyLogin"],
  budget: { maxCards: 20, maxEstimatedTokens: 8000 },
};

export interface ContractRepository {
  readonly fixture: GitFixture;
  readonly root: string;
  /** Folder for SDL_HOME. */
  readonly home: string;
  /** Commit ids by the first word of the message. */
  readonly commits: Readonly<Record<string, string>>;
  /** A slice built from the first version. */
  readonly earlier: { readonly sliceHandle: string; readonly ledgerVersion: string };
  remove(): void;
}

/** A copy in another folder, with file times checked again: much faster than creating it anew. @param original must not be open */
export async function copyContractRepository(original: ContractRepository): Promise<ContractRepository> {
  const place = makePlace("shop");
  const { root, home } = place;
  cpSync(original.root, root, { recursive: true, preserveTimestamps: true });
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  try {
    await engine.register({ rootPath: root, settings: {} });
    await indexRefresh.execute({}, { engine });
    return { ...original, ...place, fixture: GitFixture.make(root) };
  } finally {
    await engine.close();
  }
}

/** Creates the repository with a history and two indexed versions. */
export async function makeContractRepository(): Promise<ContractRepository> {
  const place = makePlace("shop");
  const { root, home } = place;
  const fixture = GitFixture.make(root);
  const commits = commitHistory(fixture);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  try {
    await engine.register({ rootPath: root, settings: {} });
    const index = async () => {
      await indexRefresh.execute({}, { engine });
      await (await engine.open(engine.resolve(undefined))).settle();
    };
    await index();
    const earlier = await sliceBuild.execute(EARLIER_TASK, { engine });
    commits["change"] = commitChange(fixture);
    await index();
    return { ...place, fixture, commits, earlier };
  } finally {
    await engine.close();
  }
}

/** Commits in which tokens and the server change together; a fix is made, reverted and made again. */
function commitHistory(fixture: GitFixture): Record<string, string> {
  const skewed = (seconds: number) => EARLIER_TOKEN.replace("CLOCK_SKEW < now", `${seconds} < now`);
  const server = (word: string) => SERVER.replace("unknown user", word);
  const start = fixture.commit("Start the shop", {
    ...BASE,
    "src/auth/token.ts": skewed(1),
    "src/server.ts": server("nobody"),
  });
  const widen = fixture.commit("Widen the window of a token", {
    "src/auth/token.ts": skewed(2),
    "src/server.ts": server("no one"),
  });
  const fix = fixture.commit("Fix logins of clients whose clock is late", {
    "src/auth/token.ts": skewed(60),
    "src/server.ts": server("stranger"),
  });
  const revert = fixture.commit(`Revert "Fix logins of clients whose clock is late"\n\nThis reverts commit ${fix}.`, {
    "src/auth/token.ts": skewed(2),
    "src/server.ts": server("no one"),
  });
  const again = fixture.commit("Accept tokens for a few seconds more", {
    "src/auth/token.ts": EARLIER_TOKEN,
    "src/server.ts": SERVER,
    ".sdl-memory/decisions/5d1c0ffee0ddba11.md": MEMORY,
  });
  return { start, widen, fix, revert, again };
}

/** Commits changes of every kind: signature, invariants, side effects, body, added, removed, moved, broken, and a function that gains callers. */
function commitChange(fixture: GitFixture): string {
  return fixture.commit("Refuse empty tokens", {
    "src/auth/token.ts": LATER_TOKEN,
    "src/users/store.ts": LATER_STORE,
    "src/users/keys.ts": `import type { User } from "./store.js";\n\n${KEY_OF}`,
    "src/users/legacy.ts": undefined,
    ...Object.fromEntries(CALLERS),
    "tests/test_report.py": `${BASE["tests/test_report.py"]}

def test_nothing():
    assert Report("logins").title == "logins"
`,
  });
}
