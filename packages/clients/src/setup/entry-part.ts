/**
 * Servers and hooks as parts: entries of JSON, TOML or YAML. The result of every edit is parsed again and must differ from the original by the
 * entry alone.
 */
import { isDeepStrictEqual } from "node:util";
import type { HookFormat, ServerFormat } from "../clients/client.js";
import { SERVER_KEY } from "../clients/shapes.js";
import {
  augmentLine,
  type CommandLine,
  isAugmentLine,
  isServeLine,
  type Program,
  serveLine,
  withAddedOptions,
} from "../command-line.js";
import { ConfigError } from "../config-error.js";
import {
  type Editor,
  type EntryFields,
  type EntrySlot,
  isRecord,
  missingContainers,
  valueAtPath,
  valueAtSlot,
} from "../edit/editor.js";
import { jsonEditor } from "../edit/json-editor.js";
import type { Platform } from "../place.js";
import type { Part } from "./part.js";

/** Inputs of a command line: program and platform. */
export interface CommandContext {
  readonly program: Program;
  readonly platform: Platform;
}

/** The part that adds the MCP server to a client's file. */
export function serverPart(format: ServerFormat, { program, platform }: CommandContext): Part {
  const { editor, shape, skeleton } = format;
  return {
    ...entryPart(editor, (parsed) => serverSlot(format, parsed), skeleton),
    kind: "server",
    id: "server",
    put(text) {
      const parsed = editor.parse(text);
      const slot = serverSlot(format, parsed);
      const present = valueAtSlot(parsed, slot);
      const wanted = serveLine(program, platform);
      if (present === undefined)
        return checkedInsertion(editor, text, editor.insert(text, slot, shape.write(wanted), skeleton));
      const line = isRecord(present) ? shape.read(present) : undefined;
      if (!isRecord(present) || line === undefined || !isServeLine(line)) throw otherServerError(editor, text, slot);
      const fields = shape.write(withAddedOptions(wanted, line));
      const stale = shape.lineFields.filter((field) => !isDeepStrictEqual(present[field], fields[field]));
      return stale.reduce((left, field) => editor.setField(left, slot, field, fields[field] ?? ""), text);
    },
    isPresent: (text) => findServerEntry(format, editor.parse(text)) !== undefined,
  };
}

/** This program's server entry as found in a file. */
export interface FoundEntry {
  readonly line: CommandLine;
  /** Environment variables that the client adds. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the client is configured not to start the server. */
  readonly isDisabled: boolean;
  /** Whether the client is configured to wait for the server. */
  readonly isRequired: boolean;
}

/** @returns `undefined` if the parsed file has no such entry */
export function findServerEntry(format: ServerFormat, parsed: unknown): FoundEntry | undefined {
  const entry = valueAtSlot(parsed, serverSlot(format, parsed));
  const line = isRecord(entry) ? format.shape.read(entry) : undefined;
  if (!isRecord(entry) || line === undefined || !isServeLine(line)) return undefined;
  const env = [entry["env"], entry["envs"], entry["environment"]].find(isRecord) ?? {};
  const texts = Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const isDisabled = entry["disabled"] === true || entry["enabled"] === false;
  return { line, env: Object.fromEntries(texts), isDisabled, isRequired: entry["required"] === true };
}

function serverSlot({ container, alternativeContainer, isList }: ServerFormat, parsed: unknown): EntrySlot {
  const other = alternativeContainer === undefined ? undefined : valueAtPath(parsed, alternativeContainer);
  // An object with a type is a server of that name, not a container of servers.
  const path = isRecord(other) && typeof other["type"] !== "string" ? (alternativeContainer ?? container) : container;
  if (isList !== true) return { container: path, key: SERVER_KEY };
  return { container: path, matches: (element) => isRecord(element) && element["name"] === SERVER_KEY };
}

function otherServerError(editor: Editor, text: string, slot: EntrySlot): ConfigError {
  const line = editor.lineOf(text, slot);
  const message = `line ${line} has another server named "${SERVER_KEY}": give that one another name, then run sdl init again`;
  return new ConfigError("CONFLICT", message, line);
}

