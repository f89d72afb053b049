/**
 * Matching of moved symbols: pairs removed symbols with added ones that are the same symbol after a move, a rename, or both. One to one.
 *
 * Rounds of decreasing certainty; a paired symbol is not considered in later rounds. Files and classes are paired by their members, which are
 * paired with them even if edited. All others are paired by syntax fingerprints, which contain no names. Bodies of one or two lines are often equal
 * by chance, so their file, container or both must be equal too.
 * Invariant: the result depends on the two lists and their order only.
 */
import { addToList, getOrMake, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { byCodeUnits, identifierTerms } from "@sdl/model/text";

/** Symbols that exist in one of the versions only. */
export interface MoveSide {
  readonly graph: SymbolGraph;
  readonly symbols: readonly SymbolHandle[];
  factsKey(path: string): string | undefined;
}

/** Minimum share of equal members of two files or classes. */
const MIN_OVERLAP = 0.5;
/** Minimum number of lines of a distinctive body; shorter ones are often equal by chance. */
const MIN_DISTINCTIVE_LINES = 3;
/** Maximum group size for comparison by similarity; larger groups of equal keys are paired in their order. */
const MAX_COMPARED = 24;

const CONTAINER_KINDS: ReadonlySet<SymbolKind> = new Set(["module", "class", "interface", "type", "variable"]);

/** A removed or added symbol to be paired. */
interface MoveCandidate {
  readonly record: SymbolRecord;
  readonly fingerprint: string;
  readonly bodyPrint: number | undefined;
  readonly isDistinctive: boolean;
  /** Qualified name of the container; empty for top-level symbols. */
  readonly scope: string;
}

/** @returns later handles by earlier handles */
export function matchMoved(removed: MoveSide, added: MoveSide): Map<SymbolHandle, SymbolHandle> {
  const matching = new Matching(collectCandidates(removed), collectCandidates(added));
  if (matching.isEmpty()) return matching.pairs;
  const factsOf = (side: MoveSide) => (file: string) => side.factsKey(file);
  matching.pairByKey(({ record }) => `${record.file}\0${record.qualifiedName}`);
  matching.pairModulesByFacts(factsOf(removed), factsOf(added));
  matching.pairContainers((kind) => kind === "module");
  matching.pairContainers((kind) => kind !== "module" && CONTAINER_KINDS.has(kind));
  matching.pairByKey((one) => matchKey(one, one.record.name, one.scope));
  matching.pairByKey((one) => matchKey(one, one.record.file, one.scope));
  matching.pairByKey((one) => (one.isDistinctive ? matchKey(one, one.record.name) : undefined));
  matching.pairByKey((one) => (one.isDistinctive ? matchKey(one) : undefined));
  matching.pairByKey((one) => bodyKey(one, one.record.name));
  matching.pairByKey((one) => bodyKey(one, `${one.record.file}\0${one.scope}`));
  return matching.pairs;
}

function matchKey({ record, fingerprint }: MoveCandidate, ...witnesses: readonly string[]): string {
  return [record.kind, fingerprint, ...witnesses].join("\0");
}

/** Key of a function whose signature changed during the move, for example by exporting it. */
function bodyKey({ record, bodyPrint, isDistinctive }: MoveCandidate, witness: string): string | undefined {
  return bodyPrint === undefined || !isDistinctive ? undefined : `${record.kind}\0${bodyPrint}\0${witness}`;
}

function collectCandidates({ graph, symbols }: MoveSide): Map<SymbolHandle, MoveCandidate> {
  const candidates = new Map<SymbolHandle, MoveCandidate>();
  for (const symbol of symbols) {
    const record = graph.symbol(symbol);
    const { astFingerprint, bodyPrint } = graph.details(symbol);
    const { container, range } = record;
    const isInner = container !== undefined && graph.kindOf(container) !== "module";
    candidates.set(symbol, {
      record,
      fingerprint: astFingerprint,
      bodyPrint,
      isDistinctive: range.endLine - range.startLine + 1 >= MIN_DISTINCTIVE_LINES,
      scope: isInner ? graph.symbol(container).qualifiedName : "",
    });
  }
  return candidates;
}

class Matching {
  readonly pairs = new Map<SymbolHandle, SymbolHandle>();
  private readonly removedMembers: Members;
  private readonly addedMembers: Members;

  constructor(
    private readonly removed: Map<SymbolHandle, MoveCandidate>,
    private readonly added: Map<SymbolHandle, MoveCandidate>,
  ) {
    this.removedMembers = membersByContainer(removed.values());
    this.addedMembers = membersByContainer(added.values());
  }

  isEmpty(): boolean {
    return this.removed.size === 0 || this.added.size === 0;
  }

  /** Pairs symbols with equal keys; in groups of several, by similarity of names and positions. Modules are paired by their members only. */
  pairByKey(keyOf: (candidate: MoveCandidate) => string | undefined): void {
    if (this.isEmpty()) return;
    const keyed = (one: MoveCandidate) => (one.record.kind === "module" ? undefined : keyOf(one));
    const added = groupBy(this.added.values(), keyed);
    for (const [name, from] of groupBy(this.removed.values(), keyed)) {
      for (const [one, other] of pairGroup(from, added.get(name) ?? []))
        this.pairSymbols(one.record.handle, other.record.handle);
    }
  }

  /** Pairs files that were moved unchanged. */
  pairModulesByFacts(before: (file: string) => string | undefined, after: (file: string) => string | undefined): void {
    const keyed = (keyOf: (file: string) => string | undefined) => (one: MoveCandidate) =>
      one.record.kind === "module" ? keyOf(one.record.file) : undefined;
    const added = groupBy(this.added.values(), keyed(after));
    for (const [name, from] of groupBy(this.removed.values(), keyed(before))) {
      for (const [one, other] of pairGroup(from, added.get(name) ?? [])) this.pairContainer(one, other);
    }
  }

  /** Pairs containers by their share of equal members, best first, and then their members by name. */
  pairContainers(isWanted: (kind: SymbolKind) => boolean): void {
    const holders = (candidates: ReadonlyMap<SymbolHandle, MoveCandidate>, members: Members): MoveCandidate[] =>
      [...candidates.values()].filter(({ record }) => isWanted(record.kind) && members.has(record.handle));
    const byMember = indexMembers(holders(this.added, this.addedMembers), this.addedMembers);
    const found: { readonly from: MoveCandidate; readonly to: MoveCandidate; readonly overlap: number }[] = [];
    for (const from of holders(this.removed, this.removedMembers)) {
      const members = this.removedMembers.get(from.record.handle) ?? [];
      for (const [to, shared] of countShared(members, byMember)) {
        const others = this.addedMembers.get(to.record.handle) ?? [];
        const overlap = shared / Math.max(members.length, others.length);
        if (to.record.kind === from.record.kind && overlap >= MIN_OVERLAP) found.push({ from, to, overlap });
      }
    }
    found.sort(
      (a, b) =>
        b.overlap - a.overlap ||
        symbolSimilarity(b.from, b.to) - symbolSimilarity(a.from, a.to) ||
        byCodeUnits(a.from.record.id, b.from.record.id) ||
        byCodeUnits(a.to.record.id, b.to.record.id),
    );
    for (const { from, to } of found) this.pairContainer(from, to);
  }

  /** Pairs two containers, and recursively their members with equal kind and name. */
  private pairContainer(from: MoveCandidate, to: MoveCandidate): void {
    const open = [[from.record.handle, to.record.handle] as const];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [one, other] = next;
      if (!this.pairSymbols(one, other)) continue;
      const members = groupBy(this.addedMembers.get(other) ?? [], memberKey);
      for (const [name, list] of groupBy(this.removedMembers.get(one) ?? [], memberKey)) {
        const others = members.get(name) ?? [];
        list.slice(0, others.length).forEach((member, i) => {
          const twin = others[i];
          if (twin !== undefined) open.push([member.record.handle, twin.record.handle]);
        });
      }
    }
  }

  private pairSymbols(from: SymbolHandle, to: SymbolHandle): boolean {
    if (!this.removed.has(from) || !this.added.has(to)) return false;
    this.pairs.set(from, to);
    this.removed.delete(from);
    this.added.delete(to);
    return true;
  }
}

