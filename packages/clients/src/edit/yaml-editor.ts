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
import { ConfigError, lineAt } from "../config-error.js";
import {
  type Editor,
  type Fields,
  lineEnd,
  lineStart,
  nested,
  nextLine,
  type Slot,
  splice,
  type Value,
} from "./editor.js";

/** Edits YAML. */
export const yamlEditor: Editor = { parse, insert, setField, remove, lineOf };

type Collection = YAMLMap | YAMLSeq;
type Member = Pair<Node, Node | null>;

function parse(text: string): unknown {
  return documentOf(text).toJS() ?? undefined;
}

function documentOf(text: string): Document.Parsed {
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

function insert(text: string, slot: Slot, entry: Fields, skeleton: Fields): string {
  const root = documentOf(text).contents;
  if (root === null || (isScalar(root) && root.value === null)) {
    return addLines(text, text.length, { ...skeleton, ...(nested(slot.container, slot, entry) as Fields) }, "");
  }
  let parent: Collection = requireMap(text, root, "the file");
  for (const [index, key] of slot.container.entries()) {
    const member = memberOf(parent, key);
    const inner = nested(slot.container.slice(index + 1), slot, entry);
    if (member === undefined) return addChild(text, parent, { [key]: inner });
    if (isEmpty(member.value)) return fillEmptyValue(text, member, inner);
    const isList = index === slot.container.length - 1 && slot.key === undefined;
    parent = isList ? requireSeq(text, member.value, `"${key}"`) : requireMap(text, member.value, `"${key}"`);
  }
  return addChild(text, parent, slot.key === undefined ? [entry] : { [slot.key]: entry });
}

function requireMap(text: string, node: Node | null, what: string): YAMLMap {
  if (isMap(node)) return node;
  throw conflict(text, node, `${what} is not a mapping`);
}

function requireSeq(text: string, node: Node | null, what: string): YAMLSeq {
  if (isSeq(node)) return node;
  throw conflict(text, node, `${what} is not a list`);
}

function conflict(text: string, node: Node | null, problem: string): ConfigError {
  const line = lineAt(text, startOf(node));
  return new ConfigError("CONFLICT", `${problem} (line ${line})`, line);
}

function memberOf(map: Collection, key: string): Member | undefined {
  return isMap(map) ? (map.items as Member[]).find(({ key: own }) => isScalar(own) && own.value === key) : undefined;
}

/** Whether a node is nothing, `null`, `{}` or `[]`. */
function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null) || (isCollection(node) && node.items.length === 0);
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

/**
 * Offset after the last character of a node. The range of a block collection is not used, because it includes blank lines and comments after it.
 */
function endOf(node: Node | Member): number {
  if (node instanceof Pair)
    return node.value === null || isOmitted(node.value) ? endOf(node.key) + 1 : endOf(node.value);
  const last = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined;
  return last === undefined ? (node.range?.[1] ?? 0) : endOf(last as Node | Member);
}

/** Whether a value is implicit, that is, not written. */
function isOmitted({ range }: Node): boolean {
  return range != null && range[0] === range[1];
}

