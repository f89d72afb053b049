/**
 * The contract's situations over the wire: a real client, the program as it is shipped. The client checks answers against the output schemas
 * that it was given; text mirrors data; errors have the contract's fields.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractRepository, makeContractRepository } from "../../engine/test/contract/contract-repository.js";
import { FieldSightings } from "../../engine/test/contract/field-sightings.js";
import { Notation } from "../../engine/test/contract/shape-notation.js";
import { type Call, Stage } from "../../engine/test/contract/situation.js";
import { SITUATIONS } from "../../engine/test/contract/situations/index.js";
import { connectTo, type TestClient } from "./clients.js";

const PROGRAM = fileURLToPath(new URL("../../cli/bundle/sdl.js", import.meta.url));
const FIELDS = new URL("../../engine/test/contract/fields.txt", import.meta.url);
const sightings = new FieldSightings(Notation.parse(readFileSync(FIELDS, "utf8")));

let repository: ContractRepository;
let client: TestClient;
let stage: Stage;
beforeAll(async () => {
  repository = await makeContractRepository();
  client = await connectTo("2026-07-28", repository, [
    PROGRAM,
    "serve",
    "--stdio",
    "--tools",
    "all",
    "--output-schemas",
  ]);
  await client.listTools();
  stage = new Stage(repository, call);
});
afterAll(async () => {
  await client.close();
  repository.remove();
});

const call: Call = async (action, args) => {
  const result = await client.call(action.replaceAll(".", "_"), { ...args });
  const answer = result["structuredContent"] as Readonly<Record<string, unknown>>;
  expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(answer) }]);
  return { isError: result["isError"] === true, answer };
};

describe.each(Object.entries(SITUATIONS))("%s", (_, situations) => {
  test.each(situations.map((situation) => [situation.action, situation.title, situation] as const))(
    "%s: %s",
    async (action, _title, situation) => {
      const outcome = await stage.run(situation);
      expect(await stage.problems(situation, outcome)).toEqual([]);
      expect(sightings.note(outcome.isError ? "Error" : action, outcome.answer)).toEqual([]);
    },
  );
});