function memberKey({ record }: MoveCandidate): string {
  return `${record.kind}\0${record.name}`;
}

/** Members by container, in source order; the container need not be a candidate. */
type Members = ReadonlyMap<SymbolHandle, readonly MoveCandidate[]>;

function membersByContainer(candidates: Iterable<MoveCandidate>): Members {
  return groupBy(candidates, ({ record }) => record.container);
}

function nameAndSyntaxKey(one: MoveCandidate): string {
  return matchKey(one, one.record.name);
}

/** Containers by the name and syntax of their members. */
function indexMembers(holders: readonly MoveCandidate[], members: Members): Map<string, Set<MoveCandidate>> {
  const index = new Map<string, Set<MoveCandidate>>();
  for (const holder of holders) {
    for (const name of new Set((members.get(holder.record.handle) ?? []).map(nameAndSyntaxKey))) {
      getOrMake(index, name, () => new Set()).add(holder);
    }
  }
  return index;
}

/**
 * For each container (class, interface) of the other version: number of members with the same name and syntax. A member
 * that more than {@link MAX_COMPARED} containers have, such as an empty constructor, is ignored.
 */
function countShared(
  members: readonly MoveCandidate[],
  holders: ReadonlyMap<string, ReadonlySet<MoveCandidate>>,
): Map<MoveCandidate, number> {
  const shared = new Map<MoveCandidate, number>();
  for (const name of new Set(members.map(nameAndSyntaxKey))) {
    const holding = holders.get(name);
    if (holding === undefined || holding.size > MAX_COMPARED) continue;
    for (const holder of holding) shared.set(holder, (shared.get(holder) ?? 0) + 1);
  }
  return shared;
}

