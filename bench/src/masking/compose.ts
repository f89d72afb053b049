/** Code that holds secrets, composed: every binding in every place of its kind, with names and secrets drawn by seed. */
import type { Language } from "@sdl/model";
import { pick, randomNumbers } from "../statistics/random.js";
import { CODE_SHAPES, type Fragment } from "./code-shapes.js";
import { GENERIC_VALUES, PROVIDER_FORMATS } from "./formats.js";
import { makeUp } from "./made-up.js";

export interface Shape {
  readonly language: Language;
  /** How the secret is bound. */
  readonly kind: string;
  /** Source, see `code-shapes.ts`. */
  readonly text: string;
}

export interface CodeSample {
  readonly language: Language;
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

const LANGUAGES = Object.keys(CODE_SHAPES) as Language[];

export const NAMED_SHAPES: readonly Shape[] = LANGUAGES.flatMap((language) => shapesOf(language, "named"));
export const OPEN_SHAPES: readonly Shape[] = LANGUAGES.flatMap((language) => shapesOf(language, "open"));

function shapesOf(language: Language, which: "named" | "open"): Shape[] {
  const { places, [which]: fragments } = CODE_SHAPES[language];
  return Object.entries(fragments).flatMap(([fragment, bindings]) =>
    Object.entries(bindings).flatMap(([kind, texts]) =>
      texts.flatMap((text) =>
        places[fragment as Fragment].map((place) => ({ language, kind, text: `${standing(text, place)}\n` })),
      ),
    ),
  );
}

/** The fragment at its place, each of its lines as far in as the place is. */
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

export const SPELLINGS: Readonly<Record<"camel" | "snake" | "upper" | "kebab", Spelling>> = {
  camel: ([first = "", ...rest]) => first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(""),
  snake: (words) => words.join("_"),
  upper: (words) => words.join("_").toUpperCase(),
  kebab: (words) => words.join("-"),
};

/** A name of something secret, as code or configuration spells it. */
export function secretName(spellings: readonly Spelling[], random: () => number): string {
  const words = `${pick(OWNERS, random)} ${pick(THINGS, random)}`.trim().split(" ");
  return pick(spellings, random)(words);
}

/** Values that only what they are called gives away. @param each how many secrets a shape is tried with */
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

/** Keys and tokens of providers, which nothing calls so. */
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

/** A shape with its secret and, where it has one, its name. */
export function withSecret(shape: string, secret: string, name: string): string {
  const half = secret.length >> 1;
  const named = shape.replaceAll("NAME", name);
  const marked = named.includes("{a}") ? "{a}" : named.includes("{e}") ? "{e}" : "{}";
  const escaped = `\\x${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;
  const first = { "{a}": secret.slice(0, half), "{e}": escaped, "{}": secret }[marked];
  return named.replace(marked, () => first).replace("{b}", () => secret.slice(half));
}
