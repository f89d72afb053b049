/** Estimates a value's size as JSON without writing it: values that share objects would be written once per reference. */
import { SdlError } from "@sdl/model";

/** Maximum characters of JSON, estimated, of a step's arguments or result. */
const MAX_CHARACTERS = 4_000_000;
/** Estimated characters of a key's, number's or punctuation's JSON. */
const NODE_CHARACTERS = 4;

/** @throws {SdlError} `too_large` */
export function requireReasonableSize(value: unknown, what: string): void {
  let left = MAX_CHARACTERS;
  const spend = (characters: number): void => {
    left -= characters;
    if (left >= 0) return;
    throw new SdlError("too_large", `${what} would be more than ${MAX_CHARACTERS} characters; pick or filter first`);
  };
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const current = waiting.pop();
    if (typeof current === "string") spend(current.length);
    if (typeof current !== "object" || current === null) continue;
    const entries = Object.entries(current);
    spend(NODE_CHARACTERS * entries.length);
    for (const [key, entry] of entries) {
      spend(Array.isArray(current) ? 0 : key.length);
      waiting.push(entry);
    }
  }
}
