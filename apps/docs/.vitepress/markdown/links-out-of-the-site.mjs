/**
 * Rewrites links to repository files that are no pages of the site, such as a package's README. They lead to the
 * repository on the web; without an address there, they become text that names the file.
 */
import { dirname, join, posix, relative, sep } from "node:path";
import { REPOSITORY_FILES } from "../repository.mjs";

export function linksOutOfTheSite(markdown, docs, files = REPOSITORY_FILES) {
  markdown.core.ruler.push("links-out-of-the-site", ({ tokens, env }) => {
    const folder = join(docs, dirname(env.relativePath ?? ""));
    for (const { children } of tokens) rewriteLinks(children ?? [], (href) => pathOutside(docs, folder, href), files);
  });
}

/** @returns the repository path of a file outside docs/ that `href` leads to, if it does */
function pathOutside(docs, folder, href) {
  if (/^([a-z]+:|#|\/)/i.test(href)) return undefined;
  const path = relative(docs, join(folder, decodeURI(href.replace(/#.*/, ""))));
  if (!path.startsWith("..")) return undefined;
  return posix.normalize(posix.join("docs", path.split(sep).join("/")));
}

function rewriteLinks(tokens, pathOf, files) {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "link_open") continue;
    const path = pathOf(token.attrGet("href") ?? "");
    if (path === undefined) continue;
    if (files !== undefined) {
      token.attrSet("href", `${files}/${path}`);
      continue;
    }
    token.tag = "span";
    token.attrs = [
      ["class", "in-repository"],
      ["title", `${path}, in the repository`],
    ];
    const close = tokens.slice(index).find(({ type }) => type === "link_close");
    if (close) close.tag = "span";
  }
}
