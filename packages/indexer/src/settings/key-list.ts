/** List of a configuration file's keys, collected by its reader, with limits. */

/** Keys as paths from the top, joined by dots; each with its line, from 1. */
export type Outline = ReadonlyMap<string, number>;

const MAX_KEYS = 500;
const MAX_DEPTH = 4;
const KEY = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Collects keys. */
export class KeyList {
  readonly found = new Map<string, number>();

  /** Whether a key of this depth is accepted: checked before its parts are joined. */
  acceptsDepth(parts: number): boolean {
    return parts <= MAX_DEPTH && this.found.size < MAX_KEYS;
  }

  /**
   * Adds a key; the first of equal names is kept. @param above names of the enclosing keys; `undefined` for a container
   * without a name, such as a list
   */
  add(above: readonly (string | undefined)[], name: string, line: number): void {
    const parts = [...above, name];
    if (!this.acceptsDepth(parts.length)) return;
    if (!parts.every((part) => part !== undefined && KEY.test(part))) return;
    const key = parts.join(".");
    if (!this.found.has(key)) this.found.set(key, line);
  }
}
