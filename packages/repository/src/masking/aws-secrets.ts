/**
 * AWS secret access keys, recognizable only by their surroundings: forty characters of base64 near an access key id.
 * Source: AWS IAM user guide, "Manage access keys" (2026).
 */
import type { TextSpan } from "@sdl/model/text";

const KEY_ID = /(?<![0-9A-Za-z])A(?:KI|SI)A[0-9A-Z]{16}(?![0-9A-Za-z])/g;
const SECRET = /(?<![0-9A-Za-z+/=_-])[0-9A-Za-z+/]{40}(?![0-9A-Za-z+/=_-])/g;
/** Characters on either side of an id that are searched: a few lines. */
const AROUND = 400;

/** Finds the keys. A key near two ids is returned twice. */
export function findAwsSecrets(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (!text.includes("AKIA") && !text.includes("ASIA")) return spans;
  for (const { index } of text.matchAll(KEY_ID)) {
    const from = Math.max(0, index - AROUND);
    for (const secret of text.slice(from, index + AROUND).matchAll(SECRET)) {
      const [found] = secret;
      if (!/[a-z]/.test(found) || !/[A-Z]/.test(found) || !/[0-9+/]/.test(found)) continue;
      spans.push({ start: from + secret.index, end: from + secret.index + found.length });
    }
  }
  return spans;
}
