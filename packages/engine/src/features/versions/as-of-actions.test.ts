/** Tests of `asOfVersion`: an action's answer on an older version equals its answer when that version was the latest. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { type ExampleEngine, openExample } from "../../../test/example-engine.js";
import type { Answer } from "../../contract/prune-answer.js";
import { indexRefresh } from "../refresh/index-refresh.action.js";

const CALLS: readonly (readonly [string, object])[] = [
  ["sdl.symbol.search", { query: "token" }],
  ["sdl.symbol.getCard", { symbolRef: { name: "validateToken" } }],
  ["sdl.symbol.getCards", { symbolRefs: [{ name: "validateToken" }, { name: "UserStore.add" }] }],
  ["sdl.symbol.references", { symbolRef: { name: "validateToken" }, direction: "callers" }],
  ["sdl.file.outline", { file: "src/auth/token.ts" }],
  ["sdl.slice.build", { taskText: "expired token", wireFormat: "standard" }],
];

let example: ExampleEngine;
let first: string;
const then: Answer[] = [];

beforeAll(async () => {
  example = await openExample();
  for (const [name, args] of CALLS) then.push(await ask(name, args));
  first = (await indexRefresh.execute({}, { engine: example.engine })).versionId;
  await edit("src/auth/token.ts", "// moved down\nexport function validateToken(): string {\n  return String(1);\n}\n");
  await edit(
    "src/server.ts",
    'import { validateToken } from "./auth/token.js";\n\nexport const all = () => validateToken();\n',
  );
});
afterAll(() => example.remove());

function ask(name: string, args: object): Promise<Answer> {
  return runAction(name, args, { engine: example.engine });
}

async function edit(path: string, text: string): Promise<void> {
  writeFileSync(join(example.root, path), text);
  await indexRefresh.execute({}, { engine: example.engine });
}

/** The answer without fields that depend on the time of the call: times, lease, and warnings on derived layers, with their tokens. */
function lasting({ checkedAt: _, staleFiles: __, lease: ___, warnings: ____, ...answer }: Answer): object {
  return JSON.parse(JSON.stringify(answer).replace(/"used":\d+/g, '"used":0'));
}

test.each(CALLS.map(([name, args], i) => ({ name, args, i })))("$name", async ({ name, args, i }) => {
  const now = await ask(name, args);
  const old = await ask(name, { ...args, asOfVersion: first });
  expect(lasting(now)).not.toEqual(lasting(then[i] ?? {}));
  expect(lasting(old)).toEqual(lasting(then[i] ?? {}));
  expect(lasting(await ask(name, { ...args, asOfVersion: "@latest~2" }))).toEqual(lasting(old));
  expect(lasting(await ask(name, { ...args, asOfVersion: "@latest" }))).toEqual(lasting(now));
});

test("a query on an older version is repeated after a newer version is published", async () => {
  const [name, args] = CALLS[1] ?? ["", {}];
  await ask(name, { ...args, asOfVersion: first });
  await edit("src/late.ts", "export const late = 1;\n");
  expect(lasting(await ask(name, { ...args, asOfVersion: first }))).toEqual(lasting(then[1] ?? {}));
});

test.each(["v1", "@latest~99", "@drafts", "HEAD", "no-such-branch", "v".repeat(5_000), ""])(
  "%.20s is no version, and the error lists known versions",
  async (asOfVersion) => {
    const failed = ask("sdl.symbol.search", { query: "token", asOfVersion });
    await expect(failed).rejects.toMatchObject({
      code: "version_not_found",
      message: expect.stringMatching(/keeps \d versions, v\d+ to v\d+; pass a version id/),
      candidates: expect.arrayContaining([first]),
    });
  },
);

test("tests of an older version are refused with a reason", async () => {
  const args = { symbolRef: { name: "validateToken" }, direction: "tests", asOfVersion: first };
  await expect(ask("sdl.symbol.references", args)).rejects.toMatchObject({ code: "invalid_params" });
});
