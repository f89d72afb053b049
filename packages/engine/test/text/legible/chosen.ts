/** Facts that an answer's text must contain, derived from the answer itself, in the notation of `read-text.ts`. */
import { EDGE_VERBS, type Slice, type SliceCard } from "@sdl/slice";
import { USED_BY } from "../../../src/text/relation-words.js";

type Kind = keyof typeof USED_BY;
interface Place {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind?: string;
}
interface Block {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const linesOf = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`);
const addressOf = ({ file, line, name }: Place): string => (name === file ? file : `${file}:${line}`);
const sourceFacts = (file: string, blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ startLine, text }) => text.split("\n").map((code, i) => `source ${file}:${startLine + i} ${code}`));
const relations = (place: string, verb: string, targets: readonly string[] = []): string[] =>
  targets.filter((target) => !/^\+\d+ more$/.test(target)).map((target) => `relation ${place} ${verb} ${target}`);

/** A test is named for the first three cards. */
export function chosenOfSlice({ slice }: { readonly slice: unknown }): string[] {
  const { cards = [], edges = [], frontier = [] } = slice as Partial<Slice>;
  const placeOf = ({ file, line, source }: SliceCard): string => {
    const [first, last] = [source?.blocks[0], source?.blocks.at(-1)];
    return `${file}:${first === undefined || last === undefined ? line : linesOf(first.startLine, last.endLine)}`;
  };
  const byId = new Map(cards.map((card) => [card.symbolId, card]));
  const isShared = ({ name }: SliceCard) => cards.filter((other) => other.name === name).length > 1;
  const labelOf = (card: SliceCard) => (isShared(card) ? `${card.name} (${addressOf(card)})` : card.name);
  const facts = cards.flatMap((card, rank) => [
    `symbol ${placeOf(card)} ${card.name}`,
    ...sourceFacts(card.file, card.source?.blocks ?? []),
    ...relations(placeOf(card), "tested by", card.metrics?.testRefs?.slice(0, rank < 3 ? 1 : 0)),
    ...(/^matches|^start:/.test(card.why?.lastStep ?? "matches")
      ? []
      : [`relation ${placeOf(card)} ${card.why?.lastStep}`]),
  ]);
  const links = edges.flatMap(({ from, to, kind }) => {
    const [source, target] = [byId.get(from), byId.get(to)];
    return source === undefined || target === undefined
      ? []
      : relations(placeOf(source), EDGE_VERBS[kind].out, [labelOf(target)]);
  });
  const near = frontier.map(({ name, file, line }) => `mention ${name === file ? name : `${name} (${file}:${line})`}`);
  return [...facts, ...links, ...near];
}

interface SentCard extends Place {
  readonly qualifiedName?: string;
  readonly range: { readonly startLine: number; readonly endLine: number };
  readonly source?: { readonly blocks: readonly Block[] };
  readonly deps?: { readonly calls?: readonly string[]; readonly imports?: readonly string[] };
  readonly usedBy?: readonly (Place & { readonly by: Kind })[];
  readonly metrics: { readonly testRefs?: readonly string[] };
  readonly processes?: readonly { readonly label: string }[];
}

export function chosenOfCard(card: SentCard): string[] {
  const { file, range, name, source, deps, usedBy = [], metrics, processes = [] } = card;
  const place = `${file}:${linesOf(range.startLine, range.endLine)}`;
  const label = (user: Place) => (user.name === user.file ? user.file : `${user.name} (${addressOf(user)})`);
  return [
    `symbol ${place} ${name}`,
    ...sourceFacts(file, source?.blocks ?? []),
    ...relations(place, "calls", deps?.calls),
    ...relations(place, "uses", deps?.imports),
    ...usedBy.flatMap((user) => relations(place, USED_BY[user.by], [label(user)])),
    ...relations(place, "tested by", metrics.testRefs),
    ...processes.map((process) => `way ${place} ${process.label}`),
  ];
}

export function chosenOfSearch({ results = [] }: { readonly results?: readonly Place[] }): string[] {
  return results.map((result) => `symbol ${addressOf(result)} ${result.name}`);
}

interface Node extends Omit<Place, "file"> {
  readonly endLine: number;
  readonly children?: readonly Node[];
}

export function chosenOfOutline({
  file,
  symbols = [],
}: {
  readonly file: string;
  readonly symbols?: readonly Node[];
}): string[] {
  const ofNode = ({ name, line, endLine, children = [] }: Node): string[] => [
    `symbol ${file}:${linesOf(line, endLine)} ${name}`,
    ...children.flatMap(ofNode),
  ];
  return symbols.flatMap(ofNode);
}

interface SentReferences {
  readonly symbol: Place;
  readonly direction: string;
  readonly items?: readonly (Place & {
    readonly sites?: readonly { readonly file: string; readonly line: number }[];
  })[];
}

/** Verb by direction, and whether the listed symbols are the verb's subject (`true`) or object. */
const DOES: Readonly<Record<string, readonly [verb: RegExp, isSubject: boolean]>> = {
  callers: [/^calls?$/, false],
  callees: [/^calls$/, true],
  references: [/^uses?$/, false],
  implementations: [/^implements? or extends?$/, false],
  supertypes: [/^implements or extends$/, true],
  tests: [/^is tested by$/, true],
};

/** @param verb the verb as the text has it, which depends on the number of symbols */
export function chosenOfReferences({ symbol, direction, items = [] }: SentReferences, verb: string): string[] {
  const [expected, isSubject] = DOES[direction] ?? [/$^/, false];
  const subject = symbol.name === symbol.file ? symbol.file : `${symbol.name} (${addressOf(symbol)})`;
  if (items.length > 0 && !expected.test(verb)) return [`${direction} is not said`];
  return items.flatMap((item) => {
    const place = addressOf(item);
    const sites = (item.sites ?? []).map((site) =>
      site.file === item.file ? String(site.line) : `${site.file}:${site.line}`,
    );
    const relation = isSubject ? `${subject} ${verb} ${place}` : `${place} ${verb} ${subject}`;
    return [`symbol ${place} ${item.name}`, `relation ${relation}`, ...sites.map((site) => `site ${place} ${site}`)];
  });
}

interface Label {
  readonly name: string;
  readonly file: string;
}
interface SentRisk {
  readonly analysis: {
    readonly breaks?: readonly (Label & {
      readonly line: number;
      readonly unchangedUsers?: readonly (Label & { readonly line: number })[];
    })[];
    readonly findings?: readonly { readonly type: string; readonly affectedSymbols: readonly Label[] }[];
    readonly evidence: readonly {
      readonly type: string;
      readonly description: string;
      readonly data: Readonly<Record<string, unknown>>;
    }[];
    readonly recommendedTests?: readonly { readonly files: readonly string[] }[];
  };
}

/** The first eight symbols of a finding and the first four users of a break are named. A break is told once, with its declarations. */
export function chosenOfRisk({ analysis }: SentRisk): string[] {
  const { breaks = [], findings = [], evidence, recommendedTests = [] } = analysis;
  const told = new Set(breaks.map(({ name, file }) => `${name} (${file})`));
  const subjectOf = (description: string) => description.slice(0, description.indexOf(")") + 1);
  const isSaid = (type: string, data: object) =>
    type === "broken-reference" || ["before", "added", "removed"].some((name) => name in data);
  const differing = evidence.filter(
    ({ type, data, description }) =>
      isSaid(type, data) && (type !== "signature-change" || !told.has(subjectOf(description))),
  );
  const placed = (symbols: typeof breaks) =>
    symbols
      .filter(({ name, file }) => name !== file)
      .map(({ name, file, line }) => `mention ${name} (${file}:${line})`);
  return [
    ...placed(breaks),
    ...breaks.flatMap(({ unchangedUsers = [] }) => placed(unchangedUsers.slice(0, 4))),
    ...findings
      .filter(({ type }) => type !== "interface-breaking-changes")
      .flatMap(({ affectedSymbols }) => affectedSymbols.slice(0, 8).map(({ file, name }) => `symbol ${file} ${name}`)),
    ...differing.map(({ description }) => `mention ${subjectOf(description)}`),
    ...recommendedTests.flatMap(({ files }) => files.map((file) => `test ${file}`)),
  ];
}
