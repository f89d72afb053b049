/**
 * Schema of a tool's arguments for models: important parameters only, without limits that only a program checks. The
 * server validates against the action's full schema, so the shorter schema may omit parameters and bounds.
 */
import type { DefaultTool, JsonSchema } from "@sdl/engine";

/** A JSON schema whose root is an object. */
export type ObjectSchema = { type: "object" } & Record<string, unknown>;

/** Wraps a schema: the protocol requires an object at the root, even for a union. */
export function objectSchema(schema: JsonSchema): ObjectSchema {
  return { ...schema, type: "object" };
}

/** Keywords by which a model chooses arguments. */
const KEPT: ReadonlySet<string> = new Set(["type", "const", "default"]);

/** Keeps the listed parameters with their descriptions; parameters that the action lacks are left out. */
export function leanSchema(
  { properties = {}, required = [] }: JsonSchema,
  { parameters, needs = [] }: Pick<DefaultTool, "parameters" | "needs">,
): ObjectSchema {
  const listed = Object.entries(parameters).flatMap(([name, words]) => {
    const schema = properties[name];
    return schema === undefined
      ? []
      : [[name, { ...keepUsefulKeys(schema), ...(words === "" ? {} : { description: words }) }]];
  });
  const needed = [...required, ...needs];
  return {
    type: "object",
    properties: Object.fromEntries(listed),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function keepUsefulKeys(schema: JsonSchema): Record<string, unknown> {
  const { items, properties, anyOf, ...own } = schema;
  return {
    ...Object.fromEntries(Object.entries(own).filter(([key, value]) => KEPT.has(key) && typeof value !== "object")),
    ...(own.enum === undefined ? {} : { enum: own.enum }),
    ...(items === undefined ? {} : { items: keepUsefulKeys(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(keepUsefulKeys) }),
    ...(properties === undefined ? {} : { properties: mapProperties(properties, keepUsefulKeys) }),
  };
}

/** Removes length limits of texts: no model counts them. */
export function withoutLengths(schema: JsonSchema): JsonSchema {
  const { minLength: _, maxLength: __, items, anyOf, properties, ...rest } = schema;
  return {
    ...rest,
    ...(items === undefined ? {} : { items: withoutLengths(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutLengths) }),
    ...(properties === undefined ? {} : { properties: mapProperties(properties, withoutLengths) }),
  };
}

function mapProperties<T>(properties: NonNullable<JsonSchema["properties"]>, change: (schema: JsonSchema) => T) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}
