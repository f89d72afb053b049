/** Score of masking on generated secrets and on similar harmless lines. Pure. */
import { findSecrets } from "@sdl/engine";
import { pick, randomNumbers } from "../statistics/random.js";
import { GENERIC_PLACES, GENERIC_VALUES, PLACES, PROVIDER_FORMATS } from "./formats.js";
import { makeUp } from "./made-up.js";
import { HARD_NEGATIVES } from "./negatives.js";

/** A line with or without a secret. */
export interface Sample {
  readonly kind: string;
  readonly text: string;
  /** Offsets of the secret, half-open; absent without one. */
  readonly secret?: readonly [start: number, end: number];
}

/** Result of scoring samples. */
export interface Score {
  readonly samples: number;
  readonly found: number;
  /** Failures, one per line. */
  readonly misses: readonly string[];
  /** By class, if the samples have classes. */
  readonly classes?: ReadonlyMap<string, Readonly<Pick<Score, "samples" | "found">>>;
}

const SEED = 20261122;
const PER_FORMAT = 5;
const PER_GENERIC_PLACE = 18;
const PER_NEGATIVE = 24;

/** Lines with secrets in providers' formats. */
export function providerSamples(): readonly Sample[] {
  const random = randomNumbers(SEED);
  return Object.entries(PROVIDER_FORMATS).flatMap(([kind, format]) =>
    Array.from({ length: PER_FORMAT }, () => placeSecret(kind, pick(PLACES, random), makeUp(format, random))),
  );
}

/** Lines with secrets that are recognisable by name only. */
export function genericSamples(): readonly Sample[] {
  const random = randomNumbers(SEED + 1);
  return GENERIC_PLACES.flatMap((line) =>
    Array.from({ length: PER_GENERIC_PLACE }, () =>
      placeSecret(line, line, makeUp(pick(GENERIC_VALUES, random), random)),
    ),
  );
}

/** Lines without secrets that look like secrets. */
export function negativeSamples(): readonly Sample[] {
  const random = randomNumbers(SEED + 2);
  return HARD_NEGATIVES.flatMap((kind) =>
    Array.from({ length: PER_NEGATIVE }, () => ({ kind, text: makeUp(kind, random) })),
  );
}

/** The secret is the part between `«` and `»`, or all of `value`. */
function placeSecret(kind: string, line: string, value: string): Sample {
  const before = line.slice(0, line.indexOf("{}"));
  const lead = Math.max(0, value.indexOf("«"));
  const bare = value.replace(/[«»]/g, "");
  const length = value.includes("«") ? value.indexOf("»") - value.indexOf("«") - 1 : bare.length;
  const start = before.length + lead;
  return { kind, text: line.replace("{}", () => bare), secret: [start, start + length] };
}

/** Counts samples whose secret is masked in full, except for line ends. */
export function scorePositives(samples: readonly Sample[]): Score {
  const misses = samples.filter(({ text, secret }) => secret !== undefined && !isCovered(text, secret));
  return summarizeMisses(samples, misses);
}

/** Counts samples in which nothing is masked. */
export function scoreNegatives(samples: readonly Sample[]): Score {
  return summarizeMisses(
    samples,
    samples.filter(({ text }) => findSecrets(text).length > 0),
  );
}

function summarizeMisses(samples: readonly Sample[], misses: readonly Sample[]): Score {
  return {
    samples: samples.length,
    found: samples.length - misses.length,
    misses: misses.map(({ kind, text }) => `${kind}: ${text.replaceAll("\n", "⏎")}`),
  };
}

function isCovered(text: string, [start, end]: readonly [number, number]): boolean {
  const spans = findSecrets(text);
  for (let at = start; at < end; at++) {
    if (/[\n\r]/.test(text.charAt(at))) continue;
    if (!spans.some((span) => span.start <= at && at < span.end)) return false;
  }
  return true;
}
