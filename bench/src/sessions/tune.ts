/** Tuning of the grep-and-read policy's habits. */
import type { CountTokens } from "@sdl/slice";
import type { Issue } from "../gold/issues.js";
import { isTunedOn } from "../gold/tune.js";
import { type FileLines, type GrepHabits, grepAndRead, grepWord, type Place } from "./grep-policy.js";
import { MAX_TOKENS, playSession } from "./session.js";

const CHOICES: readonly GrepHabits[] = [6, 12, 20].flatMap((words) =>
  [10, 20, 40].flatMap((hits) => [20, 40, 80].map((window) => ({ words, hits, window }))),
);

/** Sums of tokens until all changed lines were shown, by habits; the smallest sum is best. */
export class HabitTuning {
  private readonly tokens = CHOICES.map(() => 0);

  /** Adds an issue, unless it may not be used for tuning. */
  async add(issue: Issue, files: FileLines, countTokens: CountTokens): Promise<void> {
    if (!isTunedOn(issue.id)) return;
    const known = new Map<string, readonly Place[]>();
    const search = (word: string) => {
      const places = known.get(word) ?? grepWord(word, files);
      known.set(word, places);
      return places;
    };
    for (const [at, habits] of CHOICES.entries()) {
      const { all } = await playSession(grepAndRead(issue.text, files, habits, search), issue.gold, countTokens);
      this.tokens[at] = (this.tokens[at] ?? 0) + (all?.tokens ?? MAX_TOKENS);
    }
  }

  best(): GrepHabits | undefined {
    return CHOICES[this.tokens.indexOf(Math.min(...this.tokens))];
  }
}
