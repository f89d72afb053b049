/** Where the imports of one repository lead, by the reasons that `sdl status --imports` gives. Pure. */
import type { EdgeRepository } from "../edge-sweep/repositories.js";

/** An import that leads nowhere. */
export interface LostImport {
  readonly file: string;
  readonly line?: number;
  readonly specifier: string;
  readonly reason: string;
}

/** The part `imports` of the command's answer. */
export interface ImportAnswer {
  readonly repository: number;
  readonly otherFiles: number;
  readonly outside: number;
  readonly lost: number;
  /** The first thousand. */
  readonly list?: readonly LostImport[];
}

/** The result of one repository. */
export interface ImportRecord extends EdgeRepository {
  readonly imports?: ImportAnswer;
  /** Why there is none. */
  readonly problem?: string;
}

/** Imports of a repository by where they lead. */
export interface ImportCounts {
  /** Lead to a file of the repository, code or not. */
  readonly resolved: number;
  /** Lead nowhere, and no file of the repository has that path. */
  readonly nameless: number;
  /** Lead nowhere, though a file of the repository has that path: it is not indexed, or no import path leads to it. */
  readonly missed: readonly LostImport[];
}

/** Reasons that name no file of the repository. */
const NO_FILE = /^(?:there is no file |no setting says |the path leads out of the repository)/;

/** Counts the imports of an answer. */
export function importCounts({ repository, otherFiles, lost, list = [] }: ImportAnswer): ImportCounts {
  const missed = list.filter(({ reason }) => !NO_FILE.test(reason));
  return { resolved: repository + otherFiles, nameless: lost - missed.length, missed };
}

/** Share of the imports that name a file of the repository which lead to it; 1 if there is none. */
export function resolvedShare({ resolved, missed }: ImportCounts): number {
  const all = resolved + missed.length;
  return all === 0 ? 1 : resolved / all;
}
