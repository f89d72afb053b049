/** Short TypeScript types of JSON Schemas: the manual's notation of parameters and answers. */
import { SYMBOL_KINDS } from "@sdl/model";
import type { JsonSchema } from "../../contract/json-schema.js";

/** Parameters that most actions share; the manual describes them once. */
const SHARED_PARAMETERS: ReadonlySet<string> = new Set(["repoId", "fresh"]);
const SHARED_ANSWERS: ReadonlySet<string> = new Set([
  "pinned",
  "checkedAt",
  "staleFiles",
  "behind",
  "unsaved",
  "warnings",
]);

/** Types that many parameters share, by the names that the manual gives them. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  Kind: SYMBOL_KINDS.map((kind) => JSON.stringify(kind)).join(" | "),
  SymbolRef: "{ name: string; file?: string; line?: number; kind?: Kind; exportedOnly?: boolean }",
};

/** Declarations of the named types that a text uses. */
export function declarationsOfNamedTypes(text: string): string[] {
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const used = Object.keys(NAMED_TYPES).filter((name) => isUsed(name) || (name === "Kind" && isUsed("SymbolRef")));
  return used.map((name) => `type ${name} = ${NAMED_TYPES[name]};`);
}

/** Number of nesting levels of an answer's fields that are listed. */
const ANSWER_DEPTH = 2;

/** `{ query: string; limit?: number }` without braces and shared parameters; empty if no parameter remains. */
export function parametersText(schema: JsonSchema): string {
  const entries = Object.entries(schema.properties ?? {}).filter(([name]) => !SHARED_PARAMETERS.has(name));
  return entries.map(([name, property]) => `${parameterName(name, schema)}: ${typeText(property)}`).join("; ");
}

/** One parameter with its range, default and description. */
export interface ParameterText {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** For example `1..1000, default 50. Only these kinds`; may be empty. */
  readonly notes: string;
}

/** Type and notes of each parameter, in the schema's order. */
export function parameterTexts(schema: JsonSchema): ParameterText[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: required.has(name),
    type: typeText(property),
    notes: schemaNotes(property),
  }));
}

/** The fields of an answer, two levels deep, without types; alternatives of a union are joined by `|`. */
export function answerText(schema: JsonSchema): string {
  const shapes = (schema.anyOf ?? [schema]).map((shape) => fieldsText(shape, ANSWER_DEPTH));
  return [...new Set(shapes)].join(" | ");
}

function typeText(schema: JsonSchema): string {
  const text = plainTypeText(schema);
  return Object.keys(NAMED_TYPES).find((name) => NAMED_TYPES[name] === text) ?? text;
}

function plainTypeText(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(" | ");
  switch (schema.type) {
    case "integer":
      return "number";
    case "array":
      return `${bracketUnion(schema.items === undefined ? "unknown" : typeText(schema.items))}[]`;
    case "object":
      return objectText(schema);
    default:
      return schema.type ?? "unknown";
  }
}

function objectText(schema: JsonSchema): string {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length > 0)
    return `{ ${entries.map(([name, one]) => `${parameterName(name, schema)}: ${typeText(one)}`).join("; ")} }`;
  const values = schema.additionalProperties;
  return `Record<string, ${typeof values === "object" && Object.keys(values).length > 0 ? typeText(values) : "unknown"}>`;
}

function parameterName(name: string, { required }: JsonSchema): string {
  return required?.includes(name) === true ? name : `${name}?`;
}

function bracketUnion(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}

function fieldsText(schema: JsonSchema, depth: number): string {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !SHARED_ANSWERS.has(name));
  if (properties.length === 0 || depth === 0) return "";
  const fields = properties.map(([name, property]) => {
    const isList = property.type === "array";
    const inner = fieldsText((isList ? property.items : property) ?? {}, depth - 1);
    return `${parameterName(name, schema)}${inner === "" ? "" : ` ${inner}`}${isList ? "[]" : ""}`;
  });
  return `{ ${fields.join(", ")} }`;
}

function schemaNotes(schema: JsonSchema): string {
  const bounds = [rangeText(schema.minimum, schema.maximum), rangeText(schema.minItems, schema.maxItems, " entries")];
  const isPlain = schema.default !== undefined && JSON.stringify(schema.default) !== "{}";
  const limits = [...bounds, isPlain ? `default ${JSON.stringify(schema.default)}` : ""].filter((note) => note !== "");
  return [limits.join(", "), schema.description ?? ""].filter((note) => note !== "").join(". ");
}

function rangeText(minimum: number | undefined, maximum: number | undefined, unit = ""): string {
  if (minimum === undefined && maximum === undefined) return "";
  return `${minimum ?? ""}..${maximum ?? ""}${unit}`;
}
