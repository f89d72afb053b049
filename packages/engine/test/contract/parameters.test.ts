/**
 * Tests of the contract's parameters, one row each, written by hand in parameters.txt: each exists, is required or not, and has its range, values
 * and default. From the table itself: a value that is out of range, misspelled or of another type is refused with the parameter's name.
 *
 * A row: `name`, `?` if optional, then a range `1..5`, a number of entries `[1..100]` or values `a|b`, then `=default`.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/contract/json-schema.js";
import { ACTIONS, CATALOG } from "../../src/table.js";
import { type ExampleEngine, openExample } from "../example-engine.js";

let example: ExampleEngine;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.remove());

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly range?: readonly [number | undefined, number | undefined];
  readonly isList: boolean;
  readonly values?: readonly string[];
  readonly default?: unknown;
}

function parseRow(text: string): Row {
  const match = /^(\w+?)(\?)?(?:(\[)?(-?[\d.]*)\.\.(\d*)\]?| ?((?:[\w]+\|)+\w+))?(?:=(.+))?$/.exec(text);
  if (match === null) throw new Error(`no row: ${text}`);
  const [, name = "", optional, list, low, high, values, given] = match;
  const bound = (written: string | undefined) =>
    written === undefined || written === "" ? undefined : Number(written);
  return {
    name,
    isRequired: optional === undefined,
    isList: list !== undefined,
    ...(low === undefined ? {} : { range: [bound(low), bound(high)] }),
    ...(values === undefined ? {} : { values: values.split("|") }),
    ...(given === undefined ? {} : { default: parseDefault(given) }),
  };
}

function parseDefault(text: string): unknown {
  return /^(true|false|[\d.]+)$/.test(text) ? JSON.parse(text) : text;
}

/** For a required parameter, the values of an enum follow its name after a space. */
const CONTRACT = readFileSync(new URL("parameters.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [action = "", ...rest] = line.split(" ");
    const joined = rest.join(" ").replace(/ (?=\w+\|)(?!\w+\?)/g, "\u0001");
    return [action, joined === "" ? [] : joined.split(" ").map((row) => parseRow(row.replace("\u0001", " ")))] as const;
  });

function propertyOf(action: string, name: string): JsonSchema {
  const schema = CATALOG.get(action).inputSchema().properties?.[name];
  if (schema === undefined) throw new Error(`${action} has no ${name}`);
  return schema;
}

describe.each(CONTRACT)("%s", (action, rows) => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (name, row) => {
    const schema = propertyOf(action, name);
    const required = CATALOG.get(action).inputSchema().required ?? [];
    expect(required.includes(name)).toBe(row.isRequired);
    checkRange(schema, row);
    if (row.values !== undefined) expect([...(schema.enum ?? [])].map(String).sort()).toEqual([...row.values].sort());
    if (row.default !== undefined) expect(schema.default).toEqual(row.default);
  });

  test("has no parameter beyond the contract, except the shared ones", () => {
    const known = new Set([...rows.map(({ name }) => name), "repoId", "fresh", "asOfVersion"]);
    const extra = Object.keys(CATALOG.get(action).inputSchema().properties ?? {}).filter((name) => !known.has(name));
    expect(extra.filter((name) => !EXTRAS.has(`${action} ${name}`))).toEqual([]);
  });
});

function checkRange(schema: JsonSchema, { range, isList }: Row): void {
  if (range === undefined) return;
  const [low, high] = range;
  const [least, most] = isList ? [schema.minItems, schema.maxItems] : [schema.minimum, schema.maximum];
  if (low !== undefined) expect(least).toBe(low);
  if (high !== undefined) expect(most).toBe(high);
}

/** Parameters beyond the contract, or in the form for a continued slice's first page. */
const EXTRAS = new Set([
  "sdl.slice.build cursor",
  "sdl.slice.spillover.get handle",
  "sdl.slice.spillover.get page",
  "sdl.delta.get riskThreshold",
  "sdl.memory.query memoryId",
  "sdl.repo.status imports",
]);

/** Each parameter of the table with a value that it must refuse. */
const REFUSED = ACTIONS.flatMap(({ name: action, inputSchema }) =>
  Object.entries(inputSchema().properties ?? {}).flatMap(([name, schema]) =>
    wrongValues(schema).map((value): [string, string, unknown] => [action, name, value]),
  ),
);

function wrongValues({ type, enum: values, minimum, maximum, minItems, maxItems }: JsonSchema): unknown[] {
  return [
    ...(type === "string" ? [17] : []),
    ...(type === "boolean" ? ["yes"] : []),
    ...(type === "array" ? ["not a list"] : []),
    ...(type === "object" ? [3] : []),
    ...(type === "integer" ? ["seven", 1.5] : []),
    ...(type === "number" ? ["half"] : []),
    ...(values === undefined ? [] : ["no such value"]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum > 2 ** 40 ? [] : [maximum + 1]),
    ...(minItems === undefined || minItems === 0 ? [] : [[]]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => "x")]),
  ];
}

test.each(REFUSED)("%s refuses %s: %j", async (action, name, value) => {
  const context = { engine: example.engine };
  await expect(CATALOG.run(action, { [name]: value }, context)).rejects.toMatchObject({
    code: "invalid_params",
    message: expect.stringContaining(name),
  });
});

test.each(ACTIONS.map(({ name }) => [name]))(
  "%s names an unknown parameter and the most similar known one",
  async (action) => {
    const [known] = Object.keys(CATALOG.get(action).inputSchema().properties ?? {});
    const misspelt = known === undefined ? "unknownx" : `${known}x`;
    const refused = CATALOG.run(action, { [misspelt]: 1 }, { engine: example.engine });
    await expect(refused).rejects.toMatchObject({ code: "invalid_params", message: expect.stringContaining(misspelt) });
    if (known !== undefined)
      await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(`Did you mean "${known}"?`) });
  },
);

test("the number of rows matches the contract", () => {
  const rows = CONTRACT.reduce((sum, [, list]) => sum + list.length + 1, 0) + REFUSED.length + ACTIONS.length;
  expect(rows).toBeGreaterThanOrEqual(400);
});
