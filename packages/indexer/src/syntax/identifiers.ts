/** Search for identifiers in a tree: as nodes, never inside strings, comments or longer names. */
import type { Language } from "@sdl/model";
import { extractorFor } from "../languages/registry.js";
import type { SyntaxTree } from "../parse/syntax-tree.js";

/** One occurrence of a name. */
export interface Occurrence {
  /** Row of the identifier's node. */
  readonly row: number;
  /** The name as requested. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Names to search, and the range. */
export interface IdentifierSearch {
  readonly language: Language;
  /** Plain names, or names joined by dots: `Session.refresh` matches `refresh` taken from a `Session`. */
  readonly names: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Characters before a name that are searched for its qualifier. */
const MEMBER_WINDOW = 200;

/** Finds the names. @returns in source order; a private name (`#x`) matches with and without its mark */
export function findIdentifiers(tree: SyntaxTree, search: IdentifierSearch): readonly Occurrence[] {
  const wanted = groupByLastPart(search.names);
  const found: Occurrence[] = [];
  if (wanted.size === 0) return found;
  for (const row of identifierRows(tree, search)) {
    const text = tree.text(row);
    const start = tree.start[row] ?? 0;
    for (const name of wanted.get(text.startsWith("#") ? text.slice(1) : text) ?? []) {
      if (followsQualifier(tree.source, start, name)) found.push({ row, name, start, end: start + text.length });
    }
  }
  return found;
}

function* identifierRows(tree: SyntaxTree, { language, from, to }: IdentifierSearch): Iterable<number> {
  const { identifiers } = extractorFor(language).sharedKinds(tree.grammar);
  for (let row = 0; row < tree.count; row++) {
    if (identifiers[tree.kind[row] ?? 0] !== 1) continue;
    const start = tree.start[row] ?? 0;
    const end = tree.end[row] ?? 0;
    if (start >= from && end <= to && end > start) yield row;
  }
}

function groupByLastPart(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const last = name.slice(name.lastIndexOf(".") + 1).replace(/^#/, "");
    const group = groups.get(last) ?? [];
    group.push(name);
    groups.set(last, group);
  }
  return groups;
}

/** Whether the earlier parts of a dotted name come before the last one. */
function followsQualifier(source: string, start: number, name: string): boolean {
  const parts = name.split(".").slice(0, -1);
  let before = source.slice(Math.max(0, start - MEMBER_WINDOW), start);
  for (const part of parts.reverse()) {
    const trimmed = before
      .trimEnd()
      .replace(/[?!]?\.$/, "")
      .trimEnd();
    if (trimmed.length === before.trimEnd().length || !endsInName(trimmed, part)) return false;
    before = trimmed.slice(0, -part.length);
  }
  return true;
}

function endsInName(text: string, name: string): boolean {
  return text.endsWith(name) && !/[\p{L}\p{N}_$]/u.test(text.charAt(text.length - name.length - 1));
}
