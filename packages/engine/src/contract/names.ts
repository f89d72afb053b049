/**
 * The three spellings of an action's name: `sdl.slice.build` (canonical), `sdl_slice_build` (most clients refuse dots),
 * `sliceBuild` (chains). `tool-calls.ts` says under which name an action is listed.
 */

export type NameStyle = "underscore" | "dotted";

export function styledName(canonical: string, style: NameStyle): string {
  return style === "dotted" ? canonical : canonical.replaceAll(".", "_");
}

/** `sdl.symbol.getCard` → `symbolGetCard`. */
export function camelName(canonical: string): string {
  return canonical
    .split(".")
    .slice(1)
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
}

/** Every spelling by which a name is found: with and without `sdl`, dotted, underscored, camel. */
export function spellings(canonical: string): readonly string[] {
  const bare = canonical.replace(/^sdl\./, "");
  return [canonical, bare, canonical.replaceAll(".", "_"), bare.replaceAll(".", "_"), camelName(canonical)];
}
