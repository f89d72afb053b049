/** JSON Schema of the user's settings, for the documentation. */
import { z } from "zod";
import { type JsonSchema, toJsonSchema } from "../../contract/json-schema.js";
import { SETTINGS } from "../../registry/settings.js";

/** Builds the schema of `settings.json`. */
export function settingsSchema(): JsonSchema {
  return toJsonSchema(z.object(SETTINGS), "input");
}
