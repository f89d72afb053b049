/**
 * Cursors of lists that are sent in pages: the last item of a page, and a check of what the list is of. With any other parameters a list may hold
 * the same item at another place, and the next page would leave items out without a word.
 */
import { SdlError } from "@sdl/model";
import { hash32 } from "@sdl/model/text";

/** As digits: an id, then the check. As text, shorter and no id to the eye. */
const DIGITS = /^([0-9a-f]{16})([0-9a-f]{8})$/;
const FORM = /^[\w-]{16}$/;

export class ListCursor {
  private readonly check: string;

  /** @param list all that decides which items the list has, and in what order. Not the size of its pages, and not the state of the index. */
  constructor(list: readonly unknown[]) {
    this.check = hash32(JSON.stringify(list)).toString(16).padStart(8, "0");
  }

  /** The cursor of the page that follows an item. @param id 16 hex digits */
  after(id: string): string {
    return Buffer.from(`${id}${this.check}`, "hex").toString("base64url");
  }

  /**
   * @param ids of the list's items, in their order
   * @returns the place of the first item of the page that the cursor is of
   * @throws {SdlError} `invalid_params` for a cursor of another list, or of an item that is no longer in this one
   */
  placeIn(ids: readonly string[], cursor: string): number {
    const digits = FORM.test(cursor) ? Buffer.from(cursor, "base64url").toString("hex") : "";
    const [, id = "", check] = DIGITS.exec(digits) ?? [];
    if (check !== undefined && check !== this.check) {
      throw refused(cursor, "belongs to a call with other parameters; repeat those, or ask again without cursor");
    }
    const at = check === undefined ? -1 : ids.indexOf(id);
    if (at < 0) throw refused(cursor, "is of no item of this list (any more); ask again without cursor");
    return at + 1;
  }
}

function refused(cursor: string, why: string): SdlError {
  return new SdlError("invalid_params", `cursor: received ${JSON.stringify(cursor)}, which ${why}`);
}
