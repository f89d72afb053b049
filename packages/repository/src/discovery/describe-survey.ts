/** Description of a folder's files that cannot be indexed. */
import type { ExtensionCount, FolderSurvey } from "@sdl/indexer";

/** Maximum number of kinds of files named in a sentence. */
const MAX_KINDS = 4;

/**
 * Says that nothing can be indexed, and what is there instead: `no TypeScript, JavaScript, Python or Go here: 212 .rs
 * files, 3 .md files`. Ignored files count as absent.
 */
export function describeNothing({ others }: Pick<FolderSurvey, "others">): string {
  if (others.length === 0) return "only ignored files";
  return `no TypeScript, JavaScript, Python or Go here: ${describeKinds(others)}`;
}

/** Lists kinds of files: `212 .rs files, 3 .md files and 7 others`; "" for none. */
export function describeKinds(others: readonly ExtensionCount[]): string {
  const named = others.slice(0, MAX_KINDS).map(describeKind).join(", ");
  const rest = others.slice(MAX_KINDS).reduce((sum, { files }) => sum + files, 0);
  return rest === 0 ? named : `${named} and ${rest} ${rest === 1 ? "other" : "others"}`;
}

function describeKind({ extension, files }: ExtensionCount): string {
  const noun = files === 1 ? "file" : "files";
  return extension === "" ? `${files} ${noun} without extension` : `${files} ${extension} ${noun}`;
}
