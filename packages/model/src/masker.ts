/**
 * The masking port: secrets never reach a stored fact or an answer.
 * Invariant of every implementation: the result has as many UTF-8 bytes and UTF-16 units as the input, its newlines stand where they stood.
 */
export interface Masker {
  /** Replaces each secret in `text` by filler of equal length. Returns `text` itself when there is none. */
  mask(text: string): string;
}
