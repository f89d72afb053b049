/** What the page says when a symbol's source is wanted. Pure: the page holds names of the repository, so what it says is looked at. */

/** @param files URIs by path: no other file is opened @returns nothing for what is no place of them */
export function openedPlace(
  files: Readonly<Record<string, string>>,
  message: unknown,
): { readonly uri: string; readonly line: number } | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { type, file, line } = message as { readonly type?: unknown; readonly file?: unknown; readonly line?: unknown };
  if (type !== "open" || typeof file !== "string" || typeof line !== "number") return undefined;
  if (!Object.hasOwn(files, file) || !Number.isSafeInteger(line) || line < 1) return undefined;
  const uri = files[file];
  return uri === undefined ? undefined : { uri, line };
}
