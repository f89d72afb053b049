/** What masking finds of the made-up secrets, and what it takes for one that is none. Pure. */
import { findSecrets } from "@sdl/engine";
import { pick, randomNumbers } from "../statistics/random.js";
import { GENERIC_PLACES, GENERIC_VALUES, PLACES, PROVIDER_FORMATS } from "./formats.js";
import { makeUp } from "./made-up.js";
import { HARD_NEGATIVES } from "./negatives.js";

export interface Sample {
  readonly kind: string;
  readonly text: string;
  /** Offsets of the secret, half-open; absent where there is none. */
  readonly secret?: readonly [start: number, end: number];
}

export interface Score {
  readonly samples: number;
  readonly found: number;
  /** What went wrong, a line each. */
  readonly misses: readonly string[];
  /** By class, where samples have some. */
  readonly classes?: ReadonlyMap<string, Readonly<Pick<Score, "samples" | "found">>>;
}

const SEED = 20261122;
const PER_FORMAT = 5;
const PER_GENERIC_PLACE = 18;
const PER_NEGATIVE = 24;

export function providerSamples(): readonly Sample[] {
  const random = randomNumbers(SEED);
  return Object.entries(PROVIDER_FORMATS).flatMap(([kind, format]) =>
    Array.from({ length: PER_FORMAT }, () => place(kind, pick(PLACES, random), makeUp(format, random))),
  );
}

export function genericSamples(): readonly Sample[] {
  const random = randomNumbers(SEED + 1);
  return GENERIC_PLACES.flatMap((line) =>
    Array.from({ length: PER_GENERIC_PLACE }, () => place(line, line, makeUp(pick(GENERIC_VALUES, random), random))),
  );
}

export function negativeSamples(): readonly Sample[] {
  const random = randomNumbers(SEED + 2);
  return HARD_NEGATIVES.flatMap((kind) =>
    Array.from({ length: PER_NEGATIVE }, () => ({ kind, text: makeUp(kind, random) })),
  );
}

/** The secret is what stands between `«` and `»`, or all of `value`. */
function place(kind: string, line: string, value: string): Sample {
  const before = line.slice(0, line.indexOf("{}"));
  const lead = Math.max(0, value.indexOf("«"));
  const bare = value.replace(/[«»]/g, "");
  const length = value.includes("«") ? value.indexOf("»") - value.indexOf("«") - 1 : bare.length;
  const start = before.length + lead;
  return { kind, text: line.replace("{}", () => bare), secret: [start, start + length] };
}

/** A secret is found when every character of it is, but for line ends. */
export function scorePositives(samples: readonly Sample[]): Score {
  const misses = samples.filter(({ text, secret }) => secret !== undefined && !isCovered(text, secret));
  return summary(samples, misses);
}

export function scoreNegatives(samples: readonly Sample[]): Score {
  return summary(
    samples,
    samples.filter(({ text }) => findSecrets(text).length > 0),
  );
}

function summary(samples: readonly Sample[], misses: readonly Sample[]): Score {
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
