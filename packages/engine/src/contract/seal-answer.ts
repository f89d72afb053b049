/**
 * The one step that everything passes on its way out of the process: secrets become filler, hidden characters go and are counted.
 * Knows values as JSON has them; refuses to know actions. Strings are sealed one by one before they are written as JSON, so that JSON
 * never breaks. Invariant: sealing twice equals sealing once.
 */

import { CACHE_BYTES, RecentMap } from "@sdl/model";
import { createMasker, stripHidden } from "@sdl/repository/masking";
import { changedList } from "./changed-list.js";
import type { Answer } from "./prune-answer.js";

const masker = createMasker();

/** Texts that sealing left as they are: a slice is sealed each time it is counted, and answers repeat names and fields. */
const clean = new RecentMap<true, string>({ maxBytes: CACHE_BYTES.sealedTexts, sizeOf: () => 0 });
/** Bodies of functions come again from try to try; longer texts come once. */
const MAX_REMEMBERED = 16_384;

/** @returns the answer itself when nothing had to change; else with `sanitized`, how many hidden characters were taken out */
export function sealAnswer(answer: Answer): Answer {
  const sealing = new Sealing();
  const sealed = sealing.object(answer);
  if (sealing.removed === 0) return sealed;
  const before = typeof sealed["sanitized"] === "number" ? sealed["sanitized"] : 0;
  return { ...sealed, sanitized: before + sealing.removed };
}

/** One text that leaves outside of an answer. */
export function sealText(text: string): string {
  return masker.mask(stripHidden(text).text);
}

class Sealing {
  removed = 0;

  object(value: object): Answer {
    let changed: Record<string, unknown> | undefined;
    for (const [key, entry] of Object.entries(value)) {
      const name = this.text(key);
      const sealed = this.value(entry);
      if (sealed === entry && name === key) continue;
      changed ??= { ...value };
      if (name !== key) delete changed[key];
      changed[name] = sealed;
    }
    return changed ?? (value as Answer);
  }

  private value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value) ? changedList(value, (entry) => this.value(entry)) : this.object(value);
  }

  private text(text: string): string {
    if (clean.get(text) === true) return text;
    const { text: plain, removed } = stripHidden(text);
    this.removed += removed;
    const sealed = masker.mask(plain);
    if (sealed === text && text.length <= MAX_REMEMBERED) clean.put(text, true);
    return sealed;
  }
}
