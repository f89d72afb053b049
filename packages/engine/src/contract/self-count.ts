/** Answers that state their own cost: as they are sent, so they are sealed before they are counted. */
import type { Answer } from "./prune-answer.js";
import { sealAnswer } from "./seal-answer.js";

/** Changing digits settle after two or three rounds. */
const MAX_ROUNDS = 4;

export interface CountedAnswer<T> {
  readonly answer: T;
  /** Of the answer as it is sent, the statement included. */
  readonly tokens: number;
}

/**
 * @param write the answer that states the tokens given; it is written again until the statement holds
 * @param sentAs the answer as its client gets it
 */
export function countItself<T extends object>(
  write: (tokens: number) => T,
  countTokens: (text: string) => number,
  sentAs: (answer: object) => string = JSON.stringify,
): CountedAnswer<T> {
  const sealed = (tokens: number): T => sealAnswer({ ...write(tokens) } as Answer) as object as T;
  let tokens = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const counted = countTokens(sentAs(sealed(tokens)));
    if (counted === tokens) break;
    tokens = counted;
  }
  return { answer: sealed(tokens), tokens };
}
