/**
 * Entry points where code outside the repository calls in: routes, programs, binaries named by manifests, exports of files that the repository's
 * configuration marks as entry points, and the exported API of packages. Found from code, manifests and configuration, never from names such as
 * `main` alone. Tests are excluded.
 */

import { EDGE_CODE, KIND_CODE } from "@sdl/model";
import { FileMark, type ManifestEntry, manifestEntries, marksOf } from "@sdl/model/paths";
import { type CodeGraph, edgeIndexes, NONE } from "../code-graph.js";
import type { DerivationSource, EntryFact } from "../source.js";

/** Kinds of entry points, the most descriptive first. */
export const ENTRY_ORDER = ["route", "main", "bin", "configured", "api"] as const;

/** A symbol that outside code calls. */
export interface EntryPoint {
  readonly kind: (typeof ENTRY_ORDER)[number];
  readonly symbol: number;
  /** Description of the caller: `POST /login`, `bin sdl`; empty for an exported symbol, whose own name describes it. */
  readonly text: string;
  /** Names of the calls that belong to the entry point; if absent, all calls of the symbol. */
  readonly calls?: readonly string[];
}

/** Maximum depth of re-exporting modules that are followed from a package's entry module. */
const MAX_REEXPORT_DEPTH = 3;
const CALLABLE = new Set<number>([
  KIND_CODE.function,
  KIND_CODE.method,
  KIND_CODE.class,
  KIND_CODE.constructor,
  KIND_CODE.variable,
]);

/** @param isTest 1 for each symbol that is test code */
export function findEntryPoints(code: CodeGraph, isTest: Uint8Array, source: DerivationSource): EntryPoint[] {
  const written: EntryPoint[] = [];
  code.paths.forEach((path, file) => {
    if (isTest[code.members[file]?.[0] ?? 0] === 1) return;
    for (const fact of source.entries(path)) written.push(...entryOfFact(code, fact));
  });
  const manifests = manifestEntries(source.configs());
  const stems = fileStems(code);
  const named = manifests.flatMap((entry) => manifestEntry(code, entry, stems));
  const configured = configuredEntries(code, source);
  return [...written, ...named, ...configured, ...exportedApi(code, isTest, named)].filter(
    ({ symbol }) => isTest[symbol] === 0,
  );
}

function entryOfFact(code: CodeGraph, { owner, kind, text, handler, calls }: EntryFact): EntryPoint[] {
  const symbol = code.numberByHandle[owner] ?? NONE;
  if (symbol === NONE || kind === "title") return [];
  const label = kind === "main" ? startCommand(code.records[symbol]?.file ?? "") : text;
  if (handler === undefined) return [{ kind, symbol, text: label, ...(calls.length === 0 ? {} : { calls }) }];
  const handled = targetNamed(code, symbol, handler);
  return handled === undefined ? [] : [{ kind, symbol: handled, text: label }];
}

/** How a file's program is started. */
function startCommand(file: string): string {
  if (!file.endsWith(".go")) return `python ${file}`;
  return file.includes("/") ? `go run ./${file.slice(0, file.lastIndexOf("/"))}` : "go run .";
}

/** The callable symbol of that name among the targets of the owner's edges; the one with the highest confidence. */
function targetNamed(code: CodeGraph, owner: number, name: string): number | undefined {
  let best: number | undefined;
  let confidence = -1;
  for (const edge of edgeIndexes(code, owner)) {
    const to = code.targets[edge] as number;
    if (code.records[to]?.name !== name || !CALLABLE.has(code.kinds[to] as number)) continue;
    if ((code.confidences[edge] as number) <= confidence) continue;
    best = to;
    confidence = code.confidences[edge] as number;
  }
  return best;
}

/** Modules by path without extension; an index module also by its folder. */
function fileStems(code: CodeGraph): ReadonlyMap<string, number> {
  const stems = new Map<string, number>();
  code.paths.forEach((path, file) => {
    const module = code.members[file]?.[0];
    if (module === undefined) return;
    const stem = path.replace(/(\.d)?\.[^./]+$/, "");
    if (!stems.has(stem)) stems.set(stem, module);
    const folder = stem.replace(/(^|\/)(index|__init__)$/, "");
    if (folder !== stem && folder !== "" && !stems.has(folder)) stems.set(folder, module);
  });
  return stems;
}

