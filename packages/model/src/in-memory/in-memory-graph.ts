/**
 * Symbol graph in memory, built from a description. For tests, benchmarks, and tools with a graph of their own.
 * Ids have the standard form and depend on path, name, kind and ordinal only, but are not SHA-256, because the package is pure.
 * Invariant: handles count from 0 in the order of paths (code units), a file's module symbol first, then in the order of the description.
 */
import { type Behaviour, NO_BEHAVIOUR } from "../behaviour.js";
import { type Adjacency, EMPTY_ADJACENCY, RESOLVERS, type UnresolvedTarget } from "../graph/edges.js";
import type { GraphCounts, SymbolDetails, SymbolGraph, SymbolRecord } from "../graph/symbol-graph.js";
import {
  parseSymbolId,
  type SymbolHandle,
  type SymbolId,
  type SymbolIdParts,
  symbolIdParts,
  symbolIdPreimage,
} from "../ids.js";
import { EDGE_CODE, type SymbolKind, type Visibility } from "../kinds.js";
import type { Range } from "../range.js";
import { hash64Hex, hashDigits } from "../text/hash.js";
import { byCodeUnits } from "../text/text-order.js";
import { type EdgeSpec, type GraphSpec, GraphSpecError, type SymbolSpec } from "./graph-spec.js";
import { parseGraphText } from "./graph-text.js";

/** Number of lines of a symbol without a range, besides its members. */
const DEFAULT_LINES = 3;

/** A graph built from a {@link GraphSpec}. */
export class InMemoryGraph implements SymbolGraph {
  readonly version: string;
  readonly counts: GraphCounts;
  readonly capacity: number;
  private readonly records: readonly SymbolRecord[];
  private readonly symbolDetails: readonly SymbolDetails[];
  private readonly behaviours: readonly Behaviour[];
  private readonly unresolvedTargets: readonly (readonly UnresolvedTarget[])[];
  private readonly marks: ReadonlyMap<string, number>;
  private readonly byId = new Map<string, SymbolHandle>();
  private readonly byFile = new Map<string, SymbolHandle[]>();
  private readonly byName = new Map<string, SymbolHandle[]>();
  private readonly out: readonly Adjacency[];
  private readonly in: readonly Adjacency[];

  /** @throws {GraphSpecError} if an edge's end matches no symbol, or several */
  constructor(spec: GraphSpec) {
    const specs = orderSymbols(spec.symbols);
    this.marks = new Map(Object.entries(spec.marks ?? {}));
    this.records = buildRecords(specs);
    this.symbolDetails = specs.map(detailsOf);
    this.behaviours = specs.map((symbol) => symbol.behaviour ?? NO_BEHAVIOUR);
    this.unresolvedTargets = specs.map((symbol) => symbol.unresolved ?? []);
    for (const record of this.records) {
      this.byId.set(record.id, record.handle);
      append(this.byFile, record.file, record.handle);
      append(this.byName, record.name, record.handle);
    }
    for (const handles of this.byName.values())
      handles.sort((a, b) => (this.symbol(a).id < this.symbol(b).id ? -1 : 1));
    const edges = resolveEdges(this.records, spec.edges ?? []);
    this.out = buildAdjacency(this.records.length, edges, (edge) => [edge.from, edge.to]);
    this.in = buildAdjacency(this.records.length, edges, (edge) => [edge.to, edge.from]);
    this.version = spec.version ?? "in-memory";
    this.capacity = this.records.length;
    this.counts = { files: this.byFile.size, symbols: this.records.length, edges: edges.length };
  }

  /** Builds a graph from text. @param text see graph-text.ts */
  static fromText(text: string, version?: string): InMemoryGraph {
    return new InMemoryGraph({ ...parseGraphText(text), ...(version === undefined ? {} : { version }) });
  }

  findSymbol(id: SymbolId): SymbolHandle | undefined {
    return this.byId.get(id);
  }

  kindOf(handle: SymbolHandle): SymbolKind {
    return this.symbol(handle).kind;
  }

  nameOf(handle: SymbolHandle): string {
    return this.symbol(handle).name;
  }

  containerOf(handle: SymbolHandle): SymbolHandle | undefined {
    return this.symbol(handle).container;
  }

  symbol(handle: SymbolHandle): SymbolRecord {
    const record = this.records[handle];
    if (record === undefined) throw new RangeError(`no symbol ${handle}; handles are 0..${this.capacity - 1}`);
    return record;
  }

