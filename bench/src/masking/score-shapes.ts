/**
 * Score of masking on secrets in code: every shape with secrets of every kind, extracted as for an index. A secret
 * leaks if at least half of it is in the facts or in the shown source.
 */
import { createMasker } from "@sdl/engine";
import { extractFacts, ParseEngine } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { FactsPage, FILE, factsText, SECRETS } from "@sdl/model/facts";
import type { SecretFinder } from "@sdl/model/text";
import { pick, randomNumbers } from "../statistics/random.js";
import { type CodeSample, SPELLINGS, secretName, withSecret } from "./compose.js";
import { GENERIC_VALUES } from "./formats.js";
import { makeUp } from "./made-up.js";
import type { Score } from "./score.js";
import { TEXT_SHAPES } from "./text-shapes.js";

const MAX_SHOWN = 160;

/** Scores samples of code. @throws {Error} if the grammar cannot read a sample, which would measure nothing */
export async function scoreShapes(samples: readonly CodeSample[]): Promise<Score> {
  const engine = await ParseEngine.create();
  const masker = createMasker();
  const leaks = samples.filter(({ language, text, secret }) =>
    holdsHalf(textsOf(engine, { language, text }, masker), secret),
  );
  engine.delete();
  return scoreOf(samples, leaks);
}

/** Stored text of a source, and its source with the known secrets masked. */
function textsOf(engine: ParseEngine, source: { language: Language; text: string }, masker: SecretFinder): string {
  const page = new FactsPage(extractFacts(engine, { ...source, generated: false }, masker));
  if (page.table(FILE).errors[0] !== 0) throw new Error(`${source.language} cannot be read: ${source.text}`);
  const { start, length } = page.table(SECRETS);
  const spans = Array.from(start, (from, row) => ({ start: from, end: from + (length[row] ?? 0) }));
  return `${factsText(page)}\n${masker.fill(source.text, spans)}`;
}

/** Whether half of a secret is in a text. */
export function holdsHalf(text: string, secret: string): boolean {
  const half = secret.length >> 1;
  return [secret.slice(0, half), secret.slice(half)].some((part) => text.includes(part));
}

interface TextSample {
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

/** Samples of texts that are no source code. @param each secrets per shape */
export function textSamples(seed: number, each: number): readonly TextSample[] {
  const random = randomNumbers(seed);
  return Object.entries(TEXT_SHAPES).flatMap(([kind, shapes]) =>
    shapes.flatMap((shape) =>
      Array.from({ length: each }, () => {
        const name = secretName(Object.values(SPELLINGS), random);
        const secret = makeUp(pick(GENERIC_VALUES, random), random);
        return { kind, text: withSecret(shape, secret, name), secret };
      }),
    ),
  );
}

/** Scores samples of text. */
export function scoreTexts(samples: readonly TextSample[]): Score {
  const masker = createMasker();
  return scoreOf(
    samples,
    samples.filter(({ text, secret }) => holdsHalf(masker.mask(text), secret)),
  );
}

function scoreOf<T extends TextSample & Partial<CodeSample>>(samples: readonly T[], leaks: readonly T[]): Score {
  const classOf = ({ language, kind }: T): string => (language === undefined ? kind : `${language}: ${kind}`);
  const classes = new Map<string, { samples: number; found: number }>();
  for (const sample of samples) {
    const its = classes.get(classOf(sample)) ?? { samples: 0, found: 0 };
    its.samples++;
    its.found++;
    classes.set(classOf(sample), its);
  }
  for (const leak of leaks) {
    const its = classes.get(classOf(leak));
    if (its !== undefined) its.found--;
  }
  return {
    samples: samples.length,
    found: samples.length - leaks.length,
    misses: leaks.map((leak) => `${classOf(leak)}: ${leak.text.replaceAll("\n", "⏎").slice(0, MAX_SHOWN)}`),
    classes,
  };
}
