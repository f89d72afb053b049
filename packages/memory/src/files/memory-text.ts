/**
 * Text form of a memory: YAML front matter, then Markdown. The parser tolerates manual edits; a text that cannot be read gives the reason.
 * Invariant: `parse(format(memory))` equals the memory.
 */
import { parseSymbolId } from "@sdl/model";
import { type Document, isMap, isNode, isScalar, type Pair, parseDocument, stringify } from "yaml";
import type { FileFingerprint } from "../file-links.js";
import {
  DEFAULT_CONFIDENCE,
  MAX_CONTENT_LENGTH,
  MAX_LINKS,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MEMORY_TYPES,
  type MemoryType,
  type StoredMemory,
  type SymbolLink,
} from "../memory.js";
import { MEMORY_ID } from "../memory-id.js";

/** Values from the file's path and status for fields that the text lacks. */
export interface FileDefaults {
  readonly memoryId: string;
  readonly type: MemoryType | undefined;
  /** ISO time of the file's last write. */
  readonly writtenAt: string;
}

/** A memory, or why the text is none. */
export type ParsedMemory = { readonly memory: StoredMemory } | { readonly problem: string };

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;
const FRONT_MATTER_START = /^---[ \t]*\r?\n/;
/** Patterns of the conflict markers that a failed merge leaves in a file, in their order. */
const CONFLICT_LINES = [/^<{7} /, /^={7}\r?$/, /^>{7} /];
/** Maximum length of a front matter in UTF-16 units; all fields at their limits take a fraction of it. */
const MAX_HEADER_LENGTH = 128 * 1024;

/** Writes a memory as Markdown with front matter. */
export function formatMemory(memory: StoredMemory): string {
  const { memoryId, type, title, tags, confidence, links, files, createdAt, updatedAt, deletedAt, content } = memory;
  const { fileMarks } = memory;
  const header = {
    memoryId,
    type,
    title,
    ...(tags.length === 0 ? {} : { tags }),
    confidence,
    ...(links.length === 0 ? {} : { symbols: links }),
    ...(files.length === 0 ? {} : { files }),
    ...(fileMarks.length === 0 ? {} : { fileMarks: fileMarks.map(writeMark) }),
    createdAt,
    updatedAt,
    ...(deletedAt === undefined ? {} : { deletedAt }),
  };
  return `---\n${stringify(header, { lineWidth: 0 })}${memory.otherFields ?? ""}---\n${content}\n`;
}

/** The text of a memory's file with the memory marked as removed. The rest is unchanged, including unknown fields and text beyond the limits. */
export function markRemoved(text: string, at: string): string {
  const [head = "", yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  const body = text.slice(text.indexOf(head) + head.length);
  const document = parseDocument(yaml, { schema: "failsafe", uniqueKeys: false });
  document.set("updatedAt", at);
  document.set("deletedAt", at);
  return `---\n${document.toString({ lineWidth: 0 })}---\n${body}`;
}

/** Parses a text. @param defaults values for fields that the text lacks */
export function parseMemory(text: string, defaults: FileDefaults): ParsedMemory {
  if (hasConflict(text)) return { problem: "it contains merge conflict markers; resolve the conflict" };
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const match = FRONT_MATTER_START.test(body) ? FRONT_MATTER.exec(body) : undefined;
  if (match === null) return { problem: "its front matter has no closing line of ---; add one" };
  const parsed = parseHeader(match?.[1] ?? "");
  if (typeof parsed === "string") return { problem: parsed };
  const content = body
    .slice(match?.[0].length ?? 0)
    .replace(/\r\n/g, "\n")
    .replace(/\n$/, "");
  return assembleMemory(parsed, content, defaults);
}

function hasConflict(text: string): boolean {
  let met = 0;
  for (const line of text.split("\n")) if (CONFLICT_LINES[met]?.test(line) === true) met++;
  return met === CONFLICT_LINES.length;
}

type HeaderFields = ReadonlyMap<string, unknown>;

interface ParsedHeader {
  readonly header: HeaderFields;
  readonly otherFields: string;
}

/** Fields of the front matter that {@link formatMemory} writes. */
const KNOWN_FIELDS: ReadonlySet<unknown> = new Set([
  ...["memoryId", "type", "title", "tags", "confidence", "symbols", "files", "fileMarks"],
  ...["createdAt", "updatedAt", "deletedAt"],
]);

/** Parses a front matter. All scalars are read as text, so that an id of digits is unchanged. */
function parseHeader(yaml: string): ParsedHeader | string {
  if (yaml.length > MAX_HEADER_LENGTH) return `its front matter is longer than ${MAX_HEADER_LENGTH} characters`;
  try {
    const document = parseDocument(yaml, { schema: "failsafe", uniqueKeys: false });
    const [error] = document.errors;
    if (error !== undefined) return `its front matter is not valid YAML (${error.message.split("\n")[0]})`;
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 10 }) ?? new Map();
    if (!(value instanceof Map)) return "its front matter is not a mapping of fields";
    return { header: value, otherFields: unknownFields(document, yaml) };
  } catch (error) {
    return `its front matter cannot be read (${String(error)})`;
  }
}

