/** Path from a dependent to the change, in words: `calls authenticate, which calls validateToken: signature changed`. */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { SymbolChange } from "../describe-change.js";
import type { SymbolPairs } from "../symbol-pairs.js";
import type { StepKind } from "./dependents.js";
import type { ReachedSymbol } from "./reach.js";
import type { Aspect } from "./weights.js";

const VERBS: Readonly<Record<StepKind, string>> = {
  call: "calls",
  uses: "uses",
  import: "imports",
  config: "reads",
  extends: "extends",
  implements: "implements",
  overrides: "overrides",
  declares: "declares",
  lacks: "has no",
  typed: "uses the type of",
};

const ASPECTS: Readonly<Record<Aspect, string>> = {
  removed: "removed",
  signature: "signature changed",
  returns: "signature changed",
  type: "changed",
  effects: "behaviour changed",
  body: "body changed",
  moved: "moved",
  added: "new",
};

/** Formats as text: the path of a reached symbol. */
export function describePath(pairs: SymbolPairs, reached: ReachedSymbol): string {
  const parts: string[] = [];
  for (let at: ReachedSymbol | undefined = reached; at !== undefined; at = at.through) {
    const target = at.through === undefined ? changedName(pairs, at) : shownName(pairs.after.graph, at.through.symbol);
    parts.push(`${dependencyVerb(pairs, at)} ${target}`);
  }
  const last = reached.distance === 1 ? reached : undefined;
  const broken = last?.isBroken === true && reached.aspect !== "removed" ? ", no longer found" : "";
  return `${parts.join(", which ")}: ${ASPECTS[reached.aspect]}${broken}`;
}

function dependencyVerb(pairs: SymbolPairs, { kind, change, through }: ReachedSymbol): string {
  const isOfInterface = kind === "overrides" && through === undefined && isInterfaceMember(pairs, change);
  return isOfInterface ? VERBS.implements : VERBS[kind];
}

function isInterfaceMember({ before, after }: SymbolPairs, change: SymbolChange): boolean {
  const graph = change.after === undefined ? before.graph : after.graph;
  const { container } = graph.symbol((change.after ?? change.before) as SymbolHandle);
  return container !== undefined && graph.kindOf(container) === "interface";
}

/** Name of the changed symbol as the dependent knows it: the earlier name if the reference broke or a type lost its own member. */
function changedName(pairs: SymbolPairs, { change, isBroken, kind, symbol }: ReachedSymbol): string {
  const { before, after } = change;
  const isLost = kind === "lacks" && after !== undefined && pairs.after.graph.symbol(after).container === symbol;
  if (before !== undefined && (isBroken || isLost || after === undefined)) return shownName(pairs.before.graph, before);
  return shownName(pairs.after.graph, (after ?? before) as SymbolHandle);
}

function shownName(graph: SymbolGraph, symbol: SymbolHandle): string {
  return graph.symbol(symbol).qualifiedName;
}
