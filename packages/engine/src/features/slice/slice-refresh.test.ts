/** Tests of slices across versions: the refresh's delta applied to the client's slice equals the slice built anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace, writeExampleRepository } from "@sdl/repository/testing";
import { applySliceDelta, decodeSlice, type Slice, type SliceDelta } from "@sdl/slice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";
import type { Engine } from "../../contract/engine.js";
import { sliceRefresh } from "./slice-refresh.action.js";

const TASKS: readonly object[] = [
  { taskText: "token of a user", budget: { maxCards: 4 } },
  { entrySymbols: ["authenticate"], budget: { maxEstimatedTokens: 700 } },
  { editedFiles: ["src/users/store.ts"], cardDetail: "signature" },
];

interface Built {
  readonly sliceHandle: string;
  readonly ledgerVersion: string;
  readonly slice: unknown;
}

interface Refreshed {
  readonly sliceHandle: string;
  readonly knownVersion: string;
  readonly currentVersion: string;
  readonly notModified: boolean;
  readonly delta?: SliceDelta & {
    readonly repoId: string;
    readonly fromVersion: string;
    readonly toVersion: string;
    readonly changedSymbols?: readonly { readonly name: string; readonly changeType: string }[];
  };
  readonly lease: { readonly expiresAt: string; readonly minVersion: string; readonly maxVersion: string };
}

const { root, home, remove } = makePlace();
let engine: Engine;
beforeAll(async () => {
  engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  writeExampleRepository(root);
  await engine.register({ rootPath: root, settings: {} });
  await index();
}, 120_000);
afterAll(async () => {
  await engine.close();
  remove();
});

async function index(): Promise<void> {
  await runAction("sdl.index.refresh", {}, { engine });
}

function edit(file: string, from: string, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

async function build(args: object): Promise<Built> {
  return (await runAction("sdl.slice.build", args, { engine })) as unknown as Built;
}

async function refresh(args: object): Promise<Refreshed> {
  const answer = await runAction("sdl.slice.refresh", args, { engine });
  expect(sliceRefresh.answerSchema().safeParse(answer).error).toBeUndefined();
  return answer as unknown as Refreshed;
}

/** The slice without fields that no etag covers, and with edges sorted. */
function comparable(slice: Slice): object {
  const cards = slice.cards.map(({ metrics: _, cluster: _c, processes: _p, ...card }) => card);
  const edges = slice.edges.map((edge) => JSON.stringify(edge)).sort();
  return { ...slice, cards, edges };
}

const EDITS: readonly (readonly [string, () => void])[] = [
  ["a body", () => edit("src/auth/token.ts", 'bearer.split(".")', 'bearer.split(".", 2)')],
  ["a signature", () => edit("src/auth/token.ts", "now: number): Token", "now: number, skew = CLOCK_SKEW): Token")],
  [
    "a new caller",
    () =>
      edit(
        "src/server.ts",
        "export function handleLogin",
        'export function ping(): void {\n  authenticate("x");\n}\n\nexport function handleLogin',
      ),
  ],
  [
    "a removed function",
    () => edit("src/server.ts", 'export function ping(): void {\n  authenticate("x");\n}\n\n', ""),
  ],
  ["another file", () => edit("tools/report.py", "line.strip()", "line.rstrip()")],
];

test("at an unchanged version a refresh answers notModified", async () => {
  const { sliceHandle, ledgerVersion } = await build(TASKS[0] ?? {});
  const answer = await refresh({ sliceHandle, knownVersion: ledgerVersion });
  expect(answer).toMatchObject({
    sliceHandle,
    knownVersion: ledgerVersion,
    currentVersion: ledgerVersion,
    notModified: true,
    lease: { minVersion: ledgerVersion, maxVersion: ledgerVersion },
  });
  expect(answer).not.toHaveProperty("delta");
  expect(await refresh({ repoId: "my-app", handle: sliceHandle, knownCardEtags: {} })).toMatchObject({
    notModified: true,
  });
});

test.each(EDITS)(
  "after %s, a delta applied to the old slice gives the slice built anew, also for an older knownVersion",
  async (_name, change) => {
    const before = await Promise.all(TASKS.map(build));
    change();
    await index();
    for (const [i, { sliceHandle, ledgerVersion, slice }] of before.entries()) {
      const fresh = await build(TASKS[i] ?? {});
      const answer = await refresh({ sliceHandle, knownVersion: ledgerVersion });
      expect([answer.knownVersion, answer.currentVersion]).toEqual([ledgerVersion, fresh.ledgerVersion]);
      const withEmptyCache = decodeSlice(fresh.slice);
      if (answer.delta === undefined) {
        expect(answer.notModified).toBe(true);
        expect(withEmptyCache.etags).toEqual(decodeSlice(slice).etags);
        expect(comparable(withEmptyCache)).toMatchObject({ edges: comparable(decodeSlice(slice))["edges" as never] });
      } else {
        expect(comparable(applySliceDelta(decodeSlice(slice), answer.delta))).toEqual(comparable(withEmptyCache));
        expect(answer.delta).toMatchObject({
          repoId: "my-app",
          fromVersion: ledgerVersion,
          toVersion: fresh.ledgerVersion,
        });
      }
      // The client has the new version now: nothing is sent twice.
      expect(await refresh({ sliceHandle, knownVersion: fresh.ledgerVersion })).toMatchObject({ notModified: true });
    }
  },
);

test("only the slice's symbols are reported, each change once, and known cards are not sent", async () => {
  const { sliceHandle, ledgerVersion } = await build({ entrySymbols: ["validateToken"], wireFormat: "standard" });
  edit("src/auth/token.ts", "exp: Number(exp)", "exp: Number(exp) + 0");
  edit("tools/report.py", "self.title = title", "self.title = str(title)");
  await index();
  const { delta } = await refresh({ sliceHandle, knownVersion: ledgerVersion });
  const names = (delta?.changedSymbols ?? []).map(({ name }) => name);
  expect(names).toContain("decode");
  expect(names.filter((name) => name.startsWith("Report"))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const etags = delta?.etags ?? {};
  const again = await refresh({ repoId: "my-app", handle: sliceHandle, knownCardEtags: etags });
  expect(again.delta?.cards).toBeUndefined();
  expect(again.delta?.known?.map(({ etag }) => etag) ?? []).toEqual(Object.values(etags));
});

test("a spillover belongs to the version at which its handle was issued", async () => {
  const args = { taskText: "token of a user", budget: { maxCards: 2 } };
  const { sliceHandle, ledgerVersion } = await build(args);
  const before = await runAction("sdl.slice.spillover.get", { handle: sliceHandle }, { engine });
  edit("src/auth/errors.ts", "readonly expiredAt: number", "readonly expiredAt: number, readonly why = 1");
  await index();
  const after = await runAction("sdl.slice.spillover.get", { handle: sliceHandle }, { engine });
  expect(after["symbols"]).toEqual(before["symbols"]);
  expect(after["pinned"]).toMatchObject({ ledgerVersion });
});

test("a version that is not kept is reported as missing", async () => {
  const { sliceHandle } = await build(TASKS[0] ?? {});
  await expect(refresh({ sliceHandle, knownVersion: "v5" })).rejects.toMatchObject({ code: "version_not_found" });
});
