/** A stretch of a text: offsets in UTF-16 units, half-open. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * What a text is searched for. `code`: secrets that give themselves away wherever they stand, by their format. `prose`: also values that an
 * assignment written in the text calls a secret. Of code, the syntax tree says better what a value is called.
 */
export type SecretScope = "code" | "prose";

/**
 * How filler begins, where a secret is as long and begins with so many ASCII characters: readers know it for filler, and programs find it.
 */
export const FILLER_HEAD = "*masked";

/**
 * The masking port: secrets never reach a stored fact or an answer.
 * Invariant of every implementation: what is masked has as many UTF-8 bytes and UTF-16 units as before, its newlines stand where they stood.
 */
export interface Masker {
  /** Replaces each secret in `text` by filler of equal length. Returns `text` itself when there is none. */
  mask(text: string): string;
}

/** What extraction needs beside: it knows of a source what a text alone does not say. */
export interface SecretFinder extends Masker {
  /** In no order; spans may overlap. */
  find(text: string, scope: SecretScope): readonly TextSpan[];
  /**
   * The secrets of scope `prose` that `code` lacks, in a stretch of a text. Offsets are of the text; in no order, and spans may overlap.
   */
  findNamed(text: string, from: number, to: number): readonly TextSpan[];
  /** Whether something of that name holds secrets: `DB_PASSWORD`, `config["api_key"]`. */
  isSecretName(name: string): boolean;
  /** Whether a stretch of a text is one word of which {@link isSecretValue} holds under some name. Cheap, since most are not. */
  mayBeSecret(text: string, from: number, to: number): boolean;
  /** Whether a value looks like a secret, where something of a secret's name holds it. */
  isSecretValue(value: string, name: string): boolean;
  /** The text with filler of equal length at the spans. Returns `text` itself when there are none. */
  fill(text: string, spans: readonly TextSpan[]): string;
}

/** Finds nothing: for facts of which only places are wanted. */
export const NO_SECRETS: SecretFinder = {
  mask: (text) => text,
  find: () => [],
  findNamed: () => [],
  isSecretName: () => false,
  mayBeSecret: () => false,
  isSecretValue: () => false,
  fill: (text) => text,
};
