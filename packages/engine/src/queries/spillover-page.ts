/** A page of what an answer had no room for: where it begins. */
import { SdlError } from "@sdl/model";

/** Either a cursor or a page. */
export interface PageRequest {
  /** The last symbol of the page before. */
  readonly cursor?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  readonly pageSize: number;
}

/** @param ids of all entries, in their order @throws {SdlError} `invalid_params` for a cursor that is none of them */
export function startOfPage({ cursor, page = 1, pageSize }: PageRequest, ids: readonly string[]): number {
  if (cursor === undefined) return (page - 1) * pageSize;
  const at = ids.indexOf(cursor);
  if (at >= 0) return at + 1;
  throw new SdlError(
    "invalid_params",
    `cursor: received ${JSON.stringify(cursor)}, which is no symbol of this spillover; ask again without cursor`,
  );
}
