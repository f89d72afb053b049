/**
 * Aliases of import paths in the configuration of build tools: Vite, webpack, Vue, Nuxt, SvelteKit, Babel. Reads plainly
 * written ones from the text, `alias: { lib: path.resolve(__dirname, "src/lib") }`; runs nothing. Linear in the text.
 */

/** Maximum number of aliases read from one file. */
const MAX_ALIASES = 500;

/** A name at the start of import paths, and the folder or file that it stands for. */
export interface BuildAlias {
  readonly name: string;
  /** Whether only the whole import path may be the name. */
  readonly isExact: boolean;
  /** What the path is relative to: the folder of the configuration, or that of its package. */
  readonly base: "config" | "package";
  readonly path: string;
}

const QUOTED = `(?:"[^"\\n]*"|'[^'\\n]*'|\`[^\`$\\n]*\`)`;
const FOLDER = "(?:__dirname|[\\w.]*\\bdirname|process\\.cwd\\(\\))";
const JOINED = `(?:path\\.)?(?:resolve|join)\\(\\s*(?:(?<folder>${FOLDER})\\s*,\\s*)?(?<parts>${QUOTED}(?:\\s*,\\s*${QUOTED})*)\\s*(?:,\\s*)?\\)`;
const FROM_URL = `(?:(?:url\\.)?fileURLToPath\\(\\s*)?new URL\\(\\s*(?<url>${QUOTED})\\s*,\\s*import\\.meta\\.url`;
const VALUE = `(?:${JOINED}|${FROM_URL}|(?<plain>${QUOTED}))`;
/** An item of a table, `name: value`, or of a list, `{ find: name, replacement: value }`. */
const ITEM = new RegExp(
  `(?:\\bfind:\\s*(?<found>${QUOTED})\\s*,\\s*replacement|(?<quoted>${QUOTED})|(?<![\\w$])(?<bare>[A-Za-z_$][\\w$]*))\\s*:\\s*${VALUE}`,
  "g",
);
const START = /\balias\s*[:=]\s*(?:\{|\[)/g;

/** The aliases that a configuration's text states, in source order. */
export function readAliases(text: string): readonly BuildAlias[] {
  const found: BuildAlias[] = [];
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null && found.length < MAX_ALIASES; start = START.exec(text)) {
    const end = closingBracket(text, START.lastIndex);
    for (const item of text.slice(START.lastIndex, end).matchAll(ITEM)) {
      const alias = aliasOf(item.groups ?? {});
      if (alias !== undefined && found.length < MAX_ALIASES) found.push(alias);
    }
    START.lastIndex = end;
  }
  return found;
}

/** The offset of the bracket that closes the one before `from`; the text's end if it is missing. Brackets in strings count. */
function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const unit = text[at] as string;
    if (unit === "{" || unit === "[") depth++;
    else if ((unit === "}" || unit === "]") && --depth === 0) return at;
  }
  return text.length;
}

function aliasOf(groups: Readonly<Record<string, string | undefined>>): BuildAlias | undefined {
  const { found, quoted, bare = "", folder, parts, url, plain } = groups;
  const key = found ?? quoted;
  const written = key === undefined ? bare : unquoted(key);
  const name = written.replace(/(?:\/\*?|\$)$/, "");
  const target = pathOf({ folder, parts, url, plain });
  // A path into installed packages selects one of their builds.
  if (name === "" || target === undefined || /(?:^|\/)node_modules(?:\/|$)/.test(target.path)) return undefined;
  return { name, isExact: written.endsWith("$"), ...target };
}

function pathOf({
  folder,
  parts,
  url,
  plain,
}: Readonly<Record<"folder" | "parts" | "url" | "plain", string | undefined>>):
  | Pick<BuildAlias, "base" | "path">
  | undefined {
  if (parts !== undefined) {
    const path = Array.from(parts.matchAll(new RegExp(QUOTED, "g")), ([part]) => unquoted(part)).join("/");
    return { base: folder === undefined || folder.startsWith("process") ? "package" : "config", path: cleaned(path) };
  }
  const path = unquoted(url ?? plain ?? "");
  if (url === undefined && path.startsWith("/")) return { base: "package", path: cleaned(path) };
  // Another name is that of a package, or of a module in one.
  return /^\.{1,2}(?:\/|$)/.test(path) ? { base: "config", path: cleaned(path) } : undefined;
}

function unquoted(text: string): string {
  return text.slice(1, -1);
}

function cleaned(path: string): string {
  return path.replace(/\/\*?$/, "");
}

/** The text that the ledger stores: one line per alias, so that other edits of the file change no link. */
export function aliasText(aliases: readonly BuildAlias[]): string {
  const rows = aliases.map(({ name, isExact, base, path }) => [base, isExact ? "exact" : "start", name, path]);
  return rows
    .filter((row) => row.every((cell) => !cell.includes("\t")))
    .map((row) => `${row.join("\t")}\n`)
    .join("");
}

/** The aliases in a text of {@link aliasText}. */
export function parseAliasText(text: string): readonly BuildAlias[] {
  return text.split("\n").flatMap((line) => {
    const [base, kind, name, path, ...others] = line.split("\t");
    if ((base !== "config" && base !== "package") || !name || path === undefined || others.length > 0) return [];
    return [{ name, isExact: kind === "exact", base, path }];
  });
}

/** The first part of a name or an import path, by which aliases are looked up. */
export function firstPart(path: string): string {
  return path.split("/", 1)[0] ?? path;
}
