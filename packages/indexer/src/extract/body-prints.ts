/**
 * Hashes that tell which part of a symbol changed: of a function's body, and of a container without its members.
 *
 * Invariant: adding, removing or editing a member leaves its container's hash unchanged, and so do changes of wrappers
 * around the member (`export`, `const`, a class's braces). Everything else in the container counts, except comments and
 * white space, as in fingerprints.
 */
import { combineHashes, mix32 } from "@sdl/model/text";
import { NO_NODE, type SyntaxTree } from "../parse/syntax-tree.js";
import type { Stretches } from "./fingerprint.js";

/** The symbols of a file with their nodes, by ordinal. */
export interface FingerprintedSymbols {
  readonly nodes: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  container(symbol: number): number;
  part(symbol: number): SymbolPart;
}

/**
 * The part of a symbol that is hashed: a function's body; a type without its members; any other symbol without its
 * members, if it has some.
 */
export type SymbolPart = "body" | "type" | "other";

/**
 * Fields that lead from a wrapper to the declaration inside: of `export`, a decorated definition, a variable's
 * function. An only child is followed too.
 */
const INNER_FIELDS = ["declaration", "definition", "value"];

/** Computes the body hashes of one file. */
export class BodyPrints {
  /** By node: ordinal plus one of the symbol that begins there. */
  private readonly begins = new Map<number, number>();
  /** Nodes between a container and one of its members, as a set by node. */
  private readonly wrappers = new Set<number>();
  private readonly hasMembers = new Set<number>();
  private readonly bodyField: number;
  private readonly innerFields: readonly number[];

  constructor(
    private readonly tree: SyntaxTree,
    private readonly symbols: FingerprintedSymbols,
    private readonly stretches: Stretches,
  ) {
    this.bodyField = tree.grammar.field("body");
    this.innerFields = INNER_FIELDS.map((name) => tree.grammar.field(name)).filter((field) => field >= 0);
    for (let symbol = symbols.nodes.length - 1; symbol > 0; symbol--) this.addMember(symbol);
    // An empty type is hashed as if it had members, so that adding the first member changes nothing.
    symbols.nodes.forEach((node, symbol) => {
      const body = symbol > 0 && symbols.part(symbol) === "type" ? this.bodyNode(node) : NO_NODE;
      if (body !== NO_NODE) this.markWrappers(body, node);
    });
  }

  /** The hash, 32 bits; `undefined` when the fingerprint suffices because the symbol has neither body nor members. */
  of(symbol: number): number | undefined {
    const part = this.symbols.part(symbol);
    if (part === "body") {
      const body = this.bodyNode(this.symbols.nodes[symbol] ?? 0);
      return body === NO_NODE ? undefined : this.stretches.hash(body);
    }
    return part === "type" || this.hasMembers.has(symbol) ? this.withoutMembers(symbol) : undefined;
  }

  private addMember(symbol: number): void {
    const { nodes, first, container } = this.symbols;
    const from = first[symbol] ?? 0;
    this.begins.set(from, symbol + 1);
    const owner = container(symbol);
    this.hasMembers.add(owner);
    const ownerNode = nodes[owner] ?? 0;
    const isInside = from > ownerNode && from < (this.tree.next[ownerNode] ?? 0);
    const stop = isInside ? ownerNode : 0;
    this.markWrappers(this.parent(from), stop);
  }

  /** Marks the nodes from `node` up to `stop`, exclusive, as wrappers. */
  private markWrappers(node: number, stop: number): void {
    for (let at = node; at !== stop && at !== 0 && !this.wrappers.has(at); at = this.parent(at)) this.wrappers.add(at);
  }

  private bodyNode(declaration: number): number {
    const { tree, bodyField, innerFields } = this;
    for (let node = declaration; ; ) {
      const body = tree.child(node, bodyField);
      if (body !== NO_NODE) return body;
      const inner = innerFields.map((field) => tree.child(node, field)).find((child) => child !== NO_NODE);
      const [only, ...others] = inner === undefined ? tree.namedChildren(node) : [inner];
      if (only === undefined || others.length > 0) return NO_NODE;
      node = only;
    }
  }

  /** Hashes the nodes that belong to no member. Of nodes on the way down to members, only named leaves count. */
  private withoutMembers(symbol: number): number {
    const { tree, symbols } = this;
    const end = tree.next[symbols.last[symbol] ?? 0] ?? 0;
    let hash = 0;
    for (let node = symbols.first[symbol] ?? 0; node < end; ) {
      const past = this.pastMember(node, symbol);
      if (past !== undefined) node = past;
      else if (this.isOpen(node, symbol)) node++;
      else {
        hash = this.fold(hash, node);
        node = tree.next[node] ?? end;
      }
    }
    return mix32(hash);
  }

  /** The row after a symbol that begins at `node`; `undefined` when no symbol but the container itself begins there. */
  private pastMember(node: number, container: number): number | undefined {
    const member = (this.begins.get(node) ?? 0) - 1;
    if (member <= 0 || member === container) return undefined;
    const { next } = this.tree;
    return Math.max(next[this.symbols.last[member] ?? node] ?? 0, next[node] ?? 0, node + 1);
  }

  /** Whether a node is a wrapper on the way to a member, or holds the container itself. */
  private isOpen(node: number, container: number): boolean {
    const own = this.symbols.nodes[container] ?? 0;
    return this.wrappers.has(node) || (own >= node && own < (this.tree.next[node] ?? 0));
  }

  /** Adds a node to the hash; tokens of a wrapper (`{`, `const`, `export`) do not count. */
  private fold(hash: number, node: number): number {
    const isToken = !this.tree.isNamed(node) && this.wrappers.has(this.parent(node));
    const print = isToken ? undefined : this.stretches.hash(node);
    return print === undefined ? hash : combineHashes(hash, print);
  }

  private parent(node: number): number {
    return this.tree.parent[node] ?? 0;
  }
}
