/** Packed breaks: which symbols break which users, as plain values for clients. */
import { defined, type SymbolHandle } from "@sdl/model";
import { changedSymbolRecord, type Delta, type RatedChange } from "./delta.js";
import { riskyChanges } from "./risk/change-risk.js";

/** A place in the later version, or in the earlier version for removed symbols. */
interface NamedPlace {
  /** Qualified name. */
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/**
 * A declaration or package requirement that no longer fits the code that uses it. For a requirement, `name` is the path
 * of the manifest.
 */
export interface PackedBreak extends NamedPlace {
  /** Changes for users, each as the end of a sentence that begins with the name. */
  readonly changes: readonly string[];
  /** Whether code outside of the repository can use the declaration. */
  readonly isPublic: boolean;
  /** Probability that the change breaks code that uses it, 0..100. */
  readonly breakage: number;
  /** Both declarations in full. */
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  /** Unchanged code outside of tests that uses the declaration, by file and line. */
  readonly unchangedUsers: readonly NamedPlace[];
}

/** Requirements of packages first, then declarations, the most probable break first. */
export function packBreaks(delta: Delta): PackedBreak[] {
  const requirements = delta.requirements.map(({ file, text }) => {
    return { name: file, file, line: 1, changes: [text], isPublic: true, breakage: 100, unchangedUsers: [] };
  });
  const broken = riskyChanges(delta).filter(({ risk }) => risk.breakage > 0);
  broken.sort((a, b) => b.risk.breakage - a.risk.breakage);
  return [...requirements, ...broken.map((change) => packBreak(delta, change))];
}

function packBreak({ pairs }: Delta, change: RatedChange): PackedBreak {
  const { breaks, isPublic, isRemovedApi, breakage, unchangedUsers } = change.risk;
  const { file, line, qualifiedName } = changedSymbolRecord(pairs, change);
  const { signatureDiff, before } = change;
  return {
    // Users refer to the earlier name.
    name: before === undefined ? qualifiedName : pairs.before.graph.symbol(before).qualifiedName,
    file,
    line,
    changes: breaks.map(({ text }) => text),
    isPublic: isPublic || isRemovedApi,
    breakage: Math.round(100 * breakage),
    ...defined({ signatureDiff }),
    unchangedUsers: unchangedUsers.flatMap((user) => placeOfUser(pairs, user)).sort(compareByPlace),
  };
}

function placeOfUser(pairs: Delta["pairs"], user: SymbolHandle): NamedPlace[] {
  const later = pairs.later(user);
  if (later === undefined) return [];
  const { qualifiedName, file, line } = pairs.after.graph.symbol(later);
  return [{ name: qualifiedName, file, line }];
}

function compareByPlace(a: NamedPlace, b: NamedPlace): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
