/** What lies in a folder that cannot be indexed, in words. */
import type { ExtensionCount, FolderSurvey } from "@sdl/indexer";

/** Kinds of files that a sentence names. */
const MAX_KINDS = 4;

/** `no TypeScript, JavaScript, Python or Go here: 212 .rs files, 3 .md files`; what is ignored counts as absent. */
export function describeNothing({ others }: Pick<FolderSurvey, "others">): string {
  if (others.length === 0) return "no files that are not ignored";
  return `no TypeScript, JavaScript, Python or Go here: ${describeKinds(others)}`;
}

/** `212 .rs files, 3 .md files and 7 others`; "" for none. */
export function describeKinds(others: readonly ExtensionCount[]): string {
  const named = others.slice(0, MAX_KINDS).map(describeKind).join(", ");
  const rest = others.slice(MAX_KINDS).reduce((sum, { files }) => sum + files, 0);
  return rest === 0 ? named : `${named} and ${rest} ${rest === 1 ? "other" : "others"}`;
}

function describeKind({ extension, files }: ExtensionCount): string {
  const noun = files === 1 ? "file" : "files";
  return extension === "" ? `${files} ${noun} without extension` : `${files} ${extension} ${noun}`;
}
