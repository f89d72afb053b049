/**
 * Keys of a page's copies. The first is `pages/<id>`, which is where readers and pushers look first. Another copy is
 * written only while a collector may delete those before it: `copies/<id>.1` and so on.
 */
import { isPageId } from "../pages/page.js";
import type { PageId } from "../store.js";

/** Start of the keys of first copies. */
export const FIRST_COPIES = "pages/";

/** Start of the keys of all other copies. */
export const OTHER_COPIES = "copies/";

/** Key of a page's n-th copy, counted from 0. */
export function copyKey(id: PageId, number: number): string {
  return number === 0 ? `${FIRST_COPIES}${id}` : `${otherCopies(id)}${number}`;
}

/** Start of the keys of a page's copies but for the first. */
export function otherCopies(id: PageId): string {
  return `${OTHER_COPIES}${id}.`;
}

/** The page of which a key is a copy; `undefined` for other keys. */
export function pageOfKey(key: string): PageId | undefined {
  const [, first, other] = /^(?:pages\/([0-9a-f]{64})|copies\/([0-9a-f]{64})\.[1-9]\d{0,8})$/.exec(key) ?? [];
  const id = first ?? other ?? "";
  return isPageId(id) ? id : undefined;
}
