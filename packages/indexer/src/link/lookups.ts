/**
 * Keys of recorded lookups: 32-bit hashes of a question about a file. Pure. Questions and answers consist of paths,
 * names and symbol ids, never of ordinals or lines, so that an edit which changes none of these changes no answer.
 */
import { combineHashes, hash32 } from "@sdl/model/text";

const KIND = {
  exists: 0x11,
  folder: 0x12,
  config: 0x13,
  packageName: 0x14,
  topLevel: 0x15,
  folderName: 0x16,
  component: 0x17,
  alias: 0x18,
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
  global: 0x3e,
} as const;

/** Key of the question: is `path` indexed? */
export function existsLookup(path: string): number {
  return combineHashes(KIND.exists, hash32(path));
}

/** Key of the question: does the folder hold indexed files, at any depth? */
export function folderLookup(path: string): number {
  return combineHashes(KIND.folder, hash32(path));
}

/** Key of the question: what is the text of the configuration file? */
export function configLookup(path: string): number {
  return combineHashes(KIND.config, hash32(path));
}

/** Key of the question: which manifests have the package name? */
export function packageNameLookup(name: string): number {
  return combineHashes(KIND.packageName, hash32(name));
}

/** Key of the question: which aliases of build tools begin with the part? */
export function aliasLookup(part: string): number {
  return combineHashes(KIND.alias, hash32(part));
}

/** Key of the question: which Python packages and modules have the name? */
export function topLevelLookup(name: string): number {
  return combineHashes(KIND.topLevel, hash32(name));
}

/** Key of the question: which folders of that name hold Python files, at any depth? */
export function folderNameLookup(name: string): number {
  return combineHashes(KIND.folderName, hash32(name));
}

/** Key of the question: which files are components of that name? */
export function componentLookup(name: string): number {
  return combineHashes(KIND.component, hash32(name));
}

/** Key of the question: what does the module export under the name? */
export function exportLookup(pathHash: number, nameHash: number): number {
  return combineHashes(combineHashes(KIND.exported, pathHash), nameHash);
}

/** Key of the question: which star exports does the module have, and which names are public? */
export function starsLookup(pathHash: number): number {
  return combineHashes(KIND.stars, pathHash);
}

/** Key of the question: which flags does the symbol have? */
export function symbolLookup(idHash: number): number {
  return combineHashes(KIND.symbol, idHash);
}

/** Key of the question: what are a symbol's declared type, initial value, overloads and returned expressions? */
export function valueLookup(idHash: number): number {
  return combineHashes(KIND.value, idHash);
}

/** Key of the question: which members and fields of that name does a class, interface, namespace or object have? */
export function memberLookup(idHash: number, nameHash: number): number {
  return combineHashes(combineHashes(KIND.member, idHash), nameHash);
}

/** Key of the question: which classes does the file declare? */
export function classesLookup(pathHash: number): number {
  return combineHashes(KIND.classes, pathHash);
}

/** Key of the question: which classes of the Python file have a member or field of that name? */
export function holdersLookup(pathHash: number, nameHash: number): number {
  return combineHashes(combineHashes(KIND.holders, pathHash), nameHash);
}

/** Key of the question: which methods does a Python class, a type of Go, or the object of a script's variable have? */
export function methodsLookup(idHash: number): number {
  return combineHashes(KIND.methods, idHash);
}

/** Key of the question: which scripts declare the name for their page? */
export function pageLookup(nameHash: number): number {
  return combineHashes(KIND.page, nameHash);
}

/** Key of the question: which declaration files declare the name for all scripts? */
export function globalLookup(nameHash: number): number {
  return combineHashes(KIND.global, nameHash);
}

/** What do the files of the folder declare for their packages under the name? */
export function packageLookup(folderHash: number, nameHash: number): number {
  return combineHashes(combineHashes(KIND.package, folderHash), nameHash);
}

/** Which methods of that type and name do the files of the folder declare? @param methodHash of both names */
export function packageMethodLookup(folderHash: number, methodHash: number): number {
  return combineHashes(combineHashes(KIND.packageMethod, folderHash), methodHash);
}

/** Which types of the folder's packages have a method of that name? */
export function packageHoldersLookup(folderHash: number, nameHash: number): number {
  return combineHashes(combineHashes(KIND.packageHolders, folderHash), nameHash);
}

/** What are the packages of the folder called? */
export function packageNamesLookup(folderHash: number): number {
  return combineHashes(KIND.packageNames, folderHash);
}

/** Key of the question: which bases does a class or interface have? @param memberHash shared by merged declarations */
export function basesLookup(memberHash: number): number {
  return combineHashes(KIND.bases, memberHash);
}

/** Key of the question: which types do a function's parameters have, and how does its signature write them? */
export function paramsLookup(idHash: number): number {
  return combineHashes(KIND.params, idHash);
}

/** Hash of an id's two words. The id already covers the path. */
export function hashId(hi: number, lo: number): number {
  return combineHashes(hi, lo);
}
