/**
 * Configuration of the documentation site: pages of docs/, built into static files that load nothing from other hosts.
 * `scripts/build-docs.mjs` builds it.
 */
import { cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { figures } from "./markdown/figures.mjs";
import { linksOutOfTheSite } from "./markdown/links-out-of-the-site.mjs";
import { sidebar } from "./sidebar.mjs";

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));
/** Folders of docs/ that pages link to, without pages of their own. */
const FILES = ["github-actions"];

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3451b2"/><g fill="none" stroke="#fff" stroke-width="2.5"><path d="M10 10 22 16 10 22"/></g><g fill="#fff"><circle cx="9" cy="9" r="4"/><circle cx="23" cy="16" r="4"/><circle cx="9" cy="23" r="4"/></g></svg>',
)}`;

/** Pages are outside this package: imports of their compiled form are resolved from here. */
const require = createRequire(import.meta.url);
const alias = {
  "vue/server-renderer": require.resolve("vue/server-renderer"),
  vue: dirname(require.resolve("vue/package.json")),
};

export default defineConfig({
  srcDir: DOCS,
  lang: "en",
  title: "SDL",
  titleTemplate: ":title · Symbol Delta Ledger",
  description: "A repository as a graph of symbols, version by version, and the slice of it that a task needs.",
  head: [["link", { rel: "icon", href: ICON }]],
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => {
      markdown.use(figures, DOCS);
      markdown.use(linksOutOfTheSite, DOCS);
    },
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Concepts", link: "/concepts" },
      { text: "Actions", link: "/reference" },
      { text: "Commands", link: "/commands" },
    ],
    sidebar: sidebar((page) => existsSync(join(DOCS, `${page}.md`))),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
  },
  vite: { resolve: { alias }, build: { chunkSizeWarningLimit: 2_000 } },
  // The layout of the first page has no landmark.
  transformHtml: (html) =>
    html.includes("<main") ? html : html.replace('id="VPContent"', 'id="VPContent" role="main"'),
  buildEnd: ({ outDir }) => {
    for (const folder of FILES) cpSync(join(DOCS, folder), join(outDir, folder), { recursive: true });
  },
});
