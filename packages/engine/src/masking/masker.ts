/**
 * The masker: secrets become filler of equal UTF-8 length, so lines, offsets and counts stay as they were.
 * Knows rules and text; refuses to know where the text comes from or goes. Invariant: masking twice equals masking once.
 */
import type { Masker } from "@sdl/model";
import { SECRET_RULES, type SecretRule, SUSPICIOUS } from "./rules.js";

/** No rule matches a text shorter than this. */
const SHORTEST_SECRET = 7;

export function createMasker(rules: readonly SecretRule[] = SECRET_RULES): Masker {
  return { mask: (text) => (text.length < SHORTEST_SECRET || !SUSPICIOUS.test(text) ? text : maskWith(rules, text)) };
}

function maskWith(rules: readonly SecretRule[], text: string): string {
  let masked = text;
  for (const rule of rules) {
    masked = masked.replace(rule.pattern, (match: string, ...groups: unknown[]) => {
      const secret = rule.group === 0 ? match : groups[rule.group - 1];
      if (typeof secret !== "string" || (rule.accept !== undefined && !rule.accept(secret))) return match;
      const at = match.lastIndexOf(secret);
      return match.slice(0, at) + filler(secret) + match.slice(at + secret.length);
    });
  }
  return masked;
}

/** One `*` for every UTF-8 byte; line ends stay. */
function filler(secret: string): string {
  let result = "";
  for (const character of secret) {
    result += character === "\n" || character === "\r" ? character : "*".repeat(Buffer.byteLength(character));
  }
  return result;
}
