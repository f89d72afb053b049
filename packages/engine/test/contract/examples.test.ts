/** Tests that every documented example runs on the example repository, and its answer matches the action's schema. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAction } from "../../src/dispatch.js";
import { ACTIONS } from "../../src/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

// Actions that unregister the repository run last.
const ordered = [...ACTIONS].sort((a, b) => Number(a.annotations.destructive) - Number(b.annotations.destructive));

describe.each(ordered.map((action) => [action.name, action] as const))("%s", (_, action) => {
  test("has an example", () => expect(action.examples.length).toBeGreaterThan(0));

  test.each(action.examples.map((one) => [one.title, one.args] as const))("%s", async (_title, args) => {
    const answer = await action.execute(await asWritten(args), { engine: example.engine });
    expect(action.answerSchema().safeParse(answer).error).toBeUndefined();
    expect(answerIsPruned(answer)).toBe(true);
  });
});

/** The example's arguments, with root, handles, versions and symbols replaced by those of this run. */
async function asWritten(args: Readonly<Record<string, unknown>>): Promise<object> {
  const { root } = example;
  const { sliceHandle, ledgerVersion, usefulSymbols } = await builtSlice();
  const spilloverHandle = sliceHandle.replace("h_", "sp_");
  const versions = { knownVersion: ledgerVersion, versionId: ledgerVersion };
  const known = { rootPath: root, sliceHandle, handle: sliceHandle, spilloverHandle, usefulSymbols, ...versions };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, Reflect.get(known, name) ?? value]));
}

interface BuiltSlice {
  readonly sliceHandle: string;
  readonly ledgerVersion: string;
  /** The id of the slice's first card. */
  readonly usefulSymbols: readonly string[];
}

/** No slice exists before the repository is indexed. */
async function builtSlice(): Promise<BuiltSlice> {
  const request = { taskText: "token of a user", budget: { maxCards: 3 }, wireFormat: "standard" };
  const none = { sliceHandle: "", ledgerVersion: "", slice: { cards: [] } };
  const built = await runAction("sdl.slice.build", request, { engine: example.engine }).catch(() => none);
  const { sliceHandle, ledgerVersion, slice } = built as typeof none & {
    readonly slice: { readonly cards: readonly { readonly symbolId: string }[] };
  };
  return { sliceHandle, ledgerVersion, usefulSymbols: slice.cards.slice(0, 1).map(({ symbolId }) => symbolId) };
}

test("descriptions are short enough for tool lists", () => {
  for (const { name, description } of ACTIONS) expect([name, description.length <= 200]).toEqual([name, true]);
});

/** Checks that no property is null or empty. */
function answerIsPruned(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((entry) => {
    if (Array.isArray(value)) return answerIsPruned(entry);
    return entry !== null && entry !== undefined && !isEmpty(entry) && answerIsPruned(entry);
  });
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
