import { SdlError } from "@sdl/model";
import { expect, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "../../src/actions/json-schema.js";
import { parseInput } from "../../src/actions/parse-input.js";

const schema = z
  .strictObject({
    repoId: z.string().optional(),
    limit: z.int().min(1).max(1000).default(50),
    kinds: z.array(z.enum(["class", "function"])).optional(),
    symbolRef: z.strictObject({ name: z.string(), exportedOnly: z.boolean().optional() }).optional(),
    knownEtags: z.record(z.string(), z.string()).optional(),
  })
  .refine((request) => request.limit !== 13, "limit must not be 13");

function parse(raw: unknown): unknown {
  return parseInput({ action: "sdl.test", schema, jsonSchema: () => toJsonSchema(schema, "input") }, raw);
}

function checkFault(raw: unknown, message: string): void {
  let caught: unknown;
  try {
    parse(raw);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(SdlError);
  expect(caught).toMatchObject({ code: "invalid_params", message: `sdl.test: ${message}` });
}

test("defaults fill in what is absent", () => {
  expect(parse(undefined)).toEqual({ limit: 50 });
});

test("snake_case names every parameter, nested ones too", () => {
  expect(parse({ repo_id: "a", symbol_ref: { name: "f", exported_only: true } })).toEqual({
    repoId: "a",
    limit: 50,
    symbolRef: { name: "f", exportedOnly: true },
  });
});

test("keys of a record are data and stay as they are", () => {
  expect(parse({ known_etags: { some_name: "e" } })).toEqual({ limit: 50, knownEtags: { some_name: "e" } });
});

test("both spellings of one parameter are a fault", () => {
  checkFault(
    { repoId: "a", repo_id: "b" },
    'unknown parameter "repo_id". Did you mean "repoId"? Known: repoId, limit, kinds, symbolRef, knownEtags',
  );
});

test("an unknown parameter is named with the closest known one", () => {
  checkFault(
    { limti: 3 },
    'unknown parameter "limti". Did you mean "limit"? Known: repoId, limit, kinds, symbolRef, knownEtags',
  );
  checkFault(
    { symbolRef: { name: "f", exportOnly: true } },
    'unknown parameter "exportOnly" in symbolRef. Did you mean "exportedOnly"? Known: name, exportedOnly',
  );
});

test("a fault says the value received and the values allowed", () => {
  checkFault({ limit: 5000 }, "limit: received 5000, allowed: a whole number 1..1000");
  checkFault({ limit: "5" }, 'limit: received "5", allowed: a whole number 1..1000');
  checkFault({ kinds: ["enum"] }, 'kinds.0: received "enum", allowed: one of "class", "function"');
  checkFault({ symbolRef: {} }, "symbolRef.name is required: a string");
  checkFault({ limit: 13 }, "limit must not be 13");
});

test("several faults come in one message", () => {
  checkFault(
    { limit: 0, repoId: 1 },
    "repoId: received 1, allowed: a string; limit: received 0, allowed: a whole number 1..1000",
  );
});

test("what is no object is refused", () => {
  checkFault([1], "received [1]; pass an object { repoId?, limit?, kinds?, symbolRef?, knownEtags? }");
});

test("names of Object's own prototype are parameters like any other", () => {
  checkFault(
    JSON.parse('{"__proto__":1}'),
    'unknown parameter "__proto__". Known: repoId, limit, kinds, symbolRef, knownEtags',
  );
});
