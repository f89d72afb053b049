/** Processes of a version: what each entry point sets in motion, and the part of every symbol in it. */
import { addToList, KIND_CODE } from "@sdl/model";
import { PROCESS_ROLES } from "@sdl/model/graph";
import { hashDigits } from "@sdl/model/text";
import { packPart } from "../../records/derived.js";
import { packRows, type Rows } from "../../records/rows.js";
import type { CodeGraph } from "../code-graph.js";
import type { DerivationSource } from "../source.js";
import { callTree, type TreeNode } from "./call-tree.js";
import { ENTRY_ORDER, type EntryPoint, findEntryPoints } from "./entry-points.js";

export interface Processes {
  /** The most telling first. */
  readonly processes: readonly { readonly id: string; readonly label: string }[];
  /** By symbol, nearest to the entry first: parts as the records have them. */
  readonly parts: Rows;
}

/** Processes kept of a repository, and parts of a symbol. */
const MAX_PROCESSES = 500;
const MAX_PARTS = 4;
/** Names in a label beside the one that stands for the left-out middle of a longer chain: every card of the chain carries it. */
const MAX_NAMES = 3;
/** An API that sets less in motion is no process. */
const LEAST_API_NODES = 4;
const LEAST_NODES = 2;

interface Process {
  readonly entry: EntryPoint;
  readonly id: string;
  readonly nodes: readonly TreeNode[];
}

/** @param isTest by symbol */
export function findProcesses(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): Processes {
  const found = new Map<string, Process>();
  for (const entry of findEntryPoints(code, isTest, source)) {
    const id = processId(code, entry);
    if (found.has(id)) continue;
    const nodes = callTree(code, isTest, entry);
    if (nodes.length >= (entry.kind === "api" ? LEAST_API_NODES : LEAST_NODES)) found.set(id, { entry, id, nodes });
  }
  const kept = [...withoutRepeats(found.values())].sort(compareProcesses).slice(0, MAX_PROCESSES);
  const processes = kept.map(({ entry, id, nodes }) => ({ id, label: labelOf(code, entry, nodes) }));
  return { processes, parts: packRows(code.size, partsOf(kept)) };
}

/** Whether nothing is known of what calls in. */
function isExported(kind: EntryPoint["kind"]): boolean {
  return kind === "configured" || kind === "api";
}

/** A symbol that a route or program enters is no other entry as well. */
function* withoutRepeats(processes: Iterable<Process>): Iterable<Process> {
  const all = [...processes];
  const entered = new Set(all.filter(({ entry }) => !isExported(entry.kind)).map(({ entry }) => entry.symbol));
  for (const process of all) if (!isExported(process.entry.kind) || !entered.has(process.entry.symbol)) yield process;
}

function processId(code: CodeGraph, { symbol, text }: EntryPoint): string {
  return `p${hashDigits(`${code.records[symbol]?.id}\0${text}`).slice(-12)}`;
}

function compareProcesses(a: Process, b: Process): number {
  const order = ENTRY_ORDER.indexOf(a.entry.kind) - ENTRY_ORDER.indexOf(b.entry.kind);
  return order || b.nodes.length - a.nodes.length || (a.id < b.id ? -1 : 1);
}

/** What calls in, then the chain of calls to the farthest symbol: `POST /login → authenticate → validateToken`. */
function labelOf(code: CodeGraph, { kind, text, calls }: EntryPoint, nodes: readonly TreeNode[]): string {
  const chain: string[] = [];
  for (let at = farthest(code, nodes); at >= 0; ) {
    const { symbol, parent } = nodes[at] as TreeNode;
    const isNamed = code.kinds[symbol] !== KIND_CODE.module && code.kinds[symbol] !== KIND_CODE.constructor;
    // An owner that only registers the route is not what handles it.
    if (isNamed && (parent >= 0 || calls === undefined)) chain.unshift(code.records[symbol]?.qualifiedName ?? "");
    at = parent;
  }
  const names = isExported(kind) ? chain : [text, ...chain];
  return (names.length <= MAX_NAMES + 1 ? names : [...names.slice(0, MAX_NAMES - 1), "…", names.at(-1)]).join(" → ");
}

/** The last node of the greatest depth that has a telling name; nodes are nearest first. */
function farthest(code: CodeGraph, nodes: readonly TreeNode[]): number {
  const isTelling = ({ symbol }: TreeNode) => {
    const kind = code.kinds[symbol];
    return kind === KIND_CODE.function || kind === KIND_CODE.method;
  };
  const depth = nodes.reduce((most, node) => (isTelling(node) ? Math.max(most, node.depth) : most), 0);
  return Math.max(
    0,
    nodes.findIndex((node) => node.depth === depth && isTelling(node)),
  );
}

function partsOf(processes: readonly Process[]): ReadonlyMap<number, readonly number[]> {
  const parts = new Map<number, { readonly process: number; readonly node: TreeNode }[]>();
  processes.forEach(({ nodes }, process) => {
    for (const node of nodes) addToList(parts, node.symbol, { process, node });
  });
  const rows = new Map<number, readonly number[]>();
  for (const [symbol, list] of parts) {
    const nearest = list.toSorted((a, b) => a.node.depth - b.node.depth || a.process - b.process).slice(0, MAX_PARTS);
    rows.set(
      symbol,
      nearest.map(({ process, node }) => packPart(process, PROCESS_ROLES.indexOf(roleOf(node)), node.depth)),
    );
  }
  return rows;
}

function roleOf({ depth, isLeaf }: TreeNode): (typeof PROCESS_ROLES)[number] {
  if (depth === 0) return "entry";
  return isLeaf ? "exit" : "intermediate";
}
