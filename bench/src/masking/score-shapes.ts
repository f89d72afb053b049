/**
 * What masking finds of secrets in code: each shape with secrets of each kind, extracted as an index extracts it. A secret leaks when
 * half of it stands in the facts, or in the source as it would be shown.
 */
import { createMasker } from "@sdl/engine";
import { extractFacts, ParseEngine } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { FactsPage, factsText, SECRETS } from "@sdl/model/facts";
import type { SecretFinder } from "@sdl/model/text";
import { pick, randomNumbers } from "../statistics/random.js";
import { GENERIC_VALUES, PROVIDER_FORMATS } from "./formats.js";
import { makeUp } from "./made-up.js";
import type { Score } from "./score.js";
import { NAMED_SHAPES, OPEN_SHAPES, SECRET_NAMES, TEXT_NAMES, TEXT_SHAPES } from "./shapes.js";

interface CodeSample {
  readonly language: Language;
  readonly shape: string;
  readonly text: string;
  readonly secret: string;
}

const MAX_SHOWN = 160;

/** Values that only what they are called gives away. @param each how many secrets a shape is tried with */
export function namedSamples(seed: number, each: number): readonly CodeSample[] {
  const random = randomNumbers(seed);
  return Object.entries(NAMED_SHAPES).flatMap(([language, shapes]) =>
    shapes.flatMap((shape) =>
      Array.from({ length: each }, () => {
        const name = pick(SECRET_NAMES[language] ?? [], random);
        const secret = makeUp(pick(GENERIC_VALUES, random), random);
        const named = shape.replaceAll("NAMES", `${name}s`).replaceAll("NAME", name);
        return { language: language as Language, shape, text: put(named, secret), secret };
      }),
    ),
  );
}

/** Keys and tokens of providers, which nothing calls so. */
export function openSamples(seed: number): readonly CodeSample[] {
  const random = randomNumbers(seed);
  const formats = Object.values(PROVIDER_FORMATS).filter((format) => !/[«\n\\]/.test(format));
  return Object.entries(OPEN_SHAPES).flatMap(([language, shapes]) =>
    shapes.flatMap((shape) =>
      formats.map((format) => {
        const secret = makeUp(format, random);
        return { language: language as Language, shape, text: put(shape, secret), secret };
      }),
    ),
  );
}

function put(shape: string, secret: string): string {
  const half = secret.length >> 1;
  return shape
    .replace("{a}", () => secret.slice(0, half))
    .replace("{b}", () => secret.slice(half))
    .replace("{x}", () => `\\x${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`)
    .replace("{}", () => secret);
}

export async function scoreShapes(samples: readonly CodeSample[]): Promise<Score> {
  const engine = await ParseEngine.create();
  const masker = createMasker();
  const leaks = samples.filter(({ language, text, secret }) =>
    holdsHalf(textsOf(engine, { language, text }, masker), secret),
  );
  engine.delete();
  return {
    samples: samples.length,
    found: samples.length - leaks.length,
    misses: leaks.map(({ language, text }) => `${language}: ${text.replaceAll("\n", "⏎").slice(0, MAX_SHOWN)}`),
  };
}

/** What is stored of a source, and the source itself with what is known to be secret filled. */
function textsOf(engine: ParseEngine, source: { language: Language; text: string }, masker: SecretFinder): string {
  const page = new FactsPage(extractFacts(engine, { ...source, generated: false }, masker));
  const { start, length } = page.table(SECRETS);
  const spans = Array.from(start, (from, row) => ({ start: from, end: from + (length[row] ?? 0) }));
  return `${factsText(page)}\n${masker.fill(source.text, spans)}`;
}

function holdsHalf(text: string, secret: string): boolean {
  const half = secret.length >> 1;
  return [secret.slice(0, half), secret.slice(half)].some((part) => text.includes(part));
}

/** As {@link namedSamples} and {@link scoreShapes}, of texts that are no source code. */
export function scoreTexts(seed: number, each: number): Score {
  const random = randomNumbers(seed);
  const masker = createMasker();
  const samples = TEXT_SHAPES.flatMap((shape) =>
    Array.from({ length: each }, () => {
      const name = pick(TEXT_NAMES, random);
      const secret = makeUp(pick(GENERIC_VALUES, random), random);
      return { text: put(shape.replaceAll("NAMES", `${name}s`).replaceAll("NAME", name), secret), secret };
    }),
  );
  const leaks = samples.filter(({ text, secret }) => holdsHalf(masker.mask(text), secret));
  return {
    samples: samples.length,
    found: samples.length - leaks.length,
    misses: leaks.map(({ text }) => `text: ${text.replaceAll("\n", "⏎")}`),
  };
}
