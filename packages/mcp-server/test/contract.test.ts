/**
 * The contract's situations over the wire: a real client, the program as it is shipped. The client checks answers against the output schemas
 * that it was given; text mirrors data; errors have the contract's fields.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { describeSituations } from "../../engine/test/contract/describe-situations.js";
import { FieldSightings } from "../../engine/test/contract/field-sightings.js";
import { Notation } from "../../engine/test/contract/shape-notation.js";
import type { Call } from "../../engine/test/contract/situation.js";
import { SITUATIONS } from "../../engine/test/contract/situations/index.js";
import { connectTo } from "./clients.js";

const PROGRAM = fileURLToPath(new URL("../../cli/bundle/sdl.js", import.meta.url));
const FIELDS = new URL("../../engine/test/contract/fields.txt", import.meta.url);
const sightings = new FieldSightings(Notation.parse(readFileSync(FIELDS, "utf8")));

describeSituations(
  SITUATIONS,
  async (repository) => {
    const flags = ["serve", "--stdio", "--tools", "all", "--output-schemas"];
    const client = await connectTo("2026-07-28", repository, [PROGRAM, ...flags]);
    await client.listTools();
    const call: Call = async (action, args) => {
      const result = await client.call(action.replaceAll(".", "_"), { ...args });
      const answer = result["structuredContent"] as Readonly<Record<string, unknown>>;
      expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(answer) }]);
      return { isError: result["isError"] === true, answer };
    };
    return { call, close: () => client.close() };
  },
  async (action, { isError, answer }) => {
    expect(sightings.note(isError ? "Error" : action, answer)).toEqual([]);
  },
);
