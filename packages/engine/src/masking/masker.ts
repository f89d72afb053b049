/**
 * The masker: secrets become filler of equal length in UTF-8 bytes and in UTF-16 units, so lines, offsets and counts stay as they were.
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

/** What stands for a character of so many UTF-8 bytes: as many bytes and as many UTF-16 units, so that offsets of either kind stay. */
const FILLERS = ["", "*", "\u00d7", "\u2022", "\u00d7\u00d7"];

/** Line ends stay. */
function filler(secret: string): string {
  let result = "";
  for (const character of secret) {
    result += character === "\n" || character === "\r" ? character : (FILLERS[Buffer.byteLength(character)] ?? "*");
  }
  return result;
}
