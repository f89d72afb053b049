/** Verbs for edge kinds in a symbol's own text; reasons in slices use the words of `@sdl/slice`. */
import type { EdgeKind } from "@sdl/model";

/** Verb by edge kind, from the symbol that refers. */
export const USES: Readonly<Record<EdgeKind, string>> = {
  call: "calls",
  config: "reads",
  import: "imports",
  extends: "extends",
  implements: "implements",
  uses: "uses",
};

/** Verb by edge kind, from the symbol that is referred to. */
export const USED_BY: Readonly<Record<EdgeKind, string>> = {
  call: "called by",
  config: "read by",
  import: "imported by",
  extends: "extended by",
  implements: "implemented by",
  uses: "used by",
};
