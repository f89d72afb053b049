/**
 * Random calls drawn from the table's own schemas: valid arguments, arguments with one fault, and answer formats. Seeded; the same on every
 * machine.
 */
import { pick, type Random } from "@sdl/repository/testing";
import type { TextStyle } from "../../src/contract/answer-form.js";
import type { JsonSchema } from "../../src/contract/json-schema.js";
import { makeToolStyle } from "../../src/contract/tool-calls.js";

/** Values that exist in the repository, by parameter name. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

const ODD_TEXTS = [
  "",
  " ",
  "\u0000",
  "../..",
  "__proto__",
  "constructor",
  "$0.x",
  "{{a}}",
  "💥".repeat(20),
  "a".repeat(3000),
  "0000000000000000",
];
const ODD_VALUES: readonly unknown[] = [
  null,
  -1,
  1.5,
  1e21,
  true,
  "x",
  [],
  {},
  [[]],
  { __proto__x: 1 },
  Number.MAX_SAFE_INTEGER,
];

/** The command line's notation of calls. */
const COMMANDS: TextStyle = {
  call: (action, args) => `sdl tool ${action.replace(/^sdl\./, "")} '${JSON.stringify(args)}'`,
  namesHandles: false,
  words: (text) => text.replace(/\bsdl\.(\w+(?:\.\w+)*)/g, "sdl tool $1"),
};

/** Formats of answers; `undefined` is JSON. */
const FORMS: readonly (TextStyle | undefined)[] = [
  undefined,
  undefined,
  makeToolStyle("underscore"),
  makeToolStyle("dotted", "all"),
  makeToolStyle("underscore", "gateway"),
  makeToolStyle("underscore", "code"),
  COMMANDS,
];

export function drawForm(random: Random): TextStyle | undefined {
  return pick(random, FORMS);
}

/** Arguments that the schema allows; its refinements may still refuse them. */
export function drawArguments(random: Random, schema: JsonSchema, pools: Pools): Record<string, unknown> {
  const required = new Set(schema.required);
  const chosen = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || random() < 0.35);
  return Object.fromEntries(chosen.map(([name, one]) => [name, drawValue(random, one, { pools, name })]));
}

interface DrawContext {
  readonly pools: Pools;
  readonly name: string;
}

function drawValue(random: Random, schema: JsonSchema, context: DrawContext): unknown {
  const pool = Object.hasOwn(context.pools, context.name) ? context.pools[context.name] : undefined;
  if (pool !== undefined && random() < 0.85) return pick(random, pool);
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined) return drawValue(random, pick(random, schema.anyOf), context);
  switch (schema.type) {
    case "integer":
      return Math.floor(drawNumber(random, schema));
    case "number":
      return drawNumber(random, schema);
    case "boolean":
      return random() < 0.5;
    case "array":
      return drawList(random, schema, context);
    case "object":
      return schema.properties === undefined ? {} : drawArguments(random, schema, context.pools);
    case "string":
      return drawText(random, schema, context);
    default:
      return pick(random, ODD_VALUES);
  }
}

/** Mostly small, because large limits only slow the test down. */
function drawNumber(random: Random, { minimum = 0, maximum = 100 }: JsonSchema): number {
  const top = random() < 0.2 ? maximum : Math.min(maximum, minimum + 50);
  return Math.min(maximum, minimum + random() * (top - minimum));
}

function drawList(random: Random, schema: JsonSchema, context: DrawContext): unknown[] {
  const { minItems = 0, items = {} } = schema;
  const name = context.name.replace(/(Symbols|Ids|Names|Refs|Files|Paths|s)$/, "");
  const count = minItems + Math.floor(random() * 2);
  return Array.from({ length: count }, () => drawValue(random, items, { ...context, name: singular(context, name) }));
}

function singular({ pools, name }: DrawContext, stem: string): string {
  return [name, stem].find((one) => Object.hasOwn(pools, one)) ?? stem;
}

function drawText(random: Random, { pattern, maxLength = 200 }: JsonSchema, { pools, name }: DrawContext): string {
  if (pattern?.includes("0-9a-f")) return "0123456789abcdef";
  const texts = random() < 0.6 ? (pools["text"] ?? []) : ODD_TEXTS;
  return String(pick(random, texts.length === 0 ? [name] : texts)).slice(0, maxLength);
}

/** Removes or misspells one parameter, or sets one to a wrong type or out of its range. */
export function plantFault(random: Random, args: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(args);
  const name = names.length === 0 ? "repoId" : pick(random, names);
  const { [name]: value, ...rest } = args;
  switch (Math.floor(random() * 4)) {
    case 0:
      return rest;
    case 1:
      return { ...rest, [`${name}x`]: value };
    case 2:
      return { ...rest, [name]: pick(random, ODD_VALUES) };
    default:
      return { ...args, [pick(random, ["unknown", "__proto__", "repo_id2"])]: 1 };
  }
}
