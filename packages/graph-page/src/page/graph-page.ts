/**
 * Page of a picture: one HTML text that needs no network, no other file and no evaluated code. Its content security
 * policy allows only its own script and style, by hash or nonce.
 */

import type { GraphPicture } from "@sdl/model/graph";
import { checkPicture, GraphPageError } from "../picture/check-picture.js";
import { type EncodeOptions, encodePicture } from "./encode-picture.js";
import { htmlPage } from "./html-page.js";
import { pageBody } from "./page-body.js";

/** Layout and place of a page. */
export interface GraphPageOptions extends Pick<EncodeOptions, "layout"> {
  /**
   * For a page in an editor's webview: it uses the editor's colours and asks the editor to open sources. Default: a
   * page for a browser.
   */
  readonly editor?: { readonly nonce: string };
}

/** Form of a nonce in a content security policy; a nonce that others can guess protects nothing. */
const NONCE = /^[A-Za-z0-9+/_=-]{16,200}$/;

/**
 * Builds the page of a picture. @throws {GraphPageError} `INVALID_PICTURE`; `INVALID_OPTIONS` for a nonce of another
 * form
 */
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
