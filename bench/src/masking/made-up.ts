/**
 * Generator of text from a pattern: literal characters, and brackets with kind and length, such as `ghp_<A36>`. Secrets
 * are composed at run time only, so that no scanner reports this repository.
 */
import { pick } from "../statistics/random.js";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

/** Characters of a kind, by its letter. */
const KINDS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  B: `${UPPER + LOWER + DIGITS}+/`,
  U: `${UPPER + LOWER + DIGITS}-_`,
  K: `${UPPER}234567`,
  X: UPPER + DIGITS,
  a: LOWER,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  d: DIGITS,
  P: `${UPPER + LOWER + DIGITS}!#%&*+-?_`,
};

/** Generates a text. @param pattern with `<kind length>` or `<kind from-to>` in brackets */
export function makeUp(pattern: string, random: () => number): string {
  return pattern.replace(/<([A-Za-z])(\d+)(?:-(\d+))?>/g, (_, kind: string, from: string, to: string | undefined) => {
    const least = Number(from);
    const length = least + Math.floor(random() * (Number(to ?? from) - least + 1));
    return Array.from({ length }, () => pick([...(KINDS[kind] ?? "")], random)).join("");
  });
}
