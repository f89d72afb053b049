/** JSON Schema of the user's settings, for the documentation. */
import { z } from "zod";
import { type JsonSchema, toJsonSchema } from "../../contract/json-schema.js";
import { SETTINGS } from "../../registry/settings.js";

export function settingsSchema(): JsonSchema {
  return toJsonSchema(z.object(SETTINGS), "input");
}
