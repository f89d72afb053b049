/**
 * Which of the symbols that went are symbols that came: moved to another file, renamed, or both. One to one.
 *
 * Rounds of decreasing certainty; what one round pairs, the next ones do not see. Files and classes are paired by what they hold, and
 * carry their members along, edited ones too. Everything else is paired by its syntax: a fingerprint knows no name. Bodies of one or
 * two lines are alike by chance, so they need their file, container or both as witnesses.
 * Invariant: symmetric in nothing but order: the result follows from the two lists alone.
 */
import { addToList, getOrMake, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { byCodeUnits, identifierTerms } from "@sdl/model/text";

/** Symbols that are in one version only. */
export interface Side {
  readonly graph: SymbolGraph;
  readonly symbols: readonly SymbolHandle[];
  factsKey(path: string): string | undefined;
}

/** Of what two files or classes hold, so much must be the same. */
const LEAST_OVERLAP = 0.5;
/** Bodies of fewer lines are alike by chance. */
const TELLING_LINES = 3;
/** Beyond it, symbols of one key are paired in their order. */
const MAX_COMPARED = 24;

const HOLDERS: ReadonlySet<SymbolKind> = new Set(["module", "class", "interface", "type", "variable"]);

/** A symbol on its way. */
interface Candidate {
  readonly record: SymbolRecord;
  readonly fingerprint: string;
  readonly bodyPrint: number | undefined;
  readonly isTelling: boolean;
  /** Qualified name of the container, empty for symbols of a file. */
  readonly scope: string;
}

/** @returns handles of the later graph by those of the earlier */
export function matchMoved(removed: Side, added: Side): Map<SymbolHandle, SymbolHandle> {
  const matching = new Matching(candidatesOf(removed), candidatesOf(added));
  if (matching.isEmpty()) return matching.pairs;
  const factsOf = (side: Side) => (file: string) => side.factsKey(file);
  matching.pairBy(({ record }) => `${record.file}\0${record.qualifiedName}`);
  matching.pairModulesByFacts(factsOf(removed), factsOf(added));
  matching.pairHolders((kind) => kind === "module");
  matching.pairHolders((kind) => kind !== "module" && HOLDERS.has(kind));
  matching.pairBy((one) => key(one, one.record.name, one.scope));
  matching.pairBy((one) => key(one, one.record.file, one.scope));
  matching.pairBy((one) => (one.isTelling ? key(one, one.record.name) : undefined));
  matching.pairBy((one) => (one.isTelling ? key(one) : undefined));
  matching.pairBy((one) => bodyKey(one, one.record.name));
  matching.pairBy((one) => bodyKey(one, `${one.record.file}\0${one.scope}`));
  return matching.pairs;
}

function key({ record, fingerprint }: Candidate, ...witnesses: readonly string[]): string {
  return [record.kind, fingerprint, ...witnesses].join("\0");
}

/** Of functions whose signature changed on the way: exporting what was moved is the common case. */
function bodyKey({ record, bodyPrint, isTelling }: Candidate, witness: string): string | undefined {
  return bodyPrint === undefined || !isTelling ? undefined : `${record.kind}\0${bodyPrint}\0${witness}`;
}

function candidatesOf({ graph, symbols }: Side): Map<SymbolHandle, Candidate> {
  const candidates = new Map<SymbolHandle, Candidate>();
  for (const symbol of symbols) {
    const record = graph.symbol(symbol);
    const { astFingerprint, bodyPrint } = graph.details(symbol);
    const { container, range } = record;
    const isInner = container !== undefined && graph.kindOf(container) !== "module";
    candidates.set(symbol, {
      record,
      fingerprint: astFingerprint,
      bodyPrint,
      isTelling: range.endLine - range.startLine + 1 >= TELLING_LINES,
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
    private readonly removed: Map<SymbolHandle, Candidate>,
    private readonly added: Map<SymbolHandle, Candidate>,
  ) {
    this.removedMembers = membersByContainer(removed.values());
    this.addedMembers = membersByContainer(added.values());
  }

  isEmpty(): boolean {
    return this.removed.size === 0 || this.added.size === 0;
  }

  /** Pairs symbols of one key; of several, those whose names and places are most alike. Modules are paired by what they hold alone. */
  pairBy(keyOf: (candidate: Candidate) => string | undefined): void {
    if (this.isEmpty()) return;
    const keyed = (one: Candidate) => (one.record.kind === "module" ? undefined : keyOf(one));
    const added = groupBy(this.added.values(), keyed);
    for (const [name, from] of groupBy(this.removed.values(), keyed)) {
      for (const [one, other] of pairGroup(from, added.get(name) ?? []))
        this.pair(one.record.handle, other.record.handle);
    }
  }

  /** Files that were moved as they are. */
  pairModulesByFacts(before: (file: string) => string | undefined, after: (file: string) => string | undefined): void {
    const keyed = (keyOf: (file: string) => string | undefined) => (one: Candidate) =>
      one.record.kind === "module" ? keyOf(one.record.file) : undefined;
    const added = groupBy(this.added.values(), keyed(after));
    for (const [name, from] of groupBy(this.removed.values(), keyed(before))) {
      for (const [one, other] of pairGroup(from, added.get(name) ?? [])) this.pairHolder(one, other);
    }
  }

  /** Pairs what holds others by the share of it that is the same, best first, and their members by name. */
  pairHolders(isWanted: (kind: SymbolKind) => boolean): void {
    const holders = (candidates: ReadonlyMap<SymbolHandle, Candidate>, members: Members): Candidate[] =>
      [...candidates.values()].filter(({ record }) => isWanted(record.kind) && members.has(record.handle));
    const byMember = indexMembers(holders(this.added, this.addedMembers), this.addedMembers);
    const found: { readonly from: Candidate; readonly to: Candidate; readonly overlap: number }[] = [];
    for (const from of holders(this.removed, this.removedMembers)) {
      const members = this.removedMembers.get(from.record.handle) ?? [];
      for (const [to, shared] of countShared(members, byMember)) {
        const others = this.addedMembers.get(to.record.handle) ?? [];
        const overlap = shared / Math.max(members.length, others.length);
        if (to.record.kind === from.record.kind && overlap >= LEAST_OVERLAP) found.push({ from, to, overlap });
      }
    }
    found.sort(
      (a, b) =>
        b.overlap - a.overlap ||
        likeness(b.from, b.to) - likeness(a.from, a.to) ||
        byCodeUnits(a.from.record.id, b.from.record.id) ||
        byCodeUnits(a.to.record.id, b.to.record.id),
    );
    for (const { from, to } of found) this.pairHolder(from, to);
  }

  /** Pairs two holders, and their members that are called the same, level by level. */
  private pairHolder(from: Candidate, to: Candidate): void {
    const open = [[from.record.handle, to.record.handle] as const];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [one, other] = next;
      if (!this.pair(one, other)) continue;
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

  private pair(from: SymbolHandle, to: SymbolHandle): boolean {
    if (!this.removed.has(from) || !this.added.has(to)) return false;
    this.pairs.set(from, to);
    this.removed.delete(from);
    this.added.delete(to);
    return true;
  }
}

function memberKey({ record }: Candidate): string {
  return `${record.kind}\0${record.name}`;
}

/** By container, whether or not that is a candidate itself; in source order. */
type Members = ReadonlyMap<SymbolHandle, readonly Candidate[]>;

function membersByContainer(candidates: Iterable<Candidate>): Members {
  return groupBy(candidates, ({ record }) => record.container);
}

function nameKey(one: Candidate): string {
  return key(one, one.record.name);
}

/** Holders by the name and syntax of what they hold. */
function indexMembers(holders: readonly Candidate[], members: Members): Map<string, Set<Candidate>> {
  const index = new Map<string, Set<Candidate>>();
  for (const holder of holders) {
    for (const name of new Set((members.get(holder.record.handle) ?? []).map(nameKey))) {
      getOrMake(index, name, () => new Set()).add(holder);
    }
  }
  return index;
}

/** How many of the members each holder of the other side has too. What many hold (an empty constructor) tells none from another. */
function countShared(
  members: readonly Candidate[],
  holders: ReadonlyMap<string, ReadonlySet<Candidate>>,
): Map<Candidate, number> {
  const shared = new Map<Candidate, number>();
  for (const name of new Set(members.map(nameKey))) {
    const holding = holders.get(name);
    if (holding === undefined || holding.size > MAX_COMPARED) continue;
    for (const holder of holding) shared.set(holder, (shared.get(holder) ?? 0) + 1);
  }
  return shared;
}

/** Groups candidates in their order; those without a key are in none. */
function groupBy<K>(
  candidates: Iterable<Candidate>,
  keyOf: (candidate: Candidate) => K | undefined,
): Map<K, Candidate[]> {
  const groups = new Map<K, Candidate[]>();
  for (const one of candidates) {
    const name = keyOf(one);
    if (name !== undefined) addToList(groups, name, one);
  }
  return groups;
}

function pairGroup(from: readonly Candidate[], to: readonly Candidate[]): (readonly [Candidate, Candidate])[] {
  if (from.length > MAX_COMPARED || to.length > MAX_COMPARED || (from.length === 1 && to.length === 1)) {
    return from.slice(0, to.length).map((one, i) => [one, to[i] as Candidate] as const);
  }
  const all = from.flatMap((one, i) => to.map((other, j) => ({ one, other, order: Math.abs(i - j), i, j })));
  all.sort(
    (a, b) => likeness(b.one, b.other) - likeness(a.one, a.other) || a.order - b.order || a.i - b.i || a.j - b.j,
  );
  const taken = new Set<Candidate>();
  return all.flatMap(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return [];
    taken.add(one).add(other);
    return [[one, other] as const];
  });
}

/** 0..3: how much two symbols' names and places have in common. */
function likeness({ record: a }: Candidate, { record: b }: Candidate): number {
  const folder = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const file = a.file === b.file ? 1 : folder(a.file) === folder(b.file) ? 0.5 : 0;
  return jaccard(identifierTerms(a.name), identifierTerms(b.name)) + file + (a.name === b.name ? 1 : 0);
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const shared = new Set(a.filter((term) => other.has(term))).size;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : shared / all;
}
