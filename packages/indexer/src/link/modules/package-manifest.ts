/**
 * Entry points of a package.json: `exports`, `imports` and the older fields. Knows one manifest; does not read files.
 * Invariant: it terminates, since nesting is limited to {@link MAX_DEPTH} and each value is visited once; at most
 * {@link MAX_TARGETS} targets are returned. Source: Node.js documentation, "Modules: Packages".
 */
import { asObject, asText, type JsonObject, property } from "./json-with-comments.js";

const MAX_DEPTH = 16;
const MAX_TARGETS = 64;

/** Conditions that some reader of source selects. Others (`react-native`, `worker` …) select variants of the same code. */
const CONDITIONS = new Set(["import", "module", "module-sync", "node", "require", "default", "browser", "types"]);

/** How a module loads another: by `import`, or by `require` of CommonJS. */
export type Loader = "import" | "require";
/** What the end of a script's name says of its loader: `package` for `.js`, which its package decides. */
export type NamedLoader = Loader | "package";
/** Conditions for the other way of loading, which count only if nothing else leads to a file. */
const OF_OTHER_LOADER: Readonly<Record<Loader, ReadonlySet<string>>> = {
  import: new Set(["require"]),
  require: new Set(["import", "module"]),
};
/** Conditions that select sources directly: `source`, `development`, and custom ones such as `@scope/source`. */
const SOURCE_CONDITION = /(^|[^a-z])(source|src|development)$/;

/** @param path of a script */
export function namedLoader(path: string): NamedLoader {
  if (/\.c[jt]s$/.test(path)) return "require";
  return /\.jsx?$/.test(path) ? "package" : "import";
}

/** Targets of `exports` for a subpath (`.` or `./sub`), best first; `undefined` when the manifest has no `exports`. */
export function exportTargets(manifest: JsonObject, subpath: string, loader: Loader): readonly string[] | undefined {
  const exports = property(manifest, "exports");
  if (exports === undefined || exports === null) return undefined;
  const table = asObject(exports);
  const isTable = table !== undefined && Object.keys(table).some((key) => key.startsWith("."));
  if (isTable) return tableTargets(table, subpath, loader);
  return subpath === "." ? conditional(exports, "", loader) : [];
}

/** Targets of `imports` for a specifier that starts with `#`, best first. */
export function importTargets(manifest: JsonObject, specifier: string, loader: Loader): readonly string[] {
  const table = asObject(property(manifest, "imports"));
  return table === undefined ? [] : tableTargets(table, specifier, loader);
}

/** Entry points named by the fields older than `exports`; `module` is for `import` only. */
export function entryFields(manifest: JsonObject, loader: Loader): readonly string[] {
  const code = loader === "import" ? ["module", "main"] : ["main", "module"];
  const found = ["source", ...code, "types", "typings"].map((field) => asText(property(manifest, field)));
  return found.filter((target) => target !== undefined);
}

function tableTargets(table: JsonObject, key: string, loader: Loader): readonly string[] {
  const exact = property(table, key);
  if (exact !== undefined && !key.includes("*")) return conditional(exact, "", loader);
  let best = "";
  for (const pattern of Object.keys(table)) {
    if (patternFilling(pattern, key) !== undefined && pattern.indexOf("*") > best.indexOf("*")) best = pattern;
  }
  return best === "" ? [] : conditional(table[best], patternFilling(best, key) ?? "", loader);
}

/** The text that `*` matches; a pattern ending in `/` is the older form of `/*`. */
function patternFilling(pattern: string, key: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return undefined;
  const suffix = pattern.slice(star + 1);
  const isMatch = key.length > star + suffix.length && key.startsWith(pattern.slice(0, star)) && key.endsWith(suffix);
  return isMatch ? key.slice(star, key.length - suffix.length) : undefined;
}

function conditional(value: unknown, filling: string, loader: Loader): readonly string[] {
  const targets: string[] = [];
  collect(value, loader, targets, 0);
  return targets.map((target) => target.replaceAll("*", () => filling));
}

function collect(value: unknown, loader: Loader, targets: string[], depth: number): void {
  if (targets.length >= MAX_TARGETS || depth > MAX_DEPTH) return;
  if (typeof value === "string") targets.push(value);
  else if (Array.isArray(value))
    for (const item of value.slice(0, MAX_TARGETS)) collect(item, loader, targets, depth + 1);
  else {
    const conditions = asObject(value);
    if (conditions === undefined) return;
    for (const name of orderedConditions(conditions, loader)) collect(conditions[name], loader, targets, depth + 1);
  }
}

function orderedConditions(conditions: JsonObject, loader: Loader): readonly string[] {
  const names = Object.keys(conditions).slice(0, MAX_TARGETS);
  const toSource = names.filter((name) => SOURCE_CONDITION.test(name));
  const known = names.filter((name) => CONDITIONS.has(name));
  const others = OF_OTHER_LOADER[loader];
  return [...toSource, ...known.filter((name) => !others.has(name)), ...known.filter((name) => others.has(name))];
}
