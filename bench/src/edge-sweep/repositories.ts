/** List of the sweep of edges: public repositories at one commit each. The data is `bench/edge-sweep.json`. */
import { readFileSync } from "node:fs";
import { EDGE_SWEEP_FILE } from "../paths.js";

/** Languages of the sweep; JavaScript counts as TypeScript. */
export const SWEEP_LANGUAGES = ["typescript", "python"] as const;
/** One of {@link SWEEP_LANGUAGES}. */
export type SweepLanguage = (typeof SWEEP_LANGUAGES)[number];

/** A repository of the list. */
export interface EdgeRepository {
  /** Owner and name at GitHub. */
  readonly name: string;
  readonly language: SweepLanguage;
  /** Full commit id. */
  readonly commit: string;
  /** Folder that is measured, as if it were the repository; absent means all of it. */
  readonly folder?: string;
  /** Whether nothing was decided by its figures: it is measured at the end, and reported apart. */
  readonly unseen?: true;
}

/** The wanted part of the list. */
export interface EdgeSelection {
  readonly language?: SweepLanguage | undefined;
  /** Parts of names of which one must match; absent means all. */
  readonly only?: readonly string[] | undefined;
  /** Whether unseen repositories take part. */
  readonly unseen: boolean;
}

/** Reads the list. */
export function readEdgeRepositories(): EdgeRepository[] {
  return JSON.parse(readFileSync(EDGE_SWEEP_FILE, "utf8"));
}

/** The repositories to measure, in the list's order. */
export function selectRepositories(
  repositories: readonly EdgeRepository[],
  { language, only, unseen }: EdgeSelection,
): EdgeRepository[] {
  return repositories.filter(
    (one) =>
      (language === undefined || one.language === language) &&
      (only === undefined || only.some((part) => one.name.includes(part))) &&
      (unseen || one.unseen !== true),
  );
}
