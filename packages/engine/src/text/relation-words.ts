/** Relations in words, as a symbol's own text says them; why a slice holds a symbol is said in the words of `@sdl/slice`. */
import type { EdgeKind } from "@sdl/model";

/** What a symbol does with another. */
export const USES: Readonly<Record<EdgeKind, string>> = {
  call: "calls",
  config: "reads",
  import: "imports",
  extends: "extends",
  implements: "implements",
  uses: "uses",
};

/** What is done with it. */
export const USED_BY: Readonly<Record<EdgeKind, string>> = {
  call: "called by",
  config: "read by",
  import: "imported by",
  extends: "extended by",
  implements: "implemented by",
  uses: "used by",
};