  idParts(handle: SymbolHandle): SymbolIdParts {
    return symbolIdParts(this.symbol(handle).id);
  }

  fileOf(handle: SymbolHandle): string {
    return this.symbol(handle).file;
  }

  details(handle: SymbolHandle): SymbolDetails {
    const details = this.symbolDetails[handle];
    if (details === undefined) throw new RangeError(`no symbol ${handle}; handles are 0..${this.capacity - 1}`);
    return details;
  }

  behaviour(handle: SymbolHandle): Behaviour {
    return this.behaviours[handle] ?? NO_BEHAVIOUR;
  }

  outgoing(handle: SymbolHandle): Adjacency {
    return this.out[handle] ?? EMPTY_ADJACENCY;
  }

  incoming(handle: SymbolHandle): Adjacency {
    return this.in[handle] ?? EMPTY_ADJACENCY;
  }

  unresolved(handle: SymbolHandle): readonly UnresolvedTarget[] {
    return this.unresolvedTargets[handle] ?? [];
  }

  fileSymbols(path: string): readonly SymbolHandle[] {
    return this.byFile.get(path) ?? [];
  }

  files(): readonly string[] {
    return [...this.byFile.keys()];
  }

  symbolsNamed(name: string): readonly SymbolHandle[] {
    return this.byName.get(name) ?? [];
  }

  fileMarks(path: string): number {
    return this.marks.get(path) ?? 0;
  }

  /** The symbol with the given `path#qualified.name`, path, or unique qualified name. @throws {GraphSpecError} */
  get(end: string): SymbolRecord {
    return this.symbol(endFinder(this.records)(end));
  }

  /** Id of the symbol that {@link get} returns. */
  id(end: string): SymbolId {
    return this.get(end).id;
  }
}

function append<K>(map: Map<K, SymbolHandle[]>, key: K, handle: SymbolHandle): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [handle]);
  else list.push(handle);
}

/** Files in the order of code units, each with its module symbol first; several entries for a module are merged. */
function orderSymbols(symbols: readonly SymbolSpec[]): SymbolSpec[] {
  const files = new Map<string, SymbolSpec[]>();
  for (const symbol of symbols) {
    let list = files.get(symbol.file);
    if (list === undefined) {
      list = [{ file: symbol.file, qualifiedName: "", kind: "module" }];
      files.set(symbol.file, list);
    }
    if (symbol.qualifiedName === "") list[0] = { ...(list[0] as SymbolSpec), ...symbol };
    else list.push(symbol);
  }
  return [...files.keys()].sort(byCodeUnits).flatMap((path) => files.get(path) ?? []);
}

function buildRecords(specs: readonly SymbolSpec[]): SymbolRecord[] {
  const ordinals = new Map<string, number>();
  const containers = new Map<string, SymbolHandle>();
  const ranges = defaultRanges(specs);
  return specs.map((spec, handle) => {
    const key = `${spec.file}#${spec.qualifiedName}`;
    const ordinal = ordinals.get(`${key}#${spec.kind}`) ?? 0;
    ordinals.set(`${key}#${spec.kind}`, ordinal + 1);
    if (!containers.has(key)) containers.set(key, handle);
    const dot = spec.qualifiedName.lastIndexOf(".");
    const isModule = spec.qualifiedName === "";
    const range = spec.range ?? (ranges[handle] as Range);
    return {
      handle,
      id: parseSymbolId(hash64Hex(symbolIdPreimage(spec.file, spec.qualifiedName, spec.kind, ordinal))),
      name: isModule ? moduleNameOf(spec.file) : spec.qualifiedName.slice(dot + 1),
      qualifiedName: isModule ? spec.file : spec.qualifiedName,
      kind: spec.kind,
      visibility: spec.visibility ?? defaultVisibility(spec, dot),
      exported: spec.exported ?? false,
      file: spec.file,
      range,
      line: range.startLine,
      container: isModule ? undefined : containers.get(`${spec.file}#${spec.qualifiedName.slice(0, Math.max(dot, 0))}`),
    };
  });
}

function moduleNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

function defaultVisibility(spec: SymbolSpec, dot: number): Visibility {
  if (spec.exported === true) return "exported";
  return dot >= 0 ? "public" : "internal";
}

