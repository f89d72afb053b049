/**
 * Sanitises every answer and text before it leaves the process: masks secrets, removes and counts hidden characters. Works on JSON values; knows no
 * actions. Strings are sanitised one by one before JSON encoding, so that the JSON stays valid. Invariant: applying it twice equals applying it
 * once.
 */

import { CACHE_BYTES, RecentMap } from "@sdl/model";
import { createMasker, stripHidden } from "@sdl/repository/masking";
import { mapIfChanged } from "./map-if-changed.js";
import type { Answer } from "./prune-answer.js";

const masker = createMasker();

/** Cache of texts that need no change: a slice is sanitised each time it is counted, and answers repeat names and fields. */
const clean = new RecentMap<true, string>({ maxBytes: CACHE_BYTES.sealedTexts, sizeOf: () => 0 });
/** Maximum length, in characters, of a cached text: function bodies recur between attempts; longer texts do not. */
const MAX_REMEMBERED = 16_384;

/** @returns the same answer if nothing changed; else a copy, with the number of hidden characters removed in `sanitized` */
export function sanitizeAnswer(answer: Answer): Answer {
  const sealing = new Sanitizer();
  const sealed = sealing.sanitizeObject(answer);
  if (sealing.removed === 0) return sealed;
  const before = typeof sealed["sanitized"] === "number" ? sealed["sanitized"] : 0;
  return { ...sealed, sanitized: before + sealing.removed };
}

/** Sanitises one text that leaves the process outside of an answer. */
export function sanitizeText(text: string): string {
  return masker.mask(stripHidden(text).text);
}

class Sanitizer {
  removed = 0;

  sanitizeObject(value: object): Answer {
    let changed: Record<string, unknown> | undefined;
    for (const [key, entry] of Object.entries(value)) {
      const name = this.sanitizeText(key);
      const sealed = this.sanitizeValue(entry);
      if (sealed === entry && name === key) continue;
      changed ??= { ...value };
      if (name !== key) delete changed[key];
      changed[name] = sealed;
    }
    return changed ?? (value as Answer);
  }

  private sanitizeValue(value: unknown): unknown {
    if (typeof value === "string") return this.sanitizeText(value);
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value)
      ? mapIfChanged(value, (entry) => this.sanitizeValue(entry))
      : this.sanitizeObject(value);
  }

  private sanitizeText(text: string): string {
    if (clean.get(text) === true) return text;
    const { text: plain, removed } = stripHidden(text);
    this.removed += removed;
    const sealed = masker.mask(plain);
    if (sealed === text && text.length <= MAX_REMEMBERED) clean.put(text, true);
    return sealed;
  }
}
