/** Finds a part of a document or configuration file: lines, the text under a heading, or a key's value. */
import { type DocumentKind, parseOutline } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { closestWords } from "@sdl/model/text";
import { parseHeadings } from "./headings.js";

/** The requested part; at most one of the three is given. */
export interface PartChoice {
  readonly key?: string | undefined;
  readonly heading?: string | undefined;
  /** `12`, `12-40`, `12-`. */
  readonly lines?: string | undefined;
}

/** A named range of lines: a heading with its text, or a key with its value. */
export interface Section {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
}

/** A document split into lines. */
export interface FileText {
  readonly file: string;
  readonly kind: DocumentKind;
  /** Lines without their line ends. */
  readonly lines: readonly string[];
}

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

const SUGGESTIONS = 5;

/** @throws {SdlError} `invalid_params` if the part does not exist */
export function findPart(text: FileText, { key, heading, lines }: PartChoice): LineRange {
  if (lines !== undefined) return findLines(text, lines);
  if (key !== undefined) return findSection(text, keySections(text), key, "key");
  if (heading !== undefined) return findSection(text, headingSections(text), heading, "heading");
  return { startLine: 1, endLine: text.lines.length };
}

/** The parts that a client can request by name: headings of a document, top-level keys of a configuration file. */
export function listSections(text: FileText): readonly Section[] {
  if (text.kind === "document") return headingSections(text);
  const keys = keySections(text);
  const names = new Set(keys.map(({ name }) => name));
  return keys.filter(({ name }) => !names.has(name.slice(0, Math.max(0, name.lastIndexOf(".")))));
}

function headingSections({ file, lines }: FileText): readonly Section[] {
  const headings = parseHeadings(file, lines);
  return headings.map(({ name, line, level }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    return { name, line, endLine: (next?.line ?? lines.length + 1) - 1 };
  });
}

/** Sections of keys: a key's section ends before the next key that is not nested in it. */
function keySections({ file, lines }: FileText): readonly Section[] {
  const keys = [...parseOutline(file, lines.join("\n"))].sort(([, a], [, b]) => a - b);
  return keys.map(([name, line], index) => {
    const next = keys.slice(index + 1).find(([other, at]) => at > line && !other.startsWith(`${name}.`));
    return { name, line, endLine: Math.max(line, (next?.[1] ?? lines.length + 1) - 1) };
  });
}

/**
 * The section whose name equals the requested one, else ends with it as last part of a key, else the only one that contains it; case-insensitive.
 */
function findSection(text: FileText, sections: readonly Section[], asked: string, what: "key" | "heading"): LineRange {
  const wanted = asked.trim().toLowerCase();
  const isNamed = ({ name }: Section) => name.toLowerCase() === wanted;
  const ends = ({ name }: Section) => name.toLowerCase().endsWith(`.${wanted}`);
  const holds = ({ name }: Section) => name.toLowerCase().includes(wanted);
  const fitting = [isNamed, ends, holds].map((fits) => sections.filter(fits)).find(({ length }) => length > 0) ?? [];
  const [found] = fitting;
  if (found === undefined) throw missingSectionError(text.file, sections, asked, what);
  if (fitting.length > 1 && !isNamed(found)) throw ambiguousSectionError(text.file, fitting, asked, what);
  return { startLine: found.line, endLine: lastContentLine(text.lines, found) };
}

/** The section's last line that is neither blank nor a closing bracket of an enclosing block. */
function lastContentLine(lines: readonly string[], { line, endLine }: Section): number {
  const indent = indentWidth(lines[line - 1] ?? "");
  let last = endLine;
  while (last > line && isBlankOrClosing(lines[last - 1] ?? "", indent)) last--;
  return last;
}

function isBlankOrClosing(text: string, indent: number): boolean {
  return text.trim() === "" || (/^[\s}\]),;]+$/.test(text) && indentWidth(text) < indent);
}

function indentWidth(text: string): number {
  return text.length - text.trimStart().length;
}

function missingSectionError(file: string, sections: readonly Section[], asked: string, what: string): SdlError {
  const names = new Set(sections.map(({ name }) => name));
  const near = closestWords(asked, names, SUGGESTIONS);
  const shown = near.length > 0 ? near : [...names].slice(0, SUGGESTIONS);
  const hint = shown.length === 0 ? "The file has none; pass lines instead." : `Available: ${shown.join(", ")}.`;
  return new SdlError("invalid_params", `${file} has no ${what} ${JSON.stringify(asked)}`, { hint });
}

function ambiguousSectionError(file: string, found: readonly Section[], asked: string, what: string): SdlError {
  const names = found.slice(0, SUGGESTIONS).map(({ name, line }) => `${name} (line ${line})`);
  return new SdlError("invalid_params", `${file} has ${found.length} ${what}s that match ${JSON.stringify(asked)}`, {
    hint: `Pass a full name: ${names.join(", ")}.`,
  });
}

/** Lines past the end are left out. */
function findLines({ file, lines }: FileText, asked: string): LineRange {
  const [, first = "", dash = "", last = ""] = /^(\d+)(-)?(\d+)?$/.exec(asked) ?? [];
  const startLine = Number(first);
  const endLine = Math.min(dash === "" ? startLine : Number(last || lines.length), lines.length);
  if (startLine >= 1 && startLine <= endLine) return { startLine, endLine };
  throw new SdlError(
    "invalid_params",
    `${file} has no lines ${asked}: the file has ${lines.length} lines; pass a range such as 12, 12-40 or 12-`,
  );
}