/** Offset of the line after a node. */
function afterLineOf(text: string, node: Node | Member): number {
  const end = endOf(node);
  return text[end - 1] === "\n" ? end : nextLine(text, end);
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** @param child a mapping with one key, or a list of one element */
function addChild(text: string, parent: Collection, child: Value): string {
  const last = parent.items.at(-1) as Node | Member | undefined;
  if (parent.flow === true || last === undefined) return addFlow(text, parent, child);
  return addLines(text, afterLineOf(text, last), child, " ".repeat(columnOf(text, startOf(parent))));
}

function addFlow(text: string, parent: Collection, child: Value): string {
  const close = endOf(parent) - 1;
  const inner = JSON.stringify(child)
    .slice(1, -1)
    .replace(/^("(?:[^"\\]|\\.)*"):/, "$1: ");
  const head = text.slice(0, close).trimEnd();
  const comma = parent.items.length === 0 || head.endsWith(",") ? "" : ", ";
  return splice(text, head.length, head.length, comma + inner);
}

/** Replaces an empty value by an entry on lines of its own. */
function fillEmptyValue(text: string, member: Member, child: Value): string {
  const { key, value } = member;
  const at = afterLineOf(text, member);
  const filled = addLines(text, at, child, " ".repeat(columnOf(text, startOf(key)) + 2));
  if (value === null || isOmitted(value)) return filled;
  const from = text.slice(0, startOf(value)).trimEnd().length;
  return splice(filled, from, value.range?.[1] ?? from, "");
}

function addLines(text: string, at: number, value: Value, indent: string): string {
  const end = lineEnd(text);
  const block = stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split("\n")
    .map((line) => indent + line)
    .join(end);
  const isCut = at === text.length && text !== "" && !text.endsWith("\n");
  return isCut ? `${text}${end}${block}` : splice(text, at, at, block + end);
}

function setField(text: string, slot: Slot, field: string, value: Value): string {
  const found = find(text, slot);
  const entry = found && (found.node instanceof Pair ? found.node.value : found.node);
  if (!isMap(entry)) throw new ConfigError("CONFLICT", "the entry is not a mapping");
  const member = memberOf(entry, field);
  if (member === undefined) return addChild(text, entry, { [field]: value });
  const old = member.value;
  const isInline = old !== null && (isScalar(old) || (isCollection(old) && old.flow === true)) && !isOmitted(old);
  if (isInline) return splice(text, startOf(old), old.range?.[1] ?? startOf(old), JSON.stringify(value));
  const added = addChild(text, entry, { [field]: value });
  return cutLines(added, member);
}

interface FoundNode {
  readonly parent: Collection;
  readonly node: Node | Member;
}

function find(text: string, slot: Slot): FoundNode | undefined {
  let parent: Node | null = documentOf(text).contents;
  for (const key of slot.container) {
    if (!isMap(parent)) return undefined;
    parent = memberOf(parent, key)?.value ?? null;
  }
  if (!isCollection(parent)) return undefined;
  if (slot.key !== undefined) {
    const node = memberOf(parent as Collection, slot.key);
    return node && { parent: parent as Collection, node };
  }
  const node = (parent.items as Node[]).find((item) => slot.matches?.(item.toJS(documentOf(text))) === true);
  return node && { parent: parent as Collection, node };
}

function lineOf(text: string, slot: Slot): number | undefined {
  const found = find(text, slot);
  return found && lineAt(text, startOf(found.node instanceof Pair ? found.node.key : found.node));
}

function remove(text: string, slot: Slot, made: number): string {
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
  const left = value === null ? text : cutLines(text, found.node, nextLine(text, endOf(key)));
  return splice(left, endOf(key) + 1, endOf(key) + 1, ` ${empty}`);
}

/** @param from offset of the first line to cut; default: the line where the node begins */
function cutLines(text: string, node: Node | Member, from?: number): string {
  const start = from ?? lineStart(text, startOf(node instanceof Pair ? node.key : node));
  const head = text.slice(start, startOf(node instanceof Pair ? node.key : node));
  if (from === undefined && !/^ *(?:- +)?$/.test(head)) {
    const line = lineAt(text, start);
    throw new ConfigError(
      "CONFLICT",
      `the entry shares line ${line} with other entries: put it on lines of its own`,
      line,
    );
  }
  const stop = afterLineOf(text, node);
  if (stop < text.length || text.endsWith("\n")) return splice(text, start, stop, "");
  const left = text.slice(0, start);
  return left.endsWith("\r\n") ? left.slice(0, -2) : left.endsWith("\n") ? left.slice(0, -1) : left;
}

function cutFlow(text: string, parent: Collection, node: Node | Member): string {
  const items = parent.items as (Node | Member)[];
  const index = items.indexOf(node);
  const [before, after] = [items[index - 1], items[index + 1]];
  if (before !== undefined) return splice(text, endOf(before), endOf(node), "");
  const start = startOf(node instanceof Pair ? node.key : node);
  const stop = after === undefined ? endOf(node) : startOf(after instanceof Pair ? after.key : after);
  return splice(text, start, stop, "");
}
