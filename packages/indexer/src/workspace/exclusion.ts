/** Why discovery excludes a path. Only collected when somebody asks: a refresh needs the lists of `Discovery` alone. */
import type { Language } from "@sdl/model";
import type { SkipReason } from "./discovery.js";
import type { ConfigPlace, RuleOrigin } from "./rule-origin.js";

export type Exclusion =
  /** The last matching rule of the innermost ignore file that has one ignores it. */
  | { readonly kind: "rule"; readonly rule: RuleOrigin }
  /** A name that never holds source: `node_modules`, `.git` and the like. */
  | { readonly kind: "built-in"; readonly name: string }
  /** No language that is read goes by this name. */
  | { readonly kind: "no-language" }
  /** The setting `languages` does not name its language, or the repository's configuration does not. */
  | { readonly kind: "language-off"; readonly language: Language; readonly by?: ConfigPlace }
  /** A link that leads to a file or folder of the repository that is not indexed itself. */
  | { readonly kind: "link"; readonly target: string }
  /** The program failed at it. */
  | { readonly kind: "failed"; readonly error: unknown }
  /** What the list of skipped files says; `detail` tells what it was told by, where that is a name or a size. */
  | { readonly kind: "skipped"; readonly reason: SkipReason; readonly detail?: SkipDetail };

export interface SkipDetail {
  /** What tells an output directory: a file's name in it, or the directory's own. */
  readonly mark?: string;
  readonly sizeBytes?: number;
  readonly maxFileBytes?: number;
  /** Of `maxFileBytes`, where the repository's configuration sets it. */
  readonly by?: ConfigPlace;
}

/**
 * Told of every path that a discovery excludes. What lies below an excluded directory is not told. Of an ignore file that cannot be read it is
 * told twice, first that.
 */
export type ExclusionListener = (path: string, why: Exclusion) => void;
