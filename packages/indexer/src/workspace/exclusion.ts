/** Reasons why discovery excludes a path. Collected only on request: a refresh needs only the lists of `Discovery`. */
import type { Language } from "@sdl/model";
import type { SkipReason } from "./discovery.js";
import type { ConfigPlace, RuleOrigin } from "./rule-origin.js";

/** Why a path is excluded. */
export type Exclusion =
  /** An ignore rule excludes the path: the last match in the innermost ignore file with a match. */
  | { readonly kind: "rule"; readonly rule: RuleOrigin }
  /** A name that never holds source: `node_modules`, `.git` and the like. */
  | { readonly kind: "built-in"; readonly name: string }
  /** The file's name belongs to no supported language. */
  | { readonly kind: "no-language" }
  /** The setting `languages` does not name its language, or the repository's configuration does not. */
  | { readonly kind: "language-off"; readonly language: Language; readonly by?: ConfigPlace }
  /** A link that leads to a file or folder of the repository that is not indexed itself. */
  | { readonly kind: "link"; readonly target: string }
  /** The program failed at it. */
  | { readonly kind: "failed"; readonly error: unknown }
  /** Reason shown in the list of skipped files; `detail` is the name or size that decided, if there is one. */
  | { readonly kind: "skipped"; readonly reason: SkipReason; readonly detail?: SkipDetail };

/** Details of a skipped path. */
export interface SkipDetail {
  /** Evidence of an output directory: a file name inside it, or the directory's own name. */
  readonly mark?: string;
  readonly sizeBytes?: number;
  readonly maxFileBytes?: number;
  /** Where `maxFileBytes` is set, if the repository's configuration sets it. */
  readonly by?: ConfigPlace;
}

/**
 * Called for every path that discovery excludes, except paths below an excluded directory. For an unreadable ignore
 * file it is called twice, first for the failure.
 */
export type ExclusionListener = (path: string, why: Exclusion) => void;
