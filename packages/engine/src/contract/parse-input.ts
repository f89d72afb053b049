/**
 * Parses an action's arguments: accepts snake_case aliases, applies defaults and limits. An invalid argument fails with `invalid_params`, the value
 * received and the values allowed.
 */
import { SdlError } from "@sdl/model";
import type { z } from "zod";
import { describeSchema, type JsonSchema, schemaAt } from "./json-schema.js";
import { suggestParameter } from "./parameter-synonyms.js";

/** The schema of an action's arguments, in both forms. */
export interface InputSchema<T extends z.ZodType> {
  /** The action's name, for messages. */
  readonly action: string;
  readonly schema: T;
  /** Called only if the arguments are not valid as given, because building it costs more than a call. */
  readonly jsonSchema: () => JsonSchema;
}

/** Maximum faults listed in one message. */
const FAULT_LIMIT = 5;
const RECEIVED_LENGTH_LIMIT = 120;
/** Maximum nesting depth; no action's arguments come near it. */
const MAX_DEPTH = 64;

/** @throws {SdlError} `invalid_params` */
export function parseInput<T extends z.ZodType>(input: InputSchema<T>, rawArguments: unknown): z.output<T> {
  const raw = rawArguments ?? {};
  if (isDeeper(raw, MAX_DEPTH)) {
    throw new SdlError(
      "invalid_params",
      `${input.action}: arguments nested deeper than ${MAX_DEPTH}; pass flatter ones`,
    );
  }
  const direct = input.schema.safeParse(raw);
  if (direct.success) return direct.data;
  const jsonSchema = input.jsonSchema();
  if (!isRecord(raw)) {
    throw new SdlError(
      "invalid_params",
      `${input.action}: received ${previewText(raw)}; pass ${describeSchema(jsonSchema)}`,
    );
  }
  const renamed = renameAliases(raw, jsonSchema);
  const result = input.schema.safeParse(renamed);
  if (result.success) return result.data;
  const corrected = correctCall(input, renamed, jsonSchema);
  // If renaming parameters makes the whole call valid, reports only the unknown parameters.
  const issues = result.error.issues
    .flatMap(relevantIssues)
    .filter(({ code }) => corrected === undefined || code === "unrecognized_keys");
  const faults = givenBeforeMissing(issues, renamed)
    .slice(0, FAULT_LIMIT)
    .map((issue) => describeIssue(issue, jsonSchema, renamed));
  const details = corrected === undefined ? parametersHint(issues, jsonSchema) : { nextBestAction: corrected };
  throw new SdlError("invalid_params", `${input.action}: ${joinFaults(faults)}`, details);
}

/** Faults of given parameters first, then missing parameters. */
function givenBeforeMissing(issues: readonly z.core.$ZodIssue[], given: unknown): readonly z.core.$ZodIssue[] {
  const isMissing = ({ path: [name] }: z.core.$ZodIssue): boolean =>
    typeof name === "string" && isRecord(given) && !Object.hasOwn(given, name);
  return [...issues.filter((issue) => !isMissing(issue)), ...issues.filter(isMissing)];
}

/** Joins faults by semicolons, except after a question mark. */
function joinFaults(faults: readonly string[]): string {
  return faults.join("; ").replaceAll("?; ", "? ");
}

/** Lists the action's parameters if an unknown parameter is not similar to any of them. */
function parametersHint(issues: readonly z.core.$ZodIssue[], { properties = {}, required = [] }: JsonSchema) {
  const known = Object.keys(properties);
  const isLost = issues.some(
    (issue) =>
      issue.code === "unrecognized_keys" &&
      issue.path.length === 0 &&
      issue.keys.some((key) => suggestParameter(key, known) === undefined),
  );
  if (!isLost) return {};
  return { hint: `Parameters: ${known.join(", ")}. Required: ${required.join(", ") || "none"}.` };
}

/** Maximum length, in characters, of a corrected call in an error. */
const MAX_REPEATED = 1000;

