/**
 * Makes the queries of a repository from what Python's and TypeScript's parsers say of it, drawn with a fixed seed.
 *
 * - name: the name of a definition as written, in other letters, qualified by its class, or its words joined by hyphens or blanks;
 * - part: two words of a name that has three or more, in either order and joined in one of four ways, some inflected;
 * - concept: written by hand, `concepts.ts`;
 * - nonsense: phrases of other domains, `nonsense.ts`, and words made of syllables;
 * - message: the text of a `raise`, `throw` or log call with values in place of the placeholders.
 */
import { pick, randomNumbers } from "../statistics/random.js";
import type { Definition, FileSites, Message } from "./file-sites.js";
import { nonsenseFor } from "./nonsense.js";
import type { Answer, SearchQuery } from "./queries.js";
import { roughStem, wordsOfName } from "./words.js";

/** Number of queries of each kind. */
const OF_EACH = 10;
/** A name with more definitions is not used for a query, because the query would not mean a particular one. */
const MAX_ANSWERS = 12;
const SEED = 27;

/** A description in words that the code does not use, with the symbols that it describes. */
export interface Concept {
  readonly text: string;
  /** Names, or ends of qualified names, of the described symbols. */
  readonly answers: readonly string[];
}

interface PlacedDefinition extends Definition {
  readonly file: string;
}

/** Chooses queries of every kind by a fixed random sequence, so that equal files give equal queries. */
export function makeQueries(files: readonly FileSites[], concepts: readonly Concept[]): SearchQuery[] {
  const random = randomNumbers(SEED);
  const definitions = files.flatMap(({ file, definitions: own }) => own.map((one) => ({ ...one, file })));
  return [
    ...nameQueries(definitions, random),
    ...partQueries(definitions, random),
    ...concepts.map((concept) => conceptQuery(concept, definitions)),
    ...nonsenseFor(vocabularyOf(files), OF_EACH, random).map((text) => ({
      kind: "nonsense" as const,
      text,
      answers: [],
    })),
    ...messageQueries(files, random),
  ];
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function toAnswer({ file, line, name }: PlacedDefinition): Answer {
  return { file, line, name };
}

/** Collects the results of `make` until enough queries are found; each text once. */
function takeUnique<T>(items: readonly T[], make: (item: T, made: number) => SearchQuery | undefined): SearchQuery[] {
  const queries = new Map<string, SearchQuery>();
  for (const item of items) {
    if (queries.size >= OF_EACH) break;
    const query = make(item, queries.size);
    if (query !== undefined && query.answers.length <= MAX_ANSWERS) queries.set(query.text, query);
  }
  return [...queries.values()];
}

function nameQueries(definitions: readonly PlacedDefinition[], random: () => number): SearchQuery[] {
  const named = shuffled(definitions, random).filter(({ name }) => /^[A-Za-z]\w{3,}$/.test(name));
  return takeUnique(named, (definition, made) => {
    const { name, containers } = definition;
    const words = wordsOfName(name);
    const container = containers.at(-1);
    const isQualified = made % 5 === 2 && container !== undefined;
    const text = [
      name,
      name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase(),
      isQualified ? `${container}.${name}` : name,
      words.join("-"),
      words.join(" "),
    ][made % 5] as string;
    const same = definitions.filter(
      (one) => one.name.toLowerCase() === name.toLowerCase() && (!isQualified || one.containers.at(-1) === container),
    );
    return { kind: "name", text, answers: same.map(toAnswer) };
  });
}

const JOINERS = [" ", "-", "_", "."];

function partQueries(definitions: readonly PlacedDefinition[], random: () => number): SearchQuery[] {
  const long = shuffled(definitions, random).filter(({ name }) => wordsOfName(name).length >= 3);
  return takeUnique(long, (definition) => {
    const [first, second] = shuffled(
      wordsOfName(definition.name).filter((word) => word.length >= 3),
      random,
    );
    if (first === undefined || second === undefined) return undefined;
    const written = [random() < 0.3 ? inflectWord(first) : first, second];
    const stems = [roughStem(first), roughStem(second)];
    const has = (one: PlacedDefinition) => {
      const own = wordsOfName(one.name).map(roughStem);
      const all = [...own, ...one.containers.flatMap(wordsOfName).map(roughStem)];
      return stems.every((stem) => all.includes(stem)) && stems.some((stem) => own.includes(stem));
    };
    return {
      kind: "part",
      text: written.join(pick(JOINERS, random)),
      answers: definitions.filter(has).map(toAnswer),
    };
  });
}

/** Another inflected form of the word. */
function inflectWord(word: string): string {
  if (word.endsWith("s")) return word.slice(0, -1);
  return word.endsWith("e") ? `${word.slice(0, -1)}ing` : `${word}s`;
}

function conceptQuery({ text, answers }: Concept, definitions: readonly PlacedDefinition[]): SearchQuery {
  const found = answers.flatMap((answer) => {
    const same = definitions.filter((one) => `.${[...one.containers, one.name].join(".")}`.endsWith(`.${answer}`));
    if (same.length === 0) throw new Error(`no definition is called ${answer}, the answer of "${text}"`);
    return same.map(toAnswer);
  });
  return { kind: "concept", text, answers: found };
}

/** Stems of the words of all names. */
function vocabularyOf(files: readonly FileSites[]): ReadonlySet<string> {
  const names = files.flatMap(({ definitions }) => definitions.map(({ name }) => name));
  return new Set(names.flatMap(wordsOfName).map(roughStem));
}

const VALUES = [
  "42",
  "widget-7",
  "/srv/data/a.bin",
  "alice",
  "True",
  "2031-05-17",
  "<Thing 0x7f3a>",
  "undefined",
  "3.5",
  "blue",
];
/** Minimum number of letters in the literal text of a message. */
const MIN_LETTERS = 16;
const MIN_WORDS = 4;

function messageQueries(files: readonly FileSites[], random: () => number): SearchQuery[] {
  const placed = files.flatMap(({ file, messages }) => messages.map((message) => ({ ...message, file })));
  const long = placed.filter(({ pieces }) => isLong(pieces));
  const [withValues, without] = [long.filter(hasValue), long.filter((one) => !hasValue(one))].map((list) =>
    shuffled(list, random),
  ) as [typeof long, typeof long];
  // Two of three messages have interpolated values.
  const mixed = withValues.flatMap((one, at) =>
    at % 2 === 1 && without.length > 0 ? [one, without.pop() as Message & { file: string }] : [one],
  );
  return takeUnique([...mixed, ...without], ({ pieces, error }) => {
    const text = pieces.map((piece) => piece ?? pick(VALUES, random)).join("");
    const said = text.replace(/\s+/g, " ").trim();
    const same = placed.filter((one) => skeletonOf(one.pieces) === skeletonOf(pieces));
    return {
      kind: "message",
      text: error !== "" && random() < 1 / 3 ? `${error}: ${said}` : said,
      answers: same.map(({ file, line, name }) => ({ file, line, name })),
    };
  });
}

function isLong(pieces: Message["pieces"]): boolean {
  const text = pieces.join("");
  return text.replace(/[^a-z]/gi, "").length >= MIN_LETTERS && text.split(/\s+/).length >= MIN_WORDS;
}

function hasValue({ pieces }: Message): boolean {
  return pieces.includes(null);
}

function skeletonOf(pieces: Message["pieces"]): string {
  return pieces.map((piece) => piece ?? "{}").join("");
}
