/**
 * The three spellings of an action's name: `sdl.slice.build` (canonical), `sdl_slice_build` (for clients that reject dots), `sliceBuild` (chains).
 * `tool-calls.ts` decides under which name an action is listed.
 */

export type NameStyle = "underscore" | "dotted";

/** Spells a canonical name with dots or with underscores. */
export function styleName(canonical: string, style: NameStyle): string {
  return style === "dotted" ? canonical : canonical.replaceAll(".", "_");
}

/** `sdl.symbol.getCard` becomes `symbolGetCard`. */
export function camelName(canonical: string): string {
  return canonical
    .split(".")
    .slice(1)
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
}

/** All accepted spellings of a name: with and without `sdl`, dotted, underscored, camel case. */
export function listSpellings(canonical: string): readonly string[] {
  const bare = canonical.replace(/^sdl\./, "");
  return [canonical, bare, canonical.replaceAll(".", "_"), bare.replaceAll(".", "_"), camelName(canonical)];
}
