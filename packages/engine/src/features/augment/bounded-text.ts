/** Text lines within a token budget. */
import { tokenUpperBound } from "./token-bound.js";

/** Collects lines until the budget is used up; tokens are upper bounds. */
export class TokenBoundedText {
  private readonly lines: string[] = [];
  private left: number;

  constructor(tokens: number) {
    this.left = tokens;
  }

  /** Adds all lines if they fit the remaining budget, else none. @returns whether they were added */
  add(...lines: readonly string[]): boolean {
    const tokens = tokenUpperBound(`${lines.join("\n")}\n`);
    if (tokens > this.left) return false;
    this.left -= tokens;
    this.lines.push(...lines);
    return true;
  }

  /** Number of lines added. */
  get count(): number {
    return this.lines.length;
  }

  get text(): string {
    return this.lines.join("\n");
  }
}

/** Writes a shortened list: `a, b and 5 more`. @param all length of the whole list */
export function listWithRest(shown: readonly string[], all: number): string {
  const more = all - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
