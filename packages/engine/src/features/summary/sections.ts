/** The four sections of a summary, from a slice: key symbols, dependencies, risk areas, files. */
import type { SymbolKind } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { Slice, SliceCard } from "@sdl/slice";

/** A symbol of the first section. */
export interface KeySymbol {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly file: string;
  readonly line: number;
  readonly signature?: string | undefined;
  readonly summary?: string | undefined;
}

/** Content of all four sections. */
export interface SummarySections {
  /** Best first. */
  readonly keySymbols: readonly KeySymbol[];
  /** Edges by symbol names, in the order of the symbols that they start from. */
  readonly dependencyGraph: readonly { readonly from: string; readonly to: string; readonly kind: string }[];
  readonly riskAreas: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly reason: string;
  }[];
  readonly filesTouched: readonly { readonly file: string; readonly symbols: number }[];
}

/** Number of dependents from which on a change is risky, from the contract. */
const RISKY_FAN_IN = 15;
/** Number of commits in 30 days from which on a symbol counts as frequently changed: more than one a week. */
const RISKY_CHURN = 5;

/** Derives the sections from a slice. */
export function deriveSections(graph: SymbolGraph, { cards, edges }: Slice): SummarySections {
  const names = new Map(cards.map((card) => [card.symbolId, shownName(card)]));
  return {
    keySymbols: cards.map(keySymbol),
    dependencyGraph: edges.flatMap(({ from, to, kind }) => {
      const [source, target] = [names.get(from), names.get(to)];
      return source === undefined || target === undefined ? [] : [{ from: source, to: target, kind }];
    }),
    riskAreas: cards.flatMap((card) => riskAreasOf(graph, card)),
    filesTouched: countFiles(cards),
  };
}

function shownName({ qualifiedName, name }: SliceCard): string {
  return qualifiedName ?? name;
}

function keySymbol(card: SliceCard): KeySymbol {
  const { symbolId, kind, file, line, signature, summary } = card;
  return {
    symbolId,
    name: shownName(card),
    kind,
    file,
    line,
    signature: signature?.text,
    summary,
  };
}

function riskAreasOf(graph: SymbolGraph, card: SliceCard): SummarySections["riskAreas"] {
  const handle = graph.findSymbol(card.symbolId);
  const fanIn = card.metrics?.fanIn ?? (handle === undefined ? 0 : new Set(graph.incoming(handle).symbols).size);
  const churn = card.metrics?.churn30d ?? 0;
  const reasons = [
    ...(fanIn < RISKY_FAN_IN ? [] : [`${fanIn} symbols depend on it`]),
    ...(churn < RISKY_CHURN ? [] : [`changed by ${churn} commits in 30 days`]),
  ];
  return reasons.length === 0
    ? []
    : [{ name: shownName(card), file: card.file, line: card.line, reason: reasons.join(", ") }];
}

/** Files with their number of symbols, in order of first appearance in the cards. */
function countFiles(cards: readonly SliceCard[]): SummarySections["filesTouched"] {
  const counts = new Map<string, number>();
  for (const { file } of cards) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([file, symbols]) => ({ file, symbols }));
}
