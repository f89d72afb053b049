/** Names of the compiler's utility types that keep the members of their first argument. */

/** Such types. */
export const TRANSPARENT_TYPES: ReadonlySet<string> = new Set([
  "Readonly",
  "Partial",
  "Required",
  "NonNullable",
  "DeepReadonly",
  "Mutable",
  "Omit",
  "Pick",
  "Exclude",
  "Extract",
  "NoInfer",
]);
