/**
 * Canonical dump: a snapshot as sorted, stable text for byte-for-byte comparison in equivalence tests and for human readers. Contains no handle,
 * version or time, so it does not depend on how the ledger was built.
 */
import { crc32 } from "node:zlib";
import { EDGE_KINDS, type SymbolHandle } from "@sdl/model";
import { type FactsPage, SYMBOLS, TERMS } from "@sdl/model/facts";
import { RESOLVERS } from "@sdl/model/graph";
import { joinTermHash, pathTermsOf, TERM_FIELDS } from "@sdl/model/text";
import type { LedgerSnapshot } from "../read/snapshot.js";

/** Lines without line ends: files ordered by path, then configuration, skipped files, totals. */
export function* canonicalDump(snapshot: LedgerSnapshot): Iterable<string> {
  const digests = postingDigests(snapshot);
  for (const path of snapshot.filesAndSettings()) yield* fileLines(snapshot, path, digests);
  for (const { path, text } of snapshot.configs()) yield `config ${JSON.stringify(path)} ${computeDigest(text)}`;
  for (const { path, reason } of snapshot.skipped()) yield `skipped ${JSON.stringify(path)} ${JSON.stringify(reason)}`;
  yield* totalLines(snapshot);
}

function* fileLines(
  snapshot: LedgerSnapshot,
  path: string,
  digests: ReadonlyMap<SymbolHandle, number>,
): Iterable<string> {
  const entry = snapshot.fileEntry(path);
  const page = snapshot.fileFacts(path);
  if (entry === undefined || page === undefined) return;
  yield `file ${JSON.stringify(path)} ${entry.language} flags ${entry.flags} facts ${entry.factsKey} ${computeDigest(page.bytes)}`;
  const symbols = snapshot.fileSymbols(path);
  for (let ordinal = 0; ordinal < symbols.length; ordinal++) {
    const handle = symbols[ordinal] as SymbolHandle;
    yield symbolLine(snapshot, page, handle, ordinal);
    const { signature, doc } = snapshot.details(handle);
    const { effects, guards } = snapshot.behaviour(handle);
    if (signature !== undefined) yield `    signature ${JSON.stringify(signature)}`;
    if (doc !== undefined) yield `    doc ${JSON.stringify(doc)}`;
    for (const effect of effects) yield `    effect ${JSON.stringify(effect)}`;
    for (const guard of guards) yield `    guard ${JSON.stringify(guard)}`;
    yield* edgeLines(snapshot, handle);
    const lengths = TERM_FIELDS.map((_, field) => snapshot.length(handle, field));
    yield `    terms ${lengths.join(" ")} ${toHex(digests.get(handle) ?? 0)}`;
  }
}

function symbolLine(snapshot: LedgerSnapshot, page: FactsPage, handle: SymbolHandle, ordinal: number): string {
  const symbol = snapshot.symbol(handle);
  const { range, container } = symbol;
  const place = `${range.startLine}:${range.startCol}-${range.endLine}:${range.endCol}@${symbol.line}`;
  const outer = container === undefined ? "-" : snapshot.symbol(container).id;
  const flags = page.table(SYMBOLS).flags[ordinal] ?? 0;
  const name = `${JSON.stringify(symbol.name)} ${JSON.stringify(symbol.qualifiedName)}`;
  const { astFingerprint } = snapshot.details(handle);
  return `  ${symbol.id} ${symbol.kind} ${name} ${place} in ${outer} ${symbol.visibility} ${toHex(flags)} ${astFingerprint}`;
}

function* edgeLines(snapshot: LedgerSnapshot, handle: SymbolHandle): Iterable<string> {
  for (const [word, side] of [
    ["to", snapshot.outgoing(handle)],
    ["from", snapshot.incoming(handle)],
  ] as const) {
    const { symbols, kinds, resolvers, confidences, counts } = side;
    for (let i = 0; i < side.length; i++) {
      const kind = EDGE_KINDS[kinds[i] as number];
      const resolver = RESOLVERS[resolvers[i] as number];
      const { id } = snapshot.symbol(symbols[i] as number);
      yield `    ${word} ${id} ${kind} ${confidences[i]} ${resolver} x${counts[i]}`;
    }
  }
  for (const { kind, packageName, name, count } of snapshot.unresolved(handle)) {
    yield `    unresolved ${kind} ${JSON.stringify(packageName ?? "")} ${JSON.stringify(name)} x${count}`;
  }
}

/** For each symbol, a digest of its postings, read from the index instead of the facts. */
function postingDigests(snapshot: LedgerSnapshot): Map<SymbolHandle, number> {
  const digests = new Map<SymbolHandle, number>();
  for (const term of allTerms(snapshot)) {
    const { symbols, frequencies } = snapshot.postings(term);
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as SymbolHandle;
      digests.set(symbol, crc32(`${term}:${frequencies[i]};`, digests.get(symbol) ?? 0));
    }
  }
  return digests;
}

/** Terms of all facts and paths, ascending. Further terms in the index belong to no existing symbol; they show in the totals. */
function allTerms(snapshot: LedgerSnapshot): Float64Array {
  const terms = new Set<number>();
  for (const path of snapshot.filesAndSettings()) {
    for (const { hash } of pathTermsOf(path)) terms.add(hash);
    const table = snapshot.fileFacts(path)?.table(TERMS);
    if (table === undefined) continue;
    for (let i = 0; i < table.rows; i++) terms.add(joinTermHash(table.hi[i] as number, table.lo[i] as number));
  }
  return Float64Array.from(terms).sort();
}

function* totalLines(snapshot: LedgerSnapshot): Iterable<string> {
  const { files, symbols, edges } = snapshot.counts;
  yield `total files ${files} symbols ${symbols} edges ${edges}`;
  yield `total lengths ${snapshot.meanLengths.map((mean) => mean.toString()).join(" ")} of ${snapshot.documentCount}`;
  const names = snapshot.names();
  yield `total names ${names.length} ${computeDigest(names.join("\0"))}`;
  let named = 0;
  for (const name of names)
    for (const symbol of snapshot.symbolsNamed(name)) named += snapshot.symbol(symbol).name === name ? 1 : 0;
  yield `total named ${named}`;
  const counts = snapshot.postingCounts();
  yield `total terms ${counts.terms} postings ${counts.postings}`;
}

function computeDigest(data: string | Uint8Array): string {
  return toHex(crc32(data));
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