function manifestEntry(code: CodeGraph, entry: ManifestEntry, stems: ReadonlyMap<string, number>): EntryPoint[] {
  const module = entry.stems.map((stem) => stems.get(stem)).find((found) => found !== undefined);
  if (module === undefined) return [];
  if (entry.kind === "api") return [{ kind: "api", symbol: module, text: "" }];
  const text = `bin ${entry.name}`;
  if (entry.symbol === undefined) return [{ kind: "bin", symbol: module, text }];
  const members = code.members[code.files[module] as number] as Uint32Array;
  const symbol = members.find((member) => code.records[member]?.qualifiedName === entry.symbol);
  return symbol === undefined ? [] : [{ kind: "bin", symbol, text }];
}

/** Exports of files that the repository's configuration marks as entry points: functions, and the public methods of classes. */
function configuredEntries(code: CodeGraph, { graph }: DerivationSource): EntryPoint[] {
  return code.paths.flatMap((path, file) => {
    if ((marksOf(graph, path) & FileMark.EntryPoint) === 0) return [];
    const exported = [...(code.members[file] as Uint32Array)].filter((symbol) => isExportedTop(code, symbol));
    return exported
      .flatMap((symbol) => apiEntryPoints(code, symbol))
      .map((entry) => ({ ...entry, kind: "configured" }));
  });
}

/** Exports of the packages' entry modules; if no manifest names one, exported functions that only tests call. */
function exportedApi(code: CodeGraph, isTest: Uint8Array, named: readonly EntryPoint[]): EntryPoint[] {
  const modules = named.filter(({ kind }) => kind === "api").map(({ symbol }) => symbol);
  const offered = modules.length === 0 ? uncalledExports(code, isTest) : exportsOfModules(code, modules);
  return [...offered].flatMap((symbol) => apiEntryPoints(code, symbol));
}

function exportsOfModules(code: CodeGraph, modules: readonly number[]): Set<number> {
  const offered = new Set<number>();
  const seen = new Set(modules);
  let barrels = modules;
  for (let step = 0; step <= MAX_REEXPORT_DEPTH && barrels.length > 0; step++) {
    const handedOn = barrels.flatMap((module) => [...importedSymbols(code, module)]);
    for (const member of barrels.flatMap((module) => [...exportedTops(code, module)])) offered.add(member);
    for (const symbol of handedOn) if (code.kinds[symbol] !== KIND_CODE.module) offered.add(symbol);
    barrels = [...new Set(handedOn)].filter((symbol) => code.kinds[symbol] === KIND_CODE.module && !seen.has(symbol));
    for (const module of barrels) seen.add(module);
  }
  return offered;
}

function exportedTops(code: CodeGraph, module: number): Uint32Array {
  const members = code.members[code.files[module] as number] as Uint32Array;
  return members.filter((member) => isExportedTop(code, member));
}

function* importedSymbols(code: CodeGraph, module: number): Iterable<number> {
  for (const edge of edgeIndexes(code, module)) {
    if (code.edgeKinds[edge] === EDGE_CODE.import) yield code.targets[edge] as number;
  }
}

function isExportedTop(code: CodeGraph, symbol: number): boolean {
  const record = code.records[symbol];
  return record?.exported === true && record.kind !== "module" && code.topLevelOf[symbol] === symbol;
}

function uncalledExports(code: CodeGraph, isTest: Uint8Array): Set<number> {
  const isCalled = new Uint8Array(code.symbolCount);
  for (let from = 0; from < code.symbolCount; from++) {
    if (isTest[from] === 1) continue;
    for (const edge of edgeIndexes(code, from)) {
      if (code.edgeKinds[edge] === EDGE_CODE.call) isCalled[code.targets[edge] as number] = 1;
    }
  }
  const found = new Set<number>();
  for (let symbol = 0; symbol < code.symbolCount; symbol++) {
    if (isCalled[symbol] === 0 && isTest[symbol] === 0 && isExportedTop(code, symbol)) found.add(symbol);
  }
  return found;
}

/** Entry points of an exported symbol: a function itself, or a class's public methods. */
function apiEntryPoints(code: CodeGraph, symbol: number): EntryPoint[] {
  const record = code.records[symbol];
  if (record?.kind === "function") return [{ kind: "api", symbol, text: "" }];
  if (record?.kind !== "class") return [];
  const members = [...(code.members[code.files[symbol] as number] ?? [])];
  return members
    .filter((member) => {
      const { kind, container, visibility, name } = code.records[member] ?? {};
      return kind === "method" && container === record.handle && visibility === "public" && !name?.startsWith("_");
    })
    .map((member) => ({ kind: "api", symbol: member, text: "" }));
}
