/**
 * The schema of a tool's arguments as a model needs it: the parameters that matter, without limits that only a program checks. The server
 * checks the action's own schema, so a lean one may leave out parameters and bounds, and forbids none.
 */
import type { DefaultTool, JsonSchema } from "@sdl/engine";

export type ObjectSchema = { type: "object" } & Record<string, unknown>;

/** The protocol wants an object at the root, even of a union. */
export function objectSchema(schema: JsonSchema): ObjectSchema {
  return { ...schema, type: "object" };
}

/** What a model chooses arguments by. */
const KEPT: ReadonlySet<string> = new Set(["type", "const", "default"]);

/** Parameters that the action lacks are left out. */
export function leanSchema(
  { properties = {}, required = [] }: JsonSchema,
  { parameters, needs = [] }: Pick<DefaultTool, "parameters" | "needs">,
): ObjectSchema {
  const listed = Object.entries(parameters).flatMap(([name, words]) => {
    const schema = properties[name];
    return schema === undefined ? [] : [[name, { ...lean(schema), ...(words === "" ? {} : { description: words }) }]];
  });
  const needed = [...required, ...needs];
  return {
    type: "object",
    properties: Object.fromEntries(listed),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function lean(schema: JsonSchema): Record<string, unknown> {
  const { items, properties, anyOf, ...own } = schema;
  return {
    ...Object.fromEntries(Object.entries(own).filter(([key, value]) => KEPT.has(key) && typeof value !== "object")),
    ...(own.enum === undefined ? {} : { enum: own.enum }),
    ...(items === undefined ? {} : { items: lean(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(lean) }),
    ...(properties === undefined ? {} : { properties: eachOf(properties, lean) }),
  };
}

/** The schema without the lengths of texts, which no model counts. */
export function withoutLengths(schema: JsonSchema): JsonSchema {
  const { minLength: _, maxLength: __, items, anyOf, properties, ...rest } = schema;
  return {
    ...rest,
    ...(items === undefined ? {} : { items: withoutLengths(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutLengths) }),
    ...(properties === undefined ? {} : { properties: eachOf(properties, withoutLengths) }),
  };
}

function eachOf<T>(properties: NonNullable<JsonSchema["properties"]>, change: (schema: JsonSchema) => T) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}
