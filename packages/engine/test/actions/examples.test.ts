/** Every documented example runs on the example repository, and its answer fits the action's schema. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTIONS } from "../../src/actions/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

// What forgets the repository runs last.
const ordered = [...ACTIONS].sort((a, b) => Number(a.annotations.destructive) - Number(b.annotations.destructive));

describe.each(ordered.map((action) => [action.name, action] as const))("%s", (_, action) => {
  test("has an example", () => expect(action.examples.length).toBeGreaterThan(0));

  test.each(action.examples.map((one) => [one.title, one.args] as const))("%s", async (_title, args) => {
    const answer = await action.execute("rootPath" in args ? { ...args, rootPath: example.root } : args, {
      engine: example.engine,
    });
    expect(action.answerSchema().safeParse(answer).error).toBeUndefined();
    expect(answerIsPruned(answer)).toBe(true);
  });
});

test("descriptions are short enough to be listed", () => {
  for (const { name, description } of ACTIONS) expect([name, description.length <= 200]).toEqual([name, true]);
});

/** Properties hold neither null nor what is empty. */
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
