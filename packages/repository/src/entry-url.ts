/** What threads and processes start from. `scripts/bundle.mjs` makes these files of built code; they lie beside the folder of this module. */
export type EntryName = "extraction-worker" | "postings-worker" | "derivation-process" | "probe-process";

export function entryUrl(name: EntryName): URL {
  return new URL(`../bundle/${name}.js`, import.meta.url);
}
