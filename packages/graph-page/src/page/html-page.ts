/** The frame of every page: its policy, style, body, data and script in one text. Pure. */
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "#browser-parts";
import { escapeHtml, jsonForScript } from "./escape.js";

export interface HtmlPage {
  readonly title: string;
  /** From `<body>` on, without its end. */
  readonly body: string;
  /** What the script reads. */
  readonly data: object;
  /** By which an editor names what is its own; else hashes name it. */
  readonly nonce?: string | undefined;
  /** Whether nothing but the page's own script runs in it. */
  readonly isAlone: boolean;
}

export function htmlPage({ title, body, data, nonce, isAlone }: HtmlPage): string {
  const mark = nonce === undefined ? "" : ` nonce="${nonce}"`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce, isAlone)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style${mark}>${STYLE}</style>
</head>
${body}
<script type="application/json" id="data">${jsonForScript(data)}</script>
<script${mark}>${SCRIPT}</script>
</body>
</html>
`;
}

function policyOf(nonce: string | undefined, isAlone: boolean): string {
  const [script, style] =
    nonce === undefined ? [`'${SCRIPT_HASH}'`, `'${STYLE_HASH}'`] : Array(2).fill(`'nonce-${nonce}'`);
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
  // Scripts of an editor's or a client's own, which they run before the page's, make no promise about this.
  return isAlone ? `${policy}; require-trusted-types-for 'script'; trusted-types 'none'` : policy;
}
