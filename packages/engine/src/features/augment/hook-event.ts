/**
 * Parser of hook events: tells from the event's fields what the agent's tool call searched or read. Uses no tool names, because each client has its
 * own names and adds new ones: a call with a pattern is a search, a call with only a path is a read, a call with a new text is a write.
 */
import { parseHits } from "./search-hits.js";
import { lookupOfCommand } from "./shell-command.js";
import type { ToolLookup } from "./tool-lookup.js";

/** A hook event, as far as it is used. */
export interface HookEvent {
  /** The event's name as the client writes it; empty if the event has none. */
  readonly name: string;
  /** The agent's working folder; `undefined` if the event has none. */
  readonly folder: string | undefined;
  /** `undefined` if the call is no search, list or read. */
  readonly lookup: ToolLookup | undefined;
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
/** Input fields of calls that write files. */
const TEXTS = ["content", "contents", "new_string", "newString", "old_string", "edits", "patch", "diff", "new_source"];
/** Maximum characters of a tool's response that are parsed: more than any client shows to its model. */
const MAX_RESPONSE = 200_000;

/** @param event the parsed JSON of a hook's standard input */
export function parseHookEvent(event: unknown): HookEvent {
  const fields = parseFields(event);
  const folders = fields["workspace_roots"] ?? fields["workspaceRoots"];
  const folder = firstTextField(fields, ["cwd"]) ?? (Array.isArray(folders) ? asText(folders[0]) : undefined);
  const name = firstTextField(fields, ["hook_event_name", "hookEventName", "event"]) ?? "";
  return { name, folder, lookup: lookupOfEvent(fields) };
}

function lookupOfEvent(event: Fields): ToolLookup | undefined {
  // Hooks for one kind of tool have the tool's parameters among the event's own fields.
  const input = INPUTS.map((key) => parseFields(event[key])).find((one) => Object.keys(one).length > 0) ?? event;
  if (TEXTS.some((key) => input[key] !== undefined)) return undefined;
  const response = firstText(RESPONSES.map((key) => event[key]));
  const command = commandText(input);
  if (command !== undefined) return lookupOfCommand(command, response);
  if (firstTextField(input, GLOBS) !== undefined) return { kind: "list", paths: pathsInText(response) };
  const pattern = firstTextField(input, PATTERNS);
  if (pattern === undefined) return readLookup(input);
  return isGlob(pattern)
    ? { kind: "list", paths: pathsInText(response) }
    : { kind: "search", pattern, hits: parseHits(response) };
}

/** The command's text. Some clients send an argument list (`bash -c TEXT`), whose last element is the text. */
function commandText({ command, cmd }: Fields): string | undefined {
  const given = command ?? cmd;
  return Array.isArray(given) ? asText(given.at(-1)) : asText(given);
}

function readLookup(input: Fields): ToolLookup | undefined {
  const path = firstTextField(input, PATHS);
  if (path === undefined) return undefined;
  const from = firstIntegerField(input, ["offset", "start_line", "startLine"]);
  const limit = firstIntegerField(input, ["limit"]);
  const to = limit === undefined ? firstIntegerField(input, ["end_line", "endLine"]) : (from ?? 1) + limit - 1;
  return { kind: "read", path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** True for `src/**\/*.ts`, false for `get.*Token`. */
function isGlob(pattern: string): boolean {
  return /(^|\/)\*\*?(\/|\.|$)|\*\.\w+$|^\*/.test(pattern) && !/\.\*|[\\()|^$]/.test(pattern);
}

function pathsInText(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /^[^\s:]+\.\w+$/.test(line));
}

/** All strings inside the first response field that is present, in order: clients nest the text differently. */
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

/** The fields of an object, or of a string that is a JSON object; else none. */
function parseFields(value: unknown): Fields {
  if (typeof value === "string" && value.startsWith("{")) {
    try {
      return parseFields(JSON.parse(value));
    } catch {
      return {}; // text that begins like JSON but is not
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function firstTextField(fields: Fields, keys: readonly string[]): string | undefined {
  return keys.map((key) => asText(fields[key])).find((text) => text !== undefined);
}

function firstIntegerField(fields: Fields, keys: readonly string[]): number | undefined {
  const found = keys.map((key) => Number(fields[key])).find((number) => Number.isInteger(number) && number > 0);
  return found;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