/** The call with unknown parameters renamed, if it is then valid. Not for transforms of chains, which cannot be called. */
function correctCall<T extends z.ZodType>(
  { action, schema }: InputSchema<T>,
  given: unknown,
  { properties = {} }: JsonSchema,
): SdlError["nextBestAction"] {
  if (!isRecord(given) || !action.startsWith("sdl.")) return undefined;
  const known = Object.keys(properties);
  const open = known.filter((name) => !Object.hasOwn(given, name));
  const args = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      known.includes(name) ? name : (suggestParameter(name, open) ?? name),
      value,
    ]),
  );
  if (!schema.safeParse(args).success || JSON.stringify(args).length > MAX_REPEATED) return undefined;
  return { tool: action, args, rationale: "the same call with the parameters' own names" };
}

/** Stops at the limit, whatever the actual depth. */
function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return limit === 0 || Object.values(value).some((entry) => isDeeper(entry, limit - 1));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Renames `known_card_etags` to `knownCardEtags` wherever the schema lists properties. If both spellings are present, renames nothing, so that
 * parsing fails.
 */
function renameAliases(value: unknown, schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => renameAliases(entry, schema.items));
  const properties = schemaProperties(schema);
  if (!isRecord(value) || properties === undefined) return value;
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
    const name = findCanonicalName(key, properties, value);
    return [name, renameAliases(entry, Object.hasOwn(properties, name) ? properties[name] : undefined)];
  });
  return Object.fromEntries(entries);
}

/** Properties of a schema; for a parameter that is a text or an object, those of the object. */
function schemaProperties(schema: JsonSchema | undefined): JsonSchema["properties"] {
  return schema?.properties ?? schema?.anyOf?.find((one) => one.properties !== undefined)?.properties;
}

function findCanonicalName(key: string, properties: object, given: object): string {
  if (Object.hasOwn(properties, key)) return key;
  const camel = camelCase(key);
  return Object.hasOwn(properties, camel) && !Object.hasOwn(given, camel) ? camel : key;
}

/** `repo_id` as `repoId`. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The message if both `repo_id` and `repoId` are given. */
function describeDuplicate(key: string, within: string, given: unknown): string | undefined {
  const name = camelCase(key);
  if (name === key || !isRecord(given) || !Object.hasOwn(given, name)) return undefined;
  return `${key} and ${name}${within} are two spellings of one parameter; pass one of them`;
}

/** Faults of a union's value: those of the alternative whose type matches, if one does. */
function relevantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isOfForm = (issues: readonly z.core.$ZodIssue[]) =>
    !issues.some(({ code, path }) => code === "invalid_type" && path.length === 0);
  const own = issue.errors.find(isOfForm);
  return own === undefined ? [issue] : own.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

function describeIssue(issue: z.core.$ZodIssue, schema: JsonSchema, input: unknown): string {
  const place = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(schemaProperties(schemaAt(schema, issue.path)) ?? {});
    const within = place === "" ? "" : ` in ${place}`;
    return issue.keys
      .map(
        (key) =>
          describeDuplicate(key, within, valueAt(input, issue.path)) ??
          `unknown parameter ${JSON.stringify(key)}${within}${suggestName(key, known, place)}`,
      )
      .join("; ");
  }
  if (issue.code === "custom") return place === "" ? issue.message : `${place}: ${issue.message}`;
  const received = valueAt(input, issue.path);
  const allowed = schemaAt(schema, issue.path);
  const expected = allowed === undefined ? issue.message : describeSchema(allowed);
  if (received === undefined) return `${place} is required: ${expected}`;
  return `${place}: received ${previewText(received)}, allowed: ${expected}${formatNote(issue)}`;
}

/** No list of parameters at the top level, because the error's hint has it. */
function suggestName(key: string, known: readonly string[], place: string): string {
  const meant = suggestParameter(key, known);
  if (meant !== undefined) return `. Did you mean ${JSON.stringify(meant)}?`;
  return place === "" ? "" : `. Known: ${known.join(", ")}`;
}

/** The message of a failed format; a pattern's description is already part of the schema's. */
function formatNote(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_format" && issue.format !== "regex" ? ` (${issue.message})` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

/** A value in a message: JSON, shortened. */
function previewText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LENGTH_LIMIT ? `${text.slice(0, RECEIVED_LENGTH_LIMIT)}…` : text;
}
