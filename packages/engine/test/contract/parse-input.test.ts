import { SdlError } from "@sdl/model";
import { expect, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "../../src/contract/json-schema.js";
import { parseInput } from "../../src/contract/parse-input.js";
import { isoTime, symbolId } from "../../src/contract/schemas.js";

const schema = z
  .strictObject({
    repoId: z.string().optional(),
    limit: z.int().min(1).max(1000).default(50),
    kinds: z.array(z.enum(["class", "function"])).optional(),
    symbolRef: z.strictObject({ name: z.string(), exportedOnly: z.boolean().optional() }).optional(),
    knownEtags: z.record(z.string(), z.string()).optional(),
    caps: z
      .strictObject({ most: z.int().min(1).max(9).optional() })
      .nullable()
      .optional(),
    symbolId: symbolId.optional(),
    from: z.union([symbolId, z.strictObject({ name: z.string(), isExported: z.boolean().optional() })]).optional(),
    offset: z.int().min(0).optional(),
    since: isoTime("all later").optional(),
  })
  .refine((request) => request.limit !== 13, "limit must not be 13");

function parse(raw: unknown): unknown {
  return parseInput({ action: "sdl.test", schema, jsonSchema: () => toJsonSchema(schema, "input") }, raw);
}

function checkFault(raw: unknown, message: string | RegExp): void {
  let caught: unknown;
  try {
    parse(raw);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(SdlError);
  const wanted = typeof message === "string" ? `sdl.test: ${message}` : expect.stringMatching(message);
  expect(caught).toMatchObject({ code: "invalid_params", message: wanted });
}

test("absent parameters get their defaults", () => {
  expect(parse(undefined)).toEqual({ limit: 50 });
});

test("snake_case is accepted for every parameter, also nested ones", () => {
  expect(parse({ repo_id: "a", symbol_ref: { name: "f", exported_only: true } })).toEqual({
    repoId: "a",
    limit: 50,
    symbolRef: { name: "f", exportedOnly: true },
  });
});

test("if a parameter is a text or an object, the object's parameters are renamed and corrected like any others", () => {
  expect(parse({ from: { name: "f", is_exported: true } })).toMatchObject({ from: { name: "f", isExported: true } });
  checkFault({ from: { nam: "f" } }, /from.name is required.*unknown parameter "nam" in from. Did you mean "name"/);
  checkFault({ from: 3 }, /from: received 3, allowed: a string of 16 lower-case hex digits, or an object/);
});

test("keys of a record are data and stay unchanged", () => {
  expect(parse({ known_etags: { some_name: "e" } })).toEqual({ limit: 50, knownEtags: { some_name: "e" } });
});

test("both spellings of one parameter are an error", () => {
  checkFault({ repoId: "a", repo_id: "b" }, "repo_id and repoId are two spellings of one parameter; pass one of them");
  checkFault(
    { symbolRef: { name: "f", exported_only: true, exportedOnly: true } },
    "exported_only and exportedOnly in symbolRef are two spellings of one parameter; pass one of them",
  );
});

test("an unknown parameter is reported with the most similar known one", () => {
  checkFault({ limti: 3 }, 'unknown parameter "limti". Did you mean "limit"?');
  checkFault(
    { symbolRef: { name: "f", exportOnly: true } },
    'unknown parameter "exportOnly" in symbolRef. Did you mean "exportedOnly"?',
  );
});

test("a synonym of a parameter is reported with the corrected call", () => {
  const call = () => parse({ max: 3, repo: "a" });
  expect(call).toThrow(
    'unknown parameter "max". Did you mean "limit"? unknown parameter "repo". Did you mean "repoId"?',
  );
  expect(call).toThrow(
    expect.objectContaining({ nextBestAction: expect.objectContaining({ args: { limit: 3, repoId: "a" } }) }),
  );
});

test("an error states the value received and the values allowed", () => {
  checkFault({ limit: 5000 }, "limit: received 5000, allowed: a whole number 1..1000");
  checkFault({ limit: "5" }, 'limit: received "5", allowed: a whole number 1..1000');
  checkFault({ kinds: ["enum"] }, 'kinds.0: received "enum", allowed: one of "class", "function"');
  checkFault({ symbolRef: {} }, "symbolRef.name is required: a string");
  checkFault({ limit: 13 }, "limit must not be 13");
});

test("allowed values are described so that a caller can write them", () => {
  checkFault({ caps: { most: 0 } }, "caps.most: received 0, allowed: a whole number 1..9");
  checkFault({ caps: 1 }, "caps: received 1, allowed: an object { most? }, or null");
  checkFault({ symbolId: "X" }, 'symbolId: received "X", allowed: a string of 16 lower-case hex digits');
  checkFault(
    { from: "X" },
    'from: received "X", allowed: a string of 16 lower-case hex digits, or an object { name, isExported? }',
  );
  checkFault({ offset: -1 }, "offset: received -1, allowed: a whole number of at least 0");
  checkFault(
    { since: "2026-01-01" },
    'since: received "2026-01-01", allowed: a string (an ISO time with its zone, such as 2026-01-31T12:00:00Z)',
  );
});

test("several faults are reported in one message", () => {
  checkFault(
    { limit: 0, repoId: 1 },
    "repoId: received 1, allowed: a string; limit: received 0, allowed: a whole number 1..1000",
  );
});

test("arguments that are not an object are refused", () => {
  checkFault(
    [1],
    "received [1]; pass an object { repoId?, limit?, kinds?, symbolRef?, knownEtags?, caps?, symbolId?, from?, offset?, since? }",
  );
});

test("names of Object's own prototype are treated like any other parameter", () => {
  checkFault(JSON.parse('{"__proto__":1}'), 'unknown parameter "__proto__"');
});
