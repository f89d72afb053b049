/** JSON Schemas of the table's zod schemas, reduced to save tokens, and their description in error messages. */
import { z } from "zod";
import { patternDescription } from "./text-patterns.js";

/** The subset of JSON Schema 2020-12 that zod emits for the table. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** @param side whether defaults make a property optional (`input`) or present (`output`) */
export function toJsonSchema(schema: z.ZodType, side: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: side,
    reused: "inline",
    unrepresentable: "any",
    // Removes the statement that keys are strings, which holds for any object.
    override: ({ jsonSchema }) => {
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
    },
  });
  return rest as JsonSchema;
}

/** The schema of the value at `path`; `undefined` if the schema does not describe it. */
export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (const step of path) {
    if (current === undefined) return undefined;
    current = typeof step === "number" ? current.items : propertySchema(current, String(step));
  }
  return current;
}

function propertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  for (const one of schema.anyOf ?? []) {
    const found = propertySchema(one, name);
    if (found !== undefined) return found;
  }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The values that a schema allows, as text: `a whole number 1..1000`, `one of "a", "b"`. */
export function describeSchema(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeSchema).join(", or ");
  switch (schema.type) {
    case "integer":
      return `a whole number${formatBounds(schema.minimum, schema.maximum)}`;
    case "number":
      return `a number${formatBounds(schema.minimum, schema.maximum)}`;
    case "string":
      return describeString(schema);
    case "array":
      return `an array${formatLengths(schema.minItems, schema.maxItems, "entries")} of ${
        schema.items === undefined ? "values" : describeSchema(schema.items)
      }`;
    case "boolean":
      return "true or false";
    case "object":
      return describeObject(schema);
    case "null":
      return "null";
    default:
      return "any value";
  }
}

function describeString({ pattern, minLength, maxLength }: JsonSchema): string {
  const words = pattern === undefined ? undefined : patternDescription(pattern);
  return `a string${words === undefined ? formatLengths(minLength, maxLength, "characters") : ` of ${words}`}`;
}

function describeObject(schema: JsonSchema): string {
  if (schema.properties === undefined) return "an object";
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties).map((name) => (required.has(name) ? name : `${name}?`));
  return `an object { ${names.join(", ")} }`;
}

function formatBounds(minimum: number | undefined, greatest: number | undefined): string {
  // Omits the largest exact integer, which zod adds to every unbounded integer.
  const maximum = greatest === Number.MAX_SAFE_INTEGER ? undefined : greatest;
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum}..${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function formatLengths(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  const atLeast = minimum === undefined || minimum === 0 ? undefined : minimum;
  if (atLeast !== undefined && maximum !== undefined) return ` of ${atLeast}..${maximum} ${unit}`;
  if (atLeast !== undefined) return atLeast === 1 ? ` that is not empty` : ` of at least ${atLeast} ${unit}`;
  return maximum === undefined ? "" : ` of at most ${maximum} ${unit}`;
}