/** YAML of the fields that this program does not know, as written. */
function unknownFields(document: Document, yaml: string): string {
  const { contents } = document;
  if (!isMap(contents)) return "";
  const unknown = contents.items.filter(({ key }) => !KNOWN_FIELDS.has(isScalar(key) ? key.value : key));
  if (contents.flow !== true) return unknown.map((pair) => yamlSource(pair, yaml)).join("");
  const values = unknown.map(({ key, value }) => [String(key), isNode(value) ? value.toJS(document) : value]);
  return values.length === 0 ? "" : stringify(Object.fromEntries(values), { lineWidth: 0 });
}

function yamlSource({ key, value }: Pair, yaml: string): string {
  const from = isNode(key) ? key.range?.[0] : undefined;
  const to = (isNode(value) ? value : isNode(key) ? key : undefined)?.range?.[2];
  return from === undefined || to === undefined ? "" : `${yaml.slice(from, to).trimEnd()}\n`;
}

function assembleMemory({ header, otherFields }: ParsedHeader, content: string, defaults: FileDefaults): ParsedMemory {
  const memoryId = parseText(header, "memoryId") ?? defaults.memoryId;
  if (!MEMORY_ID.test(memoryId)) return { problem: `its memoryId ${JSON.stringify(memoryId)} is not 16 hex digits` };
  const type = parseText(header, "type") ?? defaults.type;
  if (!isType(type)) return { problem: `its type must be one of ${MEMORY_TYPES.join(", ")}` };
  const title = parseText(header, "title") ?? firstLine(content);
  if (title === "") return { problem: "it has neither a title nor text" };
  if (content.trim() === "") return { problem: "it has no text below its front matter" };
  const createdAt = parseTime(header, "createdAt") ?? defaults.writtenAt;
  const deletedAt = parseTime(header, "deletedAt");
  const memory: StoredMemory = {
    memoryId,
    type,
    title: title.slice(0, MAX_TITLE_LENGTH),
    content: content.slice(0, MAX_CONTENT_LENGTH),
    tags: parseTextList(header, "tags").slice(0, MAX_TAGS),
    confidence: parseConfidence(header),
    links: parseList(header, "symbols").slice(0, MAX_LINKS).flatMap(parseLink),
    files: parseTextList(header, "files").slice(0, MAX_LINKS),
    fileMarks: parseList(header, "fileMarks").slice(0, MAX_LINKS).flatMap(parseMark),
    createdAt,
    updatedAt: parseTime(header, "updatedAt") ?? createdAt,
    ...(deletedAt === undefined ? {} : { deletedAt }),
    ...(otherFields === "" ? {} : { otherFields }),
  };
  return { memory };
}

/** Parses a link: a mapping of fields, or an id only. */
function parseLink(row: unknown): SymbolLink[] {
  const fields: HeaderFields = row instanceof Map ? row : new Map([["symbolId", row]]);
  const id = parseText(fields, "symbolId") ?? "";
  if (!MEMORY_ID.test(id)) return [];
  const name = parseText(fields, "name");
  const file = parseText(fields, "file");
  const fingerprint = parseText(fields, "fingerprint");
  return [
    {
      symbolId: parseSymbolId(id),
      ...(name === undefined ? {} : { name }),
      ...(file === undefined ? {} : { file }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    },
  ];
}

/** A fingerprint as YAML, with its symbols in one line, because people read these files. */
function writeMark({ file, symbols, copies }: FileFingerprint): object {
  return { file, symbols: symbols.join(", "), ...(copies.length === 0 ? {} : { copies }) };
}

function parseMark(row: unknown): FileFingerprint[] {
  if (!(row instanceof Map)) return [];
  const file = parseText(row, "file");
  const symbols = (parseText(row, "symbols") ?? "").split(", ").filter((symbol) => MARKED_SYMBOL.test(symbol));
  return file === undefined || symbols.length === 0 ? [] : [{ file, symbols, copies: parseTextList(row, "copies") }];
}

const MARKED_SYMBOL = /^[^\s,]+:\d{1,15}$/;

function isType(type: string | undefined): type is MemoryType {
  return MEMORY_TYPES.some((known) => known === type);
}

function firstLine(content: string): string {
  const line = content.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return line.replace(/^#+\s*/, "").trim();
}

function parseConfidence(header: HeaderFields): number {
  const value = Number(parseText(header, "confidence") ?? DEFAULT_CONFIDENCE);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : DEFAULT_CONFIDENCE;
}

function parseTime(header: HeaderFields, key: string): string | undefined {
  const text = parseText(header, key);
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function parseText(header: HeaderFields, key: string): string | undefined {
  const value = header.get(key);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function parseList(header: HeaderFields, key: string): readonly unknown[] {
  const value = header.get(key);
  return Array.isArray(value) ? value : typeof value === "string" && value !== "" ? [value] : [];
}

function parseTextList(header: HeaderFields, key: string): string[] {
  return parseList(header, key).filter((value): value is string => typeof value === "string" && value !== "");
}
