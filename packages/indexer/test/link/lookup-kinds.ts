/** Lookups of one kind, all that could be made of a repository: those that a linker would lack if it did not record that kind. */
import { qualifiedNames } from "@sdl/model/facts";
import { combineHashes, hash32 } from "@sdl/model/text";
import { FileContext } from "../../src/link/files/file-context.js";
import { NameTable } from "../../src/link/files/name-table.js";
import * as lookups from "../../src/link/lookups.js";
import { viewOf } from "./memory-repository.js";

/** A kind of lookup. */
export type LookupKind =
  | "exists"
  | "folder"
  | "folderName"
  | "config"
  | "packageName"
  | "alias"
  | "topLevel"
  | "component"
  | "export"
  | "stars"
  | "symbol"
  | "value"
  | "member"
  | "bases"
  | "classes"
  | "params"
  | "page"
  | "global"
  | "holders"
  | "methods"
  | "package"
  | "packageMethod"
  | "packageHolders"
  | "packageNames";

/** All lookups of a kind. */
export function lookupsOfKind(kind: LookupKind, texts: ReadonlyMap<string, string>): ReadonlySet<number> {
  const words = new Set([...texts.values()].flatMap((text) => text.match(/\w+/g) ?? []));
  const found = new Set<number>();
  for (const [path, text] of texts) {
    for (const lookup of pathLookups(path, words)[kind] ?? []) found.add(lookup);
    if (/\.(json|yaml|toml|mod)$/.test(path)) continue;
    for (const id of idHashes(path, text)) addSymbol(kind, id, found);
    if (kind === "member" || kind === "bases") addMembers(kind, { path, text }, words, found);
  }
  return found;
}

function pathLookups(path: string, words: ReadonlySet<string>): Partial<Record<LookupKind, readonly number[]>> {
  const parts = path.split("/");
  return {
    exists: [lookups.existsLookup(path)],
    folder: parts.map((_, i) => lookups.folderLookup(parts.slice(0, i).join("/"))),
    folderName: parts.slice(0, -1).map(lookups.folderNameLookup),
    config: [lookups.configLookup(path)],
    packageName: [...words].map(lookups.packageNameLookup),
    alias: [...words].map(lookups.aliasLookup),
    component: [...words].map(lookups.componentLookup),
    topLevel: path.split(/[/.]/).map(lookups.topLevelLookup),
    export: [...words, "default", "export="].map((word) => lookups.exportLookup(hash32(path), hash32(word))),
    stars: [lookups.starsLookup(hash32(path))],
    classes: [lookups.classesLookup(hash32(path))],
    holders: [...words].map((word) => lookups.holdersLookup(hash32(path), hash32(word))),
    ...packageLookups(
      hash32(parts.slice(0, -1).join("/")),
      Array.from(words, (word) => hash32(word)),
    ),
    page: [...words].map((word) => lookups.pageLookup(hash32(word))),
    global: [...words].map((word) => lookups.globalLookup(hash32(word))),
  };
}

function packageLookups(folder: number, words: readonly number[]) {
  return {
    package: words.map((word) => lookups.packageLookup(folder, word)),
    packageMethod: words.flatMap((type) =>
      words.map((word) => lookups.packageMethodLookup(folder, combineHashes(type, word))),
    ),
    packageHolders: words.map((word) => lookups.packageHoldersLookup(folder, word)),
    packageNames: [lookups.packageNamesLookup(folder)],
  };
}

function addSymbol(kind: LookupKind, id: number, found: Set<number>): void {
  if (kind === "symbol") found.add(lookups.symbolLookup(id));
  if (kind === "value") found.add(lookups.valueLookup(id));
  if (kind === "params") found.add(lookups.paramsLookup(id));
  if (kind === "methods") found.add(lookups.methodsLookup(id));
}

function addMembers(
  kind: "member" | "bases",
  { path, text }: { readonly path: string; readonly text: string },
  words: ReadonlySet<string>,
  found: Set<number>,
): void {
  const { facts, symbolIds } = viewOf(path, text);
  const ctx = new FileContext({ handle: 0, path, page: facts, symbolIds }, new NameTable());
  for (let ordinal = 0; ordinal < ctx.symbols.rows; ordinal++) {
    const owner = ctx.memberHash(ordinal);
    if (kind === "bases") found.add(lookups.basesLookup(owner));
    else for (const word of words) found.add(lookups.memberLookup(owner, hash32(word)));
  }
}

function idHashes(path: string, text: string): number[] {
  const { facts, symbolIds } = viewOf(path, text);
  return qualifiedNames(facts).map((_, row) => lookups.hashId(symbolIds[2 * row] ?? 0, symbolIds[2 * row + 1] ?? 0));
}
