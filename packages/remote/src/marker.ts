/** The file or object that marks a store and names its format. */
import { RemoteError } from "./errors.js";

/** Name of the file or object. */
export const MARKER = "sdl-remote.json";

const FORMAT = 1;

/** What marks a store of this program's format. */
export const MARKER_TEXT = `{"format":${FORMAT}}\n`;

/**
 * Checks that the program reads this format.
 * @param place the store, for messages
 * @param path where the mark is
 * @throws {RemoteError} `remote_damaged`, `remote_too_new`
 */
export function checkMarker(place: string, path: string, text: string): void {
  const [, format = ""] = /^\{"format":(\d{1,9})\}\s*$/.exec(text) ?? [];
  if (format === "") throw new RemoteError("remote_damaged", `${path} is damaged: write ${MARKER_TEXT.trim()} into it`);
  if (Number(format) > FORMAT) {
    const message = `${place} has format ${format}, this program reads format ${FORMAT}: update this program`;
    throw new RemoteError("remote_too_new", message);
  }
}
