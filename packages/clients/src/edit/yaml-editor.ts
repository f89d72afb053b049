/**
 * Editor for YAML, based on the offsets of the parsed nodes, because the parser's own writer would reformat the whole file.
 * Invariant: edits add and remove whole lines, except in flow collections (`{a: 1}`).
 */
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Pair,
  parseAllDocuments,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
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
  wrapInContainers,
} from "./editor.js";

/** Edits YAML. */
export const yamlEditor: Editor = { parse, insert, setField, remove, lineOf: slotLine };

type Collection = YAMLMap | YAMLSeq;
type Member = Pair<Node, Node | null>;

function parse(text: string): unknown {
  return parseYaml(text).toJS() ?? undefined;
}

function parseYaml(text: string): Document.Parsed {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter });
  if (documents.length > 1) {
    throw new ConfigError("UNPARSABLE", "the file contains several YAML documents; one is expected");
  }
  const [document = parseDocument("")] = documents;
  const [first] = document.errors;
  if (first !== undefined) {
    const { line } = lineCounter.linePos(first.pos[0]);
    const [reason = ""] = first.message.split(/ at line |\n/);
    throw new ConfigError("UNPARSABLE", `line ${line} is not valid YAML (${reason})`, line);
  }
  return document;
}

function insert(text: string, slot: EntrySlot, entry: EntryFields, skeleton: EntryFields): string {
  const root = parseYaml(text).contents;
  if (root === null || (isScalar(root) && root.value === null)) {
    return addLines(
      text,
      text.length,
      { ...skeleton, ...(wrapInContainers(slot.container, slot, entry) as EntryFields) },
      "",
    );
  }
  let parent: Collection = requireMap(text, root, "the file");
  for (const [index, key] of slot.container.entries()) {
    const member = findMember(parent, key);
    const inner = wrapInContainers(slot.container.slice(index + 1), slot, entry);
    if (member === undefined) return addChild(text, parent, { [key]: inner });
    if (isEmpty(member.value)) return fillEmptyValue(text, member, inner);
    const isList = index === slot.container.length - 1 && slot.key === undefined;
    parent = isList ? requireSeq(text, member.value, `"${key}"`) : requireMap(text, member.value, `"${key}"`);
  }
  return addChild(text, parent, slot.key === undefined ? [entry] : { [slot.key]: entry });
}

function requireMap(text: string, node: Node | null, what: string): YAMLMap {
  if (isMap(node)) return node;
  throw conflictError(text, node, `${what} is not a mapping`);
}

function requireSeq(text: string, node: Node | null, what: string): YAMLSeq {
  if (isSeq(node)) return node;
  throw conflictError(text, node, `${what} is not a list`);
}

function conflictError(text: string, node: Node | null, problem: string): ConfigError {
  const line = lineNumberAt(text, nodeStart(node));
  return new ConfigError("CONFLICT", `${problem} (line ${line})`, line);
}

function findMember(map: Collection, key: string): Member | undefined {
  return isMap(map) ? (map.items as Member[]).find(({ key: own }) => isScalar(own) && own.value === key) : undefined;
}

/** Whether a node is nothing, `null`, `{}` or `[]`. */
function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null) || (isCollection(node) && node.items.length === 0);
}

