/**
 * Answers of S3 in XML: a page of a list (ListObjectsV2), and the code of an error. Only what the store needs is read,
 * and whatever is not of the documented form is refused, so that a half answer never passes for a short list.
 */

/** An object as a list shows it. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** When it was put, by the server's clock in milliseconds since 1970. Many servers cut it to whole seconds. */
  readonly putAtMs: number;
}

/** One page of a list, in the order of keys. */
export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Asks for the next page; `undefined` after the last. */
  readonly continuation: string | undefined;
}

const RESULT = /^\s*(?:<\?xml[^>]*\?>)?\s*<ListBucketResult(?:\s[^>]*)?>(.*)<\/ListBucketResult>\s*$/s;
const CONTENTS = /<Contents>(.*?)<\/Contents>/gs;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The page; `undefined` if the text is not of the form. */
export function parseListPage(text: string): ListPage | undefined {
  const [, result] = RESULT.exec(text) ?? [];
  if (result === undefined) return undefined;
  const objects = [...result.matchAll(CONTENTS)].map(([, contents = ""]) => parseObject(contents));
  const top = result.replace(CONTENTS, "");
  const isTruncated = field(top, "IsTruncated");
  const continuation = field(top, "NextContinuationToken");
  if (!objects.every((one) => one !== undefined) || /<\/?Contents>/.test(top)) return undefined;
  if (isTruncated === "false") return { objects, continuation: undefined };
  return isTruncated === "true" && continuation !== undefined ? { objects, continuation } : undefined;
}

function parseObject(contents: string): ListedObject | undefined {
  const key = field(contents, "Key");
  const putAtMs = Date.parse(field(contents, "LastModified") ?? "");
  const size = field(contents, "Size") ?? "";
  if (key === undefined || Number.isNaN(putAtMs) || !/^\d{1,15}$/.test(size)) return undefined;
  return { key, sizeBytes: Number(size), putAtMs };
}

/** Code of an error's answer, as `AccessDenied`; the empty string if the answer has none. */
export function parseErrorCode(text: string): string {
  const [, code = ""] = /<Error>.*?<Code>(\w{1,80})<\/Code>/s.exec(text) ?? [];
  return code;
}

/** Text of the first element of that name. */
function field(text: string, name: string): string | undefined {
  const [, value] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text) ?? [];
  return value?.replace(ENTITY, (_, decimal?: string, hex?: string, word = "") => {
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    return Number.isNaN(code) ? (NAMED[word.toLowerCase()] ?? "") : String.fromCodePoint(code);
  });
}
