/**
 * What an agent's tool call looked for, told from the shape of a hook's event. Tools have other names in each client and get new ones, so no name of
 * a tool is known here: a call with a pattern searches, one with nothing but a path reads, one with a new text writes.
 */
import { readHits } from "./hits.js";
import type { Lookup } from "./lookup.js";
import { shellLookup } from "./shell-command.js";

export interface HookEvent {
  /** As the client writes it; empty where it does not say. */
  readonly name: string;
  /** Where the agent works; `undefined` where the client does not say. */
  readonly folder: string | undefined;
  /** `undefined`: it looked for nothing of which an index knows. */
  readonly lookup: Lookup | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const INPUTS = ["tool_input", "toolInput", "input", "arguments", "args", "params"];
const RESPONSES = ["tool_response", "toolResponse", "tool_output", "toolOutput", "result_json", "result", "output"];
const PATTERNS = ["pattern", "regex", "query", "search_term", "searchTerm", "search", "regexp"];
const GLOBS = ["glob_pattern", "globPattern", "file_pattern"];
const PATHS = [
  "file_path",
  "filePath",
  "absolute_path",
  "absolutePath",
  "target_file",
  "targetFile",
  "path",
  "filename",
];
/** Fields of calls that write. */
const TEXTS = ["content", "contents", "new_string", "newString", "old_string", "edits", "patch", "diff", "new_source"];
/** More than any client shows to its model. */
const MAX_RESPONSE = 200_000;

/** @param event what was parsed of a hook's standard input */
export function readHookEvent(event: unknown): HookEvent {
  const fields = fieldsOf(event);
  const folders = fields["workspace_roots"] ?? fields["workspaceRoots"];
  const folder = textIn(fields, ["cwd"]) ?? (Array.isArray(folders) ? asText(folders[0]) : undefined);
  const name = textIn(fields, ["hook_event_name", "hookEventName", "event"]) ?? "";
  return { name, folder, lookup: lookupOf(fields) };
}

function lookupOf(event: Fields): Lookup | undefined {
  // Hooks for one kind of tool have its parameters beside the event's own.
  const input = INPUTS.map((key) => fieldsOf(event[key])).find((one) => Object.keys(one).length > 0) ?? event;
  if (TEXTS.some((key) => input[key] !== undefined)) return undefined;
  const response = firstText(RESPONSES.map((key) => event[key]));
  const command = commandIn(input);
  if (command !== undefined) return shellLookup(command, response);
  if (textIn(input, GLOBS) !== undefined) return { kind: "list", paths: pathsIn(response) };
  const pattern = textIn(input, PATTERNS);
  if (pattern === undefined) return readOf(input);
  return isGlob(pattern)
    ? { kind: "list", paths: pathsIn(response) }
    : { kind: "search", pattern, hits: readHits(response) };
}

/** Some clients give the words of a command, the shell's own among them. */
function commandIn({ command, cmd }: Fields): string | undefined {
  const given = command ?? cmd;
  return Array.isArray(given) ? asText(given.at(-1)) : asText(given);
}

function readOf(input: Fields): Lookup | undefined {
  const path = textIn(input, PATHS);
  if (path === undefined) return undefined;
  const from = wholeIn(input, ["offset", "start_line", "startLine"]);
  const limit = wholeIn(input, ["limit"]);
  const to = limit === undefined ? wholeIn(input, ["end_line", "endLine"]) : (from ?? 1) + limit - 1;
  return { kind: "read", path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** `src/**\/*.ts`, but not `get.*Token`. */
function isGlob(pattern: string): boolean {
  return /(^|\/)\*\*?(\/|\.|$)|\*\.\w+$|^\*/.test(pattern) && !/\.\*|[\\()|^$]/.test(pattern);
}

function pathsIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /^[^\s:]+\.\w+$/.test(line));
}

/** All texts of an answer, in its order: clients wrap them differently. */
function firstText(values: readonly unknown[]): string {
  const texts: string[] = [];
  let left = MAX_RESPONSE;
  const add = (value: unknown): void => {
    if (left <= 0) return;
    if (typeof value === "string") {
      texts.push(value.slice(0, left));
      left -= value.length;
    } else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) add(inner);
  };
  add(values.find((value) => value !== undefined));
  return texts.join("\n");
}

/** Of an object, or of one that was written as JSON. */
function fieldsOf(value: unknown): Fields {
  if (typeof value === "string" && value.startsWith("{")) {
    try {
      return fieldsOf(JSON.parse(value));
    } catch {
      return {}; // a text that begins like an object
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function textIn(fields: Fields, keys: readonly string[]): string | undefined {
  return keys.map((key) => asText(fields[key])).find((text) => text !== undefined);
}

function wholeIn(fields: Fields, keys: readonly string[]): number | undefined {
  const found = keys.map((key) => Number(fields[key])).find((number) => Number.isInteger(number) && number > 0);
  return found;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
