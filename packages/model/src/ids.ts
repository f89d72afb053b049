/**
 * Identifiers and their parsers; no other module takes an id apart.
 * Invariant: an id depends on the symbol's name and position in the tree of names, never on its body or lines.
 */
import { ModelError } from "./errors.js";
import type { SymbolKind } from "./kinds.js";

declare const brand: unique symbol;

/** Head of SHA-256 over path, qualified name, kind and ordinal among equals: 16 lower-case hex digits. */
export type SymbolId = string & { readonly [brand]: "SymbolId" };

/** `v` and milliseconds since the epoch; strictly increasing within a repository. */
export type VersionId = string & { readonly [brand]: "VersionId" };

/** Dense number of a symbol within one store, never shown to clients. */
export type SymbolHandle = number;

/** Dense number of a file within one store. */
export type FileHandle = number;

/** Parses a symbol id. @throws {ModelError} `INVALID_ID` unless `text` is 16 lower-case hex digits */
export function parseSymbolId(text: string): SymbolId {
  if (!/^[0-9a-f]{16}$/.test(text)) {
    throw new ModelError("INVALID_ID", `not a symbol id: ${text}; pass the 16 hex digits that a search returned`);
  }
  return text as SymbolId;
}

/** Whether a text has the form of a symbol id. */
export function isSymbolId(text: string): text is SymbolId {
  return /^[0-9a-f]{16}$/.test(text);
}

/** Symbol id from its halves. @param hi the first 8 hex digits as an unsigned number; @param lo the last 8 */
export function symbolIdFromParts(hi: number, lo: number): SymbolId {
  return (hi.toString(16).padStart(8, "0") + lo.toString(16).padStart(8, "0")) as SymbolId;
}

/** The two unsigned 32-bit halves of an id: first and last 8 hex digits. Their order equals the order of ids. */
export interface SymbolIdParts {
  readonly hi: number;
  readonly lo: number;
}

/** The two 32-bit halves of an id, for packed records. */
export function symbolIdParts(id: SymbolId): SymbolIdParts {
  return { hi: Number.parseInt(id.slice(0, 8), 16), lo: Number.parseInt(id.slice(8), 16) };
}

/** Order of ids: negative if `a` precedes `b`. */
export function compareIdParts(a: SymbolIdParts, b: SymbolIdParts): number {
  return a.hi - b.hi || a.lo - b.lo;
}

/** Text whose hash is the {@link SymbolId}. NUL separates the parts, because none of them can contain it. */
export function symbolIdPreimage(path: string, qualifiedName: string, kind: SymbolKind, ordinal: number): string {
  return `${path}\0${qualifiedName}\0${kind}\0${ordinal}`;
}

/** Parses a version id. @throws {ModelError} `INVALID_ID` unless `text` has the form of a version id */
export function parseVersionId(text: string): VersionId {
  if (!/^v\d{1,15}$/.test(text)) {
    throw new ModelError(
      "INVALID_ID",
      `not a version id: ${text}; expected v and milliseconds, such as v1770600000000`,
    );
  }
  return text as VersionId;
}

/** Id of the version after `previous` at wall-clock time `nowMs`; strictly greater than `previous`. */
export function nextVersionId(nowMs: number, previous: VersionId | undefined): VersionId {
  const last = previous === undefined ? 0 : Number(previous.slice(1));
  return `v${Math.max(Math.trunc(nowMs), last + 1)}` as VersionId;
}
