/**
 * Composer of code with secrets: every binding in every place of its kind, with names and secrets drawn from a seed.
 */
import type { GrammarLanguage } from "@sdl/model/facts";
import { pick, randomNumbers } from "../statistics/random.js";
import { CODE_SHAPES, type Fragment } from "./code-shapes.js";
import { GENERIC_VALUES, PROVIDER_FORMATS } from "./formats.js";
import { makeUp } from "./made-up.js";

/** Source pattern that holds a secret, usually bound to a name, with placeholders for both. */
export interface Shape {
  readonly language: GrammarLanguage;
  /** What sort of binding it is. */
  readonly kind: string;
  /** Source with placeholders, see `code-shapes.ts`. */
  readonly text: string;
}

/** A shape with a name and a secret filled in. */
export interface CodeSample {
  readonly language: GrammarLanguage;
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

const LANGUAGES = Object.keys(CODE_SHAPES) as GrammarLanguage[];

/** Shapes whose name says that the value is secret. */
export const NAMED_SHAPES: readonly Shape[] = LANGUAGES.flatMap((language) => shapesOf(language, "named"));
/** Shapes where only a provider's format says so. */
export const OPEN_SHAPES: readonly Shape[] = LANGUAGES.flatMap((language) => shapesOf(language, "open"));

function shapesOf(language: GrammarLanguage, which: "named" | "open"): Shape[] {
  const { places, [which]: fragments } = CODE_SHAPES[language];
  return Object.entries(fragments).flatMap(([fragment, bindings]) =>
    Object.entries(bindings).flatMap(([kind, texts]) =>
      texts.flatMap((text) =>
        places[fragment as Fragment].map((place) => ({ language, kind, text: `${standing(text, place)}\n` })),
      ),
    ),
  );
}

/** Puts a fragment at its place, with each line indented like the place. */
function standing(fragment: string, place: string): string {
  const indent = /^( *)@@/m.exec(place)?.[1] ?? "";
  return place.replace("@@", () => fragment.replaceAll("\n", `\n${indent}`));
}

const OWNERS = ["", "", "db", "smtp", "stripe", "admin", "legacy"];
const THINGS = [
  "password",
  "passphrase",
  "api key",
  "client secret",
  "access token",
  "signing key",
  "passwd",
  "secret",
];

type Spelling = (words: readonly string[]) => string;

/** Ways to spell a name from words. */
export const SPELLINGS: Readonly<Record<"camel" | "snake" | "upper" | "kebab", Spelling>> = {
  camel: ([first = "", ...rest]) => first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(""),
  snake: (words) => words.join("_"),
  upper: (words) => words.join("_").toUpperCase(),
  kebab: (words) => words.join("-"),
};

/** A name of a secret, in one of the spellings. */
export function secretName(spellings: readonly Spelling[], random: () => number): string {
  const words = `${pick(OWNERS, random)} ${pick(THINGS, random)}`.trim().split(" ");
  return pick(spellings, random)(words);
}

/** Samples whose values are recognisable by name only. @param each secrets per shape */
export function namedSamples(seed: number, each: number): readonly CodeSample[] {
  const random = randomNumbers(seed);
  return NAMED_SHAPES.flatMap(({ language, kind, text }) =>
    Array.from({ length: each }, () => {
      const { camel, snake, upper } = SPELLINGS;
      const name = secretName(language === "python" ? [snake, upper] : [camel, upper], random);
      const secret = makeUp(pick(GENERIC_VALUES, random), random);
      return { language, kind, text: withSecret(text, secret, name), secret };
    }),
  );
}

/** Samples with keys and tokens of providers, under neutral names. @param each secrets per shape */
export function openSamples(seed: number, each: number): readonly CodeSample[] {
  const random = randomNumbers(seed);
  const formats = Object.values(PROVIDER_FORMATS).filter((format) => !/[«\n\\]/.test(format));
  return OPEN_SHAPES.flatMap(({ language, kind, text }) =>
    Array.from({ length: each }, () => {
      const secret = makeUp(pick(formats, random), random);
      return { language, kind, text: withSecret(text, secret, ""), secret };
    }),
  );
}

/** Fills a secret and, where the shape has one, a name into a shape. */
export function withSecret(shape: string, secret: string, name: string): string {
  const half = secret.length >> 1;
  const named = shape.replaceAll("NAME", name);
  const marked = named.includes("{a}") ? "{a}" : named.includes("{e}") ? "{e}" : "{}";
  const escaped = `\\x${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;
  const first = { "{a}": secret.slice(0, half), "{e}": escaped, "{}": secret }[marked];
  return named.replace(marked, () => first).replace("{b}", () => secret.slice(half));
}
