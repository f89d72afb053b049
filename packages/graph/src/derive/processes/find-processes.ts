/** Processes of a version: the call tree of each entry point, and each symbol's parts in them. */
import { addToList, KIND_CODE } from "@sdl/model";
import { PROCESS_ROLES } from "@sdl/model/graph";
import { hashDigits } from "@sdl/model/text";
import { packPart } from "../../records/derived.js";
import { type PackedRows, packRows } from "../../records/rows.js";
import type { CodeGraph } from "../code-graph.js";
import type { DerivationSource } from "../source.js";
import { callTree, type TreeNode } from "./call-tree.js";
import { ENTRY_ORDER, type EntryPoint, findEntryPoints } from "./entry-points.js";

/** Processes with the parts of each symbol. */
export interface Processes {
  /** The most descriptive first. */
  readonly processes: readonly { readonly id: string; readonly label: string }[];
  /** Process parts of each symbol, nearest to the entry first, encoded as in the records. */
  readonly parts: PackedRows;
}

/** Maximum number of processes per repository, and of parts per symbol. */
const MAX_PROCESSES = 500;
const MAX_PARTS = 4;
/**
 * Maximum number of names in a label, not counting the "…" for the omitted middle of a longer chain. Short, because every card of the chain
 * contains the label.
 */
const MAX_NAMES = 3;
/** Smallest call tree of an exported API that counts as a process. */
const LEAST_API_NODES = 4;
const LEAST_NODES = 2;

interface Process {
  readonly entry: EntryPoint;
  readonly id: string;
  readonly nodes: readonly TreeNode[];
}

/** @param isTest 1 for each symbol that is test code */
export function findProcesses(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): Processes {
  const found = new Map<string, Process>();
  for (const entry of findEntryPoints(code, isTest, source)) {
    const id = processId(code, entry);
    if (found.has(id)) continue;
    const nodes = callTree(code, isTest, entry);
    if (nodes.length >= (entry.kind === "api" ? LEAST_API_NODES : LEAST_NODES)) found.set(id, { entry, id, nodes });
  }
  const kept = [...withoutDuplicates(found.values())].sort(compareProcesses).slice(0, MAX_PROCESSES);
  const processes = kept.map(({ entry, id, nodes }) => ({ id, label: processLabel(code, entry, nodes) }));
  return { processes, parts: packRows(code.symbolCount, processParts(kept)) };
}

/** Whether the entry point's callers are unknown because they are outside the repository. */
function hasUnknownCallers(kind: EntryPoint["kind"]): boolean {
  return kind === "configured" || kind === "api";
}

/** Drops exported entry points whose symbol is also entered by a route or program. */
function* withoutDuplicates(processes: Iterable<Process>): Iterable<Process> {
  const all = [...processes];
  const entered = new Set(all.filter(({ entry }) => !hasUnknownCallers(entry.kind)).map(({ entry }) => entry.symbol));
  for (const process of all)
    if (!hasUnknownCallers(process.entry.kind) || !entered.has(process.entry.symbol)) yield process;
}

function processId(code: CodeGraph, { symbol, text }: EntryPoint): string {
  return `p${hashDigits(`${code.records[symbol]?.id}\0${text}`).slice(-12)}`;
}

function compareProcesses(a: Process, b: Process): number {
  const order = ENTRY_ORDER.indexOf(a.entry.kind) - ENTRY_ORDER.indexOf(b.entry.kind);
  return order || b.nodes.length - a.nodes.length || (a.id < b.id ? -1 : 1);
}

/** Label of a process: the caller, then the chain of calls to the farthest symbol: `POST /login → authenticate → validateToken`. */
function processLabel(code: CodeGraph, { kind, text, calls }: EntryPoint, nodes: readonly TreeNode[]): string {
  const chain: string[] = [];
  for (let at = farthestFunction(code, nodes); at >= 0; ) {
    const { symbol, parent } = nodes[at] as TreeNode;
    const isNamed = code.kinds[symbol] !== KIND_CODE.module && code.kinds[symbol] !== KIND_CODE.constructor;
    // An owner that only registers the route does not handle it.
    if (isNamed && (parent >= 0 || calls === undefined)) chain.unshift(code.records[symbol]?.qualifiedName ?? "");
    at = parent;
  }
  const names = hasUnknownCallers(kind) ? chain : [text, ...chain];
  return (names.length <= MAX_NAMES + 1 ? names : [...names.slice(0, MAX_NAMES - 1), "…", names.at(-1)]).join(" → ");
}

/** Index of the first function or method at the greatest depth; 0 if there is none. `nodes` ascend by depth. */
function farthestFunction(code: CodeGraph, nodes: readonly TreeNode[]): number {
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

function processParts(processes: readonly Process[]): ReadonlyMap<number, readonly number[]> {
  const parts = new Map<number, { readonly process: number; readonly node: TreeNode }[]>();
  processes.forEach(({ nodes }, process) => {
    for (const node of nodes) addToList(parts, node.symbol, { process, node });
  });
  const rows = new Map<number, readonly number[]>();
  for (const [symbol, list] of parts) {
    const nearest = list.toSorted((a, b) => a.node.depth - b.node.depth || a.process - b.process).slice(0, MAX_PARTS);
    rows.set(
      symbol,
      nearest.map(({ process, node }) => packPart(process, PROCESS_ROLES.indexOf(processRole(node)), node.depth)),
    );
  }
  return rows;
}

function processRole({ depth, isLeaf }: TreeNode): (typeof PROCESS_ROLES)[number] {
  if (depth === 0) return "entry";
  return isLeaf ? "exit" : "intermediate";
}
