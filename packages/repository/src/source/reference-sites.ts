/**
 * Sites of references in the source. Edges store the number of references, not their positions: the few requested files
 * are linked again.
 */
import type { LedgerSnapshot } from "@sdl/graph";
import { createLinkSession, type ReferenceSite, referenceSites } from "@sdl/indexer";
import { EDGE_CODE, type FileHandle, type SymbolHandle } from "@sdl/model";
import { isIsolatedFault } from "../faults.js";

/** Position of a reference. */
export interface Site {
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 0, in UTF-16 code units. */
  readonly col: number;
}

/** A pair of symbols whose references are requested. */
export interface Link {
  readonly from: SymbolHandle;
  readonly to: SymbolHandle;
}

/** Sites by link, without duplicates, in source order. */
export class LinkSites {
  private readonly places: Map<string, Map<string, Site>>;

  constructor(links: readonly Link[]) {
    this.places = new Map(links.map((link) => [linkKey(link), new Map()]));
  }

  of(link: Link): readonly Site[] {
    const sites = [...(this.places.get(linkKey(link))?.values() ?? [])];
    return sites.sort((a, b) => a.line - b.line || a.col - b.col);
  }

  /** Adds a site if the link is requested. */
  add(link: Link, site: Site): void {
    this.places.get(linkKey(link))?.set(`${site.line}:${site.col}`, site);
  }
}

/** The sites of a file; empty if linking it fails, since it has no links then. */
function sitesUnlessLinkingFails(find: () => readonly ReferenceSite[]): readonly ReferenceSite[] {
  try {
    return find();
  } catch (error) {
    if (!isIsolatedFault(error)) throw error;
    return [];
  }
}

/** Finds the sites of links. @param callsOnly whether only calls are requested */
export function findSites(graph: LedgerSnapshot, links: readonly Link[], callsOnly: boolean): LinkSites {
  const found = new LinkSites(links);
  const source = graph.factsSource();
  const session = createLinkSession(source);
  const symbolsOf = new Map<FileHandle, readonly SymbolHandle[]>();
  for (const [path, owners] of ownersByFile(graph, links)) {
    const file = source.file(path);
    if (file === undefined) continue;
    const symbols = graph.fileSymbols(path);
    const ordinals = new Set([...owners].map((owner) => symbols.indexOf(owner)));
    for (const { from, toFile, toSymbol, kind, line, col } of sitesUnlessLinkingFails(() =>
      referenceSites(session, file, ordinals),
    )) {
      if (callsOnly && kind !== EDGE_CODE.call) continue;
      const targets = symbolsOf.get(toFile) ?? graph.fileSymbols(source.path(toFile));
      symbolsOf.set(toFile, targets);
      found.add({ from: symbols[from] ?? -1, to: targets[toSymbol] ?? -1 }, { file: path, line, col });
    }
  }
  return found;
}

/**
 * Targets of the references at a position, in no particular order.
 * @param owners symbols of the file, one of which contains the position
 */
export function targetsAtPosition(
  graph: LedgerSnapshot,
  { file: path, line, col }: Site,
  owners: readonly SymbolHandle[],
): readonly Link[] {
  const source = graph.factsSource();
  const file = source.file(path);
  if (file === undefined) return [];
  const symbols = graph.fileSymbols(path);
  const ordinals = new Set(owners.map((owner) => symbols.indexOf(owner)));
  const sites = sitesUnlessLinkingFails(() => referenceSites(createLinkSession(source), file, ordinals));
  return sites
    .filter((site) => site.line === line && site.col === col)
    .map(({ from, toFile, toSymbol }) => ({
      from: symbols[from] ?? -1,
      to: graph.fileSymbols(source.path(toFile))[toSymbol] ?? -1,
    }))
    .filter(({ from, to }) => from !== -1 && to !== -1);
}

function ownersByFile(graph: LedgerSnapshot, links: readonly Link[]): Map<string, Set<SymbolHandle>> {
  const byFile = new Map<string, Set<SymbolHandle>>();
  for (const { from } of links) {
    const path = graph.fileOf(from);
    const owners = byFile.get(path) ?? new Set();
    owners.add(from);
    byFile.set(path, owners);
  }
  return byFile;
}

function linkKey({ from, to }: Link): string {
  return `${from}>${to}`;
}
