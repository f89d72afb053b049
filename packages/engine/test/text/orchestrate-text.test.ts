/** Test of the text of a run on a task. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { findAction } from "../../src/dispatch.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
  await (await example.engine.open(example.engine.resolve("my-app"))).settle();
});
afterAll(() => example.remove());

const TRACE = `TokenExpiredError: token expired
    at validateToken (/srv/app/src/auth/token.ts:14:51)
    at authenticate (/srv/app/src/server.ts:8:17)`;

test("with a stack trace every action succeeds, and the tests are named", async () => {
  const action = findAction("agentOrchestrate");
  if (action === undefined) throw new Error("there is no such action");
  const style = makeToolStyle("underscore");
  const request = { taskType: "debug", taskText: TRACE, budget: { maxTokens: 6000 }, options: { includeTests: true } };
  const text = action.text(await action.execute(request, { engine: example.engine, text: style }), style);
  expect(text).toContain("- tested by testExpiredToken (test/token.test.ts:3)");
  expect(text).toContain(", 0 failed");
});