/** Groups candidates by key, in their order; candidates without a key are omitted. */
function groupBy<K>(
  candidates: Iterable<MoveCandidate>,
  keyOf: (candidate: MoveCandidate) => K | undefined,
): Map<K, MoveCandidate[]> {
  const groups = new Map<K, MoveCandidate[]>();
  for (const one of candidates) {
    const name = keyOf(one);
    if (name !== undefined) addToList(groups, name, one);
  }
  return groups;
}

function pairGroup(
  from: readonly MoveCandidate[],
  to: readonly MoveCandidate[],
): (readonly [MoveCandidate, MoveCandidate])[] {
  if (from.length > MAX_COMPARED || to.length > MAX_COMPARED || (from.length === 1 && to.length === 1)) {
    return from.slice(0, to.length).map((one, i) => [one, to[i] as MoveCandidate] as const);
  }
  const all = from.flatMap((one, i) => to.map((other, j) => ({ one, other, order: Math.abs(i - j), i, j })));
  all.sort(
    (a, b) =>
      symbolSimilarity(b.one, b.other) - symbolSimilarity(a.one, a.other) ||
      a.order - b.order ||
      a.i - b.i ||
      a.j - b.j,
  );
  const taken = new Set<MoveCandidate>();
  return all.flatMap(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return [];
    taken.add(one).add(other);
    return [[one, other] as const];
  });
}

/** Similarity of two symbols' names and positions, 0..3. */
function symbolSimilarity({ record: a }: MoveCandidate, { record: b }: MoveCandidate): number {
  const folder = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const file = a.file === b.file ? 1 : folder(a.file) === folder(b.file) ? 0.5 : 0;
  return jaccardSimilarity(identifierTerms(a.name), identifierTerms(b.name)) + file + (a.name === b.name ? 1 : 0);
}

function jaccardSimilarity(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const shared = new Set(a.filter((term) => other.has(term))).size;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : shared / all;
}
