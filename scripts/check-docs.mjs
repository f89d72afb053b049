/**
 * Checks the documents that people read. Every link between them and to files of the repository must resolve, including
 * its part after `#`, as repository hosts and the site name headings; every page of docs/ must have its place in the
 * site's order; every picture needs an alternative text; every shell example that is not run must give a reason (`<!--
 * not run: REASON -->` before it; packages/cli/test/site/examples.test.ts runs the others). ARCHITECTURE.md must be
 * short, and each package, app and the bench needs a README with an example and a DESIGN.md with non-goals and
 * decisions. Sources named in developers' documents, and bench commands named in any document, must exist.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, posix } from "node:path";
import process from "node:process";
import { sidebar } from "../apps/docs/.vitepress/sidebar.mjs";

/** Line limit: further detail belongs in a package's DESIGN.md. */
const MAX_ARCHITECTURE_LINES = 200;

/** Required parts by document of a package. */
const REQUIRED = {
  "README.md": [["an example in a fence", /^```/m]],
  "DESIGN.md": [
    ["a section Non-goals", /^## Non-goals\n\n- /m],
    ["a section Decisions", /^## Decisions/m],
  ],
};

/** Pages outside the order: the first one. */
const UNLISTED = new Set(["index"]);

/** Documents whose names of sources are checked; a source is named by the end of its path. */
const NAMES_SOURCES = /(^|\/)(ARCHITECTURE|CONTRIBUTING|DESIGN|ADD-A-LANGUAGE)\.md$|^bench\/README\.md$/;
const SOURCE_NAME = /`(\w[\w./-]*\.(?:ts|mjs))`/g;
const BENCH_COMMAND = /node bench\/dist\/([a-z/-]+)\.js/g;

const FENCE = /^(`{3,})[^\n]*\n.*?^\1[ \t]*$/gms;
const LINK = /(!?)\[([^\]]*)\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;
const PAGE_LINK = /^\s+link: (\/\S*)$/gm;
const NOT_RUN = /^<!-- not run:(.*?)-->(\s*)(```sh\n)?/gms;

function markdownFiles() {
  const below = (folder, recursive = false) =>
    readdirSync(folder, { recursive })
      .filter((name) => name.endsWith(".md") && !/(^|[\\/])(node_modules|dist|\.corpora)[\\/]/.test(name))
      .map((name) => posix.join(folder, name.replaceAll("\\", "/")));
  const ofMembers = ["packages", "apps"].flatMap((parent) =>
    readdirSync(parent).flatMap((name) => below(posix.join(parent, name))),
  );
  return [
    ...below("."),
    ...below("docs", true),
    ...below("bench"),
    ...below("bench/src", true),
    ...below("bench/results"),
    ...ofMembers,
  ];
}

/** Text without fences and code. */
function withoutCode(text) {
  return text.replace(FENCE, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, " "));
}

const plainHeading = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]|(?<!\w)_|_(?!\w)/g, "")
    .trim()
    .toLowerCase();
/** Anchor of a heading on repository hosts. */
const hostSlug = (heading) =>
  plainHeading(heading)
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
/** Anchor of a heading on the site. */
const siteSlug = (heading) =>
  plainHeading(heading)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replace(/^-+|-+$/g, "");

const slugs = new Map();
function headingSlugs(path) {
  if (!slugs.has(path)) {
    const text = readFileSync(path, "utf8");
    const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading);
    const named = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);
    slugs.set(path, {
      named: new Set(named),
      host: new Set(headings.map(hostSlug)),
      site: new Set(headings.map(siteSlug)),
    });
  }
  return slugs.get(path);
}

function checkLink(path, href) {
  if (/^[a-z]+:/i.test(href)) return [];
  const [place, anchor] = decodeURI(href).split("#");
  const target = place === "" ? path : posix.join(dirname(path), place);
  if (target.startsWith("..") || !existsSync(target)) return [`${path}: ${href} leads nowhere`];
  if (anchor === undefined || !target.endsWith(".md")) return [];
  const { named, host, site } = headingSlugs(target);
  const isThere = named.has(anchor) || (host.has(anchor) && (site.has(anchor) || !target.startsWith("docs/")));
  return isThere
    ? []
    : [`${path}: ${href}: ${target} has no such heading, as repository hosts or as the site names them`];
}

function checkText(path) {
  const text = readFileSync(path, "utf8");
  const links = [...withoutCode(text).matchAll(LINK)];
  const pages = [...text.matchAll(PAGE_LINK)].map(([, link]) => link.replace(/#.*/, ""));
  return [
    ...links.flatMap(([, , , href]) => checkLink(path, href)),
    ...links
      .filter(([, image, label]) => image !== "" && label.trim() === "")
      .map(([, , , href]) => `${path}: ${href} says not what it shows`),
    ...pages.filter((page) => !existsSync(`docs${page}.md`)).map((page) => `${path}: ${page} leads nowhere`),
    ...[...text.matchAll(NOT_RUN)]
      .filter(([, reason, , block]) => reason.trim() === "" || block === undefined)
      .map(([, reason]) => `${path}: <!-- not run:${reason}-->: give a reason, and put it before a shell example`),
  ];
}

let sources;
/** Paths of all sources, tests and scripts, with a leading slash. */
function sourcePaths() {
  const folders = ["src", "test", "scripts"].flatMap((part) =>
    workspaceFolders().map((folder) => posix.join(folder, part)),
  );
  sources ??= [...folders, "scripts"].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => `/${posix.join(folder, name.replaceAll("\\", "/"))}`),
  );
  return sources;
}

/** Checks named sources. A path may start at any folder above the file. */
function checkNamedSources(path) {
  const text = readFileSync(path, "utf8");
  const named = NAMES_SOURCES.test(path)
    ? [...text.replace(FENCE, "").matchAll(SOURCE_NAME)].map(([, name]) => name)
    : [];
  return [
    ...named
      .filter((name) => !sourcePaths().some((source) => source.endsWith(`/${name}`)))
      .map((name) => `${path}: there is no source ${name}`),
    ...[...text.matchAll(BENCH_COMMAND)]
      .filter(([, name]) => !existsSync(`bench/src/${name}.ts`))
      .map(([command]) => `${path}: there is no ${command}`),
  ];
}

/** Folders of the workspace with a package. */
function workspaceFolders() {
  const folders = ["packages", "apps"].flatMap((parent) => readdirSync(parent).map((name) => posix.join(parent, name)));
  return [...folders, "bench"].filter((folder) => existsSync(posix.join(folder, "package.json")));
}

function checkMember(folder) {
  return Object.entries(REQUIRED).flatMap(([name, parts]) => {
    const path = posix.join(folder, name);
    if (!existsSync(path)) return [`${path} is missing`];
    const text = readFileSync(path, "utf8");
    return parts.filter(([, pattern]) => !pattern.test(text)).map(([part]) => `${path} lacks ${part}`);
  });
}

function checkArchitecture() {
  if (!existsSync("ARCHITECTURE.md")) return ["ARCHITECTURE.md is missing"];
  const lines = readFileSync("ARCHITECTURE.md", "utf8").trimEnd().split("\n").length;
  if (lines <= MAX_ARCHITECTURE_LINES) return [];
  return [
    `ARCHITECTURE.md has ${lines} lines, at most ${MAX_ARCHITECTURE_LINES} can be skimmed: move detail to the DESIGN.md of its package`,
  ];
}

function checkOrder() {
  const listed = sidebar(() => true).flatMap(({ items }) => items.map(({ link }) => link.slice(1)));
  const pages = readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length));
  return [
    ...pages
      .filter((page) => !listed.includes(page) && !UNLISTED.has(page))
      .map((page) => `docs/${page}.md has no place in apps/docs/.vitepress/sidebar.mjs`),
    ...listed
      .filter((page) => !pages.includes(page))
      .map((page) => `apps/docs/.vitepress/sidebar.mjs: there is no docs/${page}.md`),
  ];
}

const files = markdownFiles().filter((path) => statSync(path).isFile());
const findings = [
  ...files.flatMap(checkText),
  ...files.flatMap(checkNamedSources),
  ...checkOrder(),
  ...checkArchitecture(),
  ...workspaceFolders().flatMap(checkMember),
];
for (const finding of findings) console.error(finding);
console.log(`documents: ${files.length} checked, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
