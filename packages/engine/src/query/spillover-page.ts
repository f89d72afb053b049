/** A page of what an answer had no room for: where it begins. */
import { ListCursor } from "./list-cursor.js";

/** Either a cursor or a page. */
export interface PageRequest {
  /** Of the page before, see `ListCursor`. */
  readonly cursor?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  readonly pageSize: number;
}

/** Cursors of the spillover of a slice or a delta, which never changes. */
export function cursorsOf(handle: string): ListCursor {
  return new ListCursor([handle]);
}

/** @param ids of all entries, in their order @throws {SdlError} `invalid_params` for a cursor of another list */
export function startOfPage(
  handle: string,
  { cursor, page = 1, pageSize }: PageRequest,
  ids: readonly string[],
): number {
  return cursor === undefined ? (page - 1) * pageSize : cursorsOf(handle).placeIn(ids, cursor);
}
