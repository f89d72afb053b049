/** Every lookup of one kind that could be made of a repository: what a linker that forgot to record that kind would not have. */
import { hash32, qualifiedNames } from "@sdl/model";
import * as lookups from "../../src/link/lookups.js";
import { viewOf } from "./memory-repository.js";

export type LookupKind =
  | "exists"
  | "folder"
  | "config"
  | "packageName"
  | "topLevel"
  | "export"
  | "stars"
  | "symbol"
  | "value"
  | "member"
  | "bases";

export function lookupsOfKind(kind: LookupKind, texts: ReadonlyMap<string, string>): ReadonlySet<number> {
  const found = new Set<number>();
  const words = new Set([...texts.values()].flatMap((text) => text.match(/\w+/g) ?? []));
  for (const [path, text] of texts) {
    if (kind === "exists") found.add(lookups.existsLookup(path));
    if (kind === "config") found.add(lookups.configLookup(path));
    if (kind === "stars") found.add(lookups.starsLookup(hash32(path)));
    if (kind === "export")
      for (const word of [...words, "default", "export="]) found.add(lookups.exportLookup(hash32(path), hash32(word)));
    if (kind === "topLevel") for (const part of path.split(/[/.]/)) found.add(lookups.topLevelLookup(part));
    if (kind === "folder")
      for (const part of path.split("/")) found.add(lookups.folderLookup(path.slice(0, path.indexOf(part) - 1)));
    if (kind === "packageName") for (const word of words) found.add(lookups.packageNameLookup(word));
    if (!/\.(json|yaml)$/.test(path)) for (const id of idHashes(path, text)) addSymbol(kind, id, words, found);
  }
  return found;
}

function addSymbol(kind: LookupKind, id: number, words: ReadonlySet<string>, found: Set<number>): void {
  if (kind === "symbol") found.add(lookups.symbolLookup(id));
  if (kind === "value") found.add(lookups.valueLookup(id));
  if (kind === "bases") found.add(lookups.basesLookup(id));
  if (kind === "member") for (const word of words) found.add(lookups.memberLookup(id, hash32(word)));
}

function idHashes(path: string, text: string): number[] {
  const { facts, symbolIds } = viewOf(path, text);
  return qualifiedNames(facts).map((_, row) => lookups.hashId(symbolIds[2 * row] ?? 0, symbolIds[2 * row + 1] ?? 0));
}
