/**
 * Derived layers as sorted, stable text, without handles or versions. Separate from {@link canonicalDump}, because layers are stored later than
 * their version: to compare two ledgers, first wait until both have been derived.
 */
import type { SymbolHandle } from "@sdl/model";
import type { DerivedLayers, SymbolVectors } from "@sdl/model/graph";
import type { LedgerSnapshot } from "../read/snapshot.js";

/** Lines without line ends; symbols ordered by file and position. */
export function* derivedDump(snapshot: LedgerSnapshot): Iterable<string> {
  const layers = snapshot.derived();
  if (layers === undefined) {
    yield "derived layers are missing";
    return;
  }
  const history = layers.history();
  if (history !== undefined) yield `history ${history.commit} of ${history.commits.length} commits`;
  for (const path of snapshot.files()) {
    yield `file ${JSON.stringify(path)}`;
    for (const symbol of snapshot.fileSymbols(path)) yield* symbolLines(snapshot, layers, symbol);
  }
}

function* symbolLines(snapshot: LedgerSnapshot, layers: DerivedLayers, symbol: SymbolHandle): Iterable<string> {
  const { id } = snapshot.symbol(symbol);
  const number = layers.clusterOf(symbol);
  if (number !== undefined) {
    const { id: cluster, label, memberCount, related } = layers.cluster(number);
    const near = related.map((other) => layers.cluster(other).id).join(" ");
    yield `  ${id} cluster ${cluster} ${JSON.stringify(label)} of ${memberCount} near ${near}`;
  }
  const vector = vectorText(layers.vectors(), symbol);
  if (vector !== "") yield `  ${id} vector ${vector}`;
  const changes = layers.history()?.commitsOf(id) ?? [];
  if (changes.length > 0) {
    const partners = layers.history()?.coChangesOf(id) ?? [];
    yield `  ${id} changed ${changes.length} times, ${layers.churnOf(symbol)} lately`;
    for (const { symbol: other, support, confidence } of partners)
      yield `  ${id} with ${other} ${support} ${confidence}`;
  }
  for (const { test, distance, proximity } of layers.testsOf(symbol)) {
    yield `  ${id} test ${snapshot.symbol(test).id} distance ${distance} proximity ${proximity}`;
  }
  for (const { processId, label, role, depth } of layers.processesOf(symbol)) {
    yield `  ${id} process ${processId} ${role} ${depth} ${JSON.stringify(label)}`;
  }
}

/** The components of a symbol's vector; "" if it has none. */
function vectorText(vectors: SymbolVectors | undefined, symbol: SymbolHandle): string {
  const { values, dimensions } = vectors ?? { values: new Int8Array(0), dimensions: 0 };
  const own = values.subarray(symbol * dimensions, (symbol + 1) * dimensions);
  return own.some((value) => value !== 0) ? own.join(" ") : "";
}
