/** Search terms of a file: written by the search helper. */
import type { Extraction } from "./extraction.js";

export interface TermKinds {
  /** 1 for kinds whose text is an identifier. */
  readonly identifiers: Uint8Array;
  /** 1 for kinds whose text is (part of) a string literal. */
  readonly strings: Uint8Array;
}

export function writeTerms(
  _extraction: Extraction,
  _kinds: TermKinds,
  _symbolNodes: readonly number[],
  _nameNodes: readonly number[],
): void {}