/** @param client see `sdl augment --client` */
export function hookPart(client: string, format: HookFormat, { program, platform }: CommandContext): Part {
  const { event, matcher, isUngrouped = false, timeout, skeleton } = format;
  const slot: EntrySlot = { container: ["hooks", event], matches: isSdlHook };
  return {
    ...entryPart(jsonEditor, () => slot, skeleton),
    kind: "hooks",
    id: "hooks",
    put(text) {
      const command = augmentLine(client, program, platform);
      const hook = { ...(isUngrouped ? {} : { type: "command" }), command, timeout };
      const wanted: EntryFields = isUngrouped ? { ...hook, matcher } : { matcher, hooks: [hook] };
      const present = valueAtSlot(jsonEditor.parse(text), slot);
      if (present === undefined)
        return checkedInsertion(jsonEditor, text, jsonEditor.insert(text, slot, wanted, skeleton));
      if (hookCommandLines(present).length > 1) throw sharedGroupError(text, slot);
      if (hookCommandLines(present)[0] === command) return text;
      return isUngrouped
        ? jsonEditor.setField(text, slot, "command", command)
        : jsonEditor.setField(text, slot, "hooks", [hook]);
    },
    remove(text, made) {
      const present = valueAtSlot(jsonEditor.parse(text), slot);
      if (present !== undefined && hookCommandLines(present).length > 1) throw sharedGroupError(text, slot);
      return checkedRemoval(jsonEditor, text, slot, made);
    },
    isPresent: (text) => valueAtSlot(jsonEditor.parse(text), slot) !== undefined,
  };
}

function isSdlHook(element: unknown): boolean {
  return hookCommandLines(element).some(isAugmentLine);
}

/** The command lines of a hook, or of a group of hooks. */
function hookCommandLines(element: unknown): string[] {
  if (!isRecord(element)) return [];
  const hooks = Array.isArray(element["hooks"]) ? element["hooks"] : [element];
  return hooks.map((hook) => (isRecord(hook) ? String(hook["command"] ?? "") : ""));
}

function sharedGroupError(text: string, slot: EntrySlot): ConfigError {
  const line = jsonEditor.lineOf(text, slot);
  const message = `the group of hooks in line ${line} contains sdl's hook and others: move sdl's hook to a group of its own`;
  return new ConfigError("CONFLICT", message, line);
}

function entryPart(
  editor: Editor,
  slotIn: (parsed: unknown) => EntrySlot,
  skeleton: EntryFields,
): Pick<Part, "remove" | "containersMade" | "isSkeletonOnly"> {
  return {
    remove: (text, made) => checkedRemoval(editor, text, slotIn(editor.parse(text)), made),
    containersMade: (text) => {
      const parsed = editor.parse(text);
      return missingContainers(parsed, slotIn(parsed));
    },
    isSkeletonOnly: (text) => {
      const parsed = toPlainValue(editor.parse(text) ?? {});
      return isDeepStrictEqual(parsed, {}) || isDeepStrictEqual(parsed, skeleton);
    },
  };
}

/** @throws {ConfigError} `CONFLICT` if the edited text is missing a part of the original, or cannot be parsed */
function checkedInsertion(editor: Editor, before: string, after: string): string {
  const message = "the entry cannot be added without changing other entries of the file: add it by hand";
  if (isDeepStrictEqual(remainingMembers(editor, after, before, message), toPlainValue(editor.parse(before) ?? {})))
    return after;
  throw new ConfigError("CONFLICT", message);
}

function checkedRemoval(editor: Editor, before: string, slot: EntrySlot, made: number): string {
  const after = editor.remove(before, slot, made);
  const message = "the entry cannot be removed without changing other entries of the file: delete it by hand";
  const line = editor.lineOf(before, slot);
  const isGone = valueAtSlot(parsedOr(editor, after, message), slot) === undefined;
  if (
    isGone &&
    isDeepStrictEqual(remainingMembers(editor, before, after, message), toPlainValue(editor.parse(after) ?? {}))
  )
    return after;
  throw new ConfigError("CONFLICT", line === undefined ? message : `${message} (line ${line})`, line);
}

/** The larger text's value without the members that the smaller text lacks, at every depth. */
function remainingMembers(editor: Editor, larger: string, smaller: string, message: string): unknown {
  return keepSharedMembers(parsedOr(editor, larger, message), parsedOr(editor, smaller, message));
}

function parsedOr(editor: Editor, text: string, message: string): unknown {
  try {
    return toPlainValue(editor.parse(text) ?? {});
  } catch (error) {
    throw new ConfigError("CONFLICT", message, undefined, { cause: error });
  }
}

/** Converts parsed values to plain objects and arrays, because objects of the parsers have further properties. */
function toPlainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlainValue(member)]));
}

function keepSharedMembers(larger: unknown, smaller: unknown): unknown {
  if (isRecord(larger) && isRecord(smaller)) {
    const keys = Object.keys(larger).filter((key) => Object.hasOwn(smaller, key));
    return Object.fromEntries(keys.map((key) => [key, keepSharedMembers(larger[key], smaller[key])]));
  }
  // A key without a value receives its first entry.
  if (smaller === null && typeof larger === "object") return smaller;
  if (!Array.isArray(larger) || !Array.isArray(smaller) || larger.length !== smaller.length + 1) return larger;
  // The additional element is the inserted entry.
  const extra = larger.findIndex((element, index) => !isDeepStrictEqual(element, smaller[index]));
  return larger.filter((_, index) => index !== extra);
}
