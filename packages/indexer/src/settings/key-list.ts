/** Keys of a file of settings as its reader finds them, within bounds. */

/** Keys by their way from the top, joined by dots; each with its line, from 1. */
export type Outline = ReadonlyMap<string, number>;

const MAX_KEYS = 500;
const MAX_DEPTH = 4;
const KEY = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

export class KeyList {
  readonly found = new Map<string, number>();

  /** The first of a name stays. @param above names of the keys around; `undefined` for what is no name, such as a list */
  add(above: readonly (string | undefined)[], name: string, line: number): void {
    const parts = [...above, name];
    if (parts.length > MAX_DEPTH || this.found.size >= MAX_KEYS) return;
    if (!parts.every((part) => part !== undefined && KEY.test(part))) return;
    const key = parts.join(".");
    if (!this.found.has(key)) this.found.set(key, line);
  }
}
