/** Transforms: steps of a chain that call no action. They pick, map, filter, sort and print what earlier steps returned. Pure. */
import { SdlError } from "@sdl/model";
import { z } from "zod";
import { toJsonSchema } from "../../contract/json-schema.js";
import { parseInput } from "../../contract/parse-input.js";
import { parseItemPath, valueAtPath } from "./paths.js";

const path = z.string().min(1).max(500);
const fields = z.union([z.array(path).min(1).max(50), z.record(z.string().min(1).max(100), path)]);
const OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "in", "exists"] as const;
type FilterOperator = (typeof OPERATORS)[number];

const clause = z.strictObject({ path, op: z.enum(OPERATORS), value: z.unknown().optional() });
type FilterClause = z.output<typeof clause>;

/** Maximum characters that a template may print. */
const MAX_PRINTED = 1_000_000;

/** A transform: the schema of its arguments, and the function that computes its result. */
interface Transform<Schema extends z.ZodObject> {
  readonly description: string;
  readonly schema: Schema;
  apply(args: z.output<Schema>): unknown;
}

function defineTransform<Schema extends z.ZodObject>(definition: Transform<Schema>): Transform<z.ZodObject> {
  return { ...definition, apply: (args) => definition.apply(definition.schema.parse(args)) };
}

/** All transforms by name, with their schemas. */
export const TRANSFORMS = {
  dataPick: defineTransform({
    description: "Fields of one object: fields is a list of paths, or names for paths.",
    schema: z.strictObject({ input: z.unknown(), fields }),
    apply: ({ input, fields }) => pickFields(input, fields),
  }),
  dataMap: defineTransform({
    description: "Fields of every entry of a list; one path (field) gives a plain list.",
    schema: z.strictObject({ input: z.array(z.unknown()), fields: fields.optional(), field: path.optional() }),
    apply: ({ input, fields, field }) => mapEntries(input, fields, field),
  }),
  dataFilter: defineTransform({
    description: "Entries of a list that fit all clauses (match: any for one of them).",
    schema: z.strictObject({
      input: z.array(z.unknown()),
      where: z.array(clause).min(1).max(20),
      match: z.enum(["all", "any"]).default("all"),
      limit: z.int().min(1).max(10_000).optional(),
    }),
    apply: ({ input, where, match, limit }) =>
      input
        .filter((entry) =>
          match === "all" ? where.every((one) => fitsClause(entry, one)) : where.some((one) => fitsClause(entry, one)),
        )
        .slice(0, limit),
  }),
  dataSort: defineTransform({
    description: "A list sorted by a path, numbers by size, the rest as text; entries without the path last.",
    schema: z.strictObject({
      input: z.array(z.unknown()),
      by: path,
      order: z.enum(["asc", "desc"]).default("asc"),
      limit: z.int().min(1).max(10_000).optional(),
    }),
    apply: ({ input, by, order, limit }) => sortEntries(input, by, order).slice(0, limit),
  }),
  dataTemplate: defineTransform({
    description: "Text with every {{path}} replaced; for a list, once for each entry, joined by separator.",
    schema: z.strictObject({
      template: z.string().min(1).max(20_000),
      input: z.unknown(),
      separator: z.string().max(100).default("\n"),
    }),
    apply: ({ template, input, separator }) => printTemplate(template, input, separator),
  }),
} as const;

/** Name of a transform, as a step writes it. */
export type TransformName = keyof typeof TRANSFORMS;

/** Whether a step's function is a transform rather than an action. */
export function isTransform(name: string): name is TransformName {
  return Object.hasOwn(TRANSFORMS, name);
}

/** @throws {SdlError} `invalid_params` for arguments that do not match the schema, `too_large` for a printed text beyond MAX_PRINTED characters */
export function applyTransform(name: TransformName, args: unknown): unknown {
  const { schema, apply } = TRANSFORMS[name];
  return apply(parseInput({ action: name, schema, jsonSchema: () => toJsonSchema(schema, "input") }, args));
}

function pickFields(input: unknown, wanted: z.output<typeof fields>): object {
  const named = Array.isArray(wanted)
    ? wanted.map((one): [string, string] => [takeLastName(one), one])
    : Object.entries(wanted);
  return Object.fromEntries(named.map(([name, one]) => [name, valueAtPath(input, parseItemPath(one))]));
}

/** The default key of a picked field: `signature.text` gives `text`, `calls[0]` gives `calls`. */
function takeLastName(written: string): string {
  const names = parseItemPath(written).filter((segment) => typeof segment === "string");
  return names.at(-1) ?? "value";
}

function mapEntries(
  input: readonly unknown[],
  wanted: z.output<typeof fields> | undefined,
  field: string | undefined,
): unknown[] {
  if ((wanted === undefined) === (field === undefined)) {
    throw new SdlError("invalid_params", "dataMap: pass exactly one of fields, field");
  }
  if (field === undefined) return input.map((entry) => pickFields(entry, wanted ?? []));
  const only = parseItemPath(field);
  return input.map((entry) => valueAtPath(entry, only) ?? null);
}

const TESTS: Readonly<Record<FilterOperator, (found: unknown, value: unknown) => boolean>> = {
  eq: (found, value) => isSame(found, value),
  ne: (found, value) => !isSame(found, value),
  gt: (found, value) => compareValues(found, value, (order) => order > 0),
  gte: (found, value) => compareValues(found, value, (order) => order >= 0),
  lt: (found, value) => compareValues(found, value, (order) => order < 0),
  lte: (found, value) => compareValues(found, value, (order) => order <= 0),
  contains: (found, value) => containsValue(found, value),
  in: (found, value) => Array.isArray(value) && value.some((entry) => isSame(found, entry)),
  exists: (found, value) => (found !== undefined) === (value !== false),
};

function fitsClause(entry: unknown, { path: written, op, value }: FilterClause): boolean {
  return TESTS[op](valueAtPath(entry, parseItemPath(written)), value);
}

/** Compares scalars by value, objects by their JSON. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b);
}

/** Compares two numbers or two strings; false for any other pair. */
function compareValues(a: unknown, b: unknown, accepts: (order: number) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return accepts(a - b);
  if (typeof a === "string" && typeof b === "string") return accepts(a < b ? -1 : Number(a > b));
  return false;
}

function containsValue(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((entry) => isSame(entry, value));
  return typeof found === "string" && typeof value === "string" && found.includes(value);
}

function sortEntries(input: readonly unknown[], by: string, order: "asc" | "desc"): unknown[] {
  const at = parseItemPath(by);
  const keyed = input.map((entry) => ({ entry, key: valueAtPath(entry, at) }));
  const sign = order === "asc" ? 1 : -1;
  // Array sort is stable: equal keys keep their order.
  return keyed.sort((a, b) => compareKeys(a.key, b.key, sign)).map(({ entry }) => entry);
}

function compareKeys(a: unknown, b: unknown, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  const [left, right] = [asText(a), asText(b)];
  return left < right ? -sign : sign * Number(left > right);
}

function printTemplate(template: string, input: unknown, separator: string): string {
  const entries = Array.isArray(input) ? input : [input];
  let printed = "";
  for (const [at, entry] of entries.entries()) {
    printed += at === 0 ? "" : separator;
    printed += template.replace(/\{\{\s*([^{}]{1,500}?)\s*\}\}/g, (_, written: string) =>
      asText(valueAtPath(entry, parseItemPath(written))),
    );
    if (printed.length > MAX_PRINTED) {
      throw new SdlError(
        "too_large",
        `dataTemplate printed more than ${MAX_PRINTED} characters; filter the list first`,
      );
    }
  }
  return printed;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