function nodeStart(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

/**
 * Offset after the last character of a node. The range of a block collection is not used, because it includes blank lines and comments after it.
 */
function nodeEnd(node: Node | Member): number {
  if (node instanceof Pair)
    return node.value === null || isOmitted(node.value) ? nodeEnd(node.key) + 1 : nodeEnd(node.value);
  const last = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined;
  return last === undefined ? (node.range?.[1] ?? 0) : nodeEnd(last as Node | Member);
}

/** Whether a value is implicit, that is, not written. */
function isOmitted({ range }: Node): boolean {
  return range != null && range[0] === range[1];
}

/** Offset of the line after a node. */
function offsetAfterLine(text: string, node: Node | Member): number {
  const end = nodeEnd(node);
  return text[end - 1] === "\n" ? end : nextLine(text, end);
}

function columnAt(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** @param child a mapping with one key, or a list of one element */
function addChild(text: string, parent: Collection, child: Value): string {
  const last = parent.items.at(-1) as Node | Member | undefined;
  if (parent.flow === true || last === undefined) return addFlow(text, parent, child);
  return addLines(text, offsetAfterLine(text, last), child, " ".repeat(columnAt(text, nodeStart(parent))));
}

function addFlow(text: string, parent: Collection, child: Value): string {
  const close = nodeEnd(parent) - 1;
  const inner = JSON.stringify(child)
    .slice(1, -1)
    .replace(/^("(?:[^"\\]|\\.)*"):/, "$1: ");
  const head = text.slice(0, close).trimEnd();
  const comma = parent.items.length === 0 || head.endsWith(",") ? "" : ", ";
  return replaceRange(text, head.length, head.length, comma + inner);
}

/** Replaces an empty value by an entry on lines of its own. */
function fillEmptyValue(text: string, member: Member, child: Value): string {
  const { key, value } = member;
  const at = offsetAfterLine(text, member);
  const filled = addLines(text, at, child, " ".repeat(columnAt(text, nodeStart(key)) + 2));
  if (value === null || isOmitted(value)) return filled;
  const from = text.slice(0, nodeStart(value)).trimEnd().length;
  return replaceRange(filled, from, value.range?.[1] ?? from, "");
}

function addLines(text: string, at: number, value: Value, indent: string): string {
  const end = lineEnd(text);
  const block = stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split("\n")
    .map((line) => indent + line)
    .join(end);
  const isCut = at === text.length && text !== "" && !text.endsWith("\n");
  return isCut ? `${text}${end}${block}` : replaceRange(text, at, at, block + end);
}

function setField(text: string, slot: EntrySlot, field: string, value: Value): string {
  const found = find(text, slot);
  const entry = found && (found.node instanceof Pair ? found.node.value : found.node);
  if (!isMap(entry)) throw new ConfigError("CONFLICT", "the entry is not a mapping");
  const member = findMember(entry, field);
  if (member === undefined) return addChild(text, entry, { [field]: value });
  const old = member.value;
  const isInline = old !== null && (isScalar(old) || (isCollection(old) && old.flow === true)) && !isOmitted(old);
  if (isInline) return replaceRange(text, nodeStart(old), old.range?.[1] ?? nodeStart(old), JSON.stringify(value));
  const added = addChild(text, entry, { [field]: value });
  return cutLines(added, member);
}

interface FoundNode {
  readonly parent: Collection;
  readonly node: Node | Member;
}

function find(text: string, slot: EntrySlot): FoundNode | undefined {
  let parent: Node | null = parseYaml(text).contents;
  for (const key of slot.container) {
    if (!isMap(parent)) return undefined;
    parent = findMember(parent, key)?.value ?? null;
  }
  if (!isCollection(parent)) return undefined;
  if (slot.key !== undefined) {
    const node = findMember(parent as Collection, slot.key);
    return node && { parent: parent as Collection, node };
  }
  const node = (parent.items as Node[]).find((item) => slot.matches?.(item.toJS(parseYaml(text))) === true);
  return node && { parent: parent as Collection, node };
}

function slotLine(text: string, slot: EntrySlot): number | undefined {
  const found = find(text, slot);
  return found && lineNumberAt(text, nodeStart(found.node instanceof Pair ? found.node.key : found.node));
}

function remove(text: string, slot: EntrySlot, made: number): string {
  const found = find(text, slot);
  if (found === undefined) return text;
  const { parent, node } = found;
  if (parent.flow === true) return cutFlow(text, parent, node);
  if (parent.items.length > 1) return cutLines(text, node);
  return emptyContainer(text, slot.container, isSeq(parent) ? "[]" : "{}", made);
}

/** Handles a container that loses its last entry: it is removed if set-up created it, else written as empty. */
function emptyContainer(text: string, path: readonly string[], empty: string, made: number): string {
  const found = find(text, { container: path.slice(0, -1), key: path.at(-1) ?? "" });
  if (found === undefined || !(found.node instanceof Pair)) return text;
  if (made > 0) {
    const isLast = found.parent.items.length === 1 && path.length > 1;
    return isLast ? emptyContainer(text, path.slice(0, -1), "{}", made - 1) : cutLines(text, found.node);
  }
  const { key, value } = found.node;
  const left = value === null ? text : cutLines(text, found.node, nextLine(text, nodeEnd(key)));
  return replaceRange(left, nodeEnd(key) + 1, nodeEnd(key) + 1, ` ${empty}`);
}

/** @param from offset of the first line to cut; default: the line where the node begins */
function cutLines(text: string, node: Node | Member, from?: number): string {
  const start = from ?? lineStart(text, nodeStart(node instanceof Pair ? node.key : node));
  const head = text.slice(start, nodeStart(node instanceof Pair ? node.key : node));
  if (from === undefined && !/^ *(?:- +)?$/.test(head)) {
    const line = lineNumberAt(text, start);
    throw new ConfigError(
      "CONFLICT",
      `the entry shares line ${line} with other entries: put it on lines of its own`,
      line,
    );
  }
  const stop = offsetAfterLine(text, node);
  if (stop < text.length || text.endsWith("\n")) return replaceRange(text, start, stop, "");
  const left = text.slice(0, start);
  return left.endsWith("\r\n") ? left.slice(0, -2) : left.endsWith("\n") ? left.slice(0, -1) : left;
}

function cutFlow(text: string, parent: Collection, node: Node | Member): string {
  const items = parent.items as (Node | Member)[];
  const index = items.indexOf(node);
  const [before, after] = [items[index - 1], items[index + 1]];
  if (before !== undefined) return replaceRange(text, nodeEnd(before), nodeEnd(node), "");
  const start = nodeStart(node instanceof Pair ? node.key : node);
  const stop = after === undefined ? nodeEnd(node) : nodeStart(after instanceof Pair ? after.key : after);
  return replaceRange(text, start, stop, "");
}
