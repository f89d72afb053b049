/**
 * Tests of the contract's situations over the wire: a real client and the bundled program. With JSON, the client
 * validates answers against the listed output schemas, the text mirrors the data, and errors have the contract's
 * fields. Without JSON, the text is for reading. Half of the capabilities each day: the engine's tests have all of
 * them.
 */
import { readFileSync } from "node:fs";
import { findAction, makeToolStyle } from "@sdl/engine";
import { shareOfDay } from "@sdl/engine/testing";
import { expect, vi } from "vitest";
import { describeSituations } from "../../engine/test/contract/describe-situations.js";
import { FieldSightings } from "../../engine/test/contract/field-sightings.js";
import { Notation } from "../../engine/test/contract/shape-notation.js";
import type { Call } from "../../engine/test/contract/situation.js";
import { SITUATIONS } from "../../engine/test/contract/situations/index.js";
import { textProblems } from "../../engine/test/contract/text-problems.js";
import { connect, type TestClient } from "./clients.js";

const FIELDS = new URL("../../engine/test/contract/fields.txt", import.meta.url);
const sightings = new FieldSightings(Notation.parse(readFileSync(FIELDS, "utf8")));

describeSituations(
  Object.fromEntries(shareOfDay(Object.entries(SITUATIONS), 2)),
  async (repository) => {
    const client = await connect("2026-07-28", repository, ["--tools", "all", "--output-schemas"]);
    let connecting: Promise<TestClient> | undefined;
    const reader = () => {
      connecting ??= connect("2026-07-28", repository);
      return connecting;
    };
    await client.listTools();
    const call: Call = async (action, args) => {
      const result = await client.call(action.replaceAll(".", "_"), { ...args });
      const answer = result["structuredContent"] as Readonly<Record<string, unknown>>;
      expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(answer) }]);
      const isError = result["isError"] === true;
      if (!isError) expect(textProblems(action, answer, await textOf(reader, { action, args, answer }))).toEqual([]);
      return { isError, answer };
    };
    const close = async () => {
      await client.close();
      await (await connecting)?.close();
    };
    return { call, close };
  },
  async (action, { isError, answer }) => {
    expect(sightings.note(isError ? "Error" : action, answer)).toEqual([]);
  },
);

interface Answered {
  readonly action: string;
  readonly args: object;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Actions whose text a second client has read. */
const read = new Set<string>();

/**
 * The text of an answer. For an action that changes nothing, a second client calls it once; otherwise the same renderer
 * is called directly, because a second call of a changing action would give another answer.
 */
async function textOf(reader: () => Promise<TestClient>, { action, args, answer }: Answered): Promise<string> {
  const found = findAction(action);
  if (found === undefined) throw new RangeError(`unknown action ${action}`);
  if (!found.annotations.readOnly || read.has(action))
    return found.text(found.decode(answer), makeToolStyle("underscore"));
  read.add(action);
  const client = await reader();
  // Another process knows a new handle only about 25 ms after the answer with it.
  const result = await vi.waitFor(
    async () => {
      const answered = await client.call(action, { ...args, answerFormat: "text" });
      expect([action, answered["isError"] ?? false]).toEqual([action, false]);
      return answered;
    },
    { timeout: 20_000 },
  );
  expect(result).not.toHaveProperty("structuredContent");
  const [block] = result["content"] as [{ readonly type: string; readonly text: string }];
  expect(block.type).toBe("text");
  return block.text;
}
