/** What a client declares of the wire formats that it reads, in a request's `_meta["sdl/wireFormatVersion"]`: one version, or several. */
const KNOWN = [3, 2, 1] as const;

/** @returns the highest known version; `undefined` when nothing is declared that this program knows */
export function declaredWireVersion(meta: Readonly<Record<string, unknown>> | undefined): 1 | 2 | 3 | undefined {
  const declared = meta?.["sdl/wireFormatVersion"];
  const versions: readonly unknown[] = Array.isArray(declared) ? declared : [declared];
  return KNOWN.find((version) => versions.includes(version));
}
