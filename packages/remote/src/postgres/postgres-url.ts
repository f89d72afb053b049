/** URL of a database: checked before the driver sees it, and shown without its password. */
import { RemoteError } from "../errors.js";

const FORM =
  "write postgres://USER:PASSWORD@HOST:5432/DATABASE, with characters such as @ / ? # in the password as %40";

/**
 * The URL without password and options, for messages.
 * @throws {RemoteError} `remote_invalid` unless the parts are where they belong; the message does not show the URL
 */
export function shownUrl(url: string): string {
  const parsed = parse(url);
  // A password with a character that ends the part before the host: its rest would be shown as a path.
  if (parsed === undefined || parsed.hash !== "" || /@/.test(parsed.pathname + parsed.search)) {
    throw new RemoteError("remote_invalid", `not a URL of a database: ${FORM} and so on`);
  }
  const user = parsed.username === "" ? "" : `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined; // the error would carry the URL with its password
  }
}
