/**
 * Keys of recorded lookups: 32-bit hashes of what was asked of which file. Pure.
 * A question and its answer are made of paths, names and symbol ids, never of ordinals or lines, so that an edit which changes none
 * of these changes no answer.
 */
import { fold32, hash32 } from "@sdl/model/text";

const KIND = {
  exists: 0x11,
  folder: 0x12,
  config: 0x13,
  packageName: 0x14,
  topLevel: 0x15,
  exported: 0x21,
  stars: 0x22,
  symbol: 0x31,
  value: 0x32,
  member: 0x33,
  bases: 0x34,
  classes: 0x36,
  params: 0x35,
  page: 0x37,
  holders: 0x38,
  methods: 0x39,
  package: 0x3a,
  packageMethod: 0x3b,
  packageHolders: 0x3c,
  packageNames: 0x3d,
} as const;

/** Is `path` indexed? */
export function existsLookup(path: string): number {
  return fold32(KIND.exists, hash32(path));
}

/** Does the folder hold indexed files, at any depth? */
export function folderLookup(path: string): number {
  return fold32(KIND.folder, hash32(path));
}

/** What does the configuration file say? */
export function configLookup(path: string): number {
  return fold32(KIND.config, hash32(path));
}

/** Which manifests carry the package name? */
export function packageNameLookup(name: string): number {
  return fold32(KIND.packageName, hash32(name));
}

/** Which folders of that name are Python packages? */
export function topLevelLookup(name: string): number {
  return fold32(KIND.topLevel, hash32(name));
}

/** What does the module export under the name? */
export function exportLookup(pathHash: number, nameHash: number): number {
  return fold32(fold32(KIND.exported, pathHash), nameHash);
}

/** Which modules does it export as a whole, and which names does it call public? */
export function starsLookup(pathHash: number): number {
  return fold32(KIND.stars, pathHash);
}

/** Flags of a symbol. */
export function symbolLookup(idHash: number): number {
  return fold32(KIND.symbol, idHash);
}

/** A symbol's declared type, initial value and returned expressions. */
export function valueLookup(idHash: number): number {
  return fold32(KIND.value, idHash);
}

/** Members and fields of that name in a class, interface, namespace or object. */
export function memberLookup(idHash: number, nameHash: number): number {
  return fold32(fold32(KIND.member, idHash), nameHash);
}

/** Which classes does the file declare? */
export function classesLookup(pathHash: number): number {
  return fold32(KIND.classes, pathHash);
}

/** Which classes of the Python file hold a member or field of that name? */
export function holdersLookup(pathHash: number, nameHash: number): number {
  return fold32(fold32(KIND.holders, pathHash), nameHash);
}

/** Which methods does the Python class declare? */
export function methodsLookup(idHash: number): number {
  return fold32(KIND.methods, idHash);
}

/** Which scripts declare the name for their page? */
export function pageLookup(nameHash: number): number {
  return fold32(KIND.page, nameHash);
}

/** What do the files of the folder declare for their packages under the name? */
export function packageLookup(folderHash: number, nameHash: number): number {
  return fold32(fold32(KIND.package, folderHash), nameHash);
}

/** Which methods of that type and name do the files of the folder declare? @param methodHash of both names */
export function packageMethodLookup(folderHash: number, methodHash: number): number {
  return fold32(fold32(KIND.packageMethod, folderHash), methodHash);
}

/** Which types of the folder's packages have a method of that name? */
export function packageHoldersLookup(folderHash: number, nameHash: number): number {
  return fold32(fold32(KIND.packageHolders, folderHash), nameHash);
}

/** What are the packages of the folder called? */
export function packageNamesLookup(folderHash: number): number {
  return fold32(KIND.packageNames, folderHash);
}

/** Bases of a class or interface. */
export function basesLookup(idHash: number): number {
  return fold32(KIND.bases, idHash);
}

/** Types of a function's parameters, and how the signature writes them. */
export function paramsLookup(idHash: number): number {
  return fold32(KIND.params, idHash);
}

/** An id's two words as one hash. Ids hold the path already. */
export function hashId(hi: number, lo: number): number {
  return fold32(hi, lo);
}