/** Ranges of symbols one after another, members inside their containers, the module around all. */
function defaultRanges(specs: readonly SymbolSpec[]): Range[] {
  const starts: number[] = [];
  const ends: number[] = [];
  let line = 1;
  specs.forEach((spec, i) => {
    const start = spec.range?.startLine ?? (spec.qualifiedName === "" ? 1 : line);
    const end = spec.range?.endLine ?? start + DEFAULT_LINES - 1;
    starts.push(start);
    ends.push(end);
    line = spec.qualifiedName === "" ? 1 : hasMember(specs, i) ? start + 1 : end + 1;
  });
  for (let i = specs.length - 1; i >= 0; i--) {
    const spec = specs[i] as SymbolSpec;
    for (let next = i + 1; hasMember(specs, i, next); next++) {
      if (spec.range === undefined) ends[i] = Math.max(ends[i] as number, ends[next] as number);
    }
  }
  return specs.map((_, i) => ({ startLine: starts[i] as number, startCol: 0, endLine: ends[i] as number, endCol: 1 }));
}

function isInside(inner: SymbolSpec, outer: SymbolSpec): boolean {
  return outer.qualifiedName === "" || inner.qualifiedName.startsWith(`${outer.qualifiedName}.`);
}

/** Whether `specs[next]` is nested in `specs[i]`. */
function hasMember(specs: readonly SymbolSpec[], i: number, next = i + 1): boolean {
  const [outer, inner] = [specs[i], specs[next]];
  return outer !== undefined && inner !== undefined && inner.file === outer.file && isInside(inner, outer);
}

function detailsOf(spec: SymbolSpec): SymbolDetails {
  return {
    signature: spec.signature,
    doc: spec.doc,
    astFingerprint: hashDigits(`${spec.qualifiedName}\0${spec.signature?.text ?? ""}`),
    bodyPrint: undefined,
  };
}

interface ResolvedEdge {
  readonly from: SymbolHandle;
  readonly to: SymbolHandle;
  readonly spec: EdgeSpec;
}

function resolveEdges(records: readonly SymbolRecord[], edges: readonly EdgeSpec[]): ResolvedEdge[] {
  const find = endFinder(records);
  const unique = new Map<string, ResolvedEdge>();
  for (const spec of edges) {
    const edge = { from: find(spec.from), to: find(spec.to), spec };
    unique.set(`${edge.from},${edge.to},${spec.kind}`, edge);
  }
  return [...unique.values()];
}

function endFinder(records: readonly SymbolRecord[]): (end: string) => SymbolHandle {
  const handles = new Map<string, SymbolHandle | "several">();
  for (const { handle, file, qualifiedName, kind } of records) {
    if (kind === "module") {
      handles.set(file, handle);
      handles.set(`${file}#`, handle);
      continue;
    }
    handles.set(qualifiedName, handles.has(qualifiedName) ? "several" : handle);
    if (!handles.has(`${file}#${qualifiedName}`)) handles.set(`${file}#${qualifiedName}`, handle);
  }
  return (end) => {
    const found = handles.get(end);
    if (typeof found === "number") return found;
    throw new GraphSpecError(`${end} names ${found === undefined ? "no symbol" : "several symbols; write path#name"}`);
  };
}

/** @param ends ends of an edge: first the symbol whose adjacency gets it, then the other end */
function buildAdjacency(
  size: number,
  edges: readonly ResolvedEdge[],
  ends: (edge: ResolvedEdge) => readonly [SymbolHandle, SymbolHandle],
): Adjacency[] {
  const lists: ResolvedEdge[][] = Array.from({ length: size }, () => []);
  for (const edge of edges) lists[ends(edge)[0]]?.push(edge);
  return lists.map((list) => {
    if (list.length === 0) return EMPTY_ADJACENCY;
    list.sort((a, b) => ends(a)[1] - ends(b)[1] || EDGE_CODE[a.spec.kind] - EDGE_CODE[b.spec.kind]);
    const shared = {
      symbols: Uint32Array.from(list, (edge) => ends(edge)[1]),
      kinds: Uint8Array.from(list, ({ spec }) => EDGE_CODE[spec.kind]),
      confidences: Uint8Array.from(list, ({ spec }) => Math.round((spec.confidence ?? 0.95) * 100)),
      resolvers: Uint8Array.from(list, ({ spec }) => RESOLVERS.indexOf(spec.resolver ?? "lexical")),
      counts: Uint8Array.from(list, ({ spec }) => Math.min(spec.count ?? 1, 255)),
    };
    return { ...shared, length: list.length, shared, start: 0 };
  });
}
