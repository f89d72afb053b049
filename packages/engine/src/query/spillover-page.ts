/** Pages of a spillover: the position where a page begins. */
import { ListCursor } from "./list-cursor.js";

/** Either `cursor` or `page`. */
export interface PageRequest {
  /** Cursor of the previous page, see `ListCursor`. */
  readonly cursor?: string | undefined;
  /** Page number from 1. */
  readonly page?: number | undefined;
  readonly pageSize: number;
}

/** Cursors of a slice's or delta's spillover, which never changes. */
export function spilloverCursors(handle: string): ListCursor {
  return new ListCursor([handle]);
}

/** @param ids ids of all entries, in their order @throws {SdlError} `invalid_params` for a cursor of another list */
export function startOfPage(
  handle: string,
  { cursor, page = 1, pageSize }: PageRequest,
  ids: readonly string[],
): number {
  return cursor === undefined ? (page - 1) * pageSize : spilloverCursors(handle).startIndex(ids, cursor);
}
