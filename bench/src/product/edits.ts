/** One-line edits: the choice of files, and a new line in a body that is valid in the file's language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscoveredFile, ParseEngine } from "@sdl/indexer";
import { type GrammarLanguage, isContainer } from "@sdl/model/facts";

/** Size limit of the files that the bar covers. */
const MAX_BYTES = 150_000;
/** Which files of each language, by size; 1 is the largest. */
const QUANTILES = [0.1, 0.5, 0.9, 0.99, 1];

/** Node kinds of function bodies and functions, in all grammars. */
const BODIES = ["statement_block", "block"];
const FUNCTIONS = [
  ...[
    "function_declaration",
    "function_expression",
    "generator_function_declaration",
    "method_definition",
    "arrow_function",
  ],
  "function_definition",
];

/** A file that holds code of its own language only. */
export type PlainFile = DiscoveredFile & { readonly language: GrammarLanguage };

/** Whether a file holds code of its own language only, so that a line can be inserted anywhere in it. */
export function isPlain(file: DiscoveredFile): file is PlainFile {
  return !isContainer(file.language);
}

/** Chooses the files to edit, by language and size; no file twice. Files that hold code of other languages are left out. */
export function chooseFiles(files: readonly DiscoveredFile[]): DiscoveredFile[] {
  const byLanguage = new Map<GrammarLanguage, DiscoveredFile[]>();
  for (const file of files) {
    if (file.sizeBytes > MAX_BYTES || !isPlain(file)) continue;
    const list = byLanguage.get(file.language) ?? [];
    byLanguage.set(file.language, [...list, file]);
  }
  const chosen = [...byLanguage.values()].flatMap((list) => {
    const sorted = list.sort((a, b) => a.sizeBytes - b.sizeBytes || (a.path < b.path ? -1 : 1));
    return QUANTILES.map((share) => sorted[Math.ceil(share * sorted.length) - 1]);
  });
  return [...new Set(chosen)].filter((file) => file !== undefined);
}

/** Makes edited texts of one file; each round gives a different one. */
export type Editor = (round: number) => string;

/**
 * An editor that inserts a call into the body nearest to the file's middle, or at its end without a function.
 * @returns `undefined` for a file that is not UTF-8, or holds code of another language
 */
export function openEditor(engine: ParseEngine, root: string, file: DiscoveredFile): Editor | undefined {
  const bytes = readFileSync(join(root, file.path));
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes) || !isPlain(file)) return undefined;
  return (round) => insertCall(engine, file.language, text, { call: `sdlBenchEdit(${round})`, near: 0.5 });
}

/** What to insert, and where. */
export interface Insertion {
  /** A statement that is valid in all languages. */
  readonly call: string;
  /** Position in the file, 0..1; the nearest body is chosen. */
  readonly near: number;
}

/** Inserts a line: into a function's body, or at the end without one. */
export function insertCall(
  engine: ParseEngine,
  language: GrammarLanguage,
  text: string,
  { call, near }: Insertion,
): string {
  const place = findPlace(engine, { language, text }, near * text.length);
  return text.slice(0, place.at) + place.line(call) + text.slice(place.at);
}

interface Place {
  readonly at: number;
  /** The statement as a line for this position. */
  line(statement: string): string;
}

interface Source {
  readonly language: GrammarLanguage;
  readonly text: string;
}

function findPlace(engine: ParseEngine, { language, text }: Source, wanted: number): Place {
  const tree = engine.parse(language, text);
  const bodies = tree.grammar.kindSet(BODIES);
  const functions = tree.grammar.kindSet(FUNCTIONS);
  let best = -1;
  for (let node = 0; node < tree.count; node++) {
    if (bodies[tree.kind[node] ?? 0] !== 1 || functions[tree.kind[tree.parent[node] ?? 0] ?? 0] !== 1) continue;
    if (best < 0 || distance(tree.start[node], wanted) < distance(tree.start[best], wanted)) best = node;
  }
  if (best < 0) return { at: text.length, line: (statement) => `\n${statement}\n` };
  if (language !== "python") return { at: (tree.start[best] ?? 0) + 1, line: (statement) => `\n  ${statement};` };
  const last = tree.namedChildren(best).at(-1) ?? best;
  return pythonPlace(text, tree.start[last] ?? 0);
}

/** Before a statement: on its own line if the statement begins one. */
function pythonPlace(text: string, at: number): Place {
  const indent = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*$/.test(indent)
    ? { at, line: (statement) => `${statement}\n${indent}` }
    : { at, line: (statement) => `${statement}; ` };
}

function distance(start: number | undefined, wanted: number): number {
  return Math.abs((start ?? 0) - wanted);
}
