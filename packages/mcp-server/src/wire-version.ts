/**
 * Wire format versions that a client reads, from a request's `_meta["sdl/wireFormatVersion"]`: one version or a list.
 */
const KNOWN = [3, 2, 1] as const;

/** @returns the highest version that this program knows too; `undefined` if there is none */
export function declaredWireVersion(meta: Readonly<Record<string, unknown>> | undefined): 1 | 2 | 3 | undefined {
  const declared = meta?.["sdl/wireFormatVersion"];
  const versions: readonly unknown[] = Array.isArray(declared) ? declared : [declared];
  return KNOWN.find((version) => versions.includes(version));
}
