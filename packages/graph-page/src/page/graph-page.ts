/**
 * A picture as one HTML page that needs nothing else: no network, no other file, no evaluated code. Its content security policy allows the
 * script and the style that are in it, by their hashes or by a nonce, and nothing besides.
 */

import type { GraphPicture } from "@sdl/model/graph";
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "#browser-parts";
import { checkPicture, GraphPageError } from "../picture/check-picture.js";
import { type EncodeOptions, encodePicture } from "./encode-picture.js";
import { escapeHtml, jsonForScript } from "./escape.js";
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
  const data = encodePicture(picture, { ...(layout === undefined ? {} : { layout }), inEditor: editor !== undefined });
  const title = escapeHtml(`${picture.title} · ${picture.repository}`);
  const nonce = editor === undefined ? "" : ` nonce="${editor.nonce}"`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(editor?.nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style${nonce}>${STYLE}</style>
</head>
${pageBody(picture, editor !== undefined)}
<script type="application/json" id="data">${jsonForScript(data)}</script>
<script${nonce}>${SCRIPT}</script>
</body>
</html>
`;
}

function policyOf(nonce: string | undefined): string {
  const [script, style] =
    nonce === undefined ? [`'${SCRIPT_HASH}'`, `'${STYLE_HASH}'`] : Array(2).fill(`'nonce-${nonce}'`);
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
  // Scripts of an editor's own in its webview make no promise about this.
  return nonce === undefined ? `${policy}; require-trusted-types-for 'script'; trusted-types 'none'` : policy;
}
