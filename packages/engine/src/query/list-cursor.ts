/**
 * Cursors of paged lists: the last item of a page, and a checksum of the list's parameters. Without the checksum, a cursor used with other
 * parameters would silently skip items.
 */
import { SdlError } from "@sdl/model";
import { hash32 } from "@sdl/model/text";

/** The cursor as hex digits: an id, then the checksum. */
const DIGITS = /^([0-9a-f]{16})([0-9a-f]{8})$/;
const FORM = /^[\w-]{16}$/;

/** Encodes and checks cursors of one list. */
export class ListCursor {
  private readonly check: string;

  /** @param list all parameters that determine the list's items and their order; not the page size and not the state of the index */
  constructor(list: readonly unknown[]) {
    this.check = hash32(JSON.stringify(list)).toString(16).padStart(8, "0");
  }

  /** The cursor of the page after an item. @param id 16 hex digits */
  makeCursorAfter(id: string): string {
    return Buffer.from(`${id}${this.check}`, "hex").toString("base64url");
  }

  /**
   * @param ids ids of the list's items, in their order
   * @returns index of the first item of the cursor's page
   * @throws {SdlError} `invalid_params` for a cursor of another list, or of an item that is no longer in the list
   */
  startIndex(ids: readonly string[], cursor: string): number {
    const digits = FORM.test(cursor) ? Buffer.from(cursor, "base64url").toString("hex") : "";
    const [, id = "", check] = DIGITS.exec(digits) ?? [];
    if (check !== undefined && check !== this.check) {
      throw invalidCursorError(
        cursor,
        "belongs to a call with other parameters; repeat those parameters, or leave cursor out",
      );
    }
    const at = check === undefined ? -1 : ids.indexOf(id);
    if (at < 0) throw invalidCursorError(cursor, "refers to no item of this list (any more); leave cursor out");
    return at + 1;
  }
}

function invalidCursorError(cursor: string, why: string): SdlError {
  return new SdlError("invalid_params", `cursor: received ${JSON.stringify(cursor)}, which ${why}`);
}
