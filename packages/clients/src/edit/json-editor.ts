/**
 * Editor for JSON with comments and trailing commas, based on the offsets of a parsed tree. Independent of clients.
 * Invariant: an insertion adds bytes in at most two places (a comma, the entry); a removal removes them.
 */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { ConfigError, lineNumberAt } from "../config-error.js";
import {
  type Editor,
  type EntryFields,
  type EntrySlot,
  lineEnd,
  lineStart,
  lineStop,
  nextLine,
  replaceRange,
  type Value,
  wrapInContainers,
} from "./editor.js";

/** Edits JSON and JSON with comments. */
export const jsonEditor: Editor = { parse, insert, setField, remove, lineOf: slotLine };

function parse(text: string): unknown {
  const root = parseRoot(text);
  return root && plainNodeValue(root);
}

/** Value of a node. Duplicate keys are refused before: readers would use the last one, edits would change the first. */
function plainNodeValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plainNodeValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [key?.value, value && plainNodeValue(value)]),
  );
}

function parseRoot(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = lineNumberAt(text, Math.min(first.offset, text.trimEnd().length));
    throw new ConfigError(
      "UNPARSABLE",
      `line ${line} is not valid JSON (${wordsOfName(printParseErrorCode(first.error))})`,
      line,
    );
  }
  if (root !== undefined) refuseDuplicateKeys(text, root);
  return root;
}

/** The words of a camel-case name: `PropertyNameExpected`. */
function wordsOfName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function refuseDuplicateKeys(text: string, node: Node): void {
  const seen = new Map<unknown, number>();
  for (const child of node.children ?? []) {
    const key = child.type === "property" ? child.children?.[0]?.value : undefined;
    const before = key === undefined ? undefined : seen.get(key);
    const line = lineNumberAt(text, child.offset);
    if (before !== undefined) {
      throw new ConfigError("UNPARSABLE", `the key "${key}" is duplicated in lines ${before} and ${line}`, line);
    }
    seen.set(key, line);
    refuseDuplicateKeys(text, child);
  }
}

function insert(text: string, slot: EntrySlot, entry: EntryFields, skeleton: EntryFields): string {
  const root = parseRoot(text);
  if (root === undefined)
    return newDocumentText(text, { ...skeleton, ...(wrapInContainers(slot.container, slot, entry) as EntryFields) });
  let parent = requireType(text, root, "object", "the file");
  for (const [index, key] of slot.container.entries()) {
    const isLast = index === slot.container.length - 1;
    const child = findNodeAtLocation(parent, [key]);
    if (child === undefined) {
      return addChild(text, parent, key, wrapInContainers(slot.container.slice(index + 1), slot, entry));
    }
    parent = requireType(text, child, isLast && slot.key === undefined ? "array" : "object", `"${key}"`);
  }
  return addChild(text, parent, slot.key, entry);
}

/** Writes a value into a text that contains only white space and comments. */
function newDocumentText(text: string, value: Value): string {
  const end = lineEnd(text);
  const head = text === "" || text.endsWith("\n") ? text : text + end;
  return head + formatValue(value, { unit: "  ", indent: "", end }) + end;
}

function requireType(text: string, node: Node, type: "object" | "array", what: string): Node {
  if (node.type === type) return node;
  const line = lineNumberAt(text, node.offset);
  throw new ConfigError("CONFLICT", `${what} is not an ${type} (line ${line})`, line);
}

function addChild(text: string, parent: Node, key: string | undefined, value: Value): string {
  const [open, close] = [parent.offset + 1, parent.offset + parent.length - 1];
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const [first, last] = [parent.children?.[0], parent.children?.at(-1)];
  const layout = { unit: indentationUnit(text), end: lineEnd(text) };
  const outer = indentationAt(text, parent.offset);
  if (first === undefined || last === undefined) {
    const indent = outer + layout.unit;
    const source = layout.end + indent + name + formatValue(value, { ...layout, indent });
    return fillEmpty(text, { at: afterComments(text, open), close }, source, layout.end + outer);
  }
  const end = last.offset + last.length;
  const comma = afterComma(text, end);
  if (!text.slice(open, close).includes("\n")) {
    const source = name + formatInline(value);
    return comma === undefined
      ? replaceRange(text, end, end, `, ${source}`)
      : replaceRange(text, comma, comma, ` ${source},`);
  }
  const before = text.slice(lineStart(text, first.offset), first.offset);
  const indent = before.trim() === "" ? before : outer + layout.unit;
  const at = afterComments(text, comma ?? end);
  const source = layout.end + indent + name + formatValue(value, { ...layout, indent });
  const added = replaceRange(text, at, at, source + (comma === undefined ? "" : ","));
  return comma === undefined ? replaceRange(added, end, end, ",") : added;
}

/** @param at offset after the comments inside the container @param tail text before the closing bracket if it is on the same line */
function fillEmpty(
  text: string,
  { at, close }: { readonly at: number; readonly close: number },
  source: string,
  tail: string,
): string {
  const isOpen = text.slice(at, close).includes("\n");
  return isOpen ? replaceRange(text, at, at, source) : replaceRange(text, at, close, source + tail);
}

const TRIVIA = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|\s+/y;

/** The white space and comments from an offset on. */
function* triviaAfter(text: string, from: number): Generator<{ readonly end: number; readonly isComment: boolean }> {
  for (let at = from; ; ) {
    TRIVIA.lastIndex = at;
    const [found] = TRIVIA.exec(text) ?? [];
    if (found === undefined) return;
    at += found.length;
    yield { end: at, isComment: found.startsWith("/") };
  }
}

