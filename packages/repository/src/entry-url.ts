/** Entry modules of threads and processes. `scripts/bundle.mjs` builds these files; they lie beside this module's folder. */
export type EntryName =
  | "extraction-worker"
  | "postings-worker"
  | "derivation-process"
  | "probe-process"
  | "refresh-process";

/** URL of an entry module. */
export function entryUrl(name: EntryName): URL {
  return new URL(`../bundle/${name}.js`, import.meta.url);
}
