/** Resource type: an address that clients read, with or without variables. Knows no particular resource. */
import type { CompletedKind } from "@sdl/engine";
import type { RequestRunner } from "../answer-text.js";

/** Permissions that a page requests from the client that shows it: `_meta.ui` of SEP-1865. */
interface PageMeta {
  /** Origins by purpose; an empty list allows none. */
  readonly csp: { readonly connectDomains: readonly string[]; readonly resourceDomains: readonly string[] };
  readonly permissions: { readonly clipboardWrite?: object };
  readonly prefersBorder: boolean;
}

/** Values of a template's variables, by name. */
export type Variables = Readonly<Record<string, string>>;

/** A resource that the server can offer. */
export interface SdlResource {
  /**
   * An address, or an RFC 6570 template in which each variable is one path segment; only the last may contain slashes.
   */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Canonical names of the actions that the resource uses. The resource is offered only if all of them are offered. */
  readonly actions: readonly string[];
  /** Kind of completion by variable. */
  readonly completes: Readonly<Record<string, CompletedKind>>;
  /** Set for pages, which are offered only to clients that show them. */
  readonly page?: PageMeta;
  /** Reads the resource. @param variables decoded @throws what the resource's actions throw */
  read(variables: Variables, inquiry: RequestRunner): Promise<string>;
}

/** Whether the address has variables. */
export function isTemplate({ uri }: SdlResource): boolean {
  return uri.includes("{");
}

/** Matches an address. @returns the values of the variables; `undefined` if the address is another resource's */
export function matchUri({ uri: template }: SdlResource, uri: string): Variables | undefined {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const [head = "", ...tails] = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = tails.reduce((made, tail, at) => `${made}(${at === tails.length - 1 ? ".+" : "[^/]+"})${tail}`, head);
  const found = new RegExp(`^${pattern}$`, "s").exec(uri);
  if (found === null) return undefined;
  const values = found.slice(1).map(decodeUriText);
  if (values.some((value) => value === undefined)) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}

/** @returns `undefined` if the text is not percent-encoded UTF-8 */
function decodeUriText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
