/** One result of a diagnosis, as text. */
export interface Finding {
  /** `problem`: something does not work. `note`: information that may matter. */
  readonly level: "ok" | "note" | "problem";
  /** The part of the installation that the finding is about, in one or two words. */
  readonly subject: string;
  readonly text: string;
  /** How to fix it; absent if no action is needed. */
  readonly advice?: string;
}
