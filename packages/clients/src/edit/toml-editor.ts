/**
 * Editor for TOML, working on blocks of text: a table at the end of the file, lines of a table. The parser only checks texts, because its writer
 * would lose comments. An entry written with dotted keys or as an inline table can be read, but not edited.
 */
import { parse as parseToml, stringify, TomlError } from "smol-toml";
import { ConfigError, lineNumberAt } from "../config-error.js";
import {
  type Editor,
  type EntryFields,
  type EntrySlot,
  lineEnd,
  lineStart,
  nextLine,
  replaceRange,
  type Value,
  valueAtSlot,
} from "./editor.js";
import { parseStatements, type Statement } from "./toml-statements.js";

/** Edits TOML. */
export const tomlEditor: Editor = { parse, insert, setField, remove, lineOf: slotLine };

function parse(text: string): unknown {
  try {
    const value = parseToml(text);
    return Object.keys(value).length === 0 ? undefined : value;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new ConfigError("UNPARSABLE", `line ${error.line} is not valid TOML (${reason})`, error.line);
  }
}

/** Appends a table. The added text begins with an empty line, which {@link remove} removes too. */
function insert(text: string, slot: EntrySlot, entry: EntryFields, skeleton: EntryFields): string {
  const end = lineEnd(text);
  const path = slotPath(slot);
  const head = `[${path.map(keyText).join(".")}]`;
  const block = [head, ...Object.entries(entry).map(([key, value]) => pairText(key, value))].join(end);
  const first = text.trim() === "" && Object.keys(skeleton).length > 0 ? stringify(skeleton) : "";
  if (text === "") return `${first}${block}${end}`;
  return text.endsWith("\n") ? `${text}${end}${block}${end}` : `${text}${end}${end}${block}`;
}

function slotPath({ container, key }: EntrySlot): readonly string[] {
  if (key === undefined) throw new ConfigError("CONFLICT", "a TOML entry needs a key");
  return [...container, key];
}

function pairText(key: string, value: Value): string {
  return `${keyText(key)} = ${valueText(value)}`;
}

function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

/** Strings, numbers, booleans and lists have the same syntax in JSON and TOML, except that TOML requires U+007F to be escaped. */
function valueText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map((element: Value) => valueText(element)).join(", ")}]`;
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function pathStartsWith(path: readonly string[], head: readonly string[]): boolean {
  return head.every((key, index) => path[index] === key);
}

function setField(text: string, slot: EntrySlot, field: string, value: Value): string {
  const path = slotPath(slot);
  const statements = parseStatements(text);
  const pair = statements.find(({ kind, path: own }) => kind === "pair" && arePathsEqual(own, [...path, field]));
  if (pair !== undefined) return replaceRange(text, pair.valueStart, pair.end, valueText(value));
  const table = statements.find(({ kind, path: own }) => kind === "table" && arePathsEqual(own, path));
  if (table === undefined) throw notATable(text, slot);
  return replaceRange(text, table.end, table.end, `${lineEnd(text)}${pairText(field, value)}`);
}

function arePathsEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && pathStartsWith(a, b);
}

function notATable(text: string, slot: EntrySlot): ConfigError {
  const line = slotLine(text, slot);
  const name = slotPath(slot).join(".");
  return new ConfigError("CONFLICT", `${name} is not a table of its own (line ${line}): write it as [${name}]`, line);
}

function slotLine(text: string, slot: EntrySlot): number | undefined {
  const path = slotPath(slot);
  const statements = parseStatements(text);
  const found =
    statements.find(({ path: own }) => pathStartsWith(own, path)) ??
    statements.find(({ path: own, kind }) => kind === "pair" && pathStartsWith(path, own));
  return found && lineNumberAt(text, found.start);
}

/** Removes the entry's table and its subtables; other tables may be between them. */
function remove(text: string, slot: EntrySlot): string {
  if (valueAtSlot(parse(text), slot) === undefined) return text;
  const path = slotPath(slot);
  const blocks = tableBlocks(parseStatements(text)).filter(([table]) => pathStartsWith(table.path, path));
  if (blocks.length === 0) throw notATable(text, slot);
  return blocks.reduceRight((left, block) => cutBlock(left, block), text);
}

/** Each table with its pairs. */
function tableBlocks(statements: readonly Statement[]): [Statement, ...Statement[]][] {
  const blocks: [Statement, ...Statement[]][] = [];
  for (const statement of statements) {
    if (statement.kind === "table") blocks.push([statement]);
    else blocks.at(-1)?.push(statement);
  }
  return blocks;
}

/** Removes a block. Comments after its last pair belong to what follows. */
function cutBlock(text: string, block: [Statement, ...Statement[]]): string {
  const end = block.at(-1)?.end ?? block[0].end;
  const stop = nextLine(text, end);
  const start = lineStart(text, block[0].start);
  const before = start === 0 ? 0 : lineStart(text, start - 1);
  const from = text.slice(before, start).trim() === "" ? before : start;
  if (stop < text.length || text.endsWith("\n")) return replaceRange(text, from, stop, "");
  // The file has no final line end, and nothing follows the block, so the line end before the block is removed too.
  const head = text.slice(0, from);
  return head.endsWith("\r\n") ? head.slice(0, -2) : head.endsWith("\n") ? head.slice(0, -1) : head;
}
