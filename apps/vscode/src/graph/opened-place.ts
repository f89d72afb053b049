/**
 * Validation of the page's message that requests a symbol's source. Pure. The page contains names from the repository, so its messages are not
 * trusted.
 */

/** @param files URIs by path; other files are refused @returns `undefined` if the message names no valid place */
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
