/** HTML frame of every page: policy, style, body, data and script in one text. Pure. */
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "#browser-parts";
import { escapeHtml, jsonForScript } from "./escape.js";

/** The variable parts of a page. */
export interface HtmlPage {
  readonly title: string;
  /** From `<body>` on, without the end tag. */
  readonly body: string;
  /** Data for the script. */
  readonly data: object;
  /** Nonce with which an editor allows script and style; if absent, they are allowed by hash. */
  readonly nonce?: string | undefined;
  /** Whether no other script runs in the page. */
  readonly isAlone: boolean;
}

/** Writes the page. */
export function htmlPage({ title, body, data, nonce, isAlone }: HtmlPage): string {
  const mark = nonce === undefined ? "" : ` nonce="${nonce}"`;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(nonce, isAlone)}">
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

function contentSecurityPolicy(nonce: string | undefined, isAlone: boolean): string {
  const [script, style] =
    nonce === undefined ? [`'${SCRIPT_HASH}'`, `'${STYLE_HASH}'`] : Array(2).fill(`'nonce-${nonce}'`);
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
  // An editor or client may run its own scripts before the page's; they need not satisfy the rules of trusted types.
  return isAlone ? `${policy}; require-trusted-types-for 'script'; trusted-types 'none'` : policy;
}
