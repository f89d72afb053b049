/** Definitions and messages of one file, in either language. */

export interface Definition {
  readonly name: string;
  readonly kind: string;
  /** Names of the classes around it, outermost first. */
  readonly containers: readonly string[];
  /** Line of its name. */
  readonly line: number;
}

/** What a `raise`, a `throw` or a log call says. */
export interface Message {
  /** Literal text; `null` where a value stands. */
  readonly pieces: readonly (string | null)[];
  readonly line: number;
  /** Name of the innermost named function around it. */
  readonly name: string;
  /** Name of the error's class; empty for a log call. */
  readonly error: string;
}

export interface FileSites {
  readonly file: string;
  readonly definitions: readonly Definition[];
  readonly messages: readonly Message[];
}
