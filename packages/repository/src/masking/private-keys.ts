/** Private keys in PEM form, their bodies: as text, in strings with escaped line ends, in strings joined line by line, also truncated. */

/** Offsets in UTF-16 units, half-open. */
export interface OffsetSpan {
  readonly start: number;
  readonly end: number;
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = "-----END";
/** Longest key body, in UTF-16 units. */
const MAX_BODY_UNITS = 64_000;
/** Fewer characters between the two lines are code that searches for keys, not a key. */
const MIN_BODY = 16;

/** Ranges of key material, without what joins them (line ends, quotes, escapes). */
export function findPrivateKeys(text: string): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  if (!text.includes("PRIVATE KEY")) return spans;
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index + match[0].length;
    const body = keyBodyAt(text, start);
    if (!isKeyMaterial(body)) continue;
    for (const part of body.matchAll(/\\[nr]|[0-9A-Za-z+/=]+/g))
      if (!part[0].startsWith("\\"))
        spans.push({ start: start + part.index, end: start + part.index + part[0].length });
  }
  return spans;
}

/** The body up to the closing line; without that line, as far as the text looks like a body. */
function keyBodyAt(text: string, start: number): string {
  const rest = text.slice(start, start + MAX_BODY_UNITS);
  const end = rest.indexOf(END);
  return end >= 0 ? rest.slice(0, end) : (/^[\s0-9A-Za-z+/="'`\\,]*/.exec(rest)?.[0] ?? "");
}

function isKeyMaterial(body: string): boolean {
  const joined = body.replace(/\\[nr]|["'`+\s,]/g, "");
  return new RegExp(`[0-9A-Za-z+/=]{${MIN_BODY}}`).test(joined);
}