/** Offset after the comments in a container without further members. */
function afterComments(text: string, from: number): number {
  let at = from;
  for (const { end, isComment } of triviaAfter(text, from)) if (isComment) at = end;
  return at;
}

/** @returns the offset after the next comma, if only white space and comments precede it */
function afterComma(text: string, from: number): number | undefined {
  let at = from;
  for (const { end } of triviaAfter(text, from)) at = end;
  return text[at] === "," ? at + 1 : undefined;
}

function setField(text: string, slot: EntrySlot, field: string, value: Value): string {
  const node = nodeAtSlot(text, slot);
  if (node === undefined || node.type !== "object") throw new ConfigError("CONFLICT", "the entry is not an object");
  const old = findNodeAtLocation(node, [field]);
  if (old === undefined) return addChild(text, node, field, value);
  const indent = indentationAt(text, old.offset);
  const source = text.slice(old.offset, old.offset + old.length).includes("\n")
    ? formatMultiline(value, { unit: indentationUnit(text), indent, end: lineEnd(text) })
    : formatInline(value);
  return replaceRange(text, old.offset, old.offset + old.length, source);
}

function nodeAtSlot(text: string, slot: EntrySlot): Node | undefined {
  const root = parseRoot(text);
  const container = root && findNodeAtLocation(root, [...slot.container]);
  if (container === undefined || slot.key !== undefined)
    return container && findNodeAtLocation(container, [slot.key ?? ""]);
  if (container.type !== "array") return undefined;
  return container.children?.find((child) => slot.matches?.(plainNodeValue(child)) === true);
}

function slotLine(text: string, slot: EntrySlot): number | undefined {
  const node = nodeAtSlot(text, slot);
  return node && lineNumberAt(text, node.offset);
}

function remove(text: string, slot: EntrySlot, made: number): string {
  const node = nodeAtSlot(text, slot);
  if (node === undefined) return text;
  let left = removeChild(text, node);
  for (let depth = slot.container.length; depth > slot.container.length - made; depth--) {
    const root = parseRoot(left);
    const container = root && findNodeAtLocation(root, slot.container.slice(0, depth));
    if (container === undefined || (container.children ?? []).length > 0 || hasComment(left, container)) break;
    left = removeChild(left, container);
  }
  return left;
}

function hasComment(text: string, { offset, length }: Node): boolean {
  return text.slice(offset + 1, offset + length - 1).trim() !== "";
}

/** @param node a value: of a property, which is removed with its key, or of a list */
function removeChild(text: string, node: Node): string {
  const child = node.parent?.type === "property" ? node.parent : node;
  const siblings = child.parent?.children ?? [];
  const before = siblings[siblings.indexOf(child) - 1];
  const end = child.offset + child.length;
  const comma = afterComma(text, end);
  let left = comma === undefined ? text : replaceRange(text, comma - 1, comma, "");
  left = cutRange(left, child.offset, end);
  if (comma === undefined && before !== undefined) {
    const behind = before.offset + before.length;
    const at = afterComma(left, behind);
    if (at !== undefined) left = replaceRange(left, at - 1, at, "");
  }
  if (siblings.length > 1 || child.parent === undefined) return left;
  const open = child.parent.offset + 1;
  const close = child.parent.offset + child.parent.length - 1 + left.length - text.length;
  return left.slice(open, close).trim() === "" ? replaceRange(left, open, close, "") : left;
}

/** Cuts a range out of a text, together with the line if it becomes blank, or else with the white space before it. */
function cutRange(text: string, start: number, end: number): string {
  const from = lineStart(text, start);
  const stop = lineStop(text, end);
  const isAlone = text.slice(from, start).trim() === "" && text.slice(end, stop).trim() === "";
  if (isAlone && from > 0) return replaceRange(text, from, nextLine(text, stop), "");
  const gap = /[ \t]*$/.exec(text.slice(from, start))?.[0].length ?? 0;
  const hasMoreBefore = text.slice(from, start).trim() !== "";
  return replaceRange(text, hasMoreBefore ? start - gap : start, end, "");
}

interface JsonLayout {
  readonly unit: string;
  readonly indent: string;
  readonly end: string;
}

/** Formats a value: objects on several lines, lists of scalars on one. */
function formatValue(value: Value, layout: JsonLayout): string {
  if (typeof value !== "object" || isFlat(value)) return formatInline(value);
  return formatMultiline(value, layout);
}

function formatMultiline(value: Value, { unit, indent, end }: JsonLayout): string {
  if (typeof value !== "object") return formatInline(value);
  const inner = indent + unit;
  const layout = { unit, indent: inner, end };
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((element: Value) => formatValue(element, layout))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatValue(member as Value, layout)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  return `${open}${end}${inner}${parts.join(`,${end}${inner}`)}${end}${indent}${close}`;
}

function isFlat(value: Value): boolean {
  return Array.isArray(value) && value.every((element) => typeof element !== "object");
}

function formatInline(value: Value): string {
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element: Value) => formatInline(element)).join(", ")}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${formatInline(member as Value)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Indentation unit of a text, taken from its first indented line. */
function indentationUnit(text: string): string {
  const [, indent = "  "] = /\n([ \t]+)["'}\]{[\d/-]/.exec(text) ?? [];
  return indent.startsWith("\t") ? "\t" : indent;
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}
