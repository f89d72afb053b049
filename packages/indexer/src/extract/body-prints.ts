/**
 * Which part of a symbol changed: a hash of a function's body, and of what has members a hash of itself without them.
 *
 * Invariant: a member that is added, removed or edited leaves its container's hash unchanged, and so do the wrappers around it
 * (`export`, `const`, a class's braces); everything else in the container counts, comments and white space left out as in fingerprints.
 */
import { fold32, mix32 } from "@sdl/model";
import { NO_NODE, type SyntaxTree } from "../parse/syntax-tree.js";
import type { Stretches } from "./fingerprint.js";

/** A file's symbols by ordinal. */
export interface PrintedSymbols {
  readonly nodes: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  container(symbol: number): number;
  isFunction(symbol: number): boolean;
}

/** Fields that lead from a declaration to what it declares: `export`, a decorated definition, a variable's function. */
const INNER_FIELDS = ["declaration", "definition", "value"];

export class BodyPrints {
  /** Ordinal plus one of the symbol that begins at a node. */
  private readonly begins = new Map<number, number>();
  /** Nodes between a container and one of its members. */
  private readonly wrappers = new Set<number>();
  private readonly hasMembers = new Set<number>();
  private readonly bodyField: number;
  private readonly innerFields: readonly number[];

  constructor(
    private readonly tree: SyntaxTree,
    private readonly symbols: PrintedSymbols,
    private readonly stretches: Stretches,
  ) {
    this.bodyField = tree.grammar.field("body");
    this.innerFields = INNER_FIELDS.map((name) => tree.grammar.field(name)).filter((field) => field >= 0);
    for (let symbol = symbols.nodes.length - 1; symbol > 0; symbol--) this.addMember(symbol);
  }

  /** 32 bits; `undefined` where the fingerprint of the whole says all: no body, no members. */
  of(symbol: number): number | undefined {
    const { nodes, isFunction } = this.symbols;
    if (isFunction(symbol)) {
      const body = this.bodyOf(nodes[symbol] ?? 0);
      return body === NO_NODE ? undefined : this.stretches.hash(body);
    }
    return symbol === 0 || this.hasMembers.has(symbol) ? this.withoutMembers(symbol) : undefined;
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
    for (let node = this.parent(from); node !== stop && node !== 0; node = this.parent(node)) {
      if (this.wrappers.has(node)) break;
      this.wrappers.add(node);
    }
  }

  private bodyOf(declaration: number): number {
    const { tree, bodyField, innerFields } = this;
    for (let node = declaration; ; ) {
      const body = tree.child(node, bodyField);
      if (body !== NO_NODE) return body;
      const inner = innerFields.map((field) => tree.child(node, field)).find((child) => child !== NO_NODE);
      if (inner === undefined) return NO_NODE;
      node = inner;
    }
  }

  /** Folds the stretches that belong to no member; of the nodes on the way down to members, only named leaves count. */
  private withoutMembers(symbol: number): number {
    const { tree, symbols, stretches } = this;
    const own = symbols.nodes[symbol] ?? 0;
    const end = tree.next[symbols.last[symbol] ?? 0] ?? 0;
    let hash = 0;
    for (let node = symbols.first[symbol] ?? 0; node < end; ) {
      const member = (this.begins.get(node) ?? 0) - 1;
      const next = tree.next[node] ?? end;
      if (member > 0 && member !== symbol) node = Math.max(tree.next[symbols.last[member] ?? node] ?? next, next);
      else if (this.wrappers.has(node) || (own >= node && own < next)) node++;
      else {
        const print = this.isBracket(node) ? undefined : stretches.hash(node);
        if (print !== undefined) hash = fold32(hash, print);
        node = next;
      }
    }
    return mix32(hash);
  }

  /** A token of a wrapper: `{`, `const`, `export`. */
  private isBracket(node: number): boolean {
    return !this.tree.isNamed(node) && this.wrappers.has(this.parent(node));
  }

  private parent(node: number): number {
    return this.tree.parent[node] ?? 0;
  }
}
