/** One thing that is looked at, in words. */
export interface Finding {
  /** `problem`: something does not work. `note`: worth knowing. */
  readonly level: "ok" | "note" | "problem";
  /** What it is about, in a word or two. */
  readonly subject: string;
  readonly text: string;
  /** What to do; absent when there is nothing to. */
  readonly advice?: string;
}
