/** Keys of a file of settings as its reader finds them, within bounds. */

/** Keys by their way from the top, joined by dots; each with its line, from 1. */
export type Outline = ReadonlyMap<string, number>;

const MAX_KEYS = 500;
const MAX_DEPTH = 4;
const KEY = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

export class KeyList {
  readonly found = new Map<string, number>();

  /** Whether a key of so many parts would be taken: how deep a file nests its keys is asked before they are joined. */
  takes(parts: number): boolean {
    return parts <= MAX_DEPTH && this.found.size < MAX_KEYS;
  }

  /** The first of a name stays. @param above names of the keys around; `undefined` for what is no name, such as a list */
  add(above: readonly (string | undefined)[], name: string, line: number): void {
    const parts = [...above, name];
    if (!this.takes(parts.length)) return;
    if (!parts.every((part) => part !== undefined && KEY.test(part))) return;
    const key = parts.join(".");
    if (!this.found.has(key)) this.found.set(key, line);
  }
}
