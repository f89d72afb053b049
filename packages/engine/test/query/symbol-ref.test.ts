/** Tests of symbol references in every form, in every parameter that accepts a symbol. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../src/contract/prune-answer.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";
import { type ExampleEngine, openExample } from "../example-engine.js";
import { openRepository } from "../support/small-repository.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

function run(name: string, args: object): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

/** Qualified name and location of the symbol that a text refers to. */
async function meant(symbol: unknown): Promise<string> {
  try {
    const { qualifiedName, name, file } = await run("symbolGetCard", { symbol });
    return `${String(file)} ${String(qualifiedName ?? name)}`;
  } catch (error) {
    const {
      code,
      message,
      candidates = [],
    } = error as { code: string; message: string; candidates?: { name: string }[] };
    return `${code}: ${message} ${candidates.map(({ name }) => name).join(",")}`.trim();
  }
}

test.each([
  ["getUserById", "src/users/store.ts UserStore.getUserById"],
  ["UserStore.getUserById", "src/users/store.ts UserStore.getUserById"],
  ["UserStore#getUserById", "src/users/store.ts UserStore.getUserById"],
  ["UserStore::getUserById", "src/users/store.ts UserStore.getUserById"],
  ["getUserById()", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts#getUserById", "src/users/store.ts UserStore.getUserById"],
  ["./src/users/store.ts#UserStore.add", "src/users/store.ts UserStore.add"],
  ["store.ts#UserStore.add", "src/users/store.ts UserStore.add"],
  ["tools/report.py::Report::add", "tools/report.py Report.add"],
  ["src/users/store.ts:14", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts:15", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts:14:3", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts:14-16", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts#L14", "src/users/store.ts UserStore.getUserById"],
  ["src\\users\\store.ts:14", "src/users/store.ts UserStore.getUserById"],
  ["users/store.ts:14", "src/users/store.ts UserStore.getUserById"],
  ["UserStore.getUserById (src/users/store.ts:14)", "src/users/store.ts UserStore.getUserById"],
  ["src/users/store.ts:7", "src/users/store.ts UserStore"],
  ["src/users/store.ts", "src/users/store.ts src/users/store.ts"],
])("%s", async (text, whole) => {
  expect(await meant(text)).toBe(whole);
});

test("an absolute path inside the repository", async () => {
  expect(await meant(join(example.root, "src/server.ts:7"))).toBe("src/server.ts authenticate");
});

test("a declaration file and the file that it declares have one symbol: the implementation", async () => {
  const small = await openRepository({
    "x.js": "function add(a, b) {\n  return a + b;\n}\nmodule.exports = { add };\n",
    "x.d.ts": "export function add(a: number, b: number): number;\n",
    "y.d.ts": "export function sub(a: number): number;\n",
    "z.py": "def shut():\n    return 1\n",
    "z.pyi": "def shut() -> int: ...\n",
    "lib/z.pyi": "def sub() -> int: ...\n",
  });
  const place = async (symbol: string) => {
    const { file } = await runAction("symbolGetCard", { symbol }, { engine: small.engine });
    return file;
  };
  expect(await Promise.all(["add", "shut", "x.d.ts#add"].map(place))).toEqual(["x.js", "z.py", "x.d.ts"]);
  await expect(place("sub")).rejects.toMatchObject({ code: "symbol_ambiguous" });
  await small.remove();
});

test("a computed name keeps its dots", async () => {
  const small = await openRepository({
    "table.ts":
      "import { Kind } from './kind';\nexport const TABLE = {\n  [Kind.One]: () => 1,\n  [Kind.Two]: () => 2,\n};\n",
    "kind.ts": "export enum Kind {\n  One,\n  Two,\n}\n",
  });
  const name = async (symbol: string) =>
    (await runAction("symbolGetCard", { symbol }, { engine: small.engine }))["name"];
  const forms = ["TABLE.[Kind.Two]", "[Kind.Two]", "table.ts#TABLE.[Kind.Two]", "table.ts:4"];
  expect(await Promise.all(forms.map(name))).toEqual(forms.map(() => "TABLE.[Kind.Two]"));
  await expect(name("Other.[Kind.Two]")).rejects.toMatchObject({ code: "symbol_not_found" });
  await small.remove();
});

test("a member that a class inherits is found by the class's name", async () => {
  const small = await openRepository({
    "mixins.py": "class Transport:\n    def run(self):\n        return 1\n    def stop(self):\n        return 2\n",
    "more.py": "class Base:\n    def stop(self):\n        return 3\n",
    "server.py":
      "from mixins import Transport\nfrom more import Base\n\nclass Middle(Transport):\n    pass\n\nclass Server(Middle):\n    pass\n\nclass Both(Transport, Base):\n    pass\n",
  });
  const name = async (symbolRef: unknown) =>
    (await runAction("symbolGetCard", { symbolRef }, { engine: small.engine }))["name"];
  const forms = ["Server.run", "Server#run", "server.py#Server.run", { name: "Server.run", file: "server.py" }];
  expect(await Promise.all(forms.map(name))).toEqual(forms.map(() => "Transport.run"));
  await expect(name("Both.stop")).rejects.toMatchObject({
    code: "symbol_ambiguous",
    candidates: expect.arrayContaining(
      ["Base.stop", "Transport.stop"].map((name) => expect.objectContaining({ name }) as unknown),
    ) as unknown,
  });
  await expect(name("mixins.py#Server.run")).rejects.toMatchObject({ code: "symbol_not_found" });
  await small.remove();
});

test("a reference that matches several symbols, or none, lists candidates", async () => {
  expect(await meant("add")).toMatchInlineSnapshot(
    `"symbol_ambiguous: 2 symbols match "add"; pass one of the candidates as path:line Report.add,UserStore.add"`,
  );
  expect(await meant("src/users/store.ts:99")).toMatchInlineSnapshot(
    `"symbol_not_found: src/users/store.ts has no line 99: its last symbol ends at line 18; pass a line of the file"`,
  );
  expect(await meant("src/users/store.ts#getUserByIt")).toMatchInlineSnapshot(
    `"symbol_not_found: src/users/store.ts has no symbol with the name "getUserByIt"; its outline lists its symbols UserStore.getUserById"`,
  );
  expect(await meant("src/users/stor.ts:4")).toMatchInlineSnapshot(
    `"file_not_indexed: src/users/stor.ts is not in the index: it does not exist, is ignored or was skipped; check the path"`,
  );
  expect(await meant("0000000000000000")).toMatchInlineSnapshot(
    `"symbol_not_found: no symbol has the id 0000000000000000 in this version; search for it by name"`,
  );
  expect(await meant("validateTokn")).toMatchInlineSnapshot(
    `"symbol_not_found: no symbol has the name "validateTokn"; search for it validateToken"`,
  );
});

test("paths are resolved from the working directory first, then from the root", async () => {
  const env = { SDL_HOME: example.engine.home };
  const inside = openEngine({ cwd: join(example.root, "src/users"), env });
  const card = (symbol: string) => runAction("symbolGetCard", { symbol }, { engine: inside });
  try {
    expect(await card("store.ts:14")).toMatchObject({ name: "UserStore.getUserById" });
    expect(await card("../server.ts:7")).toMatchObject({ name: "authenticate" });
    expect(await card("src/server.ts:7")).toMatchObject({ name: "authenticate" });
    expect(await runAction("fileOutline", { file: "store.ts" }, { engine: inside })).toMatchObject({
      file: "src/users/store.ts",
    });
  } finally {
    await inside.close();
  }
});

test("every parameter of every action accepts every form", async () => {
  const { symbolId, etag } = await run("symbolGetCard", { symbol: "validateToken" });
  const { sliceHandle, ledgerVersion } = await run("sliceBuild", { taskText: "expiry of a token" });
  const memory = { type: "decision", title: "Forms", content: "Symbols may be written in many ways." };
  for (const said of [symbolId, "validateToken", "src/auth/token.ts#validateToken", "src/auth/token.ts:12"]) {
    const calls: readonly (readonly [string, object, object])[] = [
      ["symbolGetCard", { symbolId: said }, { symbolId }],
      ["symbolGetCard", { symbolRef: said }, { symbolId }],
      ["symbolGetCard", { symbolRef: { name: said } }, { symbolId }],
      [
        "symbolGetCards",
        { symbolIds: [said], knownEtags: { [String(said)]: etag } },
        { cards: [{ symbolId, notModified: true }] },
      ],
      ["symbolGetCards", { symbolRefs: [said] }, { cards: [{ symbolId }], succeeded: [said] }],
      ["symbolReferences", { symbol: said, direction: "callers" }, { symbol: { symbolId } }],
      ["graphPath", { from: "authenticate", to: said }, { direction: "forward" }],
      ["sliceBuild", { entrySymbols: [said] }, { slice: { startSymbols: [{ symbolId, source: "entry" }] } }],
      [
        "sliceBuild",
        { entrySymbols: [said], knownCardEtags: { [String(said)]: etag } },
        { slice: { cardRefs: [{ symbolId }] } },
      ],
      ["codeGetSkeleton", { symbol: said }, { file: "src/auth/token.ts" }],
      ["codeGetHotPath", { symbol: said, identifiersToFind: ["exp"] }, { matchedIdentifiers: ["exp"] }],
      [
        "codeNeedWindow",
        { symbol: said, reason: "expiry of a token", expectedLines: 5, identifiersToFind: ["exp"] },
        { symbolId },
      ],
      ["logicSlice", { symbol: said }, { root: { symbolId } }],
      ["contextForTask", { symbol: said, taskType: "fix" }, { slice: { root: { symbolId } } }],
      ["memoryStore", { ...memory, symbolIds: [said] }, { ok: true }],
      ["memoryQuery", { symbolIds: [said] }, { memories: [{ linkedSymbols: [symbolId] }] }],
      ["memorySurface", { symbolIds: [said], limit: 1 }, { memories: [{ matchedSymbols: [symbolId] }] }],
      [
        "agentFeedback",
        { sliceHandle, versionId: ledgerVersion, usefulSymbols: [said], missingSymbols: [said] },
        { ok: true },
      ],
      [
        "agentOrchestrate",
        { taskType: "explain", taskText: "how is the expiry checked?", options: { focusSymbols: [said] } },
        { success: true },
      ],
    ];
    for (const [action, args, answer] of calls) {
      expect([action, said, await run(action, args).catch((error: unknown) => error)]).toMatchObject([
        action,
        said,
        answer,
      ]);
    }
  }
});
