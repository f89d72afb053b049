/** Conversion of columns between the client's encoding and UTF-16 units. Pure. A column inside a character is moved to the character's start. */

export const ENCODINGS = ["utf-8", "utf-16", "utf-32"] as const;
/** One of {@link ENCODINGS}. */
export type Encoding = (typeof ENCODINGS)[number];

/** The first encoding that the client offers and this program supports; UTF-16 if there is none. */
export function chooseEncoding(offered: unknown): Encoding {
  const known = Array.isArray(offered) ? offered.find((name) => ENCODINGS.includes(name)) : undefined;
  return known ?? "utf-16";
}

/** @param line text of the line without line end @param column column in units of the encoding; clamped to the end of the line */
export function toUtf16Column(line: string, column: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(Math.max(column, 0), line.length);
  let units = 0;
  let index = 0;
  for (const character of line) {
    units += encodedUnits(character, encoding);
    if (units > column) break;
    index += character.length;
  }
  return index;
}

/** @param line text of the line without line end @param column column in UTF-16 units; clamped to the end of the line */
export function fromUtf16Column(line: string, column: number, encoding: Encoding): number {
  if (encoding === "utf-16") return Math.min(Math.max(column, 0), line.length);
  let units = 0;
  let index = 0;
  for (const character of line) {
    index += character.length;
    if (index > column) break;
    units += encodedUnits(character, encoding);
  }
  return units;
}

/** @param character a code point, or a lone surrogate */
function encodedUnits(character: string, encoding: "utf-8" | "utf-32"): number {
  if (encoding === "utf-32") return 1;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
