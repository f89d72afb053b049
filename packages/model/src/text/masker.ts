/** A range of a text: offsets in UTF-16 units, half-open. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Kinds of secrets to search for. `code`: secrets that are recognisable by their format anywhere. `prose`: also values that an assignment within
 * the text calls a secret. In code, the syntax tree states names of values more reliably.
 */
export type SecretScope = "code" | "prose";

/** Beginning of the filler, if the secret is long enough and begins with as many ASCII characters; identifies filler to readers and programs. */
export const FILLER_HEAD = "*masked";

/**
 * Masking port: secrets must not reach stored facts or answers.
 * Invariant of every implementation: a masked text has as many UTF-8 bytes and UTF-16 units as before, and its newlines are at the same offsets.
 */
export interface Masker {
  /** Replaces each secret in `text` by filler of equal length. Returns `text` itself if there is none. */
  mask(text: string): string;
}

/** Finds secrets in source during extraction, which has information that the text alone lacks. */
export interface SecretFinder extends Masker {
  /** Secrets in a text, in no order; spans may overlap. */
  find(text: string, scope: SecretScope): readonly TextSpan[];
  /** The secrets of scope `prose` beyond those of `code`, within a range of a text. Offsets refer to the text; in no order; spans may overlap. */
  findNamed(text: string, from: number, to: number): readonly TextSpan[];
  /** Whether a name suggests a secret: `DB_PASSWORD`, `config["api_key"]`. */
  isSecretName(name: string): boolean;
  /**
   * Whether a range of a text is a single word for which {@link isSecretValue} may be true with some name. A cheap test that rejects most words.
   */
  mayBeSecret(text: string, from: number, to: number): boolean;
  /** Whether a value looks like a secret, given that its name suggests one. */
  isSecretValue(value: string, name: string): boolean;
  /** The text with filler of equal length at the spans. Returns `text` itself if there are none. */
  fill(text: string, spans: readonly TextSpan[]): string;
}

/** Secret finder without results, for facts of which only positions are needed. */
export const NO_SECRETS: SecretFinder = {
  mask: (text) => text,
  find: () => [],
  findNamed: () => [],
  isSecretName: () => false,
  mayBeSecret: () => false,
  isSecretValue: () => false,
  fill: (text) => text,
};
