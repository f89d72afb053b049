/**
 * Tests the contract's fields (fields.txt) against the table's output schemas, in both directions: no field is missing or unknown, types are equal.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/contract/json-schema.js";
import { SDL_ERROR_CODES } from "../../src/index.js";
import { ACTIONS, CATALOG } from "../../src/table.js";
import { Notation, type Shape } from "./shape-notation.js";

const notation = Notation.parse(readFileSync(new URL("fields.txt", import.meta.url), "utf8"));

/** One line per leaf: `results?[].line int`. Recursive shapes are followed once. */
function linesOfShape(shape: Shape, path: string, open: readonly string[]): string[] {
  switch (shape.form) {
    case "scalar":
      return [`${path} ${shape.name}`];
    case "literal":
      return [`${path} ${JSON.stringify(shape.value)}`];
    case "list":
      return linesOfShape(shape.of, `${path}[]`, open);
    case "map":
      return linesOfShape(shape.of, `${path}.*`, open);
    case "union":
      return isOfLiterals(shape.of)
        ? [`${path} ${shape.of.map(literalText).sort().join("|")}`]
        : shape.of.flatMap((one, at) => linesOfShape(one, `${path}#${at}`, open));
    case "object":
      return shape.fields.flatMap(({ name, isOptional, shape: of }) =>
        linesOfShape(of, `${path}.${name}${isOptional ? "?" : ""}`, open),
      );
    case "named":
      if (shape.isLoose) return [`${path}.* any`];
      if (open.includes(shape.name)) return [`${path} …`];
      return linesOfShape(notation.shape(shape.name), path, [...open, shape.name]);
  }
}

function isOfLiterals(shapes: readonly Shape[]): boolean {
  return shapes.every(({ form }) => form === "literal");
}

function literalText(shape: Shape): string {
  return shape.form === "literal" ? JSON.stringify(shape.value) : "";
}

type Definitions = Readonly<Record<string, JsonSchema>>;
interface Opened {
  readonly refs: readonly string[];
  readonly definitions: Definitions;
}

function linesOfSchema(schema: JsonSchema & { readonly $ref?: string }, path: string, opened: Opened): string[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    if (opened.refs.includes($ref)) return [`${path} …`];
    const target = opened.definitions[$ref.replace("#/$defs/", "")] ?? {};
    return linesOfSchema(target, path, { ...opened, refs: [...opened.refs, $ref] });
  }
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one, at) => linesOfSchema(one, `${path}#${at}`, opened));
  if (schema.enum !== undefined)
    return [
      `${path} ${schema.enum
        .map((value) => JSON.stringify(value))
        .sort()
        .join("|")}`,
    ];
  if (schema.const !== undefined) return [`${path} ${JSON.stringify(schema.const)}`];
  if (schema.items !== undefined) return linesOfSchema(schema.items, `${path}[]`, opened);
  if (schema.properties !== undefined) return linesOfProperties(schema, path, opened);
  if (typeof schema.additionalProperties === "object")
    return linesOfSchema(schema.additionalProperties, `${path}.*`, opened);
  return [`${path} ${schema.type === "integer" ? "int" : (schema.type ?? "any")}`];
}

function linesOfProperties(schema: JsonSchema, path: string, opened: Opened): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    linesOfSchema(one, `${path}.${name}${required.has(name) ? "" : "?"}`, opened),
  );
}

test("fields.txt describes every action's answer, and no other", () => {
  expect([...notation.answers].sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
});

test("errors have the contract's codes", () => {
  const codes = linesOfShape(notation.shape("Error"), "", []).find((line) => line.startsWith(".code"));
  expect(codes).toBe(
    `.code ${SDL_ERROR_CODES.map((code) => JSON.stringify(code))
      .sort()
      .join("|")}`,
  );
});

test.each(notation.answers.map((name) => [name]))("%s", (name) => {
  const schema = CATALOG.get(name).outputSchema();
  const definitions = Reflect.get(schema, "$defs") as Definitions | undefined;
  const inTable = linesOfSchema(schema, "", { refs: [], definitions: definitions ?? {} });
  expect(inTable.sort()).toEqual(linesOfShape(notation.shape(name), "", []).sort());
});
