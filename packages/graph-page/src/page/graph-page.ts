/**
 * A picture as one HTML page that needs nothing else: no network, no other file, no evaluated code. Its content security policy allows the
 * script and the style that are in it, by their hashes or by a nonce, and nothing besides.
 */

import type { GraphPicture } from "@sdl/model/graph";
import { checkPicture, GraphPageError } from "../picture/check-picture.js";
import { type EncodeOptions, encodePicture } from "./encode-picture.js";
import { htmlPage } from "./html-page.js";
import { pageBody } from "./page-body.js";

export interface GraphPageOptions extends Pick<EncodeOptions, "layout"> {
  /** Of an editor that shows the page in a webview of its own: its colours are used, and it is told which source to open. Default: a page of its own. */
  readonly editor?: { readonly nonce: string };
}

/** As a content security policy takes it; a nonce that others can guess protects nothing. */
const NONCE = /^[A-Za-z0-9+/_=-]{16,200}$/;

/** @throws {GraphPageError} `INVALID_PICTURE`; `INVALID_OPTIONS` for a nonce of another form */
export function graphPage(picture: GraphPicture, { layout, editor }: GraphPageOptions = {}): string {
  checkPicture(picture);
  if (editor !== undefined && !NONCE.test(editor.nonce))
    throw new GraphPageError("INVALID_OPTIONS", "editor.nonce must be 16 to 200 letters and digits of base64");
  const place = editor === undefined ? "browser" : "editor";
  return htmlPage({
    title: `${picture.title} · ${picture.repository}`,
    body: pageBody(picture, place),
    data: encodePicture(picture, { ...(layout === undefined ? {} : { layout }), place }),
    nonce: editor?.nonce,
    isAlone: editor === undefined,
  });
}
