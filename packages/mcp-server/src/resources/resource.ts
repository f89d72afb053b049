/** What a resource is: an address that clients read, with or without variables in it. Knows no particular one. */
import type { CompletedKind } from "@sdl/engine";
import type { Inquiry } from "../answer-text.js";

/** What a page asks of the client that shows it: `_meta.ui` of SEP-1865. */
interface PageWishes {
  /** Origins by what is loaded from them; none of a kind: nothing is. */
  readonly csp: { readonly connectDomains: readonly string[]; readonly resourceDomains: readonly string[] };
  readonly permissions: { readonly clipboardWrite?: object };
  readonly prefersBorder: boolean;
}

export type Variables = Readonly<Record<string, string>>;

export interface SdlResource {
  /** An address, or a template as in RFC 6570 of which each variable is one segment; the last one may hold slashes. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Canonical names of the actions that it is made of: it is offered where they are. */
  readonly actions: readonly string[];
  /** By variable. */
  readonly completes: Readonly<Record<string, CompletedKind>>;
  /** Of a page: it is offered to clients that show pages, and to no other. */
  readonly page?: PageWishes;
  /** @param variables decoded @throws what its actions throw */
  read(variables: Variables, inquiry: Inquiry): Promise<string>;
}

export function isTemplate({ uri }: SdlResource): boolean {
  return uri.includes("{");
}

/** @returns the values of its variables; `undefined` for the address of something else */
export function matchUri({ uri: template }: SdlResource, uri: string): Variables | undefined {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const [head = "", ...tails] = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = tails.reduce((made, tail, at) => `${made}(${at === tails.length - 1 ? ".+" : "[^/]+"})${tail}`, head);
  const found = new RegExp(`^${pattern}$`, "s").exec(uri);
  if (found === null) return undefined;
  const values = found.slice(1).map(decoded);
  if (values.some((value) => value === undefined)) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}

/** `undefined` for what is no encoding of UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
