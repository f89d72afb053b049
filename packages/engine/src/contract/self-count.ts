/** Answers that report their own token count: counted on the sanitised text that is sent. */
import type { Answer } from "./prune-answer.js";
import { sanitizeAnswer } from "./sanitize-answer.js";

/** Maximum rounds; the digits of the count settle after two or three. */
const MAX_ROUNDS = 4;

/** An answer that states its own tokens. */
export interface CountedAnswer<T> {
  readonly answer: T;
  /** Tokens of the answer as sent, including the statement of this count. */
  readonly tokens: number;
}

/**
 * @param write builds the answer that states the given tokens; called again until the stated count is correct
 * @param sentAs the text sent to the client
 */
export function withOwnTokenCount<T extends object>(
  write: (tokens: number) => T,
  countTokens: (text: string) => number,
  sentAs: (answer: object) => string = JSON.stringify,
): CountedAnswer<T> {
  const sealed = (tokens: number): T => sanitizeAnswer({ ...write(tokens) } as Answer) as object as T;
  let tokens = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const counted = countTokens(sentAs(sealed(tokens)));
    if (counted === tokens) break;
    tokens = counted;
  }
  return { answer: sealed(tokens), tokens };
}
